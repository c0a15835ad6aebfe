// Counts the machine instructions that a call executes: a measure of speed that is the same on a busy machine.
#pragma once

#include <optional>

#include <csignal>
#include <sys/types.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace grading {

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
    while (count < limit && ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) == 0 && waitpid(child, &status, 0) == child && WIFSTOPPED(status) &&
           WSTOPSIG(status) == SIGTRAP)
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

}  // namespace grading
