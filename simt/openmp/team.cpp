// Parallel regions, barriers, critical sections and singles: the part of libgomp's interface that g++ calls for them.
// The names are libgomp's; simtcc lets what it instruments call these (simt/compiler/host_threads.cpp).
#include "simt/openmp/team.hpp"

#include <pthread.h>
#include <sched.h>

#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "simt/engine/memory/protected.hpp"
#include "simt/host_threads.hpp"

namespace simt {
namespace {

std::vector<HostThread*> workers;       // in the order in which they were first needed
std::vector<HostThread*> idle_workers;  // those that are in no region; the first of `workers` at the end
std::size_t regions = 0;
std::unordered_map<const void*, const HostThread*> locked;

struct Job {
  Team* team;
  int place;
  void (*function)(void*);
  void* data;
};
std::unordered_map<HostThread*, Job> jobs;

void enter_region(HostThread& thread, Team& team, int place) {
  thread.team = &team;
  thread.place = place;
  thread.constructs = 0;
  thread.task = team.implicit_tasks[std::size_t(place)].get();
  thread.task->actor = thread.actor = thread.own_actor;
}

void work(HostThread& self) {
  const Job job = jobs.at(&self);
  enter_region(self, *job.team, job.place);
  self.wanted_threads = 0;
  forget_rest_of_stack();
  job.function(job.data);
  team_barrier();
  self.accesses += std::exchange(host_accesses, 0);
  self.team = nullptr;
  idle_workers.push_back(&self);
  --job.team->inside;
  leave_turns();
}

void* worker_main(void* argument) {
  HostThread& self = *static_cast<HostThread*>(argument);
  current_host_thread = &self;
  for (;;) {
    self.turn.acquire();
    work(self);
  }
}

HostThread* idle_worker() {
  if (idle_workers.empty()) {
    auto* const added = new HostThread;
    pthread_t thread;
    if (pthread_create(&thread, nullptr, worker_main, added) != 0) return nullptr;
    pthread_detach(thread);
    workers.push_back(added);
    return added;
  }
  // The same thread for the same place each time, whoever was done first the last time.
  const auto rank = [](const HostThread* thread) { return std::find(workers.begin(), workers.end(), thread); };
  const auto first = std::min_element(
      idle_workers.begin(), idle_workers.end(), [&](HostThread* a, HostThread* b) { return rank(a) < rank(b); });
  HostThread* const found = *first;
  idle_workers.erase(first);
  return found;
}

}  // namespace

OpenMP& openmp() {
  static OpenMP all = [] {
    OpenMP read;
    const char* const threads = std::getenv("OMP_NUM_THREADS");
    read.threads = threads ? std::atoi(threads) : 0;
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0) read.processors = CPU_COUNT(&processors);
    if (read.threads <= 0) read.threads = read.processors;
    if (const char* levels = std::getenv("OMP_MAX_ACTIVE_LEVELS")) read.most_active_levels = std::atoi(levels);
    if (const char* schedule = std::getenv("OMP_SCHEDULE")) {
      read.schedule = std::strncmp(schedule, "static", 6) == 0   ? Schedule::fixed
                      : std::strncmp(schedule, "guided", 6) == 0 ? Schedule::guided
                                                                 : Schedule::dynamic;
      const char* const comma = std::strchr(schedule, ',');
      read.chunk = comma ? std::strtoull(comma + 1, nullptr, 10) : read.schedule == Schedule::fixed ? 0 : 1;
    }
    return read;
  }();
  return all;
}

int wanted_threads(const HostThread& thread) {
  return thread.wanted_threads > 0 ? thread.wanted_threads : openmp().threads;
}

void Team::set_size(int threads) {
  size = inside = threads;
  loops.resize(std::size_t(threads));
  for (int place = 0; place < threads; ++place) implicit_tasks.push_back(std::make_shared<Task>());
}

Team& current_team(HostThread& thread) {
  if (!thread.team) {  // an orphaned construct: the thread is a team by itself
    auto* const alone = new Team;
    alone->set_size(1);
    thread.team = alone;
    thread.task = alone->implicit_tasks[0].get();
  }
  return *thread.team;
}

void run_in_parallel(void (*function)(void*), void* data, unsigned threads, const std::function<void(Team&)>& prepare) {
  HostThread& self = this_host_thread();
  Team& outer = current_team(self);
  ++regions;
  if (!current_host_thread) begin_turns();
  int size = threads ? int(threads) : wanted_threads(self);
  if (outer.active_level >= openmp().most_active_levels) size = 1;

  Team team;
  team.outer = &outer, team.caller = &self, team.outer_place = self.place;
  team.level = outer.level + 1;
  std::vector<HostThread*> others;
  while (int(others.size()) + 1 < size) {
    HostThread* const worker = idle_worker();
    if (!worker) break;
    others.push_back(worker);
  }
  size = int(others.size()) + 1;
  team.set_size(size);
  team.active_level = outer.active_level + (size > 1);
  if (prepare) prepare(team);
  Task* const outer_task = self.task;
  Actor *const outer_actor = self.actor, *const outer_own = self.own_actor;
  const unsigned outer_constructs = self.constructs;
  for (int place = 1; place < size; ++place) {
    HostThread& worker = *others[std::size_t(place) - 1];
    worker.own_actor = begin_actor(self.actor, "thread " + std::to_string(place));
    jobs[&worker] = {&team, place, function, data};
    add_to_turns(worker);
  }
  self.own_actor = self.actor;
  enter_region(self, team, 0);
  if (size > 1) begin_in_order();
  function(data);
  team_barrier();
  wait_for([&] { return team.inside == 1; });
  for (HostThread* worker : others) end_actor(std::exchange(worker->own_actor, nullptr));
  self.team = &outer, self.place = team.outer_place, self.task = outer_task, self.constructs = outer_constructs;
  self.actor = outer_actor, self.own_actor = outer_own;
  end_turns_if_alone();
}

