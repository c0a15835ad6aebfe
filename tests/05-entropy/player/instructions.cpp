// A judge's requests: how many machine instructions does a call execute?
#include "tests/05-entropy/player/instructions.hpp"

#include <cstdint>
#include <cstdio>
#include <new>
#include <optional>
#include <utility>
#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "harness/player/requests.hpp"

namespace {

#if defined(__linux__)
// A copy of this process that counts while this one goes on: each instruction is a trap, which takes the system thousands of times
// as long as the instruction, and a second processor has nothing to do meanwhile.
// Its number comes through memory of both: a pipe would have a descriptor, which the submission could guess and write to.
struct Copy {
  pid_t process = -1;
  std::int64_t* number = nullptr;  // less than 0: none
};
Copy counting;

void begin_copy(const std::function<void()>& work, std::int64_t limit) {
  if (counting.process > 0) return;
  void* const shared =
      mmap(nullptr, sizeof *counting.number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return;
  counting.number = new (shared) std::int64_t(-1);
  std::fflush(nullptr);  // or what was printed is printed by both
  const pid_t parent = getpid();
  counting.process = fork();
  // The submission may write anywhere: here while it goes on, in the copy while it is counted.
  mprotect(shared, sizeof *counting.number, counting.process ? PROT_READ : PROT_NONE);
  if (counting.process != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (const int printed : {STDOUT_FILENO, STDERR_FILENO})
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, printed);
  try {
    const long counted = filters::instructions(work, long(limit)).value_or(-1);
    mprotect(shared, sizeof *counting.number, PROT_READ | PROT_WRITE);
    *counting.number = counted;
  } catch (...) {
  }
  _exit(0);
}

// What the copy has counted, once it is done. Nothing where there is none, or it has come to no number.
std::optional<std::int64_t> end_copy() {
  const Copy was = std::exchange(counting, {});
  if (was.process <= 0 || waitpid(was.process, nullptr, 0) != was.process || *was.number < 0) return std::nullopt;
  return *was.number;
}
#else
void begin_copy(const std::function<void()>&, std::int64_t) {}
std::optional<std::int64_t> end_copy() { return std::nullopt; }
#endif

const harness::Request beginning("begin to count instructions", [](harness::Reader& in, harness::Writer&) {
  const auto work = harness::prepared(in.next<harness::Bound>());
  begin_copy(work, in.next<std::int64_t>());
});

const harness::Request request("instructions", [](harness::Reader& in, harness::Writer& out) {
  const auto work = harness::prepared(in.next<harness::Bound>());
  const auto limit = in.next<std::int64_t>();
  std::optional<std::int64_t> seen = end_copy();
  if (!seen)
    if (const auto counted = filters::instructions(work, limit)) seen = *counted;
  out(seen);
});

}  // namespace
