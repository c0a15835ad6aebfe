// Work that costs the same, shared out in ways that let threads run side by side, or not, for openmp_test.cpp. simtcc
// compiles it.
#include <omp.h>

static void turn_of_hundred(int* times, int* owner, int i) {
  for (int step = 0; step < 100; ++step) times[i] += step == 0;
  owner[i] = omp_get_thread_num();
}
extern "C" long side_by_side(int* times, int* owner, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) turn_of_hundred(times, owner, i);
  return 0;
}
extern "C" long numbers_by_lock(int* times, int* owner, int n) {
  int next = 0;
#pragma omp parallel
  for (;;) {
    int mine;
#pragma omp critical
    mine = next++;
    if (mine >= n) break;
    turn_of_hundred(times, owner, mine);
  }
  return 0;
}
extern "C" long one_in_critical(int* times, int* owner, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    turn_of_hundred(times, owner, i);
  }
  return 0;
}
extern "C" long one_in_ordered(int* times, int* owner, int n) {
#pragma omp parallel for schedule(static, 1) ordered
  for (int i = 0; i < n; ++i) {
#pragma omp ordered
    turn_of_hundred(times, owner, i);
  }
  return 0;
}
extern "C" long a_task_each(int* times, int* owner, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task
    turn_of_hundred(times, owner, i);
  }
  return 0;
}
extern "C" long tasks_behind_each_other(int* times, int* owner, int n) {
  int chain = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task depend(inout : chain)
    turn_of_hundred(times, owner, i), ++chain;
  }
  return 0;
}
extern "C" long half_of_it_alone(int* times, int* owner, int n) {
  for (int i = 0; i < n / 2; ++i) turn_of_hundred(times, owner, i);
#pragma omp parallel for schedule(static, 1)
  for (int i = n / 2; i < n; ++i) turn_of_hundred(times, owner, i);
  return 0;
}
