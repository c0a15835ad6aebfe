// Guards of returns (return_guards.hpp).
#include "simt/compiler/submission/return_guards.hpp"

#include <cctype>
#include <unordered_set>

#include "simt/compiler/submission/assembly_places.hpp"

namespace simt::compiler {
namespace {

// A part that g++ puts elsewhere because it is hardly ever run: the function jumps to it, and from it back.
bool is_cold(std::string_view name) { return name.find(".cold") != name.npos; }

bool is_instruction(std::string_view line) {
  return line.size() > 1 && line[0] == '\t' && std::islower(static_cast<unsigned char>(line[1]));
}

bool leaves(std::string_view line) {
  if (line == "\tret" || line == "\trep ret" || line == "\trep; ret" || line == "\tjmp\t*%r11") return true;
  constexpr std::string_view jump = "\tjmp\t";
  if (!line.starts_with(jump)) return false;
  const std::string_view target = line.substr(jump.size());
  if (target.starts_with('*')) return target.ends_with("@GOTPCREL(%rip)");  // other than that it is a switch's
  return !target.starts_with(".L") && !is_cold(target);
}

}  // namespace

std::string guard_returns(std::string_view assembly) {
#if !defined(__x86_64__)
  return std::string(assembly);
#endif
  constexpr std::string_view type = "\t.type\t", function = ", @function";
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 16);
  std::unordered_set<std::string_view> functions;
  bool inside = false, begins = false;
  for_each_line(assembly, [&](std::string_view line) {
    if (line.starts_with(type) && line.ends_with(function)) {
      functions.insert(line.substr(type.size(), line.size() - type.size() - function.size()));
    } else if (line.ends_with(':') && functions.contains(line.substr(0, line.size() - 1))) {
      inside = true, begins = !is_cold(line);
    } else if (inside && is_instruction(line)) {
      if (begins) result += "\tcall\t*simt_enter_guard@GOTPCREL(%rip)\n";
      begins = false;
      if (leaves(line)) result += "\tcall\t*simt_leave_guard@GOTPCREL(%rip)\n";
    } else if (line.starts_with(".Lsimt_")) {
      inside = false;  // what guard_jumps has put behind all
    }
    (result += line) += '\n';
  });
  return result;
}

}  // namespace simt::compiler
