// The names and groups of inline functions in assembly (inline_copies.hpp).
#include "simt/compiler/inline_copies.hpp"

#include <unordered_set>
#include <vector>

namespace simt::compiler {
namespace {

constexpr std::string_view section = "\t.section\t", comdat = ",comdat", weak = "\t.weak\t", alias = "\t.set\t";

std::vector<std::string_view> assembly_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

// `\t.section\tNAME,"axG",@progbits,GROUP,comdat`: the group's name; empty for any other line.
std::string_view group_of(std::string_view line) {
  line = without_end(line);
  if (!line.starts_with(section) || !line.ends_with(comdat)) return {};
  line.remove_suffix(comdat.size());
  return line.substr(line.rfind(',') + 1);
}

}  // namespace

std::string prefer_instrumented(std::string_view assembly) {
  // A linker keeps one group of a name, and of a name the strong definition before the weak ones: groups of functions get
  // another name, which all instrumented copies share, and functions in them become strong.
  const std::vector<std::string_view> lines = assembly_lines(assembly);
  std::unordered_set<std::string_view> groups, functions;
  bool inside = false;
  for (std::string_view line : lines) {
    const bool begins = line.starts_with(section) || line.starts_with("\t.text") || line.starts_with("\t.data") ||
                        line.starts_with("\t.bss");
    if (begins) inside = false;
    if (const std::string_view group = group_of(line); !group.empty() && line.find(",\"ax") != std::string_view::npos)
      groups.insert(group), inside = true;
    else if (inside && line[0] != '\t' && line[0] != '.' && line[0] != '#' && without_end(line).ends_with(':'))
      functions.insert(line.substr(0, line.find(':')));
  }
  if (groups.empty()) return std::string(assembly);
  for (std::string_view line : lines)
    if (line.starts_with(alias)) {  // constructors of two names
      const std::string_view names = without_end(line.substr(alias.size()));
      const std::size_t comma = names.find(',');
      if (comma != std::string_view::npos && functions.contains(names.substr(comma + 1)))
        functions.insert(names.substr(0, comma));
    }

  std::string result;
  result.reserve(assembly.size() + assembly.size() / 64);
  for (std::string_view line : lines) {
    if (const std::string_view group = group_of(line); !group.empty() && groups.contains(group)) {
      result += line.substr(0, std::size_t(group.data() - line.data()));
      result += "simt." + std::string(group) + std::string(comdat) + "\n";
    } else if (line.starts_with(weak) && functions.contains(without_end(line.substr(weak.size())))) {
      result += "\t.globl\t" + std::string(line.substr(weak.size()));
    } else {
      result += line;
    }
  }
  return result;
}

}  // namespace simt::compiler
