// The host's threads, one at a time and in a fixed order: who has the turn keeps it until it waits for somebody.
//
// Each is a thread of the operating system, so thread_local variables and a current device are its own; but what they do
// is the same on any machine, with any number of cores, under any load. A thread takes part from the moment it enters a
// parallel region or is created by one that takes part; before and after that the process has one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <semaphore>

#include "simt/openmp/host_races.hpp"

namespace simt {

struct Team;
struct Task;

struct HostThread {
  Actor* actor = nullptr;  // the running task's, or its own
  Actor* own_actor = nullptr;
  std::uint64_t accesses = 0;  // that it made in its former turns
  std::uint64_t in_span = 0;   // of its accesses, those that its own actor's span holds, when it last took turns

  // OpenMP's: the innermost region's team, and what omp_set_… has set for this thread.
  Team* team = nullptr;
  int place = 0;  // omp_get_thread_num()
  Task* task = nullptr;
  unsigned constructs = 0;  // loops, sections and singles of this region that it has come to
  int wanted_threads = 0;   // 0: not set

  std::binary_semaphore turn{0};
  const std::function<bool()>* waits_for = nullptr;
};

// Null in a thread that takes no turns.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local HostThread* current_host_thread;
// Loads and stores that instrumented host code of this thread made since they were last added up.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local std::uint64_t host_accesses;

// The thread's own record, whether it takes turns or not.
HostThread& this_host_thread();

// The calling thread takes part from here on, as the first; ends_turns() when it is alone again.
void begin_turns();
void end_turns();
bool takes_turns_alone();

// `thread` takes part, and has its first turn when somebody gives it away. It must wait for `turn`.
void add_to_turns(HostThread& thread);
// The calling thread does not take part any more; the next one has the turn.
void leave_turns();

// The next in order has the turn.
void give_turn();
// Threads have just been added: who is to begin?
void begin_in_order();
// Gives the turn to the others until `ready` is true. Ends the process when everybody waits.
void wait_for(const std::function<bool()>& ready);
// What a waiting loop may repeat for ever (an atomic or volatile access, a lock given back): every time at first, later
// seldom, the next in order has the turn.
void give_turn_sometimes();

// Whether accesses are to be checked for races now: somebody has asked for it, and there are several threads.
extern bool host_races_are_checked;

}  // namespace simt
