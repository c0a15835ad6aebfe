// Races for openmp_test.cpp, which looks up the line that each is found at by its comment. simtcc compiles it.
#include <omp.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

extern "C" long race_plain(int*, int*, int n) {
  long sum = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) sum += i;  // race_plain
  return sum;
}
extern "C" long race_dynamic(int* times, int*, int n) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < n; ++i) times[i / 2] = i;  // race_dynamic
  return 0;
}
extern "C" long race_atomic_and_plain(int*, int*, int n) {
  long sum = 0, seen = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    sum += i;
    if (i == n - 1) seen = sum;  // race_atomic_and_plain
  }
  return seen;
}
extern "C" long race_two_locks(int*, int*, int) {
  long sum = 0;
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp critical(one)
      sum += 1;
    }
#pragma omp section
    {
#pragma omp critical(two)
      sum += 2;  // race_two_locks
    }
  }
  return sum;
}
// Only when the second thread is the first to take the lock does nothing order the two.
extern "C" long race_by_order(int* times, int*, int) {
  long dummy = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) times[0] = 1;
#pragma omp critical
    ++dummy;
    if (omp_get_thread_num() == 1) times[0] = 2;  // race_by_order
  }
  return dummy;
}
extern "C" long race_nowait(int* times, int* owner, int n) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; ++i) times[i] = i;
#pragma omp for
    for (int i = 0; i < n; ++i) owner[i] = times[n - 1 - i];  // race_nowait
  }
  return 0;
}
extern "C" long race_of_tasks(int* times, int*, int) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    times[0] = 1;
#pragma omp task
    times[0] = 2;  // race_of_tasks
  }
  return 0;
}
extern "C" long race_before_join(int* times, int*, int) {
  std::thread other([=] { times[0] = 1; });
  times[0] = 2;  // race_before_join
  other.join();
  return 0;
}
extern "C" long race_relaxed_flag(int* times, int*, int) {
  std::atomic<bool> ready = false;
  std::thread other([&] {
    times[0] = 1;
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed));
  const long seen = times[0];  // race_relaxed_flag
  other.join();
  return seen;
}
// And some that are none.
extern "C" long bytes_apart(int* times, int*, int n) {
  auto* const bytes = reinterpret_cast<char*>(times);
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; ++i) bytes[i] = 1;
  return bytes[0];
}
extern "C" long memory_again(int*, int*, int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    std::vector<int> mine(100, i);
    sum += mine[50];
  }
  return sum;
}
// Tasks and threads that use a stack one after the other.
extern "C" long stacks_again(int*, int*, int n) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task shared(sum)
    {
      int on_the_stack[16];
      for (int& each : on_the_stack) each = i;
#pragma omp task shared(sum, on_the_stack)
      {
#pragma omp atomic
        sum += on_the_stack[3];
      }
#pragma omp taskwait
    }
  }
  return sum;
}
// Whoever waits for itself waits for ever.
extern "C" long deadlock(int*, int*, int) {
  long sum = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    {
      std::mutex mutex;
      mutex.lock();
      mutex.lock();
      ++sum;
    }
  }
  return sum;
}
