// A submission's assembly (submission.hpp), as g++ writes it.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "simt/compiler/submission/assembly_places.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace simt::compiler {
namespace {

// What calls the system, changes where thread-local variables lie or which memory may be touched, and stores to addresses that
// stand nowhere in it. Of x86; ARM's have other names for the first two.
constexpr std::array<std::string_view, 36> refused_instructions = {"syscall", "sysenter", "sysexit", "int", "int3",
    "wrfsbase", "wrgsbase", "rdfsbase", "rdgsbase", "wrpkru", "xsave", "xrstor", "fxsave", "fxrstor", "fsave", "fnsave",
    "frstor", "maskmovdqu", "vmaskmovdqu", "maskmovq", "movnt", "vmovnt", "movdir64b", "enqcmd", "vscatter",
    "vpscatter", "clzero", "wrss", "wruss", "setssbsy", "rstorssp", "iret", "lret", "ljmp", "svc", "msr"};

bool is_refused_instruction(std::string_view mnemonic) {
  return std::any_of(refused_instructions.begin(), refused_instructions.end(), [&](std::string_view name) {
    const bool whole = name == "int" || name == "msr" || name == "svc" || name == "int3";
    return whole ? mnemonic == name : mnemonic.starts_with(name);
  });
}

// What a comment says that begins a line, "# says" on x86 and "// says" on ARM; of any other line nothing.
std::string_view comment_in(std::string_view line) {
  for (const std::string_view mark : {"# ", "// "})
    if (line.starts_with(mark)) return line.substr(mark.size());
  return {};
}

// A directive for one string, and nothing behind it.
bool is_string(std::string_view line) {
  for (const std::string_view directive : {"\t.string\t\"", "\t.ascii\t\""}) {
    if (!line.starts_with(directive)) continue;
    for (std::size_t i = directive.size(); i < line.size(); ++i)
      if (line[i] == '\\') ++i;
      else if (line[i] == '"') return i + 1 == line.size();
  }
  return false;
}

}  // namespace

Refusals refused_assembly(std::string_view assembly, const Setup::Trusted& trusted) {
  Refusals found;
  AssemblyPlaces places;
  bool inline_assembly = false, strings = false;
  std::string_view writer;  // of the asm whose text follows; of one outside of functions g++ names none
  for_each_line(assembly, [&](std::string_view line) {
    places.read(line);
    if (line == "#APP" || line == "#NO_APP") {
      inline_assembly = line == "#APP";
      strings = false;
      writer = {};
    } else if (inline_assembly) {
      const std::string_view said = comment_in(line);
      if (!said.empty()) {  // # 50 "dir/control.h" 1 comes before each asm, # 0 "" 2 behind it
        const std::size_t quote = line.find('"'), end = line.rfind('"');
        writer = end > quote ? line.substr(quote + 1, end - quote - 1) : std::string_view();
      }
      // <iostream> from g++ 13 on asks for its library's initialisation so, outside of functions; g++ 15 says only after the
      // first function's strings that this was all; a template's have a section of its name.
      if (line.starts_with("\t.section\t"))
        strings = line.starts_with("\t.section\t.rodata.") && line.find(".str1.") != line.npos &&
                  line.find(",\"aMS\",") != line.npos && line.find(';') == line.npos;
      const bool label = line.starts_with(".L") && line.find_first_of("; \t") == line.npos;  // and nothing behind it
      const bool of_compiler = label || (line.starts_with("\t.loc ") && line.find(';') == line.npos) ||
                               line == "\t.globl _ZSt21ios_base_library_initv" ||
                               (strings && (line.starts_with("\t.section\t") || is_string(line)));
      if (!of_compiler && !trusted(writer, false) && !said.starts_with("0 ") && !line.empty())
        found.emplace_back(std::string(places.file()), places.line(),
            "a submission may not use inline assembly, other than PTX that the simulator knows (simt/README.md)");
    } else if (line.starts_with('\t') && line.size() > 1 && std::islower(static_cast<unsigned char>(line[1]))) {
      const std::string_view mnemonic = line.substr(1, line.find_first_of(" \t", 1) - 1);
      if (is_refused_instruction(mnemonic))
        found.emplace_back(std::string(places.file()), places.line(),
            "a submission may not use the instruction " + std::string(mnemonic));
    }
  });
  return found;
}

}  // namespace simt::compiler
