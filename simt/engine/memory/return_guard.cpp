// What the assembly of a submission calls where functions begin and return (simt/compiler/submission/return_guards.hpp).
#include "simt/engine/memory/return_guard.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unwind.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <vector>

#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/scheduler.hpp"
#include "simt/engine/memory/guard_registers.hpp"
#include "simt/engine/memory/protected.hpp"

namespace simt {

void ReturnPlacesOfLane::grow() {
  const std::size_t used = std::size_t(next - begin), room = std::max<std::size_t>(8, 2 * used);
  auto larger = std::make_unique<ReturnPlace[]>(room);
  std::copy(begin, next, larger.get());
  memory = std::move(larger);
  begin = memory.get(), next = begin + used, end = begin + room;
}

}  // namespace simt

#if defined(__x86_64__)

using namespace simt;

namespace {

// For each thread of host code as many as calls find room for on a stack of 8 MiB; hardly any are ever touched.
constexpr std::size_t places_of_thread = std::size_t(1) << 19, most_threads = 1024;
constinit thread_local ReturnPlaces of_thread __attribute__((tls_model("initial-exec")));

std::mutex taking;
pthread_key_t at_end;
std::vector<ReturnPlace*>& spare() {
  static auto& all = *new std::vector<ReturnPlace*>;
  return all;
}

void give_back(void* places) {
  of_thread = {};
  const std::lock_guard lock(taking);
  spare().push_back(static_cast<ReturnPlace*>(places));
}

[[noreturn]] void no_room(const char* why) {
  std::fprintf(stderr, "simt: %s\n", why);
  std::abort();
}

ReturnPlace* take_places() {
  const std::lock_guard lock(taking);
  const AddressRange& kept = guarded.variables[return_places];
  static std::size_t taken = 0;
  if (!kept.bytes) {
    if (pthread_key_create(&at_end, give_back)) no_room("there is no key of threads left");
    const std::size_t bytes = places_of_thread * most_threads * sizeof(ReturnPlace);
    // As the stacks of a kernel's threads (core/scheduler.cpp): only what is touched counts.
    const int whose = private_memory_limit() ? MAP_SHARED : MAP_PRIVATE;
    void* const all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, whose | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) no_room("there is no address space for what functions return by");
    OpenGuarded()->variables[return_places] = {reinterpret_cast<std::uint64_t>(all), bytes};
  }
  if (!spare().empty()) {
    ReturnPlace* const places = spare().back();
    spare().pop_back();
    return places;
  }
  if (taken == most_threads) no_room("host code has more than 1,024 threads at once");
  return reinterpret_cast<ReturnPlace*>(kept.begin) + places_of_thread * taken++;
}

__attribute__((target("general-regs-only"), always_inline)) inline ReturnPlaces& places() {
  Lane* const lane = current_lane;
  return lane ? lane->returns : of_thread;
}

// Above a kernel's frame lies only what the scheduler has put onto this stack.
__attribute__((target("general-regs-only"), always_inline)) inline std::uint64_t sum_above(
    const Lane& lane, const std::uint64_t* slot) {
  const auto* const top = reinterpret_cast<const std::uint64_t*>(lane.stack + stack_bytes);
  std::uint64_t sum = 0;
  for (const std::uint64_t *at = slot + 1, *end = top - at > 64 ? at + 64 : top; at < end; ++at) sum = sum * 31 + *at;
  return sum;
}

// What the unwinder makes of the callers' frames: where each goes on, and what is in the registers that it wants back.
_Unwind_Reason_Code add_frame(_Unwind_Context* frame, void* at) {
  auto& sum = *static_cast<std::uint64_t*>(at);
  const auto add = [&](std::uint64_t word) { sum = (sum ^ word) * 0x9e3779b97f4a7c15, sum ^= sum >> 29; };
  add(_Unwind_GetIP(frame));
  add(_Unwind_GetCFA(frame));
  for (const int number : {3, 6, 12, 13, 14, 15}) add(_Unwind_GetGR(frame, number));  // rbx, rbp, r12 to r15
  return _URC_NO_REASON;
}
// The callers of a function that the judge calls again and again, from one place: where their return addresses stand, and what they
// are; and where the registers stand that the callers want back. Unwinding takes 10 µs, which a lab whose function is a formula
// would wait for a million times: after `often` calls only these are looked at.
struct Callers {
  std::uint64_t slot = 0, value = 0;
  std::size_t calls = 0, frames = 0, words = 0;
  struct Word {
    const std::uint64_t* at;
    std::uint64_t value;
  } frame[32] = {}, word[32 * 6] = {};

