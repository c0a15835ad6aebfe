// Loads a module and finds functions in it by demangled name.
#include "harness/module.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>

namespace harness {
namespace {

std::string demangle(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

// The functions a shared library defines, read from the file's own dynamic symbol table. Not by libelf, which comes with
// the simulator: the harness is there without one, for a GPU alone.
std::vector<std::string> exported_functions(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto at = [&]<typename T>(std::uint64_t offset, T) {
    T value{};
    if (offset + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
  };
  std::vector<std::string> names;
  const auto header = at(0, Elf64_Ehdr{});
  for (int i = 0; i < header.e_shnum; ++i) {
    const auto section = at(header.e_shoff + std::uint64_t(i) * header.e_shentsize, Elf64_Shdr{});
    if (section.sh_type != SHT_DYNSYM) continue;
    const auto strings = at(header.e_shoff + std::uint64_t(section.sh_link) * header.e_shentsize, Elf64_Shdr{});
    for (std::uint64_t offset = 0; offset < section.sh_size; offset += sizeof(Elf64_Sym)) {
      const auto symbol = at(section.sh_offset + offset, Elf64_Sym{});
      const bool defined = symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC;
      const std::uint64_t name = strings.sh_offset + symbol.st_name;
      if (defined && name < bytes.size()) names.emplace_back(bytes.c_str() + name);
    }
  }
  return names;
}

// How many letters must change to get from one name to the other.
std::size_t edit_distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row.back();
}

// "transpose_naive" of "transpose_naive.sim.so", whatever built it.
std::string name_of(const std::filesystem::path& path) {
  const std::string file = path.filename().string();
  return file.substr(0, file.find('.'));
}

// What the dynamic linker could not do, for the person who wrote the module.
std::string explain_load_error(const std::string& error) {
  static const std::string undefined = "undefined symbol: ";
  const std::size_t start = error.find(undefined);
  if (start == std::string::npos) return "the program could not be loaded: " + error;
  std::string symbol = error.substr(start + undefined.size());
  symbol = symbol.substr(0, symbol.find_first_of(", \t\n"));
  return "the program calls `" + readable_type(demangle(symbol.c_str())) + "`, which it declares but nowhere defines.";
}

}  // namespace

// By hand: to compile <regex> takes seconds, for which a student waits for the first verdict.
std::string readable_type(std::string type) {
  static const std::string east = " const", of_names = "_: ";
  for (std::size_t at = 0; (at = type.find(east, at)) != std::string::npos; at += east.size()) {
    const std::size_t end = at + east.size();
    if (end == type.size() || (type[end] != '*' && type[end] != '&')) continue;
    std::size_t begin = at;
    while (begin > 0 && (std::isalnum(type[begin - 1]) || of_names.find(type[begin - 1]) != std::string::npos)) --begin;
    while (type[begin] == ' ' && begin < at) ++begin;
    if (begin == at) continue;  // "Pair<int> const&", "int* const&"
    type.erase(at, east.size());
    type.insert(begin, "const ");
  }
  return type;
}

Module::Module(const std::filesystem::path& path) : file_(name_of(path)) {
  for (const std::string& name : exported_functions(path))
    if (!name.starts_with(watched_prefix)) functions_.push_back({name, demangle(name.c_str())});
  handle_ = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_) throw ModuleError(explain_load_error(dlerror()));
}

std::string type_words(const std::string& type) { return readable_type(demangle(type.c_str())); }

void* Module::address(const std::string& name, const std::string& signature, bool watched) const {
  const std::string prefix = watched ? watched_prefix : "";
  const std::string type = demangle(signature.c_str());  // "void (float*, float const*, int, int)"
  const std::size_t parenthesis = type.find(" (");
  const std::string arguments = type.substr(parenthesis + 1);
  for (const Symbol& symbol : functions_)
    if (symbol.demangled == name + arguments) {
      void* const found = dlsym(handle_, (prefix + symbol.mangled).c_str());
      return found ? found : dlsym(handle_, symbol.mangled.c_str());
    }
  throw ModuleError("there is no function `" + readable_type(type.substr(0, parenthesis) + " " + name + arguments) +
                    "`" + nearest(name, arguments));
}

// How the sentence about a missing function ends: with the function that was probably meant.
std::string Module::nearest(const std::string& name, const std::string& arguments) const {
  const auto quoted = [](const std::string& function) { return "`" + readable_type(function) + "`"; };
  for (const Symbol& symbol : functions_) {
    if (symbol.mangled == name)
      return ": `" + name + "` is declared extern \"C\", which hides its argument types. Remove the extern \"C\".";
    if (symbol.demangled.starts_with(name + "("))
      return ": yours is " + quoted(symbol.demangled) + ". The name is right, the arguments are not.";
    if (symbol.demangled.ends_with("::" + name + arguments))
      return ": yours is " + quoted(symbol.demangled) + ", inside a namespace or class. Move it out.";
  }
  const Symbol* best = nullptr;
  for (const Symbol& symbol : functions_) {
    const std::string own_name = symbol.demangled.substr(0, symbol.demangled.find('('));
    const std::size_t distance = edit_distance(name, own_name);
    if (distance <= name.size() / 4 &&
        (!best || distance < edit_distance(name, best->demangled.substr(0, best->demangled.find('(')))))
      best = &symbol;
  }
  if (best) return ": did you mean your " + quoted(best->demangled) + "?";
  return ". Is it still there, spelt like this, and not static?";
}

}  // namespace harness
