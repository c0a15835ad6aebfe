// Threads that are not OpenMP's, and what threads tell each other by, for openmp_test.cpp. simtcc compiles it.
#include <omp.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

extern "C" long std_threads(int* times, int* owner, int n) {
  std::mutex mutex;
  long sum = 0;
  std::vector<std::thread> team;
  for (int t = 0; t < 4; ++t)
    team.emplace_back([&, t] {
      for (int i = t; i < n; i += 4) {
        ++times[i], owner[i] = t;
        const std::lock_guard lock(mutex);
        sum += i;
      }
    });
  for (std::thread& thread : team) thread.join();
  return sum;
}
extern "C" long std_async(int* times, int* owner, int n) {
  std::vector<std::future<long>> parts;
  for (int t = 0; t < 3; ++t)
    parts.push_back(std::async(std::launch::async, [=] {
      long sum = 0;
      for (int i = t; i < n; i += 3) ++times[i], owner[i] = t, sum += i;
      return sum;
    }));
  long sum = 0;
  for (auto& part : parts) sum += part.get();
  return sum;
}
// One thread puts numbers into a slot, another takes them out.
extern "C" long handed_over(int*, int*, int n) {
  std::mutex mutex;
  std::condition_variable changed;
  int slot = -1;
  long sum = 0;
  std::thread taker([&] {
    for (int i = 0; i < n; ++i) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return slot >= 0; });
      sum += slot;
      slot = -1;
      changed.notify_one();
    }
  });
  for (int i = 0; i < n; ++i) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return slot < 0; });
    slot = i;
    changed.notify_one();
  }
  taker.join();
  return sum;
}
extern "C" long flag(int*, int*, int n) {
  long value = 0;
  std::atomic<bool> ready = false;
  std::thread writer([&] {
    value = n;
    ready.store(true, std::memory_order_release);
  });
  while (!ready.load(std::memory_order_acquire));
  const long seen = value;
  writer.join();
  return seen;
}
// Relaxed, with fences: as `omp flush` has it.
extern "C" long flag_with_flush(int*, int*, int n) {
  long value = 0, seen = 0;
  int ready = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      value = n;
#pragma omp flush
#pragma omp atomic write
      ready = 1;
    } else {
      int now = 0;
      while (!now) {
#pragma omp atomic read
        now = ready;
      }
#pragma omp flush
      seen = value;
    }
  }
  return seen;
}
extern "C" long std_barrier(int* times, int*, int) {
  std::barrier meeting(3);
  std::vector<std::thread> team;
  std::atomic<int> right = 0;
  for (int t = 0; t < 3; ++t)
    team.emplace_back([&, t] {
      ++times[t];
      meeting.arrive_and_wait();
      right += times[0] + times[1] + times[2] == 3;
    });
  for (std::thread& thread : team) thread.join();
  return right;
}
extern "C" long made_once(int*, int*, int) {
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    static const std::vector<int> table(10, 3);
    for (const int value : table) sum += value;
  }
  return sum;
}
