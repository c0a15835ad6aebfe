// Guards in front of calls through pointers (jump_guards.hpp).
#include "simt/compiler/submission/jump_guards.hpp"

#include <algorithm>
#include <vector>

#include "simt/compiler/submission/assembly_places.hpp"

namespace simt::compiler {
namespace {

// Where a call or a jump through a pointer finds its address: "%rax", "16(%rbx)"; empty if the line is no such thing.
std::string_view pointer_of(std::string_view line) {
  if (!line.starts_with('\t')) return {};
  line.remove_prefix(1);
  for (const std::string_view prefix : {"notrack jmp\t*", "notrack call\t*", "jmp\t*", "call\t*"}) {
    if (!line.starts_with(prefix)) continue;
    const std::string_view operand = line.substr(prefix.size());
    // A function by its name, whose address the loader keeps.
    return operand.ends_with("@GOTPCREL(%rip)") ? std::string_view() : operand;
  }
  return {};
}

// "f" of `\t.type\tf, @function`.
std::string_view function_of(std::string_view line) {
  constexpr std::string_view type = "\t.type\t";
  const std::size_t end = line.rfind(", @function");
  return line.starts_with(type) && end != line.npos ? line.substr(type.size(), end - type.size()) : std::string_view();
}

}  // namespace

std::string guard_jumps(std::string_view assembly) {
#if !defined(__x86_64__)
  return std::string(assembly);
#endif
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 16);
  std::vector<std::string_view> functions;
  std::string_view waiting;  // a jump, until the next line says whether it is a switch's
  const auto guard = [&](std::string_view line) {
    // r11 is nobody's where a function is called, and what is called is what was looked at.
    result += "\tmovq\t" + std::string(pointer_of(line)) + ", %r11\n\tcall\t*simt_jump_guard@GOTPCREL(%rip)\n\t";
    result += line.find("call\t") != line.npos ? "call\t*%r11\n" : "jmp\t*%r11\n";
  };
  for_each_line(assembly, [&](std::string_view line) {
    if (!waiting.empty()) {
      // g++ puts a switch's table right behind its jump.
      if (line.starts_with("\t.section\t.rodata")) (result += waiting) += '\n';
      else guard(waiting);
      waiting = {};
    }
    if (const std::string_view function = function_of(line); !function.empty()) functions.push_back(function);
    if (pointer_of(line).empty()) (result += line) += '\n';
    else if (line.find("jmp\t") != line.npos) waiting = line;
    else guard(line);
  });
  if (!waiting.empty()) guard(waiting);
  // Told before any constructor of the program's runs.
  result += "\t.section\t.simt_functions,\"aw\"\n\t.balign\t8\n.Lsimt_own_functions:\n";
  for (const std::string_view function : functions) result += "\t.quad\t" + std::string(function) + "\n";
  result +=
      ".Lsimt_own_functions_end:\n\t.text\n.Lsimt_tell_own_functions:\n\tleaq\t.Lsimt_own_functions(%rip), %rdi\n"
      "\tleaq\t.Lsimt_own_functions_end(%rip), %rsi\n\tjmp\t*simt_own_functions@GOTPCREL(%rip)\n"
      "\t.section\t.init_array.00000,\"aw\"\n\t.balign\t8\n\t.quad\t.Lsimt_tell_own_functions\n\t.text\n";
  return result;
}

}  // namespace simt::compiler
