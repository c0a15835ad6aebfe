// A parallel region of OpenMP: its threads, what they share, and the tasks they have made.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "simt/openmp/turns.hpp"

namespace simt {

struct TaskGroup {
  TaskGroup* outer = nullptr;
  std::size_t unfinished = 0;
  Clock ended;  // what its finished tasks knew
};

struct Task : std::enable_shared_from_this<Task> {
  Actor* actor = nullptr;
  std::shared_ptr<Task> parent;  // often ended before its children; null when they have
  TaskGroup* group = nullptr;    // the innermost that it is in
  TaskGroup* in = nullptr;       // the one that it was made in
  void (*function)(void*) = nullptr;
  std::vector<std::max_align_t> memory;
  void* data = nullptr;
  bool final = false;
  std::size_t unfinished_children = 0;
  Clock ended_children;

  // Of `depend`: who must end first, and, of the children, who was the last to write or to read what.
  std::vector<std::shared_ptr<Task>> after;
  struct LastUses {
    std::vector<std::shared_ptr<Task>> writers, readers;
  };
  std::map<void*, LastUses> uses;
  bool ended = false;
  Clock at_end;
};

// The iterations of a loop, as one thread goes through them. Which thread gets which does not hang on who is faster: the
// chunks of `dynamic` and `guided` are dealt out in turn, as any schedule of theirs may be.
enum class Schedule { runtime, fixed, dynamic, guided };  // OpenMP calls `fixed` static
struct Loop {
  std::uint64_t iterations = 0, chunk = 1, next_begin = 0, next_chunk = 0;
  Schedule schedule = Schedule::dynamic;
  long start = 0, step = 1, end = 0;  // of the source's loop; unsigned ones wrap round
  bool ordered = false;
  std::uint64_t mine = 0;  // the number of the chunk in hand
  bool has_chunk = false;
  unsigned construct = 0;
};

struct Team {
  Team* outer = nullptr;
  HostThread* caller = nullptr;
  int outer_place = 0, size = 1, level = 0, active_level = 0;
  std::vector<std::shared_ptr<Task>> implicit_tasks;  // one a thread
  std::vector<Loop> loops;                            // one a thread: the one it is in
  std::vector<std::shared_ptr<Task>>
      waiting_tasks;  // no deque: who takes from one frees what another thread's heap gave
  std::size_t unfinished_tasks = 0;
  Clock ended_tasks;

  int arrived = 0, inside = 0;  // at the barrier; in the region
  unsigned barriers = 0;        // that all have passed
  Clock arriving, passed;
  std::set<unsigned> singles;                      // constructs that somebody has taken
  std::map<unsigned, std::uint64_t> ordered_next;  // of each ordered loop, the chunk whose turn it is
  void* copied_private = nullptr;                  // of `single copyprivate`

  void set_size(int threads);
  Loop& loop_of(const HostThread& thread) { return loops[std::size_t(thread.place)]; }
};

// Runs `function(data)` by a team. `prepare` is called first, for each thread's place.
void run_in_parallel(
    void (*function)(void*), void* data, unsigned threads, const std::function<void(Team&)>& prepare = {});
// All of the team have come, and all tasks have ended.
void team_barrier();
// The calling thread's team: outside of all regions one of the thread alone.
Team& current_team(HostThread& thread);
// Runs a task that can begin, if there is one.
bool run_a_task(Team& team);
bool has_ready_task(const Team& team);
// Where threads have been waited for: the only one left, in no region, takes no turns any more.
void end_turns_if_alone();
// Whether there are threads of std::thread or pthread_create that are not joined, nor detached.
bool threads_are_unjoined();
// Accesses of each thread that std::thread or pthread_create began and that is over, since forget_host_work().
std::vector<std::uint64_t>& work_of_ended_threads();
// Where those that have not ended count theirs: one of a call before may work on, or wait to be given work.
std::set<std::uint64_t*>& work_of_running_threads();

// Begins the loop for this thread; false when it gets none of it. next_iterations: the following ones.
void begin_loop(Loop& loop, HostThread& thread);
bool next_iterations(HostThread& thread, long* first, long* end);
std::uint64_t count_iterations(long start, long end, long step);
void end_of_ordered_chunk(HostThread& thread);

// A lock by its address, or by a name: waits until it is free.
void take_lock(const void* lock);
bool try_lock(const void* lock);
void give_lock(const void* lock);

// What the environment or omp_set_… says.
struct OpenMP {
  int threads = 0;  // OMP_NUM_THREADS, or the processors
  int processors = 1;
  int most_active_levels = 1;
  bool dynamic = false;
  Schedule schedule = Schedule::dynamic;
  std::uint64_t chunk = 1;
};
OpenMP& openmp();
int wanted_threads(const HostThread& thread);

}  // namespace simt
