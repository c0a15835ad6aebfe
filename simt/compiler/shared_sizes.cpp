// What kernels declare __shared__ (shared_sizes.hpp).
#include "simt/compiler/shared_sizes.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "simt/compiler/red_zones.hpp"
#include "simt/engine/platform/demangled.hpp"
#include "simt/include/simt/h200.h"

namespace simt::compiler {

std::string too_much_shared(std::string_view assembly, const std::string& source) {
  // A kernel's body is a lambda of it (rewriter/kernels.cpp): "k(int*)::{lambda()#1}::operator()()::tile".
  constexpr std::string_view of_body = "::{lambda()#1}::operator()()";
  std::map<std::string, std::uint64_t> bytes;  // by kernel
  bool is_shared = false;
  for (std::size_t begin = 0; begin < assembly.size();) {
    const std::size_t end = std::min(assembly.find('\n', begin), assembly.size());
    const std::string_view line = assembly.substr(begin, end - begin);
    begin = end + 1;
    if (changes_section(line)) is_shared = begins_thread_local(line);
    if (!is_shared || !line.starts_with("\t.size\t")) continue;
    const std::string name = demangled(std::string(line.substr(7, line.find(',') - 7)).c_str());
    if (const std::size_t body = name.find(of_body); body != std::string::npos)
      bytes[name.substr(0, body)] += size_in(line);
  }
  std::string text;
  for (const auto& [kernel, size] : bytes)
    if (size > h200::shared_bytes_of_block)
      text += source + ": error: '" + kernel + "' has " + std::to_string(size) +
              " bytes of __shared__ variables, and a block may have " + std::to_string(h200::shared_bytes_of_block) +
              " of them; more it gets as an extern __shared__ array, as many as the launch says\n";
  return text;
}

}  // namespace simt::compiler
