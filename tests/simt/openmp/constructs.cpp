// OpenMP as a program uses it, one function a construct, for openmp_test.cpp. simtcc compiles it.
//
// Each function adds 1 to times[i] for every turn i of its work, and returns what it has been asked to compute.
#include <omp.h>

#include <vector>

// owner[i]: the thread that did turn i.
#define LOOP(name, clauses)                             \
  extern "C" long name(int* times, int* owner, int n) { \
    _Pragma(clauses) for (int i = 0; i < n; ++i) {      \
      ++times[i];                                       \
      owner[i] = omp_get_thread_num();                  \
    }                                                   \
    return 0;                                           \
  }
LOOP(loop_static, "omp parallel for schedule(static)")
LOOP(loop_static_chunks, "omp parallel for schedule(static, 3)")
LOOP(loop_dynamic, "omp parallel for schedule(dynamic)")
LOOP(loop_dynamic_chunks, "omp parallel for schedule(dynamic, 7)")
LOOP(loop_monotonic, "omp parallel for schedule(monotonic : dynamic, 2)")
LOOP(loop_guided, "omp parallel for schedule(guided)")
LOOP(loop_guided_chunks, "omp parallel for schedule(guided, 5)")
LOOP(loop_runtime, "omp parallel for schedule(runtime)")
LOOP(loop_auto, "omp parallel for schedule(auto)")
LOOP(loop_simd, "omp parallel for simd schedule(static)")
LOOP(taskloop, "omp parallel master taskloop")
LOOP(taskloop_grains, "omp parallel master taskloop grainsize(4)")

extern "C" long loop_downwards(int* times, int* owner, int n) {
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = n - 1; i >= 0; i -= 1) ++times[i], owner[i] = omp_get_thread_num();
  return 0;
}
extern "C" long loop_unsigned(int* times, int* owner, int n) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 2) nowait
    for (unsigned long long i = 0; i < (unsigned long long)n; i += 2) ++times[i], owner[i] = omp_get_thread_num();
#pragma omp for schedule(guided)
    for (unsigned long long i = (unsigned long long)n / 2 * 2; i > 0; i -= 2)
      ++times[i - 1], owner[i - 1] = omp_get_thread_num();
  }
  return 0;
}
extern "C" long loop_collapsed(int* times, int* owner, int n) {
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
  for (int i = 0; i < n / 4; ++i)
    for (int j = 0; j < 4; ++j) ++times[4 * i + j], owner[4 * i + j] = omp_get_thread_num();
  return 0;
}
// The sum of the last value of each thread's private copy: `lastprivate` is the last turn's.
extern "C" long loop_private(int* times, int* owner, int n) {
  int first = 5, last = -1;
#pragma omp parallel for firstprivate(first) lastprivate(last) schedule(dynamic)
  for (int i = 0; i < n; ++i) ++times[i], owner[i] = omp_get_thread_num(), last = i + first;
  return last;
}
// In order, whoever does it: 1 if it was.
extern "C" long loop_ordered(int* times, int* owner, int n) {
  int before = -1;
  bool in_order = true;
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 0; i < n; ++i) {
#pragma omp ordered
    {
      in_order = in_order && before == i - 1;
      before = i;
      ++times[i];
      owner[i] = omp_get_thread_num();
    }
  }
  return in_order;
}
extern "C" long loop_ordered_static(int* times, int* owner, int n) {
  int before = -1;
  bool in_order = true;
#pragma omp parallel for ordered schedule(static)
  for (int i = 0; i < n; ++i) {
#pragma omp ordered
    in_order = in_order && before == i - 1, before = i, ++times[i], owner[i] = omp_get_thread_num();
  }
  return in_order;
}

extern "C" long sections(int* times, int* owner, int) {
#pragma omp parallel sections
  {
#pragma omp section
    ++times[0], owner[0] = omp_get_thread_num();
#pragma omp section
    ++times[1], owner[1] = omp_get_thread_num();
#pragma omp section
    ++times[2], owner[2] = omp_get_thread_num();
#pragma omp section
    ++times[3], owner[3] = omp_get_thread_num();
  }
  return 0;
}
extern "C" long sections_inside(int* times, int* owner, int) {
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      ++times[0], owner[0] = omp_get_thread_num();
#pragma omp section
      ++times[1], owner[1] = omp_get_thread_num();
    }
  }
  return 0;
}
extern "C" long singles(int* times, int* owner, int n) {
#pragma omp parallel
  for (int i = 0; i < n; ++i) {
#pragma omp single
    ++times[i], owner[i] = omp_get_thread_num();
  }
  return 0;
}
// What one thread has read all others get.
extern "C" long single_copied(int* times, int*, int) {
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    int value;
#pragma omp single copyprivate(value)
    value = 7, ++times[0];
    sum += value;
  }
  return sum;
}

