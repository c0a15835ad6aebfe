// A judge's requests: how many machine instructions does a call execute?
#include "tests/05-entropy/player/instructions.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#if defined(__linux__)
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "harness/player/requests.hpp"

namespace {

#if defined(__linux__)
// A copy of this process that counts while this one goes on: each instruction is a trap, which takes the system thousands of times
// as long as the instruction, and a second processor has nothing to do meanwhile.
struct Copy {
  pid_t process = -1;
  int answer = -1;  // where its number comes from
};
Copy counting;

void begin_copy(const std::function<void()>& work, std::int64_t limit) {
  int ends[2];
  if (counting.process > 0 || pipe2(ends, O_CLOEXEC) != 0) return;
  std::fflush(nullptr);  // or what was printed is printed by both
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    for (const int printed : {STDOUT_FILENO, STDERR_FILENO})
      if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, printed);
    try {
      if (const std::optional<long> counted = filters::instructions(work, long(limit))) {
        const auto number = std::int64_t(*counted);
        if (write(ends[1], &number, sizeof number) != sizeof number) _exit(1);
      }
    } catch (...) {
    }
    _exit(0);
  }
  close(ends[1]);
  if (child > 0) counting = {child, ends[0]};
  else close(ends[0]);
}

// What the copy has counted, once it is done. Nothing where there is none, or it has come to no number.
std::optional<std::int64_t> end_copy() {
  const Copy was = std::exchange(counting, {});
  if (was.process <= 0) return std::nullopt;
  std::int64_t number = 0;
  const bool told = read(was.answer, &number, sizeof number) == sizeof number;
  close(was.answer);
  waitpid(was.process, nullptr, 0);
  return told ? std::optional(number) : std::nullopt;
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
