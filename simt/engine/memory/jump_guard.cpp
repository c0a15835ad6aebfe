// What the assembly of a submission calls in front of calls through pointers (simt/compiler/submission/jump_guards.hpp).
#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "simt/compiler/submission/functions.inc"
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/memory/guard_registers.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/openmp/turns.hpp"
#include "simt/simt.hpp"

#if defined(__x86_64__)

using namespace simt;

extern "C" {
void __once_proxy();
void simt_own_functions(const std::uint64_t* begin, const std::uint64_t* end);
void simt_jump_guard();
void simt_function_guard_0();
void simt_function_guard_1();
void simt_function_guard_2();
void simt_function_guard_3();
void simt_function_guard_4();
}

namespace {

std::mutex looking;

// Addresses, and a number for each.
template <unsigned bits>
struct Table {
  static constexpr std::size_t size = std::size_t(1) << bits;
  std::uint64_t key[size];  // 0: free
  int value[size];
  std::size_t used;

  const int* find(std::uint64_t address) const {
    std::size_t at = place(address);
    while (key[at] && key[at] != address) at = (at + 1) % size;
    return key[at] ? &value[at] : nullptr;
  }
  void add(std::uint64_t address, int number = 0) {
    std::size_t at = place(address);
    while (key[at] && key[at] != address) at = (at + 1) % size;
    if (key[at] || !address) return;
    if (++used > size / 4 * 3) std::fputs("simt: too many functions to guard\n", stderr), std::abort();
    key[at] = address, value[at] = number;
  }
  static std::size_t place(std::uint64_t address) { return (address >> 2) * 0x9e3779b97f4a7c15 >> (64 - bits); }
};

// What was found to be fine, by a few bits of the address: most pointers are called often.
constexpr std::uint64_t kept = 1024;

// On pages of their own, which may be written to only while something is added: neither a stray store nor a library that was given
// a forged object changes what may be called.
struct alignas(page_at_most) Tables {
  unsigned opened;
  Table<16> own;
  Table<10> lent;
  Table<11> of_c, of_mathematics;
  // Which argument is a format, a function or a FILE; how many of the first arguments may be where it stores.
  Table<8> formats, callers, files, storing;
  AddressRange judges[2];  // the library, and the program: from the first byte of each image to its last
  bool are_named;
  std::uint64_t fine_for_host[kept], fine_in_kernels[kept];
};
Tables tables;

using OpenTables = OpenPages<tables>;

template <typename Use>
void for_each_word(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) use(std::string(word));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
}

// The image that an address lies in.
AddressRange image_of(std::uint64_t place) {
  struct Asked {
    std::uint64_t place;
    AddressRange image;
  } asked{place, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* at) {
        Asked& one = *static_cast<Asked*>(at);
        std::uint64_t begin = ~std::uint64_t(0), end = 0;
        bool found = false;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD) continue;
          const AddressRange all{info->dlpi_addr + segment.p_vaddr, segment.p_memsz};
          begin = std::min(begin, all.begin), end = std::max(end, all.begin + all.bytes);
          found |= all.holds(one.place);
        }
        if (found) one.image = {begin, end - begin};
        return int(found);
      },
      &asked);
  return asked.image;
}

// What only compiled code calls, to throw, to catch and to end: nobody does by a pointer, but for what stands in a table of virtual
// functions that are none, and for std::call_once.
bool is_compilers_own(std::string_view name) {
  return (name.starts_with("__") || name.starts_with("_Unwind_")) && name != "__once_proxy" &&
         name != "__cxa_pure_virtual" && name != "__cxa_deleted_virtual" && name != "__errno_location" &&
         !name.starts_with("__ctype_");
}

