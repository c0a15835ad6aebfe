// Loops, sections and ordered regions of OpenMP: which thread gets which iterations. The names are libgomp's.
#include "simt/openmp/team.hpp"

namespace simt {
namespace {

// The chunk that begins at `begin`.
std::uint64_t chunk_size(const Loop& loop, std::uint64_t begin, int threads) {
  const std::uint64_t left = loop.iterations - begin;
  std::uint64_t size = loop.chunk;
  if (loop.schedule == Schedule::guided)
    size = std::max<std::uint64_t>(loop.chunk, (left + std::uint64_t(threads) - 1) / std::uint64_t(threads));
  return std::min(std::max<std::uint64_t>(size, 1), left);
}

}  // namespace

std::uint64_t count_iterations(long start, long end, long step) {
  if (step > 0) return start < end ? (std::uint64_t(end) - std::uint64_t(start) - 1) / std::uint64_t(step) + 1 : 0;
  return start > end ? (std::uint64_t(start) - std::uint64_t(end) - 1) / -std::uint64_t(step) + 1 : 0;
}

void begin_loop(Loop& loop, HostThread& thread) {
  if (loop.schedule == Schedule::runtime) loop.schedule = openmp().schedule, loop.chunk = openmp().chunk;
  loop.next_begin = loop.next_chunk = 0;
  loop.has_chunk = false;
  loop.construct = thread.constructs++;
}

bool next_iterations(HostThread& thread, long* first, long* end) {
  Team& team = current_team(thread);
  Loop& loop = team.loop_of(thread);
  if (loop.has_chunk && loop.ordered) end_of_ordered_chunk(thread);
  loop.has_chunk = false;
  std::uint64_t begin = loop.next_begin, size = 0;
  if (loop.schedule == Schedule::fixed && loop.chunk == 0) {  // one share each
    if (loop.next_chunk) return false;
    const std::uint64_t threads = std::uint64_t(team.size), place = std::uint64_t(thread.place);
    const std::uint64_t share = loop.iterations / threads, more = loop.iterations % threads;
    begin = place * share + std::min(place, more);
    size = share + (place < more);
    loop.mine = place;
    loop.next_chunk = 1;
    if (size == 0) {
      if (loop.ordered) end_of_ordered_chunk(thread);
      return false;
    }
  } else {
    for (;; begin += size) {
      if (begin >= loop.iterations) return false;
      size = chunk_size(loop, begin, team.size);
      if (int(loop.next_chunk++ % std::uint64_t(team.size)) == thread.place) break;
    }
    loop.mine = loop.next_chunk - 1;
    loop.next_begin = begin + size;
  }
  loop.has_chunk = true;
  const auto value = [&](std::uint64_t i) { return long(std::uint64_t(loop.start) + i * std::uint64_t(loop.step)); };
  *first = value(begin);
  *end = begin + size == loop.iterations ? loop.end : value(begin + size);
  return true;
}

// The next chunk may go through its ordered regions, once all before this one have.
void end_of_ordered_chunk(HostThread& thread) {
  Team& team = *thread.team;
  const Loop& loop = team.loop_of(thread);
  std::uint64_t& next = team.ordered_next[loop.construct];
  if (current_host_thread) wait_for([&] { return next == loop.mine; });
  next = loop.mine + 1;
}

namespace {

bool start(Schedule schedule, bool ordered, long first, long end, long step, std::uint64_t iterations, long chunk,
    long* from, long* to) {
  HostThread& self = this_host_thread();
  Loop& loop = current_team(self).loop_of(self);
  loop = {.iterations = iterations,
      .chunk = std::uint64_t(chunk),
      .schedule = schedule,
      .start = first,
      .step = step,
      .end = end,
      .ordered = ordered};
  begin_loop(loop, self);
  return next_iterations(self, from, to);
}

bool start_long(Schedule schedule, bool ordered, long first, long end, long step, long chunk, long* from, long* to) {
  return start(schedule, ordered, first, end, step, count_iterations(first, end, step), chunk, from, to);
}

using Unsigned = unsigned long long;

bool start_unsigned(Schedule schedule, bool ordered, bool up, Unsigned first, Unsigned end, Unsigned step,
    Unsigned chunk, Unsigned* from, Unsigned* to) {
  const Unsigned back = -step;
  const std::uint64_t iterations =
      up ? (first < end ? (end - first - 1) / step + 1 : 0) : (first > end ? (first - end - 1) / back + 1 : 0);
  return start(schedule, ordered, long(first), long(end), long(step), iterations, long(chunk),
      reinterpret_cast<long*>(from), reinterpret_cast<long*>(to));
}

bool next(long* from, long* to) { return next_iterations(this_host_thread(), from, to); }

// A whole region that is one loop: each thread finds its loop begun.
void parallel_loop(void (*function)(void*), void* data, unsigned threads, Schedule schedule, long first, long end,
    long step, long chunk) {
  run_in_parallel(function, data, threads, [&](Team& team) {
    for (Loop& loop : team.loops)
      loop = {.iterations = count_iterations(first, end, step),
          .chunk = std::uint64_t(chunk),
          .schedule = schedule == Schedule::runtime ? openmp().schedule : schedule,
          .start = first,
          .step = step,
          .end = end};
    if (schedule == Schedule::runtime)
      for (Loop& loop : team.loops) loop.chunk = openmp().chunk;
  });
}

void end_loop() {
  HostThread& self = this_host_thread();
  current_team(self).loop_of(self).has_chunk = false;
}

}  // namespace
}  // namespace simt

using namespace simt;

