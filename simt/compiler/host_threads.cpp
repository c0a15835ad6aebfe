// The names of threads in assembly (host_threads.hpp).
#include "simt/compiler/host_threads.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <unordered_set>
#include <vector>

#include "simt/compiler/submission/assembly_places.hpp"

namespace simt::compiler {
namespace {

using Names = std::unordered_set<std::string_view>;

// Everything that simt/openmp/ defines; a test holds the two against each other.
const Names own_threads = {"GOMP_parallel", "GOMP_barrier", "GOMP_barrier_cancel", "GOMP_cancel",
    "GOMP_cancellation_point", "GOMP_critical_start", "GOMP_critical_end", "GOMP_critical_name_start",
    "GOMP_critical_name_end", "GOMP_atomic_start", "GOMP_atomic_end", "GOMP_single_start", "GOMP_single_copy_start",
    "GOMP_single_copy_end", "GOMP_ordered_start", "GOMP_ordered_end", "GOMP_loop_end", "GOMP_loop_end_nowait",
    "GOMP_loop_end_cancel", "GOMP_sections_start", "GOMP_sections_next", "GOMP_sections_end",
    "GOMP_sections_end_nowait", "GOMP_sections_end_cancel", "GOMP_parallel_sections", "GOMP_task", "GOMP_taskloop",
    "GOMP_taskloop_ull", "GOMP_taskwait", "GOMP_taskyield", "GOMP_taskgroup_start", "GOMP_taskgroup_end",
    "omp_get_thread_num", "omp_get_num_threads", "omp_get_max_threads", "omp_set_num_threads", "omp_get_num_procs",
    "omp_in_parallel", "omp_get_dynamic", "omp_set_dynamic", "omp_get_nested", "omp_set_nested",
    "omp_get_max_active_levels", "omp_set_max_active_levels", "omp_get_supported_active_levels", "omp_get_level",
    "omp_get_active_level", "omp_get_thread_limit", "omp_get_cancellation", "omp_in_final",
    "omp_get_ancestor_thread_num", "omp_get_team_size", "omp_set_schedule", "omp_get_schedule", "omp_init_lock",
    "omp_destroy_lock", "omp_set_lock", "omp_test_lock", "omp_unset_lock", "omp_init_nest_lock",
    "omp_destroy_nest_lock", "omp_set_nest_lock", "omp_test_nest_lock", "omp_unset_nest_lock", "pthread_create",
    "pthread_join", "pthread_detach", "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock",
    "pthread_cond_wait", "pthread_cond_clockwait", "pthread_cond_timedwait", "pthread_cond_signal",
    "pthread_cond_broadcast", "pthread_once", "sched_yield", "nanosleep", "clock_nanosleep", "usleep", "syscall",
    "__cxa_guard_acquire", "__cxa_guard_release", "__cxa_guard_abort",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", "_ZNSt6thread4joinEv",
    "_ZNSt6thread6detachEv", "_ZNSt6thread20hardware_concurrencyEv",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", "_ZNSt18condition_variable10notify_oneEv",
    "_ZNSt18condition_variable10notify_allEv",
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_"
    "IlS3_ILl1ELl1000000000EEEE"};
// GOMP_loop_dynamic_start, GOMP_loop_ull_ordered_static_next, GOMP_parallel_loop_guided and so on.
const Names schedules = {"static", "dynamic", "guided", "runtime", "nonmonotonic_dynamic", "nonmonotonic_guided",
    "nonmonotonic_runtime", "maybe_nonmonotonic_runtime", "ordered_static", "ordered_dynamic", "ordered_guided",
    "ordered_runtime"};

// Of the C library the simulator has these of its own, in libc.cpp and mathematics.cpp of engine/device_functions, and
// in a kernel the heap's functions are the device heap's (heap.cpp).
const Names own_heap = {"malloc", "free", "_Znwm", "_Znam", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm"};
const Names own_memory = {"memcpy", "memmove", "memset", "memcmp", "mempcpy", "strcpy", "stpcpy", "strcat", "strncpy"};
const Names own_others = {
    "printf",
    "fread",
    "fwrite",
#define SIMT_FLOAT1(name) #name "f",
#define SIMT_FLOAT2(name) #name "f",
#include "simt/float_functions.inc"
#undef SIMT_FLOAT1
#undef SIMT_FLOAT2
};

// The simulator's, in the place of one of these.
std::string in_its_place(std::string_view name) {
#if defined(__aarch64__)
  // A program's memset has that name already (include/simt/program_memset.h), so g++ fills something by itself.
  if (name == "memset") return "simt_fill";
#endif
  return "__wrap_" + std::string(name);
}

bool removed(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_own_loop(std::string_view name) {
  if (removed(name, "GOMP_parallel_loop_")) return schedules.contains(name) && !name.starts_with("ordered");
  if (!removed(name, "GOMP_loop_")) return false;
  removed(name, "ull_");
  for (const std::string_view step : {"_start", "_next"})
    if (name.ends_with(step)) return schedules.contains(name.substr(0, name.size() - step.size()));
  return false;
}

// A table, since every character of a program's assembly is asked about, twice.
constexpr std::array<bool, 256> characters_of_names = [] {
  std::array<bool, 256> in = {};
  for (const char c : std::string_view("_.$0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    in[static_cast<unsigned char>(c)] = true;
  return in;
}();

bool is_in_name(char c) { return characters_of_names[static_cast<unsigned char>(c)]; }

// Where a line of assembly may name a symbol. Elsewhere a symbol's name means something else: after `int lo, ret, object;` there
// are conditions, instructions and types of the same names.
class SymbolPlaces {
 public:
  SymbolPlaces(std::string_view line, bool of_arm) : line_(line) {
    if (!line.starts_with('\t')) return;  // a label
    first_ = std::min(line.find_first_of(" \t", 1), line.size());
    const std::string_view instruction = line.substr(1, first_ - 1);
    if (nameless.contains(instruction)) first_ = line.size();
    if (!of_arm || instruction.starts_with('.')) return;
    is_address_ = instruction == "adr" || instruction == "adrp";
    is_marked_ = !is_address_ && instruction != "b" && instruction != "bl";
  }

  bool any() const { return first_ < line_.size(); }

  bool has(std::size_t begin, std::size_t end) const {
    if (begin < first_) return false;
    const char before = begin ? line_[begin - 1] : '\n', behind = end < line_.size() ? line_[end] : '\n';
    if (before == '%' || before == '@') return false;                      // %rax, %object, @PLT, @progbits
    if (before == ':' && behind == ':') return false;                      // ARM's :lo12:name
    return is_marked_ ? before == ':' : !(is_address_ && before == '\t');  // the first is a register
  }

 private:
  static inline const Names nameless = {".loc", ".file", ".ident", ".arch", ".arch_extension", ".cpu"};
  std::string_view line_;
  std::size_t first_ = 0;
  bool is_marked_ = false, is_address_ = false;
};

// Every symbol of the assembly that `renamed` has another name for. Names in strings are a debugger's.
std::string rename(
    std::string_view assembly, const std::function<std::optional<std::string>(std::string_view)>& renamed) {
  const bool of_arm = assembly.find("\t.arch arm") != std::string_view::npos;
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 16);
  for_each_line(assembly, [&](std::string_view line) {
    const SymbolPlaces places(line, of_arm);
    std::size_t copied = 0;  // what stands between two symbols with another name is copied at once
    for (std::size_t i = places.any() ? 0 : line.size(), end; i < line.size(); i = end) {
      end = i + 1;
      if (line[i] == '"') {
        while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
        end = std::min(end + 1, line.size());
      } else if (is_in_name(line[i])) {
        while (end < line.size() && is_in_name(line[end])) ++end;
        const std::string_view word = line.substr(i, end - i);
        if (const auto other = places.has(i, end) ? renamed(word) : std::nullopt) {
          result.append(line, copied, i - copied) += *other;
          copied = end;
        }
      }
    }
    result.append(line, copied) += '\n';
  });
  return result;
}

// What other files may call, of what this one defines, and the groups of which a linker keeps but one of each name.
Names definitions(std::string_view assembly) {
  Names visible, defined, groups;
  for (std::size_t begin = 0, end; begin < assembly.size(); begin = end + 1) {
    end = std::min(assembly.find('\n', begin), assembly.size());
    std::string_view line = assembly.substr(begin, end - begin);
    const auto name = [&] {
      std::size_t length = 0;
      while (length < line.size() && is_in_name(line[length])) ++length;
      return line.substr(0, length);
    };
    // .globl on x86-64, .global on ARM.
    if (removed(line, "\t.globl\t") || removed(line, "\t.global\t") || removed(line, "\t.weak\t"))
      visible.insert(name());
    else if (line.starts_with("\t.section\t") && line.ends_with(",comdat")) {
      line.remove_suffix(std::string_view(",comdat").size());
      groups.insert(line.substr(line.find_last_of(',') + 1));
    } else if (removed(line, "\t.set\t") || removed(line, "\t.comm\t") || line.ends_with(':')) defined.insert(name());
  }
  std::erase_if(visible, [&](std::string_view name) { return !defined.contains(name); });
  visible.insert(groups.begin(), groups.end());
  return visible;
}

}  // namespace

std::string use_own_threads(std::string_view assembly) {
  return rename(assembly, [](std::string_view name) -> std::optional<std::string> {
    if (own_threads.contains(name) || is_own_loop(name)) return "__wrap_" + std::string(name);
    if (name.starts_with("GOMP_") && !name.starts_with("GOMP_target"))
      throw MissingConstruct("an OpenMP construct for which the simulator has no " + std::string(name));
    return std::nullopt;
  });
}

std::string use_own_library(std::string_view assembly) {
  std::map<std::string_view, bool> defined;  // of the names that were asked for: each is looked for once
  const auto is_defined = [&](std::string_view name) {
    const auto [found, fresh] = defined.try_emplace(name);
    if (fresh) found->second = assembly.find("\n" + std::string(name) + ":") != std::string_view::npos;
    return found->second;
  };
  return rename(assembly, [&](std::string_view name) -> std::optional<std::string> {
    if (!own_heap.contains(name) && !own_memory.contains(name) && !own_others.contains(name)) return std::nullopt;
    return is_defined(name) ? std::nullopt : std::optional(in_its_place(name));
  });
}

std::vector<std::string> own_thread_functions() {
  std::vector<std::string> all(own_threads.begin(), own_threads.end());
  for (const std::string_view schedule : schedules) {
    const std::string name(schedule);
    for (const std::string loop : {"GOMP_loop_", "GOMP_loop_ull_"})
      for (const std::string step : {"_start", "_next"}) all.push_back(loop + name + step);
    if (!name.starts_with("ordered")) all.push_back("GOMP_parallel_loop_" + name);
  }
  return all;
}

std::string rename_definitions(std::string_view assembly) {
  const Names defined = definitions(assembly);
  return rename(assembly, [&](std::string_view name) -> std::optional<std::string> {
    if (defined.contains(name)) return std::string(watched_prefix) + std::string(name);
    if (own_memory.contains(name) || own_heap.contains(name)) return in_its_place(name);
    std::string_view hook = name;
    if (removed(hook, "__tsan_"))
      for (const std::string_view kind : {"read", "write", "unaligned_", "volatile_", "vptr_"})
        if (hook.starts_with(kind)) return "simt_host_" + std::string(hook);
    return std::nullopt;
  });
}

}  // namespace simt::compiler
