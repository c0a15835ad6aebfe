// OpenMP's own functions: omp_get_thread_num() and its kin.
#include <omp.h>

#include "simt/openmp/team.hpp"

namespace simt {
namespace {

// How often an omp_nest_lock_t has been taken by its owner.
struct Nested {
  const HostThread* owner = nullptr;
  int depth = 0;
};
std::map<const void*, Nested> nested;

int take_nested(const void* lock, bool waits) {
  const HostThread& self = this_host_thread();
  if (nested[lock].owner == &self) return ++nested[lock].depth;
  if (waits) take_lock(lock);
  else if (!try_lock(lock)) return 0;
  nested[lock] = {&self, 1};
  return 1;
}

// The team `level` regions out from the outermost; null if there is none. *place: the calling thread's, in it.
const Team* team_of_level(int level, int* place) {
  HostThread& self = this_host_thread();
  const Team* team = &current_team(self);
  *place = self.place;
  if (level < 0 || level > team->level) return nullptr;
  for (; team->level > level; team = team->outer) *place = team->outer_place;
  return team;
}

}  // namespace
}  // namespace simt

using namespace simt;

extern "C" {

int __wrap_omp_get_thread_num() { return this_host_thread().place; }
int __wrap_omp_get_num_threads() { return current_team(this_host_thread()).size; }
int __wrap_omp_get_max_threads() { return wanted_threads(this_host_thread()); }
void __wrap_omp_set_num_threads(int threads) { this_host_thread().wanted_threads = threads > 0 ? threads : 1; }
int __wrap_omp_get_num_procs() { return openmp().processors; }
int __wrap_omp_in_parallel() { return current_team(this_host_thread()).active_level > 0; }
int __wrap_omp_get_dynamic() { return openmp().dynamic; }
void __wrap_omp_set_dynamic(int dynamic) { openmp().dynamic = dynamic; }
int __wrap_omp_get_nested() { return openmp().most_active_levels > 1; }
void __wrap_omp_set_nested(int nested) { openmp().most_active_levels = nested ? 1 << 20 : 1; }
int __wrap_omp_get_max_active_levels() { return openmp().most_active_levels; }
void __wrap_omp_set_max_active_levels(int levels) { openmp().most_active_levels = std::max(levels, 0); }
int __wrap_omp_get_supported_active_levels() { return 1 << 20; }
int __wrap_omp_get_level() { return current_team(this_host_thread()).level; }
int __wrap_omp_get_active_level() { return current_team(this_host_thread()).active_level; }
int __wrap_omp_get_thread_limit() { return 1 << 20; }
int __wrap_omp_get_cancellation() { return 0; }
int __wrap_omp_in_final() {
  HostThread& self = this_host_thread();
  return current_team(self), self.task->final;
}
int __wrap_omp_get_ancestor_thread_num(int level) {
  int place = 0;
  return team_of_level(level, &place) ? place : -1;
}
int __wrap_omp_get_team_size(int level) {
  int place = 0;
  const Team* const team = team_of_level(level, &place);
  return team ? team->size : -1;
}
void __wrap_omp_set_schedule(omp_sched_t kind, int chunk) {
  const int plain = int(kind) & 0xff;
  openmp().schedule = plain == omp_sched_static   ? Schedule::fixed
                      : plain == omp_sched_guided ? Schedule::guided
                                                  : Schedule::dynamic;
  openmp().chunk = chunk > 0 ? std::uint64_t(chunk) : openmp().schedule == Schedule::fixed ? 0 : 1;
}
void __wrap_omp_get_schedule(omp_sched_t* kind, int* chunk) {
  *kind = openmp().schedule == Schedule::fixed    ? omp_sched_static
          : openmp().schedule == Schedule::guided ? omp_sched_guided
                                                  : omp_sched_dynamic;
  *chunk = int(openmp().chunk);
}

void __wrap_omp_init_lock(omp_lock_t*) {}
void __wrap_omp_destroy_lock(omp_lock_t*) {}
void __wrap_omp_set_lock(omp_lock_t* lock) { take_lock(lock); }
int __wrap_omp_test_lock(omp_lock_t* lock) { return try_lock(lock); }
void __wrap_omp_unset_lock(omp_lock_t* lock) { give_lock(lock); }
void __wrap_omp_init_nest_lock(omp_nest_lock_t* lock) { nested.erase(lock); }
void __wrap_omp_destroy_nest_lock(omp_nest_lock_t* lock) { nested.erase(lock); }
void __wrap_omp_set_nest_lock(omp_nest_lock_t* lock) { take_nested(lock, true); }
int __wrap_omp_test_nest_lock(omp_nest_lock_t* lock) { return take_nested(lock, false); }
void __wrap_omp_unset_nest_lock(omp_nest_lock_t* lock) {
  if (--nested[lock].depth > 0) return;
  nested[lock] = {};
  give_lock(lock);
}
}