extern "C" long summed(int* times, int* owner, int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) ++times[i], owner[i] = omp_get_thread_num(), sum += i;
  return sum;
}
extern "C" long in_critical(int* times, int* owner, int n) {
  long sum = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
#pragma omp critical
    sum += i;
  }
  return sum;
}
extern "C" long in_named_critical(int* times, int* owner, int n) {
  long sum = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
#pragma omp critical(of_the_sum)
    sum += i;
  }
  return sum;
}
extern "C" long atomic(int* times, int* owner, int n) {
  long sum = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
#pragma omp atomic
    sum += i;
  }
  return sum;
}
extern "C" long atomic_double(int* times, int* owner, int n) {
  double sum = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
#pragma omp atomic
    sum += i;
  }
  return long(sum);
}
extern "C" long atomic_wide(int* times, int* owner, int n) {
  long double sum = 0;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
#pragma omp atomic
    sum += i;
  }
  return long(sum);
}
extern "C" long with_lock(int* times, int* owner, int n) {
  long sum = 0, other = 0;
  omp_lock_t lock;
  omp_nest_lock_t nested;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nested);
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
    omp_set_lock(&lock);
    sum += i;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nested);
    omp_set_nest_lock(&nested);
    other -= i;
    omp_unset_nest_lock(&nested);
    other += i;
    omp_unset_nest_lock(&nested);
  }
  omp_destroy_nest_lock(&nested);
  omp_destroy_lock(&lock);
  return sum + other;
}
// Before and behind a barrier: 1 if each thread saw what all others had written.
extern "C" long over_barrier(int* times, int* owner, int n) {
  int right = 0;
#pragma omp parallel num_threads(4) reduction(+ : right)
  {
    const int me = omp_get_thread_num();
    ++times[me], owner[me] = me;
#pragma omp barrier
    right = times[(me + 1) % 4] == 1 && omp_get_num_threads() == 4;
  }
  (void)n;
  return right == 4;
}

extern "C" long tasks(int* times, int* owner, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task
    ++times[i], owner[i] = omp_get_thread_num();
  }
  return 0;
}
static long fibonacci(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}
extern "C" long tasks_of_tasks(int*, int*, int) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fibonacci(12);
  return result;
}
extern "C" long tasks_in_a_row(int* times, int* owner, int n) {
  long value = 1;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task depend(inout : value)
    value = value * 3 % 1000003 + i, ++times[i], owner[i] = omp_get_thread_num();
  }
  return value;
}
extern "C" long task_group(int* times, int* owner, int n) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < n; ++i) {
#pragma omp task
      {
#pragma omp task
        ++times[i], owner[i] = omp_get_thread_num();
      }
    }
    for (int i = 0; i < n; ++i) sum += times[i];
  }
  return sum;
}
extern "C" long task_at_once(int* times, int* owner, int n) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task if (false) shared(sum)
    sum += i, ++times[i], owner[i] = omp_get_thread_num();
  }
  return sum;
}

// 100 × threads of the outer region + threads of the inner one + 10 × level.
extern "C" long nested(int*, int*, int) {
  long seen = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    seen = 100 * omp_get_team_size(1) + omp_get_num_threads() + 10 * omp_get_level() +
           (omp_get_ancestor_thread_num(2) == omp_get_thread_num() ? 0 : 1000);
  }
  omp_set_max_active_levels(1);
  return seen;
}
extern "C" long nested_alone(int*, int*, int) {
  long threads = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    threads += omp_get_num_threads();
  }
  return threads;
}
// Each thread of the system has its own, also from region to region.
extern "C" long own_variable(int*, int*, int) {
  static thread_local int mine = 0;
  int wrong = 0;
  for (int turn = 1; turn <= 3; ++turn) {
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    wrong = ++mine != turn;
  }
#pragma omp parallel num_threads(4)
  mine = 0;
  return wrong;
}
extern "C" long outside(int*, int*, int n) {
  long sum = 0;
#pragma omp for schedule(dynamic)
  for (int i = 0; i < n; ++i) sum += i;
#pragma omp single
  sum += 1000 * (omp_get_num_threads() - 1) + 1000 * omp_in_parallel();
#pragma omp task shared(sum)
  sum += 1;
#pragma omp taskwait
  return sum;
}
extern "C" long cancelled(int* times, int* owner, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    ++times[i], owner[i] = omp_get_thread_num();
#pragma omp cancel for
  }
  return 0;
}
