// Counts the machine instructions that a call executes: a measure of speed that is the same on a busy machine.
#pragma once

#include <csignal>
#include <optional>
#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#include <ucontext.h>
#elif defined(__linux__)
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace filters {

#if defined(__linux__) && defined(__x86_64__)
namespace stepping {

inline constexpr unsigned long trap_flag = 0x100;  // of the flags register: a trap after each instruction
inline constinit thread_local bool counts = false;
inline volatile long seen = 0, most = 0;  // the handler interrupts only the thread that reads them
inline volatile bool given_up = false;

// Whether the next instruction is the system call that blocks signals, as who starts a thread does first. A trap whose
// signal is blocked ends the process.
inline bool blocks_signals_next(const greg_t* registers) {
  const auto* const next = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  return next[0] == 0x0f && next[1] == 0x05 && registers[REG_RAX] == SYS_rt_sigprocmask;
}

// The flags that the handler returns to decide whether there is a next trap.
inline void on_trap(int, siginfo_t*, void* context) {
  greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (counts) seen = seen + 1;
  if (blocks_signals_next(registers)) given_up = true;
  if (!counts || given_up || seen >= most) registers[REG_EFL] &= ~greg_t(trap_flag);
}

struct Ends {
  ~Ends() { counts = false; }  // the next trap is the last
};

}  // namespace stepping

// No more than `limit` are counted, and the rest of the call is not slowed down. Nothing where there are no traps, or when the
// call starts a thread.
template <typename Work>
std::optional<long> instructions(const Work& work, long limit) {
  struct sigaction action{};
  action.sa_sigaction = &stepping::on_trap;
  action.sa_flags = SA_SIGINFO;
  if (sigaction(SIGTRAP, &action, nullptr) != 0) return std::nullopt;
  stepping::seen = 0;
  stepping::given_up = false;
  stepping::most = limit;
  {
    const stepping::Ends ends;
    stepping::counts = true;
    // Past the red zone, where the compiler may keep something.
    asm volatile("sub $128, %%rsp; pushfq; orq %0, (%%rsp); popfq; add $128, %%rsp" ::"i"(stepping::trap_flag)
        : "memory", "cc");
    work();
  }
  if (stepping::seen == 0 || stepping::given_up) return std::nullopt;
  return stepping::seen;
}
#else
// Of the calling thread alone, in a copy of this process that is stepped through; no more than `limit` are counted. Nothing
// where a process may not be traced, or when the call does not come to its end.
template <typename Work>
std::optional<long> instructions(const Work& work, long limit) {
#if defined(__linux__)
  // Both on one processor: to wake another one for every step takes many times as long.
  cpu_set_t before, here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  sched_getaffinity(0, sizeof before, &before);
  sched_setaffinity(0, sizeof here, &here);
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
    raise(SIGSTOP);
    work();
    _exit(0);
  }
  int status = 0;
  long count = 0;
  bool whole = false;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    while (count < limit && ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) == 0 &&
           waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP)
      ++count;
    whole = count == limit || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  sched_setaffinity(0, sizeof before, &before);
  if (child > 0 && !WIFEXITED(status) && !WIFSIGNALED(status)) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  if (whole && count > 0) return count;
#else
  (void)work;
  (void)limit;
#endif
  return std::nullopt;
}

#endif

}  // namespace filters
