// Tasks of OpenMP. They are done where threads wait: at a barrier, taskwait, or the end of a taskgroup. For the race
// checker each is an actor of its own, so it does not matter which thread did it. The names are libgomp's.
#include <cstring>

#include "simt/openmp/team.hpp"

namespace simt {
namespace {

// g++'s numbers for clauses.
constexpr unsigned is_final = 1 << 1, has_depend = 1 << 3, counts_up = 1 << 8, by_grain = 1 << 9, has_if = 1 << 10,
                   no_group = 1 << 11;
constexpr std::size_t most_waiting = 64;  // for each thread: who makes more does them at once, as with libgomp

bool is_ready(const Task& task) {
  for (const auto& other : task.after)
    if (!other->ended) return false;
  return true;
}

// What `depend` says: the addresses and, first, how many there are of each kind.
void add_dependences(const std::shared_ptr<Task>& task, Task& parent, void** depend) {
  const bool detailed = depend[0] == nullptr;  // a list by kinds: out, mutexinoutset, in, and what needs more words
  const auto number = [&](int i) { return reinterpret_cast<std::size_t>(depend[i]); };
  const std::size_t all = number(detailed ? 1 : 0), writing = detailed ? number(2) + number(3) : number(1);
  void** const address = depend + (detailed ? 5 : 2);
  for (std::size_t i = 0; i < all; ++i) {
    Task::LastUses& uses = parent.uses[address[i]];
    const auto follow = [&](const std::vector<std::shared_ptr<Task>>& others) {
      for (const auto& other : others)
        if (other != task) task->after.push_back(other);
    };
    follow(uses.writers);
    if (i < writing) {
      follow(uses.readers);
      uses.readers.clear();
      uses.writers = {task};
    } else {
      uses.readers.push_back(task);
    }
  }
}

void run_task(const std::shared_ptr<Task>& task) {
  HostThread& self = this_host_thread();
  Team& team = *self.team;
  Task* const before = self.task;
  Actor* const actor_before = self.actor;
  for (const auto& other : task->after) task->actor->clock.join(other->at_end);
  self.task = task.get(), self.actor = task->actor;
  forget_rest_of_stack();
  task->function(task->data);
  self.task = before, self.actor = actor_before;
  task->ended = true;
  task->at_end = task->actor->clock;
  task->at_end.join(task->ended_children);  // who waits for a group waits for all in it
  --task->parent->unfinished_children;
  task->parent->ended_children.join(task->actor->clock);
  task->parent = nullptr;
  for (TaskGroup* group = task->in; group; group = group->outer) {
    --group->unfinished;
    group->ended.join(task->at_end);
  }
  --team.unfinished_tasks;
  team.ended_tasks.join(task->at_end);
  end_actor(task->actor);
  task->after.clear();
}

// Does ready tasks until `done`.
void work_until(Team& team, const std::function<bool()>& done) {
  while (!done()) {
    if (run_a_task(team)) give_turn();
    else wait_for([&] { return done() || has_ready_task(team); });
  }
}

void make_task(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align, bool deferred,
    unsigned flags, void** depend, const std::function<void(void*)>& prepare) {
  HostThread& self = this_host_thread();
  Team& team = current_team(self);
  Task& parent = *self.task;
  const auto task = std::make_shared<Task>();
  task->function = function;
  task->final = (flags & is_final) || parent.final;
  const std::size_t room = std::size_t(bytes + align), unit = sizeof(std::max_align_t);
  task->memory.resize((room + unit - 1) / unit + 1);
  const auto start = reinterpret_cast<std::uintptr_t>(task->memory.data());
  task->data =
      reinterpret_cast<void*>((start + std::uintptr_t(align) - 1) / std::uintptr_t(align) * std::uintptr_t(align));
  forget_host_memory(reinterpret_cast<std::uint64_t>(task->data), std::size_t(bytes));
  if (copy) copy(task->data, data);
  else std::memcpy(task->data, data, std::size_t(bytes));
  if (prepare) prepare(task->data);
  if (!current_host_thread) return function(task->data);  // outside of all regions

  task->actor = begin_actor(self.actor, "a task of thread " + std::to_string(self.place));
  task->parent = parent.shared_from_this();
  task->in = task->group = parent.group;
  if ((flags & has_depend) && depend) add_dependences(task, parent, depend);
  ++parent.unfinished_children;
  for (TaskGroup* group = task->in; group; group = group->outer) ++group->unfinished;
  ++team.unfinished_tasks;
  const bool at_once = !deferred || parent.final || team.waiting_tasks.size() >= most_waiting * std::size_t(team.size);
  if (!at_once) return team.waiting_tasks.push_back(task);
  work_until(team, [&] { return is_ready(*task); });
  run_task(task);
  if (!deferred || parent.final) self.actor->clock.join(task->at_end);
}

void begin_group() {
  HostThread& self = this_host_thread();
  current_team(self);
  auto* const group = new TaskGroup;
  group->outer = self.task->group;
  self.task->group = group;
}

void end_group() {
  HostThread& self = this_host_thread();
  TaskGroup* const group = self.task->group;
  if (current_host_thread) {
    work_until(*self.team, [&] { return group->unfinished == 0; });
    self.actor->clock.join(group->ended);
  }
  self.task->group = group->outer;
  delete group;
}

// The loop's iterations in as many tasks as are asked for, or as there are threads.
void make_loop_of_tasks(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align,
    unsigned flags, unsigned long tasks, long start, long step, std::uint64_t iterations) {
  HostThread& self = this_host_thread();
  const std::uint64_t threads = std::uint64_t(current_team(self).size);
  if (!(flags & no_group)) begin_group();
  std::uint64_t count = (flags & by_grain) && tasks ? std::max<std::uint64_t>(iterations / tasks, 1) : tasks;
  if (count == 0) count = threads;
  count = std::min(count, iterations);
  for (std::uint64_t i = 0, begin = 0; i < count; ++i) {
    const std::uint64_t end = begin + iterations / count + (i < iterations % count);
    make_task(function, data, copy, bytes, align, flags & has_if, flags & ~has_depend, nullptr, [&](void* copied) {
      const auto value = [&](std::uint64_t n) { return std::uint64_t(start) + n * std::uint64_t(step); };
      const std::uint64_t range[] = {value(begin), value(end)};
      std::memcpy(copied, range, sizeof range);
    });
    begin = end;
  }
  if (!(flags & no_group)) end_group();
}

}  // namespace

bool has_ready_task(const Team& team) {
  for (const auto& task : team.waiting_tasks)
    if (is_ready(*task)) return true;
  return false;
}

bool run_a_task(Team& team) {
  for (auto task = team.waiting_tasks.begin(); task != team.waiting_tasks.end(); ++task)
    if (is_ready(**task)) {
      const std::shared_ptr<Task> taken = *task;
      team.waiting_tasks.erase(task);
      run_task(taken);
      return true;
    }
  return false;
}

}  // namespace simt