void team_barrier() {
  HostThread& self = this_host_thread();
  Team& team = current_team(self);
  if (!current_host_thread) return;
  team.arriving.join(self.actor->clock);
  self.actor->tick();
  ++team.arrived;
  const unsigned before = team.barriers;
  const auto done = [&] { return team.barriers != before; };
  const auto all_there = [&] { return team.arrived == team.size && team.unfinished_tasks == 0; };
  while (!done()) {
    if (run_a_task(team)) {
      give_turn();
      continue;
    }
    if (all_there()) {
      team.arriving.join(team.ended_tasks);
      team.passed = std::move(team.arriving);
      team.arriving.clear();
      team.arrived = 0;
      ++team.barriers;
      break;
    }
    wait_for([&] { return done() || all_there() || has_ready_task(team); });
  }
  self.actor->clock.join(team.passed);
}

bool try_lock(const void* lock) {
  if (!locked.try_emplace(lock, &this_host_thread()).second) return false;
  if (current_host_thread) acquire_from(*current_host_thread->actor, lock);
  return true;
}

void take_lock(const void* lock) {
  if (current_host_thread) wait_for([&] { return !locked.contains(lock); });
  try_lock(lock);
}

void give_lock(const void* lock) {
  locked.erase(lock);
  if (!current_host_thread) return;
  release_to(*current_host_thread->actor, lock);
  give_turn_sometimes();
}

void end_turns_if_alone() {
  if (takes_turns_alone() && !current_team(*current_host_thread).outer && !threads_are_unjoined()) end_turns();
}

void set_host_threads(int threads) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  this_host_thread().wanted_threads = threads;
}

std::vector<std::uint64_t> host_work() {
  std::vector<std::uint64_t> work = {host_accesses};
  for (const HostThread* thread : workers)
    if (thread->accesses) work.push_back(thread->accesses);
  for (const std::uint64_t accesses : work_of_ended_threads()) work.push_back(accesses);
  for (const std::uint64_t* accesses : work_of_running_threads())
    if (*accesses && accesses != &host_accesses) work.push_back(*accesses);
  return work;
}

void forget_host_work() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  HostThread& self = this_host_thread();
  host_accesses = self.in_span = 0;
  if (self.own_actor) self.own_actor->clock.span = 0;
  regions = 0;
  for (HostThread* thread : workers) thread->accesses = 0;
  work_of_ended_threads().clear();
  for (std::uint64_t* accesses : work_of_running_threads()) *accesses = 0;
}

std::uint64_t host_span() {
  const HostThread& self = this_host_thread();
  return (self.own_actor ? self.own_actor->clock.span : 0) + host_accesses - self.in_span;
}

std::size_t parallel_regions() { return regions; }

}  // namespace simt

using namespace simt;

extern "C" {

void __wrap_GOMP_parallel(void (*function)(void*), void* data, unsigned threads, unsigned) {
  run_in_parallel(function, data, threads);
}
void __wrap_GOMP_barrier() { team_barrier(); }
bool __wrap_GOMP_barrier_cancel() { return team_barrier(), false; }
// Cancellation is off, as it is unless OMP_CANCELLATION says otherwise.
bool __wrap_GOMP_cancel(int, bool) { return false; }
bool __wrap_GOMP_cancellation_point(int) { return false; }

static const char unnamed_section = 0, atomics_of_any_size = 0;
void __wrap_GOMP_critical_start() { take_lock(&unnamed_section); }
void __wrap_GOMP_critical_end() { give_lock(&unnamed_section); }
void __wrap_GOMP_critical_name_start(void** name) { take_lock(name); }
void __wrap_GOMP_critical_name_end(void** name) { give_lock(name); }
void __wrap_GOMP_atomic_start() { take_lock(&atomics_of_any_size); }
void __wrap_GOMP_atomic_end() { give_lock(&atomics_of_any_size); }

bool __wrap_GOMP_single_start() {
  HostThread& self = this_host_thread();
  Team& team = current_team(self);
  return team.size == 1 || team.singles.insert(self.constructs++).second;
}
void* __wrap_GOMP_single_copy_start() {
  if (__wrap_GOMP_single_start()) return nullptr;
  team_barrier();
  void* const data = this_host_thread().team->copied_private;
  return data;
}
void __wrap_GOMP_single_copy_end(void* data) {
  this_host_thread().team->copied_private = data;
  team_barrier();
}
}
