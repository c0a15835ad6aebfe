// The symbols of a submission's object (submission.hpp).
#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>
#include <set>
#include <unordered_set>

#include "simt/compiler/files.hpp"
#include "simt/compiler/submission/arithmetic.hpp"
#include "simt/compiler/submission/assembly_places.hpp"
#include "simt/compiler/submission/functions.inc"
#include "simt/compiler/submission/submission.hpp"

namespace simt::compiler {
namespace {

using NameSet = std::unordered_set<std::string>;

struct ElfSymbol {
  std::string name;
  bool defined = false;
};

// Of the table of that kind (SHT_SYMTAB, SHT_DYNSYM) in an ELF file of 64 bits.
std::vector<ElfSymbol> symbols_of(const std::string& path, unsigned kind) {
  const std::string bytes = contents(path);
  const auto at = [&]<typename T>(std::uint64_t offset, T) {
    T value{};
    if (offset + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
  };
  std::vector<ElfSymbol> found;
  const auto header = at(0, Elf64_Ehdr{});
  // Objects with more than 65,280 sections say how many in the first of them.
  const std::uint64_t sections = header.e_shnum ? header.e_shnum : at(header.e_shoff, Elf64_Shdr{}).sh_size;
  for (std::uint64_t i = 0; i < sections; ++i) {
    const auto section = at(header.e_shoff + i * header.e_shentsize, Elf64_Shdr{});
    if (section.sh_type != kind) continue;
    const auto strings = at(header.e_shoff + std::uint64_t(section.sh_link) * header.e_shentsize, Elf64_Shdr{});
    for (std::uint64_t offset = sizeof(Elf64_Sym); offset < section.sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = at(section.sh_offset + offset, Elf64_Sym{});
      const std::uint64_t name = strings.sh_offset + symbol.st_name;
      if (symbol.st_name && name < bytes.size() && ELF64_ST_TYPE(symbol.st_info) != STT_SECTION &&
          ELF64_ST_TYPE(symbol.st_info) != STT_FILE)
        found.push_back({bytes.c_str() + name, symbol.st_shndx != SHN_UNDEF});
    }
  }
  return found;
}

const NameSet& of_c() {
  static const NameSet all = [] {
    NameSet names;
    const auto add = [&](std::string_view text, bool floats) {
      while (!text.empty()) {
        const std::string name(text.substr(0, text.find(' ')));
        text.remove_prefix(std::min(name.size() + 1, text.size()));
        if (name.empty()) continue;
        names.insert(name);
        if (floats) names.insert({name + "f", name + "l", name + "_r", name + "f_r", name + "l_r"});
      }
    };
    add(SIMT_FLOATS, true);
    add(SIMT_FUNCTIONS, false);
    return names;
  }();
  return all;
}

bool cut_prefix(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

// sscanf of __isoc99_sscanf, printf of __printf_chk, memcpy of __wrap_memcpy.
std::string function_name(std::string name) {
  cut_prefix(name, "__wrap_");
  if (!cut_prefix(name, "__isoc99_")) cut_prefix(name, "__isoc23_");
  if (name.starts_with("__") && name.ends_with("_chk")) name = name.substr(2, name.size() - 6);
  return name;
}

// C++'s library, in its namespaces: std, __gnu_cxx, __cxxabiv1, operator new and its kin.
bool of_cpp(std::string_view name) {
  for (const std::string_view special : {"_ZTV", "_ZTI", "_ZTS", "_ZTT", "_ZTC", "_ZTH", "_ZTW", "_ZGV", "_ZGR"})
    if (name.starts_with(special)) {
      name.remove_prefix(4);
      break;
    }
  if (name.starts_with("_Z")) name.remove_prefix(2);
  // Kinds of methods (const, &, &&) come before the namespace.
  if (name.starts_with('N')) name.remove_prefix(1);
  while (!name.empty() && (name[0] == 'K' || name[0] == 'V' || name[0] == 'R' || name[0] == 'O')) name.remove_prefix(1);
  for (const std::string_view home :
      {"St", "Ss", "Si", "So", "Sd", "Sa", "Sb", "9__gnu_cxx", "10__cxxabiv1", "nw", "na", "dl", "da"})
    if (name.starts_with(home)) return true;
  return false;
}

// What g++ makes calls of for `#pragma omp`, and OpenMP's own functions, but for those that copy from anywhere to anywhere, as if
// to another device.
bool of_openmp(std::string_view name) {
  return name.starts_with("GOMP_") || (name.starts_with("omp_") && !name.starts_with("omp_target_"));
}

// Of C++'s library what opens, removes or loads.
constexpr std::array<std::string_view, 10> of_files = {"filesystem", "basic_filebuf", "basic_ifstream",
    "basic_ofstream", "basic_fstream", "__basic_file", "stdio_filebuf", "stdio_sync_filebuf", "experimental",
    "random_device"};

// What headers of the simulator call in its library, by their C++ names.
const NameSet of_headers = {"_ZN4simt9configureE4dim3S0_mP11CUstream_st", "_ZN4simt6launchEPKcPFvPKvES3_m",
    "_ZN4simt11SharedImageC1EPFPvvEPKcS5_S5_S5_", "_ZN4simt11SharedImageC2EPFPvvEPKcS5_S5_S5_",
    "_ZN4simt11SharedImageD1Ev", "_ZN4simt11SharedImageD2Ev"};

std::string readable_symbol(const std::string& name) {
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  const std::string out = status == 0 ? text : function_name(name);
  std::free(text);
  return out;
}

bool in_symbol(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.'; }

// By name: the line of `source` at which the assembly first has it; a label's is the first behind it.
std::map<std::string, int> lines_with(
    const std::set<std::string>& names, std::string_view assembly, const std::string& source) {
  std::map<std::string, int> found;
  std::set<std::string> labels;
  AssemblyPlaces places;
  for_each_line(assembly, [&](std::string_view line) {
    places.read(line);
    if (found.size() == names.size()) return;
    if (line.ends_with(':')) labels.insert(std::string(line.substr(0, line.size() - 1)));
    if (!line.starts_with('\t') || !places.file().ends_with(source)) return;
    for (const std::string& name : names) {
      const std::size_t at = line.find(name), end = at + name.size();
      const bool whole =
          at != std::string_view::npos && !in_symbol(line[at - 1]) && (end == line.size() || !in_symbol(line[end]));
      const bool directive = line.size() > 1 && line[1] == '.';
      if ((whole && !directive) || (labels.contains(name) && line.starts_with("\t.loc ")))
        found.try_emplace(name, places.line());
    }
  });
  return found;
}

}  // namespace

Refusals refused_symbols(
    const std::string& object, const std::string& library, std::string_view assembly, const std::string& source) {
  NameSet simulator;  // what its library offers under C's names
  for (const ElfSymbol& symbol : symbols_of(library, SHT_DYNSYM))
    if (symbol.defined && !symbol.name.starts_with("_Z")) simulator.insert(symbol.name);
  std::map<std::string, std::string> wrong;  // by name: what is wrong
  for (const auto& [name, defined] : symbols_of(object, SHT_SYMTAB)) {
    const bool cpp = name.starts_with("_Z");
    if (defined) {
      // A C++ name that is the library's comes from its headers.
      if (!cpp && (simulator.contains(name) || of_c().contains(function_name(name)) || is_arithmetic(name)))
        wrong[name] = "define " + readable_symbol(name) + ", which is not its own";
    } else if (cpp && of_cpp(name)) {
      for (const std::string_view file : of_files)
        if (name.find(file) != std::string::npos) wrong[name] = "open files or devices (" + readable_symbol(name) + ")";
    } else if (cpp ? name.starts_with("_ZN4simt") || name.starts_with("_ZNK4simt")
                   : !simulator.contains(name) && !of_c().contains(function_name(name)) && !is_arithmetic(name) &&
                         !of_openmp(name)) {
      if (!of_headers.contains(name)) wrong[name] = "use " + readable_symbol(name);
    }
  }
  std::set<std::string> names;
  for (const auto& [name, what] : wrong) names.insert(name);
  const auto lines = names.empty() ? std::map<std::string, int>() : lines_with(names, assembly, source);
  Refusals found;
  for (const auto& [name, what] : wrong)
    found.emplace_back(source, lines.contains(name) ? lines.at(name) : 0, "a submission may not " + what);
  return found;
}

}  // namespace simt::compiler