  // Whether the same calls as then lead to this one.
  bool are_above(std::uint64_t place) const {
    return slot == place && frames && frames <= std::size(frame) &&
           value == *reinterpret_cast<const std::uint64_t*>(place) && are_same(frame, frames);
  }
  // What they want back may be something else each time.
  void note_registers() {
    for (std::size_t i = 0; i < words; ++i) word[i].value = *word[i].at;
  }
  bool are_untouched(std::uint64_t place) const { return are_above(place) && are_same(word, words); }
  static bool are_same(const Word* begin, std::size_t count) {
    return std::all_of(begin, begin + count, [](const Word& one) { return *one.at == one.value; });
  }
  // What a call has put right below the caller's stack; if that is no such frame, all are looked at each time.
  void add(_Unwind_Context* context) {
    const std::uint64_t stack = _Unwind_GetCFA(context), goes_on = _Unwind_GetIP(context);
    const auto* const at = reinterpret_cast<const std::uint64_t*>(stack) - 1;
    if (!goes_on) return;  // the program's beginning, which nothing called
    if (frames < std::size(frame) && *at == goes_on) frame[frames++] = {at, goes_on};
    else frames = std::size(frame) + 1;
    // GNU's unwinder has in front of all that it knows of a frame, by their numbers, where its registers stand.
    const auto* const places = reinterpret_cast<const std::uint64_t* const*>(context);
    for (const int number : {3, 6, 12, 13, 14, 15}) {
      const auto place = reinterpret_cast<std::uint64_t>(places[number]);
      if (place <= slot || place >= stack || place % 8) continue;  // still in the register, which is asked elsewhere
      if (std::any_of(word, word + words, [&](const Word& one) { return one.at == places[number]; })) continue;
      if (words < std::size(word) && *places[number] == _Unwind_GetGR(context, number))
        word[words++] = {places[number], *places[number]};
      else frames = std::size(frame) + 1;
    }
  }
};
constexpr std::size_t often = 256;
constexpr std::uint64_t by_returns = 0;  // in place of a sum
constinit thread_local Callers callers __attribute__((tls_model("initial-exec")));

struct Frames {
  std::uint64_t above;
  Callers* found;
  std::uint64_t sum = 0;
};
std::uint64_t sum_of_callers(std::uint64_t slot, Callers* found = nullptr) {
  Frames frames{slot, found};
  _Unwind_Backtrace(
      [](_Unwind_Context* frame, void* at) {
        auto& frames = *static_cast<Frames*>(at);
        if (_Unwind_GetCFA(frame) <= frames.above) return _URC_NO_REASON;
        if (frames.found) frames.found->add(frame);
        return add_frame(frame, &frames.sum);
      },
      &frames);
  return frames.sum | 1;
}

void make_room() {
  if (Lane* lane = current_lane) return lane->returns.grow();
  if (of_thread.begin) no_room("functions of host code call each other too deeply");
  ReturnPlace* const places = take_places();
  of_thread = {places, places, places + places_of_thread};
  pthread_setspecific(at_end, places);
}

enum class Entry : unsigned char { noted, no_room, outermost };
enum class Return : unsigned char { fine, changed, outermost };

}  // namespace

