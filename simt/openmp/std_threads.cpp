// Threads that are not OpenMP's: std::thread, std::async and pthread_create, mutexes, condition variables, and whatever
// waits by sleeping. They take their turns like OpenMP's (turns.hpp). The names are the C++ and the C library's.

// libstdc++'s word for a source that begins the threads of std::thread: from version 13 on, std::thread::_State is
// public for such a one only.
#define _GLIBCXX_THREAD_IMPL 1

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cxxabi.h>
#include <linux/futex.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <sys/syscall.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <unordered_map>

#include "simt/openmp/team.hpp"
#include "simt/engine/streams/timeline.hpp"

namespace simt {

std::vector<std::uint64_t>& work_of_ended_threads() {
  static auto* const all = new std::vector<std::uint64_t>;
  return *all;
}
std::set<std::uint64_t*>& work_of_running_threads() {
  static auto* const all = new std::set<std::uint64_t*>;
  return *all;
}

namespace {

struct Started {
  HostThread thread;
  void* (*function)(void*);
  void* argument;
  bool ended = false;
};
std::unordered_map<pthread_t, Started*> started;  // and neither joined nor detached

// While a thread runs, and has its turn, others may ask what it has done.
struct WhileRunning {
  WhileRunning() { work_of_running_threads().insert(&host_accesses); }
  ~WhileRunning() { work_of_running_threads().erase(&host_accesses); }
  WhileRunning(const WhileRunning&) = delete;
};

void* started_main(void* argument) {
  auto& self = *static_cast<Started*>(argument);
  self.thread.turn.acquire();
  current_host_thread = &self.thread;
  forget_rest_of_stack();
  void* result = nullptr;
  {
    const WhileRunning counts;
    result = self.function(self.argument);
  }
  self.ended = true;
  if (host_accesses) work_of_ended_threads().push_back(host_accesses);
  leave_turns();
  return result;
}

int start_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  if (!current_host_thread) begin_turns();
  HostThread& self = *current_host_thread;
  auto* const added = new Started{.thread = {}, .function = function, .argument = argument};
  if (const int error = pthread_create(thread, attributes, started_main, added)) {
    delete added;
    end_turns_if_alone();
    return error;
  }
  if (current_operation) host_function_tells(), host_hears_functions();  // a callback tells the thread that it starts
  static unsigned number = 0;
  if (takes_turns_alone()) number = 0;
  added->thread.own_actor = added->thread.actor = begin_actor(self.actor, "thread " + std::to_string(++number));
  started[*thread] = added;
  add_to_turns(added->thread);
  begin_in_order();
  return 0;
}

int join_thread(pthread_t thread, void** result) {
  host_listens();
  const auto found = started.find(thread);
  if (found == started.end() || !current_host_thread) return pthread_join(thread, result);
  Started& other = *found->second;
  wait_for([&] { return other.ended; });
  started.erase(thread);
  current_host_thread->actor->clock.join(other.thread.actor->clock);
  end_actor(other.thread.actor);
  end_turns_if_alone();
  const int error = pthread_join(thread, result);
  delete &other;  // not before its thread has quite done with it
  return error;
}

int detach_thread(pthread_t thread) {
  started.erase(thread);
  if (current_host_thread) end_turns_if_alone();
  return pthread_detach(thread);
}

// Functions that the C++ library runs once: who comes second must not wait with the turn in its hand.
std::set<const void*> in_progress;

struct OnlyOne {
  explicit OnlyOne(const void* object) : object_(object) {
    wait_for([&] { return !in_progress.contains(object); });
    in_progress.insert(object);
  }
  ~OnlyOne() { in_progress.erase(object_); }
  const void* object_;
};

std::unordered_map<const void*, std::uint64_t> notified;  // of each condition variable: how often it was

void notify(const void* condition) {
  if (!current_host_thread) return;
  ++notified[condition];
  release_to(*current_host_thread->actor, condition);
}

int lock_mutex(pthread_mutex_t* mutex) {
  host_listens();
  if (!current_host_thread) return pthread_mutex_lock(mutex);
  int error = EBUSY;
  wait_for([&] { return (error = pthread_mutex_trylock(mutex)) != EBUSY; });
  acquire_from(*current_host_thread->actor, mutex);
  return error;
}

int unlock_mutex(pthread_mutex_t* mutex) {
  if (!current_host_thread) return pthread_mutex_unlock(mutex);
  release_to(*current_host_thread->actor, mutex);
  const int error = pthread_mutex_unlock(mutex);
  give_turn_sometimes();
  return error;
}

}  // namespace

bool threads_are_unjoined() { return !started.empty(); }

}  // namespace simt

using namespace simt;

extern "C" {

int __wrap_pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  return start_thread(thread, attributes, function, argument);
}
int __wrap_pthread_join(pthread_t thread, void** result) { return join_thread(thread, result); }

int __wrap_pthread_detach(pthread_t thread) { return detach_thread(thread); }

