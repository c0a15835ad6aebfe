// Guards in front of calls (call_guards.hpp).
#include "simt/compiler/submission/call_guards.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "simt/compiler/submission/assembly_places.hpp"

namespace simt::compiler {
namespace {

using Names = std::unordered_set<std::string_view>;

// Of C's functions (functions.inc) those that look at or change what they are given the address of, and tell of it.
const Names of_the_host = {"atof", "atoi", "atol", "atoll", "strtod", "strtof", "strtold", "strtol", "strtoll",
    "strtoul", "strtoull", "erand48", "rand_r", "qsort", "bsearch", "memcmp", "memchr", "rawmemchr", "memrchr",
    "memmem", "bcmp", "bcopy", "bzero", "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp",
    "strcoll", "strchr", "strrchr", "strstr", "strspn", "strcspn", "strpbrk", "strncat", "strdup", "strndup", "wcslen",
    "wmemcpy", "wmemset", "wmemmove", "wmemcmp", "wmemchr", "snprintf", "vsnprintf", "sprintf", "vsprintf", "sscanf",
    "strftime", "gmtime", "localtime", "mktime", "clock_gettime", "clock_getres", "gettimeofday", "timespec_get",
    "time", "posix_memalign"};
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

// Of std, but for what throws or ends.
bool of_cpp_library(std::string_view name) {
  constexpr std::array<std::string_view, 5> std_names = {"_ZNS", "_ZNKS", "_ZS", "_ZStl", "_ZNV"};
  constexpr std::array<std::string_view, 5> harmless = {"throw", "terminate", "exception", "4Init", "_ZSt4"};
  const auto begins = [&](std::string_view with) { return name.starts_with(with); };
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  return std::any_of(std_names.begin(), std_names.end(), begins) && std::none_of(harmless.begin(), harmless.end(), has);
}

// Below the stack pointer lie up to 128 bytes that are in use.
std::string call_of(std::string_view which) {
  return "\tleaq\t-128(%rsp), %rsp\n\tcall\t*" + std::string(which) + "@GOTPCREL(%rip)\n\tleaq\t128(%rsp), %rsp\n";
}

}  // namespace

std::string guard_calls(std::string_view assembly) {
#if !defined(__x86_64__)
  return std::string(assembly);
#endif
  std::map<std::string_view, bool> defined;  // each is looked for once
  const auto is_defined = [&](std::string_view name) {
    const auto [found, fresh] = defined.try_emplace(name);
    if (fresh) found->second = assembly.find("\n" + std::string(name) + ":") != std::string_view::npos;
    return found->second;
  };
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 32);
  for_each_line(assembly, [&](std::string_view line) {
    for (const std::string_view call : {"\tcall\t", "\tjmp\t"}) {
      if (!line.starts_with(call) || line.size() == call.size() || line[call.size()] == '*') continue;
      const std::string_view target = line.substr(call.size(), line.find('@') - call.size()), name = plain_name(target);
      const std::string pointer = call_of("simt_pointer_guard");
      if (storing.contains(name)) result += pointer;
      else if (storing_two.contains(name))
        result += pointer + "\txchgq\t%rdi, %rsi\n" + pointer + "\txchgq\t%rdi, %rsi\n";
      else if ((of_the_host.contains(name) || of_cpp_library(name)) && !is_defined(target))
        result += call_of("simt_call_guard");
    }
    result += line;
    result += '\n';
  });
  return result;
}

}  // namespace simt::compiler