extern "C" {

// Nothing in the next two may touch more than the registers that the code below keeps: no call, no vectors. `slot` is where a
// function's return address stands, `kept` is what the registers hold that it gives back.
__attribute__((target("general-regs-only"), visibility("hidden"), used)) Entry simt_note_entry(
    const std::uint64_t* slot, const std::uint64_t* kept) {
  ReturnPlaces& all = places();
  ReturnPlace* place = all.next;
  const auto at = reinterpret_cast<std::uint64_t>(slot);
  while (place != all.begin && place[-1].slot <= at) --place;  // left by an exception, or by a jump
  if (place == all.end) return Entry::no_room;
  place->slot = at, place->value = *slot;
  for (int i = 0; i < 6; ++i) place->kept[i] = kept[i];
  all.next = place + 1;
  if (place != all.begin) return Entry::noted;
  const Lane* const lane = current_lane;
  if (!lane) return Entry::outermost;
  place->above = sum_above(*lane, slot);
  return Entry::noted;
}
__attribute__((target("general-regs-only"), visibility("hidden"), used)) Return simt_return_is_fine(
    const std::uint64_t* slot, const std::uint64_t* kept) {
  ReturnPlaces& all = places();
  ReturnPlace* place = all.next;
  const auto at = reinterpret_cast<std::uint64_t>(slot);
  while (place != all.begin && place[-1].slot < at) --place;
  if (place == all.begin || place[-1].slot != at || place[-1].value != *slot) return Return::changed;
  for (int i = 0; i < 6; ++i)
    if (place[-1].kept[i] != kept[i]) return Return::changed;
  all.next = place - 1;
  if (place - 1 != all.begin) return Return::fine;
  const Lane* const lane = current_lane;
  if (!lane) return Return::outermost;
  return place[-1].above == sum_above(*lane, slot) ? Return::fine : Return::changed;
}

// The rest of it, where anything may be called. Whether the entry is still to be noted.
__attribute__((visibility("hidden"), used)) bool simt_note_rarely(std::uint64_t slot, Entry entry) {
  if (entry == Entry::outermost) {
    std::uint64_t& above = of_thread.begin->above;
    if (!callers.are_above(slot)) {
      callers = {slot, of_thread.begin->value};
      above = sum_of_callers(slot, &callers);
    } else {
      above = ++callers.calls > often ? by_returns : sum_of_callers(slot);
      callers.note_registers();
    }
    return false;
  }
  make_room();
  return true;
}
__attribute__((visibility("hidden"), used)) void simt_ask_callers(std::uint64_t slot, std::uint64_t pc) {
  const std::uint64_t above = of_thread.begin->above;
  if (above == by_returns ? !callers.are_untouched(slot) : above != sum_of_callers(slot)) end_at_return(pc);
}
__attribute__((visibility("hidden"), used)) void simt_end_at_return(std::uint64_t pc) {
  if (!current_lane) end_at_return(pc);
  stop_lane(*current_lane, {.kind = Fault::Kind::trap, .pc = pc, .text = overwriting});
}
}

// All registers stay, but for flags, which no call keeps. On the stack rbx comes to lie at 0, rbp, r12 to r15 behind it, where the
// function's code goes on at 120, and at 128 where it returns to. To the unwinder this is that function itself: at its end
// g++'s own tables name places for registers that lie below its stack by then.
#define SIMT_KEEP_ALL                                                                                 \
  "  .cfi_startproc\n" SIMT_KEEP_REGISTERS                                                            \
  "  pushq %r15\n  pushq %r14\n  pushq %r13\n  pushq %r12\n  pushq %rbp\n  pushq %rbx\n"              \
  "  movq %rsp, %rbp\n  .cfi_def_cfa %rbp, 136\n  .cfi_offset %rbp, -128\n  .cfi_offset %rbx, -136\n" \
  "2:\n  leaq 128(%rbp), %rdi\n  movq %rbp, %rsi\n"
#define SIMT_RESTORE_ALL "1:\n  popq %rbx\n  popq %rbp\n  addq $32, %rsp\n" SIMT_RESTORE_REGISTERS "  .cfi_endproc\n"
SIMT_FUNCTION("simt_enter_guard", SIMT_KEEP_ALL
    "  call simt_note_entry\n  testb %al, %al\n  je 1f\n"
    "  leaq 128(%rbp), %rdi\n  movzbl %al, %esi\n" SIMT_CALL_WITH_VECTORS_KEPT(
        "simt_note_rarely") "  testb %al, %al\n  jne 2b\n" SIMT_RESTORE_ALL);
SIMT_FUNCTION("simt_leave_guard", SIMT_KEEP_ALL
    "  call simt_return_is_fine\n  testb %al, %al\n  je 1f\n"
    "  cmpb $1, %al\n  jne 3f\n"
    "  movq 120(%rbp), %rdi\n  andq $-64, %rsp\n  call simt_end_at_return\n3:\n"
    "  leaq 128(%rbp), %rdi\n  movq 120(%rbp), %rsi\n" SIMT_CALL_WITH_VECTORS_KEPT("simt_ask_callers")
        SIMT_RESTORE_ALL);
#undef SIMT_KEEP_ALL
#undef SIMT_RESTORE_ALL

#endif
