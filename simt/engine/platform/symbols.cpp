// Source places of code addresses, from the debug information, by elfutils' libdw.
#include <dwarf.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simt/cuda_libraries.hpp"
#include "simt/engine/platform/demangled.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/platform/own_images.hpp"

namespace simt {

bool is_library_file(const std::string& file) {
  return file.find("simt/include/") != std::string::npos || file.find("/include/c++/") != std::string::npos ||
         file.starts_with("/usr/include/") || file.starts_with("/usr/lib");
}

namespace {

// What libraries do is counted at their lines, and who has called them is to be told what is wrong.
bool is_of_libraries(const std::string& file) { return is_of_cuda_libraries(file) || is_library_file(file); }

// One look at the process's images. Modules loaded later are found by looking again.
class Images {
 public:
  Images() : dwfl_(open_own_images()) {}
  ~Images() {
    if (dwfl_) dwfl_end(dwfl_);
  }
  Images(const Images&) = delete;

  AddressRange function(std::uint64_t address) const {
    Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    GElf_Off offset = 0;
    GElf_Sym symbol{};
    if (!module || !dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr) ||
        offset >= symbol.st_size)
      return {};
    return {address - offset, symbol.st_size};
  }

  std::string symbol(std::uint64_t address) const {
    Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    const char* name = module ? dwfl_module_addrname(module, address) : nullptr;
    return name ? name : "";
  }

  Dwarf_Die* unit(std::uint64_t address, Dwarf_Addr& bias) const {
    Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    return module ? dwfl_module_addrdie(module, address, &bias) : nullptr;
  }

  bool is_inlined(std::uint64_t address, std::initializer_list<std::string_view> functions) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die* const at = unit(address, bias);
    bool found = false;
    if (at)
      each_inlined(at, address - bias, [&](Dwarf_Die& scope) {
        // A template's name has its arguments behind it.
        const char* const name = dwarf_diename(&scope);
        const std::string_view plain = name ? std::string_view(name).substr(0, std::string_view(name).find('<')) : "";
        for (const std::string_view function : functions) found |= plain == function;
        return !found;
      });
    return found;
  }

  // Whether the name of a function at an address, with a template's arguments, has that word in it: of those that are inlined there
  // and of the one that they are inlined in.
  bool names(std::uint64_t address, std::string_view word) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die* const at = unit(address, bias);
    bool found = symbol(address).find(word) != std::string::npos;
    if (at)
      each_inlined(at, address - bias, [&](Dwarf_Die& scope) {
        const char* const name = dwarf_diename(&scope);
        found |= name && std::string_view(name).find(word) != std::string_view::npos;
        return !found;
      });
    return found;
  }

  using IsOutside = bool (*)(const std::string& file);
  bool find(std::uint64_t address, Location& location, IsOutside is_library) const {
    Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    if (!module) return false;
    if (const char* symbol = dwfl_module_addrname(module, address)) {
      location.function = demangled(symbol);
      // A kernel's body is inlined into the function that runs one thread of it: name the kernel.
      const std::string wrapper = "void simt::run_thread<";
      const std::size_t end = location.function.find("::{lambda");
      if (location.function.starts_with(wrapper) && end != std::string::npos)
        location.function = location.function.substr(wrapper.size(), end - wrapper.size());
    }
    if (Dwfl_Line* line = dwfl_module_getsrc(module, address))
      if (const char* file = dwfl_lineinfo(line, nullptr, &location.line, nullptr, nullptr, nullptr))
        location.file = file;
    // Functions of CUDA and of the library are inlined from headers, and an object's copy from where its type is
    // declared; the place is where they are called.
    caller_outside(module, address, location, is_library);
    location.file = std::filesystem::path(location.file).lexically_normal().string();
    return true;
  }

 private:
  // The first of a scope's own scopes that `wanted` likes, or none.
  template <typename Wanted>
  static bool scope_in(Dwarf_Die outer, Dwarf_Die& found, const Wanted& wanted) {
    if (dwarf_child(&outer, &found) != 0) return false;
    do
      if (dwarf_tag(&found) == DW_TAG_subprogram || dwarf_tag(&found) == DW_TAG_inlined_subroutine ||
          dwarf_tag(&found) == DW_TAG_lexical_block)
        if (wanted(found)) return true;
    while (dwarf_siblingof(&found, &found) == 0);
    return false;
  }

  // Code of a unit, and the function that it is of.
  struct Code {
    Dwarf_Addr begin, end;
    Dwarf_Die function;
    bool
        is_region;  // which OpenMP has made of a part of another function: it stands inside that one, and its code does not
  };

  // A unit has all that its headers declare, and is walked through once, not for every address.
  const std::vector<Code>& code_of(Dwarf_Die* unit) const {
    const auto [found, is_new] = code_.try_emplace(unit->addr);
    if (!is_new) return found->second;
    const auto add = [&code = found->second](Dwarf_Die& die, bool is_region) {
      Dwarf_Addr base = 0, begin = 0, end = 0;
      for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0;)
        code.push_back({begin, end, die, is_region});
    };
    Dwarf_Die function, region;
    scope_in(*unit, function, [&](Dwarf_Die& die) {
      add(die, false);
      scope_in(die, region, [&](Dwarf_Die& inner) {
        if (dwarf_tag(&inner) == DW_TAG_subprogram) add(inner, true);
        return false;
      });
      return false;
    });
    return found->second;
  }

  // The calls that are inlined at an address, the innermost first, until `wanted` says that it has seen enough.
  template <typename Wanted>
  void each_inlined(Dwarf_Die* unit, Dwarf_Addr address, const Wanted& wanted) const {
    const Code* in = nullptr;
    for (const Code& code : code_of(unit))
      if (code.begin <= address && address < code.end && (!in || code.is_region)) in = &code;
    if (!in) return;
    std::vector<Dwarf_Die> inlined;
    const auto is_here = [&](Dwarf_Die& die) { return dwarf_haspc(&die, address) > 0; };
    for (Dwarf_Die scope = in->function, inner; scope_in(scope, inner, is_here); scope = inner)
      if (dwarf_tag(&inner) == DW_TAG_inlined_subroutine) inlined.push_back(inner);
    while (!inlined.empty() && wanted(inlined.back())) inlined.pop_back();
  }

  // The name of an inlined function, with its parameters; `otherwise` if it has none.
  static std::string function_of(Dwarf_Die& scope, const std::string& otherwise) {
    Dwarf_Attribute attribute;
    const char* const symbol = dwarf_formstring(dwarf_attr_integrate(&scope, DW_AT_linkage_name, &attribute));
    return symbol ? demangled(symbol) : otherwise;
  }

  void caller_outside(Dwfl_Module* module, std::uint64_t address, Location& location, IsOutside is_library) const {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
    Dwarf_Files* files = nullptr;
    std::size_t file_count = 0;
    if (!unit || dwarf_getsrcfiles(unit, &files, &file_count)) return;
    each_inlined(unit, address - bias, [&](Dwarf_Die& scope) {
      Dwarf_Attribute attribute;
      Dwarf_Word file = 0, line = 0;
      // A constructor or an assignment that nobody wrote. (What a lambda does somebody wrote.)
      const char* name = dwarf_diename(&scope);
      const bool implicit =
          dwarf_attr_integrate(&scope, DW_AT_artificial, &attribute) && name && std::string_view(name) != "operator()";
      if (!implicit && !is_library(location.file)) {
        // Whether g++ inlines a library's function differs from version to version: its places bear its own name.
        if (is_of_libraries(location.file)) location.function = function_of(scope, location.function);
        return false;
      }
      if (dwarf_formudata(dwarf_attr(&scope, DW_AT_call_file, &attribute), &file)) return true;
      if (dwarf_formudata(dwarf_attr(&scope, DW_AT_call_line, &attribute), &line)) return true;
      if (const char* path = dwarf_filesrc(files, file, nullptr, nullptr)) {
        location.file = path;
        location.line = int(line);
      }
      return true;
    });
  }

  Dwfl* dwfl_ = nullptr;
  mutable std::unordered_map<const void*, std::vector<Code>> code_;  // by unit
};