// The addresses of functions of C's, which are not always those that a table of symbols has: a loader chooses one by the processor.
// Where glibc is 2.38 or newer, strtol of a program's is __isoc23_strtol. Who calls this holds `looking`.
const Tables& functions_by_name() {
  if (tables.are_named) return tables;
  const OpenTables all;
  // Those that the simulator watches are called by its own names for them.
  const auto add = [&](auto& to, const std::string& name) {
    if (name == "syscall" || is_compilers_own(name) || dlsym(RTLD_DEFAULT, ("__wrap_" + name).c_str())) return;
    for (const std::string& spelt : {name, "__isoc23_" + name})
      if (void* const at = dlsym(RTLD_DEFAULT, spelt.c_str())) to.add(reinterpret_cast<std::uint64_t>(at));
  };
  for_each_word(SIMT_FUNCTIONS, [&](const std::string& name) { add(all->of_c, name); });
  for_each_word(SIMT_FLOATS, [&](const std::string& name) {
    const bool stores =
        name == "frexp" || name == "modf" || name == "remquo" || name == "sincos" || name == "lgamma" || name == "nan";
    for (const char* const kind : {"", "f", "l"}) {
      if (stores) add(all->of_c, name + kind);
      else add(all->of_mathematics, name + kind);
    }
  });
  using Arguments = std::initializer_list<std::pair<std::string, int>>;
  const auto add_arguments = [](auto& to, const Arguments& arguments) {
    for (const auto& [name, argument] : arguments)
      for (const std::string& spelt : {name, "__wrap_" + name, "__isoc23_" + name})
        if (void* const at = dlsym(RTLD_DEFAULT, spelt.c_str())) to.add(reinterpret_cast<std::uint64_t>(at), argument);
  };
  add_arguments(all->formats, {SIMT_FORMATS});
  add_arguments(all->callers, {SIMT_CALLERS});
  add_arguments(all->files, {SIMT_FILES});
  add_arguments(all->storing, {SIMT_OF_THE_HOST});
  all->are_named = true;
  return tables;
}

// Of the libraries' own functions what is at that address, if it begins there: whether it is CUDA's, or C++'s. Of the program's,
// which is the judge's, C++'s as well, of which it may have the copy that all use.
bool is_libraries(std::uint64_t target) {
  Dl_info at{}, here{}, program{};
  if (!dladdr(reinterpret_cast<void*>(target), &at) || !dladdr(reinterpret_cast<void*>(&simt_jump_guard), &here) ||
      !dladdr(reinterpret_cast<void*>(getauxval(AT_PHDR)), &program))
    return false;
  if (!at.dli_sname || reinterpret_cast<std::uint64_t>(at.dli_saddr) != target) return false;
  const std::string_view name = at.dli_sname, file = at.dli_fname;
  if (at.dli_fbase == here.dli_fbase)
    return name.starts_with("__wrap_") || name.starts_with("_ZN4simt11SharedImageD") ||
           !(name.starts_with('_') || name.starts_with("simt_"));
  if (name.find("filebuf") != name.npos) return false;
  if (at.dli_fbase == program.dli_fbase)
    return name.starts_with("_ZNS") || name.starts_with("_ZNKS") || name.starts_with("_ZS");
  return file.find("/libstdc++.so") != file.npos && !is_compilers_own(name);
}

bool may_be_called(std::uint64_t target, bool in_kernel) {
  const std::lock_guard lock(looking);
  const Tables& all = functions_by_name();
  if (all.own.find(target) || all.of_mathematics.find(target)) return true;
  return !in_kernel && (all.lent.find(target) || all.of_c.find(target) || is_libraries(target));
}

}  // namespace

namespace simt {
void let_be_called(const void* function) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const std::lock_guard lock(looking);
  OpenTables()->lent.add(reinterpret_cast<std::uint64_t>(function));
}
bool may_be_called_back(const void* function) {
  {
    const std::lock_guard lock(looking);
    if (!tables.own.used) return true;
  }
  return !function || may_be_called(reinterpret_cast<std::uint64_t>(function), false);
}
std::string words_of(const std::exception& error) {
  // In its table of virtual functions what() stands behind the two destructors.
  const void* const what = (*reinterpret_cast<const void* const* const*>(&error))[2];
  return may_be_called_back(what) ? error.what() : "";
}
bool is_asked_by_judge(const void* caller) {
  {
    const std::lock_guard lock(looking);
    if (!tables.own.used) return true;
  }
  // A filter's instructions are counted, and some callers stand in what is counted: dladdr would look through all symbols.
  const auto at = reinterpret_cast<std::uint64_t>(caller);
  return tables.judges[0].holds(at) || tables.judges[1].holds(at);
}
}  // namespace simt

extern "C" {

void simt_own_functions(const std::uint64_t* begin, const std::uint64_t* end) {
  const std::lock_guard lock(looking);
  {
    const OpenTables all;
    for (const std::uint64_t* one = begin; one < end; ++one) all->own.add(*one);
    all->judges[0] = image_of(reinterpret_cast<std::uint64_t>(&simt_jump_guard));
    all->judges[1] = image_of(getauxval(AT_PHDR));
  }
  protect_all_but(reinterpret_cast<std::uint64_t>(begin));
  device_memory.keep_from_host();
}

// Nothing here may touch more than the registers that the code below keeps: no call, no vectors.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_jump_is_known(std::uint64_t target) {
  if (settings.library_calls_count && !current_lane) ++host_accesses;
  const std::uint64_t (&fine)[kept] = current_lane ? tables.fine_in_kernels : tables.fine_for_host;
  return __atomic_load_n(&fine[(target >> 4) % kept], __ATOMIC_RELAXED) == target;
}

