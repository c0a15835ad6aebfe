// Who of the host's threads is to run (turns.hpp).
#include "simt/openmp/turns.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "simt/checkers/checker.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/host_threads.hpp"

namespace simt {

constinit thread_local HostThread* current_host_thread = nullptr;
constinit thread_local std::uint64_t host_accesses = 0;
bool host_races_are_checked = false;

namespace {

// Two threads that know nothing of each other, as of a library that nobody instruments, wait here for one another.
std::mutex first_thread;
std::vector<HostThread*> in_order;
std::uint64_t voluntary = 0;  // turns given away by give_turn_sometimes() since turns began

// After so many in a row it is a loop that waits, or one that works with atomics all the time.
constexpr std::uint64_t every_time = 1000, later_each = 64;

std::size_t place_of(const HostThread& thread) {
  return std::size_t(std::find(in_order.begin(), in_order.end(), &thread) - in_order.begin());
}

bool can_run(const HostThread& thread) { return !thread.waits_for || (*thread.waits_for)(); }

// From the place behind `from` on, which comes last itself. Null if nobody can.
HostThread* next_from(std::size_t from) {
  const std::size_t count = in_order.size();
  for (std::size_t i = 1; i <= count; ++i) {
    HostThread* const next = in_order[(settings.turns_go_backwards ? from + count - i : from + i) % count];
    if (can_run(*next)) return next;
  }
  return nullptr;
}

[[noreturn]] void nobody_can_run() {
  std::fflush(nullptr);
  std::fprintf(stderr, "simt: deadlock: each of the program's %zu threads waits for another\n", in_order.size());
  std::_Exit(1);
}

void pass(HostThread& self, HostThread* next) {
  if (!next) nobody_can_run();
  if (next == &self) return;
  next->turn.release();
  self.turn.acquire();
}

}  // namespace

HostThread& this_host_thread() {
  if (current_host_thread) return *current_host_thread;
  static thread_local HostThread* const own = new HostThread;  // outlives the thread: others may look at it
  return *own;
}

void begin_turns() {
  first_thread.lock();
  HostThread& self = this_host_thread();
  voluntary = 0;
  if (!self.own_actor) self.own_actor = begin_actor(nullptr, "thread 0");
  self.actor = self.own_actor;
  self.actor->clock.span += host_accesses - self.in_span;  // made alone
  in_order = {&self};
  current_host_thread = &self;
}

void end_turns() {
  current_host_thread->in_span = host_accesses;
  forget_host_accesses();
  host_races_are_checked = false;
  in_order.clear();
  current_host_thread = nullptr;
  first_thread.unlock();
}

bool takes_turns_alone() { return in_order.size() == 1; }

void add_to_turns(HostThread& thread) {
  in_order.push_back(&thread);
  host_races_are_checked = is_on(race_checker);
}

void leave_turns() {
  HostThread& self = *current_host_thread;
  const std::size_t place = place_of(self);
  const std::function<bool()> never = [] { return false; };
  self.waits_for = &never;
  HostThread* const next = next_from(place);
  self.waits_for = nullptr;
  if (!next) nobody_can_run();
  in_order.erase(in_order.begin() + std::ptrdiff_t(place));
  next->turn.release();
}

void give_turn() {
  HostThread& self = *current_host_thread;
  if (in_order.size() > 1) pass(self, next_from(place_of(self)));
}

void begin_in_order() {
  if (settings.turns_go_backwards) give_turn();
}

void wait_for(const std::function<bool()>& ready) {
  if (ready()) return;
  HostThread& self = *current_host_thread;
  self.waits_for = &ready;
  pass(self, next_from(place_of(self)));
  self.waits_for = nullptr;
}

void give_turn_sometimes() {
  if (in_order.size() > 1 && (++voluntary < every_time || voluntary % later_each == 0)) give_turn();
}

void set_turn_order(TurnOrder order) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->turns_go_backwards = order == TurnOrder::backward;
}

}  // namespace simt
