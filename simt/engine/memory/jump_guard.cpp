// What the assembly of a submission calls in front of calls through pointers (simt/compiler/submission/jump_guards.hpp).
#include <dlfcn.h>
#include <sys/auxv.h>

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "simt/compiler/submission/functions.inc"
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/guard_registers.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/simt.hpp"

#if defined(__x86_64__)

using namespace simt;

extern "C" {
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
std::unordered_set<std::uint64_t>& own_functions() {
  static auto& all = *new std::unordered_set<std::uint64_t>;
  return all;
}
std::unordered_set<std::uint64_t>& lent_functions() {
  static auto& all = *new std::unordered_set<std::uint64_t>;
  return all;
}

// What was found to be fine, by a few bits of the address: most pointers are called often. Stores to the library's variables are
// refused, so nobody else puts anything here.
constexpr std::uint64_t kept = 1024;
std::uint64_t fine_for_host[kept], fine_in_kernels[kept];

template <typename Use>
void for_each_word(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) use(std::string(word));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
}

// The addresses of functions of C's, which are not always those that a table of symbols has: a loader chooses one by the processor.
// Where glibc is 2.38 or newer, strtol of a program's is __isoc23_strtol.
struct Functions {
  std::unordered_set<std::uint64_t> of_c, of_mathematics;
  std::unordered_map<std::uint64_t, int> formats, callers;  // which argument is a format, or a function
  std::unordered_map<std::uint64_t, int> storing;           // how many of the first arguments may be where they store
};
const Functions& functions_by_name() {
  static const Functions& all = *[] {
    auto* const found = new Functions;
    // Those that the simulator watches are called by its own names for them.
    const auto add = [&](std::unordered_set<std::uint64_t>& to, const std::string& name) {
      if (name == "syscall" || dlsym(RTLD_DEFAULT, ("__wrap_" + name).c_str())) return;
      for (const std::string& spelt : {name, "__isoc23_" + name})
        if (void* const at = dlsym(RTLD_DEFAULT, spelt.c_str())) to.insert(reinterpret_cast<std::uint64_t>(at));
    };
    for_each_word(SIMT_FUNCTIONS, [&](const std::string& name) { add(found->of_c, name); });
    for_each_word(SIMT_FLOATS, [&](const std::string& name) {
      const bool stores = name == "frexp" || name == "modf" || name == "remquo" || name == "sincos" ||
                          name == "lgamma" || name == "nan";
      for (const char* const kind : {"", "f", "l"}) add(stores ? found->of_c : found->of_mathematics, name + kind);
    });
    using Arguments = std::initializer_list<std::pair<std::string, int>>;
    const auto add_arguments = [](std::unordered_map<std::uint64_t, int>& to, const Arguments& all) {
      for (const auto& [name, argument] : all)
        for (const std::string& spelt : {name, "__wrap_" + name, "__isoc23_" + name})
          if (void* const at = dlsym(RTLD_DEFAULT, spelt.c_str()))
            to.emplace(reinterpret_cast<std::uint64_t>(at), argument);
    };
    add_arguments(found->formats, {SIMT_FORMATS});
    add_arguments(found->callers, {SIMT_CALLERS});
    add_arguments(found->storing, {SIMT_OF_THE_HOST});
    return found;
  }();
  return all;
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
    return name.starts_with("__wrap_") || !(name.starts_with('_') || name.starts_with("simt_"));
  if (name.find("filebuf") != name.npos) return false;
  if (at.dli_fbase == program.dli_fbase)
    return name.starts_with("_ZNS") || name.starts_with("_ZNKS") || name.starts_with("_ZS");
  return file.find("/libstdc++.so") != file.npos;
}

bool may_be_called(std::uint64_t target, bool in_kernel) {
  const std::lock_guard lock(looking);
  if (own_functions().contains(target) || functions_by_name().of_mathematics.contains(target)) return true;
  return !in_kernel &&
         (lent_functions().contains(target) || functions_by_name().of_c.contains(target) || is_libraries(target));
}

}  // namespace

namespace simt {
void let_be_called(const void* function) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const std::lock_guard lock(looking);
  lent_functions().insert(reinterpret_cast<std::uint64_t>(function));
}
bool may_be_called_back(const void* function) {
  {
    const std::lock_guard lock(looking);
    if (own_functions().empty()) return true;
  }
  return !function || may_be_called(reinterpret_cast<std::uint64_t>(function), false);
}
bool is_asked_by_judge(const void* caller) {
  {
    const std::lock_guard lock(looking);
    if (own_functions().empty()) return true;
  }
  Dl_info at{}, here{}, program{};
  return dladdr(caller, &at) && dladdr(reinterpret_cast<void*>(&simt_jump_guard), &here) &&
         dladdr(reinterpret_cast<void*>(getauxval(AT_PHDR)), &program) &&
         (at.dli_fbase == here.dli_fbase || at.dli_fbase == program.dli_fbase);
}
}  // namespace simt

extern "C" {

void simt_own_functions(const std::uint64_t* begin, const std::uint64_t* end) {
  const std::lock_guard lock(looking);
  own_functions().insert(begin, end);
}

// Nothing here may touch more than the registers that the code below keeps: no call, no vectors.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) bool simt_jump_is_known(std::uint64_t target) {
  const std::uint64_t (&fine)[kept] = current_lane ? fine_in_kernels : fine_for_host;
  return __atomic_load_n(&fine[(target >> 4) % kept], __ATOMIC_RELAXED) == target;
}

// `arguments` are the first four that come in registers, the fifth below them; of a function that is given to another it has none.
__attribute__((visibility("hidden"), used)) void simt_jump_is_new(
    std::uint64_t target, std::uint64_t pc, const std::uint64_t* arguments) {
  Lane* const lane = current_lane;
  const Functions& all = functions_by_name();
  const auto argument = [&](const std::unordered_map<std::uint64_t, int>& of) -> std::optional<std::uint64_t> {
    const auto found = of.find(target);
    if (lane || found == of.end()) return std::nullopt;
    if (!arguments) end_at_call(pc);
    return found->second == 4 ? arguments[-1] : arguments[found->second];
  };
  const auto storing = lane || !arguments ? all.storing.end() : all.storing.find(target);
  if (storing != all.storing.end())
    for (int i = 0; i < storing->second; ++i)
      if (is_protected(arguments[i]) || is_below(arguments[i], reinterpret_cast<std::uint64_t>(arguments) + 48))
        end_at_protected_argument(pc);
  if (const auto format = argument(all.formats)) {
    if (stores_by_format(reinterpret_cast<const char*>(*format))) end_at_format(pc);
  } else if (const auto function = argument(all.callers)) {
    if (*function && !may_be_called(*function, false)) end_at_call(pc);
  } else if (may_be_called(target, lane)) {
    if (storing != all.storing.end() && storing->second) return;  // asked each time
    std::uint64_t (&fine)[kept] = lane ? fine_in_kernels : fine_for_host;
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
void let_be_called(const void*) {}  // nothing guards calls here
bool may_be_called_back(const void*) { return true; }
bool is_asked_by_judge(const void*) { return true; }
}  // namespace simt

#endif