// __wrap_GOMP_loop_dynamic_start and so on, for long and for unsigned long long.
#define LOOP(name, schedule, ordered)                                                                       \
  bool __wrap_GOMP_loop_##name##_start(long first, long end, long step, long chunk, long* from, long* to) { \
    return start_long(Schedule::schedule, ordered, first, end, step, chunk, from, to);                      \
  }                                                                                                         \
  bool __wrap_GOMP_loop_##name##_next(long* from, long* to) { return next(from, to); }                      \
  bool __wrap_GOMP_loop_ull_##name##_start(                                                                 \
      bool up, Unsigned first, Unsigned end, Unsigned step, Unsigned chunk, Unsigned* from, Unsigned* to) { \
    return start_unsigned(Schedule::schedule, ordered, up, first, end, step, chunk, from, to);              \
  }                                                                                                         \
  bool __wrap_GOMP_loop_ull_##name##_next(Unsigned* from, Unsigned* to) {                                   \
    return next(reinterpret_cast<long*>(from), reinterpret_cast<long*>(to));                                \
  }
// `runtime` has no chunk of its own.
#define RUNTIME_LOOP(name, ordered)                                                             \
  bool __wrap_GOMP_loop_##name##_start(long first, long end, long step, long* from, long* to) { \
    return start_long(Schedule::runtime, ordered, first, end, step, 1, from, to);               \
  }                                                                                             \
  bool __wrap_GOMP_loop_##name##_next(long* from, long* to) { return next(from, to); }          \
  bool __wrap_GOMP_loop_ull_##name##_start(                                                     \
      bool up, Unsigned first, Unsigned end, Unsigned step, Unsigned* from, Unsigned* to) {     \
    return start_unsigned(Schedule::runtime, ordered, up, first, end, step, 1, from, to);       \
  }                                                                                             \
  bool __wrap_GOMP_loop_ull_##name##_next(Unsigned* from, Unsigned* to) {                       \
    return next(reinterpret_cast<long*>(from), reinterpret_cast<long*>(to));                    \
  }
#define PARALLEL_LOOP(name, schedule)                                                                                 \
  void __wrap_GOMP_parallel_loop_##name(                                                                              \
      void (*function)(void*), void* data, unsigned threads, long first, long end, long step, long chunk, unsigned) { \
    parallel_loop(function, data, threads, Schedule::schedule, first, end, step, chunk);                              \
  }
#define PARALLEL_RUNTIME_LOOP(name)                                                                       \
  void __wrap_GOMP_parallel_loop_##name(                                                                  \
      void (*function)(void*), void* data, unsigned threads, long first, long end, long step, unsigned) { \
    parallel_loop(function, data, threads, Schedule::runtime, first, end, step, 1);                       \
  }

extern "C" {
LOOP(static, fixed, false)
LOOP(dynamic, dynamic, false)
LOOP(guided, guided, false)
LOOP(nonmonotonic_dynamic, dynamic, false)
LOOP(nonmonotonic_guided, guided, false)
LOOP(ordered_static, fixed, true)
LOOP(ordered_dynamic, dynamic, true)
LOOP(ordered_guided, guided, true)
RUNTIME_LOOP(runtime, false)
RUNTIME_LOOP(nonmonotonic_runtime, false)
RUNTIME_LOOP(maybe_nonmonotonic_runtime, false)
RUNTIME_LOOP(ordered_runtime, true)
PARALLEL_LOOP(static, fixed)
PARALLEL_LOOP(dynamic, dynamic)
PARALLEL_LOOP(guided, guided)
PARALLEL_LOOP(nonmonotonic_dynamic, dynamic)
PARALLEL_LOOP(nonmonotonic_guided, guided)
PARALLEL_RUNTIME_LOOP(runtime)
PARALLEL_RUNTIME_LOOP(nonmonotonic_runtime)
PARALLEL_RUNTIME_LOOP(maybe_nonmonotonic_runtime)

void __wrap_GOMP_loop_end() { end_loop(), team_barrier(); }
void __wrap_GOMP_loop_end_nowait() { end_loop(); }
bool __wrap_GOMP_loop_end_cancel() { return end_loop(), team_barrier(), false; }

void __wrap_GOMP_ordered_start() {
  HostThread& self = this_host_thread();
  Team& team = current_team(self);
  const Loop& loop = team.loop_of(self);
  if (!current_host_thread || !loop.ordered) return;
  wait_for([&] { return team.ordered_next[loop.construct] == loop.mine; });
  acquire_from(*self.actor, &team.ordered_next);
}
void __wrap_GOMP_ordered_end() {
  if (current_host_thread) release_to(*current_host_thread->actor, &current_host_thread->team->ordered_next);
}

// Sections are the iterations 1 … count of a loop; 0 says that there are no more.
unsigned __wrap_GOMP_sections_next() {
  long section = 0, end = 0;
  return next(&section, &end) ? unsigned(section) : 0;
}
unsigned __wrap_GOMP_sections_start(unsigned count) {
  long section = 0, end = 0;
  return start_long(Schedule::dynamic, false, 1, long(count) + 1, 1, 1, &section, &end) ? unsigned(section) : 0;
}
void __wrap_GOMP_parallel_sections(void (*function)(void*), void* data, unsigned threads, unsigned count, unsigned) {
  parallel_loop(function, data, threads, Schedule::dynamic, 1, long(count) + 1, 1, 1);
}
void __wrap_GOMP_sections_end() { __wrap_GOMP_loop_end(); }
void __wrap_GOMP_sections_end_nowait() { __wrap_GOMP_loop_end_nowait(); }
bool __wrap_GOMP_sections_end_cancel() { return __wrap_GOMP_loop_end_cancel(); }
}