// `arguments` are the first four that come in registers, the fifth below them; of a function that is given to another it has none.
__attribute__((visibility("hidden"), used)) void simt_jump_is_new(
    std::uint64_t target, std::uint64_t pc, const std::uint64_t* arguments) {
  Lane* const lane = current_lane;
  const Tables& all = [] {
    const std::lock_guard lock(looking);
    return std::cref(functions_by_name());
  }();
  const auto argument = [&](const auto& of) -> std::optional<std::pair<std::uint64_t, int>> {
    const int* const found = of.find(target);
    if (lane || !found) return std::nullopt;
    if (!arguments) end_at_call(pc);
    return std::pair(*found == 4 ? arguments[-1] : arguments[*found % buffered], *found);
  };
  const int* const storing = lane || !arguments ? nullptr : all.storing.find(target);
  if (storing)
    for (int i = 0; i < *storing; ++i)
      if (is_protected(arguments[i]) || is_below(arguments[i], reinterpret_cast<std::uint64_t>(arguments) + 48))
        end_at_protected_argument(pc);
  const auto file = argument(all.files);
  if (file && (!is_own_file(file->first) || (file->second >= int(buffered) && arguments[1]))) end_at_file(pc);
  if (const auto format = argument(all.formats)) {
    if (stores_by_format(reinterpret_cast<const char*>(format->first))) end_at_format(pc);
  } else if (const auto function = argument(all.callers)) {
    if (function->first && !may_be_called(function->first, false)) end_at_call(pc);
  } else if (may_be_called(target, lane)) {
    // What it calls in turn stands in a variable, to which std::call_once stores, and whoever finds it.
    if (target == reinterpret_cast<std::uint64_t>(&__once_proxy)) {
      if (!may_be_called(reinterpret_cast<std::uint64_t>(std::__once_call), lane)) end_at_call(pc);
      return;  // asked each time
    }
    if (file || (storing && *storing)) return;  // asked each time
    const std::lock_guard lock(looking);
    std::uint64_t (&fine)[kept] = lane ? tables.fine_in_kernels : tables.fine_for_host;
    const OpenTables open;
    __atomic_store_n(&fine[(target >> 4) % kept], target, __ATOMIC_RELAXED);
  } else if (lane) {
    stop_lane(*lane, {.kind = Fault::Kind::trap, .pc = pc, .text = "a pointer to what is no function of the kernel's"});
  } else {
    end_at_call(pc);
  }
}
}

// The address comes in r11. All registers stay, but for flags, which no call keeps.
SIMT_FUNCTION("simt_jump_guard", SIMT_KEEP_REGISTERS
    "  movq %r11, %rdi\n"
    "  call simt_jump_is_known\n"
    "  testb %al, %al\n"
    "  jne 1f\n"
    "  movq (%rsp), %rdi\n"
    "  movq 72(%rsp), %rsi\n"
    "  leaq 32(%rsp), %rdx\n" SIMT_CALL_WITH_VECTORS_KEPT("simt_jump_is_new") "1:\n" SIMT_RESTORE_REGISTERS);

// A function that another is given: where the register that it comes in is kept. None is none.
#define SIMT_FUNCTION_GUARD(NAME, PLACE)                                                                      \
  SIMT_FUNCTION(NAME, SIMT_KEEP_REGISTERS                                                                     \
      "  movq " PLACE                                                                                         \
      "(%rsp), %rdi\n  testq %rdi, %rdi\n  je 1f\n  call simt_jump_is_known\n  testb %al, %al\n  jne 1f\n"    \
      "  movq " PLACE "(%rsp), %rdi\n  movq 72(%rsp), %rsi\n  xorl %edx, %edx\n" SIMT_CALL_WITH_VECTORS_KEPT( \
          "simt_jump_is_new") "1:\n" SIMT_RESTORE_REGISTERS)
SIMT_FUNCTION_GUARD("simt_function_guard_0", "32");
SIMT_FUNCTION_GUARD("simt_function_guard_1", "40");
SIMT_FUNCTION_GUARD("simt_function_guard_2", "48");
SIMT_FUNCTION_GUARD("simt_function_guard_3", "56");
SIMT_FUNCTION_GUARD("simt_function_guard_4", "24");
#undef SIMT_FUNCTION_GUARD

#else

namespace simt {
std::string words_of(const std::exception& error) { return error.what(); }
void let_be_called(const void*) {}  // nothing guards calls here
bool may_be_called_back(const void*) { return true; }
bool is_asked_by_judge(const void*) { return true; }
}  // namespace simt

#endif