using namespace simt;

extern "C" {

void __wrap_GOMP_task(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align,
    bool deferred, unsigned flags, void** depend, int, void*) {
  make_task(function, data, copy, bytes, align, deferred, flags, depend, {});
}
void __wrap_GOMP_taskloop(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align,
    unsigned flags, unsigned long tasks, int, long start, long end, long step) {
  make_loop_of_tasks(function, data, copy, bytes, align, flags, tasks, start, step, count_iterations(start, end, step));
}
void __wrap_GOMP_taskloop_ull(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align,
    unsigned flags, unsigned long tasks, int, unsigned long long start, unsigned long long end,
    unsigned long long step) {
  const unsigned long long back = -step;
  const std::uint64_t iterations = (flags & counts_up) ? (start < end ? (end - start - 1) / step + 1 : 0)
                                                       : (start > end ? (start - end - 1) / back + 1 : 0);
  make_loop_of_tasks(function, data, copy, bytes, align, flags, tasks, long(start), long(step), iterations);
}
void __wrap_GOMP_taskwait() {
  HostThread& self = this_host_thread();
  if (!current_host_thread) return;
  Task& task = *self.task;
  work_until(*self.team, [&] { return task.unfinished_children == 0; });
  self.actor->clock.join(task.ended_children);
}
void __wrap_GOMP_taskyield() {
  if (current_host_thread) give_turn();
}
void __wrap_GOMP_taskgroup_start() { begin_group(); }
void __wrap_GOMP_taskgroup_end() { end_group(); }
}
