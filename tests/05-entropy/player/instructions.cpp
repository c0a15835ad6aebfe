// A judge's requests: how many machine instructions does a call execute, and what does it leave as its result?
#include "tests/05-entropy/player/instructions.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <string>
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

// Where the result lies, in this process and in a copy of it.
struct Result {
  std::uint64_t address = 0, bytes = 0;
};
template <typename Archive>
void fields(Archive& archive, Result& result) {
  archive(result.address, result.bytes);
}

struct Seen {
  std::int64_t instructions = 0;
  std::string result;  // of the call that was counted: who knows which one that is could leave it out
};

#if defined(__linux__)
// A copy of this process that counts while this one goes on: each instruction is a trap, which takes the system thousands of times
// as long as the instruction, and a second processor has nothing to do meanwhile.
// Its answer comes through memory of both: a pipe would have a descriptor, which the submission could guess and write to.
struct Shared {
  std::int64_t number;                                                       // less than 0: none
  char* result() { return reinterpret_cast<char*>(this) + sizeof(Shared); }  // behind it
};
struct Copy {
  pid_t process = -1;
  Shared* shared = nullptr;
  std::size_t bytes = 0;  // of the result
};
Copy counting;

void begin_copy(const std::function<void()>& work, std::int64_t limit, const Result& result) {
  if (counting.process > 0) return;
  const std::size_t bytes = sizeof(Shared) + result.bytes;
  void* const shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return;
  counting.shared = new (shared) Shared{-1};
  counting.bytes = result.bytes;
  std::fflush(nullptr);  // or what was printed is printed by both
  const pid_t parent = getpid();
  counting.process = fork();
  // The submission may write anywhere: here while it goes on, in the copy while it is counted.
  mprotect(shared, bytes, counting.process ? PROT_READ : PROT_NONE);
  if (counting.process != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (const int printed : {STDOUT_FILENO, STDERR_FILENO})
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, printed);
  try {
    const long counted = filters::instructions(work, long(limit)).value_or(-1);
    mprotect(shared, bytes, PROT_READ | PROT_WRITE);
    std::memcpy(counting.shared->result(), reinterpret_cast<const char*>(result.address), result.bytes);
    counting.shared->number = counted;
  } catch (...) {
  }
  _exit(0);
}

// What the copy has counted, once it is done. Nothing where there is none, or it has come to no number.
std::optional<Seen> end_copy() {
  const Copy was = std::exchange(counting, {});
  if (was.process <= 0 || waitpid(was.process, nullptr, 0) != was.process || was.shared->number < 0)
    return std::nullopt;
  return Seen{was.shared->number, std::string(was.shared->result(), was.bytes)};
}
#else
void begin_copy(const std::function<void()>&, std::int64_t, const Result&) {}
std::optional<Seen> end_copy() { return std::nullopt; }
#endif

const harness::Request beginning("begin to count instructions", [](harness::Reader& in, harness::Writer&) {
  const auto work = harness::prepared(in.next<harness::Bound>());
  const auto limit = in.next<std::int64_t>();
  begin_copy(work, limit, in.next<Result>());
});

const harness::Request request("instructions", [](harness::Reader& in, harness::Writer& out) {
  const auto work = harness::prepared(in.next<harness::Bound>());
  const auto limit = in.next<std::int64_t>();
  const auto result = in.next<Result>();
  // Never here: of this process other threads may do the work, which are there since calls before. A copy has only one.
  begin_copy(work, limit, result);
  const std::optional<Seen> seen = end_copy();
  out(seen ? seen->instructions : -1, seen ? seen->result : std::string());
});

}  // namespace
