// Grades the lab first_program: right results, the first error to whoever called, nothing left behind.
// Run: grade-first_program.sim --module FILE.so
#include <algorithm>
#include <exception>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/judge/host_buffer.hpp"
#include "harness/scripted.hpp"
#include "tests/00-first-kernel/grading/line.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace {

constexpr line::Line ordinary;
constexpr int success = 0, out_of_memory = 2, invalid_value = 1, invalid_configuration = 9,
              launch_timeout = 702;  // of cudaError_t

struct Seen : grading::Call {
  int error = success;
  std::string name;    // cudaErrorInvalidConfiguration, …
  bool right = false;  // out holds the line
  std::string left;    // the error that cudaGetLastError would give whoever asks next, where one is left
};

std::string asked(int count, int block) {
  return "count = " + std::to_string(count) + ", block = " + std::to_string(block) + ": ";
}

std::string thrown(const char* words) {
  return std::string("the function threw an exception") + words + "; what goes wrong is to be returned.";
}

std::string error_left() {
  const auto name = harness::ask<std::string>("first program left");
  return name == "cudaSuccess" ? "" : name;
}

// One call, which is to succeed or to fail; `left` bytes of device memory, or 0: all there is.
// `asks`: the caller asks for the error that it has been told of, too.
Seen call(
    int count, int block, bool to_fail = false, std::uint64_t left = 0, bool asks = true, line::Line line = ordinary) {
  return grading::safely([&] {
    static int calls = 0;
    Seen seen;
    harness::DeviceBuffer<float> others(std::vector<float>{1, 2, 3}, "memory of the caller's");
    line::Result result{line::numbers(std::size_t(count), ++calls), line::before(std::size_t(count), calls), {}, true};
    const harness::HostBuffer<float> in(result.in), out(result.before);
    const auto work = [&] {
      std::int32_t error = 0;
      std::tie(error, seen.name) = harness::ask<std::int32_t, std::string>("first program", "first_program",
          std::uint64_t(out.get()), std::uint64_t(in.get()), line.a, line.b, std::int32_t(count), std::int32_t(block));
      seen.error = error;
    };
    if (to_fail) {  // what CUDA reports is what is wanted here
      harness::leave_device_memory(left);
      try {
        work();
      } catch (const harness::DeviceError&) {
        throw;
      } catch (const std::exception& error) {
        seen.wrong = thrown((std::string(" (") + error.what() + ")").c_str());
      } catch (...) {
        seen.wrong = thrown("");
      }
      harness::leave_device_memory(0);
      seen.left = error_left();
      if (asks) harness::clear_error();
    } else {
      grading::watch(seen, 100 * std::uint64_t(count) + 100'000, work);
    }
    const auto found = [&]() -> std::string {
      if (others.download() != std::vector<float>{1, 2, 3}) return "device memory of the caller's was changed.";
      if (in.download() != result.in) return "in was changed; it may only be read.";
      result.out = out.download();
      std::string words = line::wrong_with(result, line);
      seen.right = words.empty();
      if (to_fail) return "";
      if (seen.error != success) return "all is well here, and " + seen.name + " was returned.";
      if (!words.empty() && seen.no_kernel()) words = "no kernel was launched, so nothing was computed.";
      return words;
    };
    grading::look(seen, found,
        "Somebody else uses the device, too, so free your own memory with cudaFree, and do not reset the device.");
    if (!seen.wrong.empty()) seen.wrong = grading::closed(seen.wrong);
    return seen;
  });
}

void expect_right(std::initializer_list<int> counts, int block) {
  for (const int count : counts)
    if (const Seen seen = call(count, block); !seen.wrong.empty()) {
      ADD_FAILURE() << asked(count, block) << seen.wrong;
      return;
    }
}

TEST(Correctness, WholeBlocks) { expect_right({256, 1024, 65536}, 256); }
TEST(Correctness, AnyCount) { expect_right({1, 33, 255, 257, 1000, 100'003}, 256); }
TEST(Correctness, AnyBlock) {
  for (const int block : {1, 32, 100, 1024})
    if (!HasFailure()) expect_right({1, 1000, 4099}, block);
  if (!HasFailure()) expect_right({70'001}, 1);  // more blocks than 16 bits count
}
TEST(Correctness, OtherLines) {
  for (const line::Line line : {line::Line{1, 0}, line::Line{0, 7}, line::Line{-2, 0.25f}, line::Line{0.5f, -3}}) {
    const Seen seen = call(1000, 256, false, 0, true, line);
    if (!seen.wrong.empty())
      FAIL() << "a = " << grading::number(line.a) << ", b = " << grading::number(line.b) << ": " << seen.wrong;
  }
}
TEST(Correctness, NoNumbers) {
  const Seen seen = call(0, 256);
  if (!seen.wrong.empty())
    FAIL() << asked(0, 256)
           << grading::because(seen.wrong,
                  "With no element there is nothing to do, and a grid of no blocks is an error of its own.");
  const Seen again = call(1000, 256);
  if (!again.wrong.empty()) FAIL() << asked(1000, 256) << again.wrong;
}
TEST(Correctness, OnTheDevice) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  const int count = 1000;
  const Seen seen = call(count, 256);
  if (!seen.wrong.empty()) FAIL() << asked(count, 256) << seen.wrong;
  if (seen.activity.load.bytes < count * sizeof(float) || seen.activity.plain_store.bytes < count * sizeof(float))
    FAIL() << asked(count, 256) << "kernels load " << seen.activity.load.bytes << " bytes and store "
           << seen.activity.plain_store.bytes << ", but there are " << count * sizeof(float)
           << " to be read and as many to be written: the work is the device's.";
}

// The right result first, so that a function that does nothing has no point for failing.
bool is_right_where_all_is_well() {
  const Seen seen = call(1000, 256);
  if (!seen.wrong.empty()) ADD_FAILURE() << asked(1000, 256) << seen.wrong;
  return seen.wrong.empty();
}

// Memory that a test took would be missing to everybody who works on the GPU, other graders among them.
const std::string little_left = "what happens when memory is scarce is graded on sim only";

// Whether the function launches what CUDA refuses. What it keeps is lost by that.
bool launch_is_refused(int count, int block) {
  harness::watch(0);
  call(count, block, true);
  return harness::activity().kind == "invalid-configuration";
}

// Who does without an array of its own, or takes a piece at a time, needs no memory, and then all may be well.
void expect_error(int count, int block, std::uint64_t left, std::initializer_list<int> codes, const std::string& what) {
  if (left && !harness::backend().has_counters) GTEST_SKIP() << little_left;
  if (!is_right_where_all_is_well()) return;
  const Seen seen = call(count, block, true, left);
  if (seen.name.empty()) FAIL() << asked(count, block) << seen.wrong;
  if (seen.error == success && left && seen.wrong.empty() && seen.right) return;
  if (seen.error == success && seen.right)
    FAIL() << asked(count, block)
           << "the function made the block another size than was asked for, and returned cudaSuccess: what its caller "
              "asks for and CUDA refuses is an error to be returned. "
           << what;
  if (seen.error == success && seen.left.empty() && launch_is_refused(count, block))
    FAIL() << asked(count, block)
           << "cudaGetLastError was asked behind the launch, and what it said was lost, for the function returned "
              "cudaSuccess. Ask directly behind the launch, keep the answer, and let no later call's result take its "
              "place.";
  if (seen.error == success)
    FAIL() << asked(count, block)
           << grading::because("the function returned cudaSuccess, and its caller believes it.", what);
  if (std::find(codes.begin(), codes.end(), seen.error) == codes.end())
    FAIL() << asked(count, block)
           << grading::because(
                  "the function returned " + seen.name + ", which is another error than CUDA's first.", what);
  if (!seen.wrong.empty()) FAIL() << asked(count, block) << seen.wrong;
}

const std::string refused = "A block has 1 to 1024 threads, so the launch is refused; cudaGetLastError tells.";
const std::string first_full = "There is no device memory for the first array, and cudaMalloc says so.";
const std::string second_full = "There is device memory for one array and not for two; the second cudaMalloc says so.";
constexpr int million = 1 << 20;                           // floats, 4 MiB
constexpr std::uint64_t little = 1 << 21, some = 6 << 20;  // bytes: less than an array, one and a half

void expect_refused(int block) {
  for (const int count : {1000, 1, 100'003})
    if (!testing::Test::HasFailure()) expect_error(count, block, 0, {invalid_configuration, invalid_value}, refused);
}
TEST(Errors, BlockTooLarge) { expect_refused(2048); }
TEST(Errors, BlockOfNothing) { expect_refused(0); }
TEST(Errors, NoMemory) { expect_error(million, 256, little, {out_of_memory}, first_full); }
TEST(Errors, MemoryForOneArray) { expect_error(million, 256, some, {out_of_memory}, second_full); }
// The arrays' bytes are 2^32 and some more: as an int they are few.
TEST(Errors, BytesPastAnInt) {
  if (!harness::backend().has_counters) GTEST_SKIP() << little_left;
  if (!is_right_where_all_is_well()) return;
  constexpr int count = (1 << 30) + 256;
  const harness::HostBuffer<float> in(std::vector<float>(1024, 1)), out(std::vector<float>(1024, 2));
  harness::leave_device_memory(1 << 16);
  harness::limit_steps(1 << 20);
  const auto [error, name] =
      harness::ask<std::int32_t, std::string>("first program", "first_program", std::uint64_t(out.get()),
          std::uint64_t(in.get()), ordinary.a, ordinary.b, std::int32_t(count), std::int32_t(256));
  harness::leave_device_memory(0);
  harness::clear_error();
  if (error != out_of_memory) harness::recover();  // what the function keeps is lost by that
  if (error != out_of_memory)
    FAIL() << "so many numbers are more bytes than an int counts: with " << count
           << " of them and no memory for so many, "
           << "the function returned " << name << ". cudaMalloc and cudaMemcpy take a size_t.";
}
// Who fills memory that both sides reach need not copy.
bool copies_where_all_is_well() {
  const Seen seen = call(1000, 256);
  if (!seen.wrong.empty()) ADD_FAILURE() << asked(1000, 256) << seen.wrong;
  return seen.wrong.empty() && seen.activity.copied.on_both_sides == 0;
}
TEST(Errors, CopyRefused) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "whether memory is of both sides is seen on sim only";
  if (!copies_where_all_is_well()) return;
  const harness::HostBuffer<float> out(std::vector<float>(1000, 2));
  const auto [error, name] = harness::ask<std::int32_t, std::string>("first program", "first_program",
      std::uint64_t(out.get()), std::uint64_t(0), ordinary.a, ordinary.b, std::int32_t(1000), std::int32_t(256));
  harness::clear_error();
  if (error != invalid_value) harness::recover();
  if (error == success)
    FAIL() << "the first copy is refused where in is nullptr, and the function returned cudaSuccess: cudaMemcpy "
              "returns an "
              "error, too.";
}
TEST(Errors, CopyBackRefused) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "whether memory is of both sides is seen on sim only";
  if (!copies_where_all_is_well()) return;
  const harness::HostBuffer<float> in(std::vector<float>(1000, 2));
  const auto [error, name] = harness::ask<std::int32_t, std::string>("first program", "first_program", std::uint64_t(0),
      std::uint64_t(in.get()), ordinary.a, ordinary.b, std::int32_t(1000), std::int32_t(256));
  harness::clear_error();
  if (error != invalid_value) harness::recover();
  if (error == success)
    FAIL() << "the copy of the result is refused where out is nullptr, and the function returned cudaSuccess: the last "
              "cudaMemcpy returns an error, too.";
}
// Whether all is well or not.
TEST(Errors, NothingIsPrinted) {
  if (!is_right_where_all_is_well()) return;
  call(1000, 2048, true);
  if (const auto printed = harness::ask<std::string>("first program printed"); !printed.empty())
    FAIL() << "the function prints \"" << printed.substr(0, printed.find('\n')).substr(0, 60)
           << "\". What is to be said of an error is its caller's to decide: return it, and print nothing.";
}
// As where a watchdog stops a kernel: the launch was taken, and only who waits for it can know.
TEST(Errors, KernelStopped) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "kernels are stopped on sim only";
  if (!is_right_where_all_is_well()) return;
  harness::limit_steps(0);
  const Seen seen = [] {
    const harness::LateWork late;  // not before somebody waits
    harness::watch(0);
    const Seen stopped = call(1000, 256, true);
    harness::activity();
    return stopped;
  }();
  harness::limit_steps(1 << 20);
  harness::recover();
  if (seen.error == success)
    FAIL() << "a kernel was launched and then stopped by CUDA, and the function returned cudaSuccess: who waits for it "
              "(cudaDeviceSynchronize, cudaMemcpy) is told. Return what that returns.";
  if (seen.error != launch_timeout)
    FAIL() << "a kernel was launched and then stopped by CUDA, and the function returned " << grading::closed(seen.name)
           << " CUDA's first error is cudaErrorLaunchTimeout.";
}
TEST(Errors, WellAgainAfterwards) {
  if (!is_right_where_all_is_well()) return;
  call(1000, 2048, true);
  const Seen seen = call(1000, 256);
  if (!seen.wrong.empty()) FAIL() << "after a call that failed, " << asked(1000, 256) << seen.wrong;
  call(1000, 2048, true, 0, false);
  const Seen again = call(1000, 256);
  harness::clear_error();
  if (!again.wrong.empty())
    FAIL() << "the error of a refused launch is still there for the next call (cudaGetLastError takes it away, "
              "cudaPeekAtLastError does not): "
           << asked(1000, 256) << again.wrong;
}

std::string trial(harness::Activity* activity) {
  const Seen seen = call(1000, 256);
  if (activity) *activity = seen.activity;
  return seen.wrong.empty() ? "" : asked(1000, 256) + seen.wrong;
}

TEST(Correctness, AgainAndAgain) { grading::expect_nothing_remembered("first_program", trial); }
TEST(Correctness, AnyOrder) {
  grading::expect_any_order_of_streams("first_program", trial, grading::ResultIs::on_host);
}

void expect_nothing_left_after(const std::string& what, int count, int block, std::uint64_t left) {
  if (left && !harness::backend().has_counters) GTEST_SKIP() << little_left;
  if (!is_right_where_all_is_well()) return;
  // in and out are elsewhere each time: a place that stays registered is the same one if they come back to it.
  std::vector<harness::HostBuffer<float>> aside;
  grading::expect_nothing_left_by("first_program", what, [&] {
    for (int i = 0; i < 2; ++i) aside.emplace_back(std::vector<float>(std::size_t(count)));
    call(count, block, true, left);
  });
}

TEST(Release, AfterSuccess) { grading::expect_nothing_left("first_program", trial); }
TEST(Release, NothingIsKept) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what is kept is known on sim only";
  if (!is_right_where_all_is_well()) return;
  if (const std::size_t kept = harness::live_allocations())  // the grader's own are gone
    FAIL() << "device memory is kept when first_program has returned (" << kept
           << (kept == 1 ? " allocation" : " allocations") << "): it is to be free again, for others need it, too.";
}
TEST(Release, AfterARefusedLaunch) { expect_nothing_left_after(" whose launch is refused", 1000, 2048, 0); }
// Who divides by block looks at it first, and may be on the way out there.
TEST(Release, AfterABlockOfNothing) { expect_nothing_left_after(" that is asked for blocks of nothing", 1000, 0, 0); }
TEST(Release, AfterHalfTheMemory) {
  expect_nothing_left_after(" that can have memory for one array and not for two", million, 256, some);
}

}  // namespace
