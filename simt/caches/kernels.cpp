// What is known of a kernel, by its name.
#include "simt/caches/kernels.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <fstream>
#include <string>
#include <unordered_map>

#include "simt/engine/core/launch_state.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/runtime_api/device.hpp"

namespace simt::caches {
namespace {

// The demangled name of a template's instance begins with what it returns, and of a closure in it does not.
std::string without_result(const std::string& name) { return name.starts_with("void ") ? name.substr(5) : name; }

// "again(float*, float const*)" for nvcc's name and for g++'s, which differ where a kernel is of one file only.
std::string readable(const std::string& mangled) {
  int status = 0;
  char* const name = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  const std::string found = status == 0 ? name : mangled;
  std::free(name);
  return without_result(found);
}

const std::unordered_map<std::string, unsigned>& registers() {
  static auto* const all = [] {
    auto* const read = new std::unordered_map<std::string, unsigned>;
    const char* const file = std::getenv("SIMT_CACHE_REGISTERS");
    if (!file || !*file) return read;
    std::ifstream lines(file);
    unsigned number = 0;
    for (std::string name; lines >> number >> name;) (*read)[readable(name)] = number;
    return read;
  }();
  return *all;
}

}  // namespace

Kernel kernel_of(const LaunchPlan& launch) {
  // The function that runs one thread has the name of the kernel that it is made of.
  const auto name_at = [](auto address) {
    return without_result(locate(reinterpret_cast<std::uint64_t>(address) + 1).function);
  };
  const std::string name = name_at(launch.body);
  Kernel kernel;
  if (const auto known = registers().find(name); known != registers().end()) kernel.registers = known->second;
  for (const auto& [function, share] : preferred_carve_outs())
    if (name_at(function) == name) kernel.shared_share = share;
  return kernel;
}

}  // namespace simt::caches