std::mutex symbols_mutex;

// Modules come and go at run time, and one may lie where another lay: the look is taken again when any has.
Images& debug_images() {
  static std::unique_ptr<Images>* current = new std::unique_ptr<Images>;
  static std::uint64_t made_of = 0;
  const std::uint64_t now = image_changes();
  if (!*current || now != made_of) {
    *current = std::make_unique<Images>();
    made_of = now;
  }
  return **current;
}

}  // namespace

Location locate(std::uint64_t return_address) {
  static auto* known = new std::unordered_map<std::uint64_t, Location>;
  const std::lock_guard lock(symbols_mutex);
  const auto found = known->find(return_address);
  if (found != known->end()) return found->second;
  Location location;
  // The call is one byte before the address it returns to.
  debug_images().find(return_address - 1, location, &is_library_file);
  return (*known)[return_address] = location;
}

bool is_instance_with(std::uint64_t return_address, std::string_view word) {
  static auto* known = new std::map<std::pair<std::uint64_t, std::string_view>, bool>;
  const std::lock_guard lock(symbols_mutex);
  const auto [found, added] = known->try_emplace({return_address, word});
  if (added) found->second = debug_images().names(return_address - 1, word);
  return found->second;
}

bool is_inlined_from(std::uint64_t return_address, std::initializer_list<std::string_view> functions) {
  const std::lock_guard lock(symbols_mutex);
  return debug_images().is_inlined(return_address - 1, functions);
}

Location locate_use(std::span<const std::uint64_t> return_addresses) {
  for (const std::uint64_t address : return_addresses) {
    if (!address) break;
    Location location = locate(address);
    if (!is_of_libraries(location.file)) return location;
    const std::lock_guard lock(symbols_mutex);
    debug_images().find(address - 1, location, &is_of_libraries);
    if (!is_of_libraries(location.file)) return location;
  }
  return locate(return_addresses.front());
}

std::string symbol_at(std::uint64_t address) {
  const std::lock_guard lock(symbols_mutex);
  return debug_images().symbol(address);
}

void with_debug_information(
    std::uint64_t address, const std::function<void(Dwarf_Die* unit, std::uint64_t bias)>& read) {
  const std::lock_guard lock(symbols_mutex);
  Dwarf_Addr bias = 0;
  if (Dwarf_Die* unit = debug_images().unit(address, bias)) read(unit, bias);
}

AddressRange function_range(std::uint64_t address) {
  const std::lock_guard lock(symbols_mutex);
  return debug_images().function(address);
}

}  // namespace simt