// std::thread's constructor, in the header, makes the state; the library begins the thread.
void __wrap__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* thread, std::unique_ptr<std::thread::_State>* state, void (*)()) {
  const auto run = [](void* argument) -> void* {
    const std::unique_ptr<std::thread::_State> mine(static_cast<std::thread::_State*>(argument));
    mine->_M_run();
    return nullptr;
  };
  pthread_t handle{};
  if (const int error = start_thread(&handle, nullptr, run, state->get()))
    throw std::system_error(error, std::generic_category());
  state->release();
  *thread = std::thread();
  *reinterpret_cast<pthread_t*>(thread) = handle;  // a std::thread is its id, and that is this
}
void __wrap__ZNSt6thread4joinEv(std::thread* thread) {
  if (!thread->joinable()) throw std::system_error(EINVAL, std::generic_category());
  join_thread(thread->native_handle(), nullptr);
  *reinterpret_cast<pthread_t*>(thread) = {};
}
// As many as OpenMP would take: what a program does must not hang on the machine.
unsigned __wrap__ZNSt6thread20hardware_concurrencyEv() { return unsigned(wanted_threads(this_host_thread())); }
void __wrap__ZNSt6thread6detachEv(std::thread* thread) {
  if (!thread->joinable()) throw std::system_error(EINVAL, std::generic_category());
  detach_thread(thread->native_handle());
  *reinterpret_cast<pthread_t*>(thread) = {};
}

int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex) { return lock_mutex(mutex); }
int __wrap_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  const int error = pthread_mutex_trylock(mutex);
  if (error == 0 && current_host_thread) acquire_from(*current_host_thread->actor, mutex);
  return error;
}
int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex) { return unlock_mutex(mutex); }

int __wrap_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  host_listens();
  if (!current_host_thread) return pthread_cond_wait(condition, mutex);
  const std::uint64_t before = notified[condition];
  unlock_mutex(mutex);
  wait_for([&] { return notified[condition] != before; });
  acquire_from(*current_host_thread->actor, condition);
  return lock_mutex(mutex);
}
// Who waits for a time only is woken early, as may happen.
int __wrap_pthread_cond_clockwait(
    pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (!current_host_thread) return pthread_cond_clockwait(condition, mutex, clock, until);
  unlock_mutex(mutex);
  give_turn();
  acquire_from(*current_host_thread->actor, condition);
  const int error = lock_mutex(mutex);
  timespec now{};
  clock_gettime(clock, &now);
  const bool late = now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
  return error ? error : late ? ETIMEDOUT : 0;
}
int __wrap_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  if (!current_host_thread) return pthread_cond_timedwait(condition, mutex, until);
  return __wrap_pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, until);
}
int __wrap_pthread_cond_signal(pthread_cond_t* condition) { return notify(condition), pthread_cond_signal(condition); }
int __wrap_pthread_cond_broadcast(pthread_cond_t* condition) {
  return notify(condition), pthread_cond_broadcast(condition);
}
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(
    std::condition_variable* condition, std::unique_lock<std::mutex>* lock) {
  __wrap_pthread_cond_wait(condition->native_handle(), lock->mutex()->native_handle());
}
void __wrap__ZNSt18condition_variable10notify_oneEv(std::condition_variable* condition) {
  __wrap_pthread_cond_signal(condition->native_handle());
}
void __wrap__ZNSt18condition_variable10notify_allEv(std::condition_variable* condition) {
  __wrap_pthread_cond_broadcast(condition->native_handle());
}

int __wrap_pthread_once(pthread_once_t* once, void (*function)()) {
  if (!current_host_thread) return pthread_once(once, function);
  const OnlyOne here(once);
  acquire_from(*current_host_thread->actor, once);
  const int error = pthread_once(once, function);
  if (current_host_thread) release_to(*current_host_thread->actor, once);  // the function may have joined the last
  return error;
}
// A function's static variable: the compiler has looked whether it is made, and nobody else makes it.
int __wrap___cxa_guard_acquire(__cxxabiv1::__guard* guard) {
  if (!current_host_thread) return abi::__cxa_guard_acquire(guard);
  wait_for([&] { return !in_progress.contains(guard); });
  acquire_from(*current_host_thread->actor, guard);
  const int mine = abi::__cxa_guard_acquire(guard);
  if (mine) in_progress.insert(guard);
  return mine;
}
void __wrap___cxa_guard_release(__cxxabiv1::__guard* guard) {
  if (current_host_thread) release_to(*current_host_thread->actor, guard);
  in_progress.erase(guard);
  abi::__cxa_guard_release(guard);
}
void __wrap___cxa_guard_abort(__cxxabiv1::__guard* guard) {
  in_progress.erase(guard);
  abi::__cxa_guard_abort(guard);
}

// std::future, std::promise.
bool __wrap__ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
    void*, unsigned* address, unsigned value, bool, std::chrono::seconds, std::chrono::nanoseconds) {
  if (current_host_thread)
    wait_for([&] { return (__atomic_load_n(address, __ATOMIC_ACQUIRE) & 0x7fffffff) != (value & 0x7fffffff); });
  return true;
}
// std::atomic::wait, std::barrier, std::latch and semaphores sleep by a call of the system, in the header.
long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f) {
  if (number != SYS_futex || !current_host_thread) return syscall(number, a, b, c, d, e, f);
  const int operation = int(b) & FUTEX_CMD_MASK;
  if (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) give_turn();
  return 0;
}

int __wrap_sched_yield() {
  if (current_host_thread) give_turn();
  return 0;
}
int __wrap_nanosleep(const timespec* time, timespec* left) {
  if (!current_host_thread) return nanosleep(time, left);
  return give_turn(), 0;
}
int __wrap_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  if (!current_host_thread) return clock_nanosleep(clock, flags, time, left);
  return give_turn(), 0;
}
int __wrap_usleep(useconds_t time) {
  if (!current_host_thread) return usleep(time);
  return give_turn(), 0;
}
}
