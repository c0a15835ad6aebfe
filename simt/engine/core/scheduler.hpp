// Runs lanes as fibers, each on a stack of its own, on one host thread.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/engine/core/lane.hpp"
#include "simt/engine/platform/stacks.hpp"

namespace simt {

// How much private memory this process may have, bytes; nothing where there is no limit.
std::optional<std::uint64_t> private_memory_limit();

class Scheduler {
 public:
  Scheduler(ThreadBody body, const void* closure) : body_(body), closure_(closure) {}
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;

  // Each of the warp's lanes named in `which` runs until it ends, waits for others or has filled its record.
  // Groups of so many neighbours one after the other, and in each the last lane first.
  void run(Lane* warp, std::uint32_t which, unsigned backwards = 1);
  // The running lane stands still, until it is among those that are run again.
  void leave(Lane& lane) { switch_on(&lane.fiber->context); }
  // The running lane and those behind it never go on.
  [[noreturn]] void abandon();
  // Of a lane that has ended or never goes on: its stack can be used again.
  void retire(Lane& lane);

  [[noreturn]] void run_lanes_on_this_fiber();
  // The lane that runs has come to its end, in whatever function.
  [[noreturn]] void end(Lane& lane);

 private:
  Fiber* finished(Lane& lane);
  // To the next lane that is to run, or to the scheduler; who leaves is kept in `*leaving`, or comes to its end.
  void switch_on(boost::context::detail::fcontext_t* leaving);
  Lane& next_to_run() const;
  Fiber* take_fiber();

  ThreadBody body_;
  const void* closure_;
  boost::context::detail::fcontext_t own_ = nullptr;  // where run() is to go on
  StackBounds own_stack_;
  Lane* warp_ = nullptr;      // that runs
  std::uint32_t to_run_ = 0;  // its lanes that are still to run before run() goes on
  unsigned backwards_ = 1;
  std::vector<Fiber*> idle_fibers_;
  Fiber* ended_ = nullptr;  // idle as soon as another runs
};

}  // namespace simt
