// Guards in front of calls (call_guards.hpp).
#include "simt/compiler/submission/call_guards.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "simt/compiler/submission/assembly_places.hpp"
#include "simt/compiler/submission/functions.inc"

namespace simt::compiler {
namespace {

using Names = std::unordered_set<std::string_view>;

// Of C's functions those that no kernel may call, and where they store (functions.inc).
const std::unordered_map<std::string_view, int> of_the_host = {SIMT_OF_THE_HOST};
// Those of mathematics that store through their last argument, the first of the pointers.
const Names storing = {"frexp", "frexpf", "frexpl", "modf", "modff", "modfl", "remquo", "remquof", "remquol",
    "lgamma_r", "lgammaf_r", "lgammal_r"};
const Names storing_two = {"sincos", "sincosf", "sincosl"};

// sscanf of __isoc99_sscanf, memcpy of __memcpy_chk.
std::string_view plain_name(std::string_view name) {
  for (const std::string_view prefix : {"__isoc99_", "__isoc23_"})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  if (name.starts_with("__") && name.ends_with("_chk")) return name.substr(2, name.size() - 6);
  return name;
}

// Of C++'s library, in whichever of its namespaces, or behind a thunk, but for what throws, ends or allocates: each name of C++'s
// that is not the simulator's. __gnu_cxx::__exchange_and_add and the swap of two std::exception_ptr load and store.
bool of_cpp_library(std::string_view name) {
  constexpr std::array<std::string_view, 4> others = {"_ZN4simt", "_ZNK4simt", "_Zn", "_Zd"};
  const bool ends = name.find("__throw_") != name.npos || name == "_ZSt9terminatev";
  const auto begins = [&](std::string_view with) { return name.starts_with(with); };
  return name.starts_with("_Z") && !ends && !name.starts_with("_ZNSt8ios_base4Init") &&
         std::none_of(others.begin(), others.end(), begins);
}

// OpenMP's functions, and what g++ makes calls of for `#pragma omp`: in a kernel they would start threads of the host, whose loads
// and stores are none of the kernel's. CUDA's own for the host, and MPI's: cuMemsetD32 would store where nobody counts it.
bool of_host_code(std::string_view name) {
  constexpr std::array<std::string_view, 6> names = {"GOMP_", "omp_", "cuda", "cublas", "nvrtc", "MPI_"};
  if (std::any_of(names.begin(), names.end(), [&](std::string_view begin) { return name.starts_with(begin); }))
    return true;
  return name.size() > 2 && name.starts_with("cu") && name[2] >= 'A' && name[2] <= 'Z';
}

// A function in no class but std, `std::future_category()`, or one of a class that needs no object: their names say no more than
// those of members.
bool has_no_argument(std::string_view name) {
  constexpr std::array<std::string_view, 8> without_object = {"hardware_concurrencyEv", "_clock3nowEv", "7classicEv",
      "generic_categoryEv", "system_categoryEv", "new_delete_resourceEv", "null_memory_resourceEv",
      "get_default_resourceEv"};
  if (std::any_of(without_object.begin(), without_object.end(), [&](auto end) { return name.ends_with(end); }))
    return true;
  constexpr std::string_view free = "_ZSt";
  if (!name.starts_with(free) || !name.ends_with('v')) return false;
  std::size_t length = 0, at = free.size();
  for (; at < name.size() && name[at] >= '0' && name[at] <= '9'; ++at)
    length = 10 * length + std::size_t(name[at] - '0');
  return at + length + 1 == name.size();
}

// How many of the first arguments of one of them there are, two at the most: a member function has its object, and what a name
// with "Ev" at its end does not have. In the registers of those that are not there stands anything.
int arguments_of_cpp(std::string_view name) {
  if (has_no_argument(name)) return 0;
  if (name.starts_with("_ZS")) return 1;
  // A pointer that is printed as a number, a stream's handle perhaps, is no place.
  const bool has_one = name.ends_with("Ev") || name.ends_with("lsEPKv") || name.find("_M_insertIPKvE") != name.npos;
  return has_one ? 1 : 2;
}

// How many of a function's first arguments may be where it stores; less than none if it is no function of the host's alone.
int where_hosts_store(std::string_view name) {
  const auto found = of_the_host.find(name);
  return found != of_the_host.end() ? found->second : of_cpp_library(name) ? arguments_of_cpp(name) : -1;
}

// Which argument of a function is a format, or less than none. __snprintf_chk has two more in front of it, __printf_chk one.
int where_format_is(std::string_view target, std::string_view name) {
  static const std::unordered_map<std::string_view, int> formats = {SIMT_FORMATS};
  const auto found = formats.find(name);
  if (found == formats.end()) return -1;
  return found->second + (!target.ends_with("_chk")                                    ? 0
                             : name.ends_with("sprintf") || name.ends_with("snprintf") ? 2
                                                                                       : 1);
}

// Below the stack pointer lie up to 128 bytes that are in use.
std::string call_of(std::string_view which) {
  return "\tleaq\t-128(%rsp), %rsp\n\tcall\t*" + std::string(which) + "@GOTPCREL(%rip)\n\tleaq\t128(%rsp), %rsp\n";
}

}  // namespace

std::string guard_calls(std::string_view assembly, Calls which) {
#if !defined(__x86_64__)
  return std::string(assembly);
#endif
  std::map<std::string_view, bool> defined;  // each is looked for once
  const auto is_defined = [&](std::string_view name) {
    const auto [found, fresh] = defined.try_emplace(name);
    // With a point in it g++'s own name for one that is defined here: f.isra.0, f.localalias.
    if (fresh)
      found->second = name.find('.') != name.npos || assembly.find("\n" + std::string(name) + ":") != assembly.npos;
    return found->second;
  };
  static const std::unordered_map<std::string_view, int> callers = {SIMT_CALLERS}, files = {SIMT_FILES};
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 32);
  for_each_line(assembly, [&](std::string_view line) {
    for (const std::string_view call : {"\tcall\t", "\tjmp\t"}) {
      if (!line.starts_with(call) || line.size() == call.size() || line[call.size()] == '*') continue;
      const std::string_view target = line.substr(call.size(), line.find('@') - call.size()), name = plain_name(target);
      const std::string pointer = call_of("simt_pointer_guard");
      if (const int format = where_format_is(target, name); format >= 0 && !is_defined(target))
        result += call_of("simt_format_guard_" + std::to_string(format));
      if (const auto file = files.find(name); file != files.end() && !is_defined(target))
        result += call_of("simt_file_guard_" + std::to_string(target == "__fread_chk" ? 4 : file->second));
      if (which == Calls::of_streams) continue;
      if (const auto caller = callers.find(name); caller != callers.end())
        result += call_of("simt_function_guard_" + std::to_string(caller->second));
      if (storing.contains(name)) result += pointer;
      else if (storing_two.contains(name))
        result += pointer + "\txchgq\t%rdi, %rsi\n" + pointer + "\txchgq\t%rdi, %rsi\n";
      else if (const int stores = where_hosts_store(name); stores >= 0 && !is_defined(target))
        result += call_of((of_the_host.contains(name) || !stores ? "simt_call_guard" : "simt_cpp_guard") +
                          (stores ? "_" + std::to_string(stores) : std::string()));
      else if (of_host_code(name) && !is_defined(target)) result += call_of("simt_outside_guard");
    }
    result += line;
    result += '\n';
  });
  return result;
}

}  // namespace simt::compiler
