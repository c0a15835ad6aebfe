// What every lab's function must do besides its work, and in words what it does instead.
#include "tests/common/habits.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "harness/judge/environment.hpp"
#include "harness/judge/rehearsal.hpp"
#include "harness/scripted.hpp"
#include "tests/common/call.hpp"
#include "tests/common/words.hpp"

namespace grading {

void expect_nothing_remembered(const std::string& function, const Trial& trial) {
  harness::SameMemory same;
  std::string words = trial(nullptr);
  if (!words.empty()) FAIL() << closed(words);
  words = trial(nullptr);
  if (words.empty()) {
    {
      const harness::Rehearsals nearly_the_same;
      words = trial(nullptr);
    }
    if (words.empty()) return;
    same.elsewhere();
    if (!trial(nullptr).empty()) FAIL() << closed(words);
    ADD_FAILURE()
        << function
        << " keeps something from call to call and finds it again by some of the values: called on the same addresses, "
           "where two values have changed places since, it gives a wrong result. Work on what is there now.";
    return;
  }
  same.elsewhere();
  if (!trial(nullptr).empty()) FAIL() << closed(words);
  ADD_FAILURE()
      << function
      << " keeps something from call to call and finds it again by its address: called on the same "
         "addresses, where there are other values now, it gives a wrong result, and on other addresses the right one. "
         "Work on what is there now.";
}

void expect_nothing_left_by(const std::string& function, const std::string& what, const std::function<void()>& call) {
  const harness::Checking with_places("leak");
  const auto of_kernels = [](const simt::Acquired& one) { return one.address == 0; };
  for (int i = 0; i < 4; ++i) {
    // What the host makes once and keeps is no leak. What kernels have taken of the device's heap is one after any call: the
    // first may have taken all that there is.
    std::vector<simt::Acquired> before = harness::acquired();
    std::erase_if(before, of_kernels);
    call();
    if (testing::Test::HasFailure()) return;
    std::vector<simt::Acquired> now = harness::acquired();
    if (i < 3) std::erase_if(now, std::not_fn(of_kernels));
    if (const std::string words = left_behind(before, now); !words.empty()) {
      ADD_FAILURE() << "each call of " << function << what << " leaves something behind: " << words;
      return;
    }
  }
}

namespace {

// What a call leaves of the caller's choice of a device. Its kernels do not run, for what the function may keep is memory of the
// device that was the current one before, and nobody looks at the result.
void expect_device_kept(const std::string& function, const Trial& trial) {
  const int devices = harness::devices();
  if (!harness::set_devices(2)) return;
  harness::set_current_device(1);
  {
    const harness::LaunchesOnly only;
    trial(nullptr);
  }
  const int after = harness::current_device();
  harness::set_current_device(0);
  harness::set_devices(devices);
  if (after == 1) return;
  ADD_FAILURE() << "each call of " << function << " leaves its caller another current device: it was 1 and is " << after
                << " afterwards, with all that the caller does next. Work on the device that is the current one.";
}

}  // namespace

void expect_nothing_left(const std::string& function, const Trial& trial) {
  expect_nothing_left_by(function, "", [&] {
    if (const std::string words = trial(nullptr); !words.empty()) ADD_FAILURE() << closed(words);
  });
  if (testing::Test::HasFailure()) return;
  if (const std::string words = left_again(); !words.empty()) {
    ADD_FAILURE() << "calls of " << function
                  << " with some other shapes than this one leave something behind: " << words;
    return;
  }
  expect_device_kept(function, trial);
}

void expect_any_order_of_streams(const std::string& function, const Trial& trial, ResultIs where) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "other orders of streams are tried on sim only";
  if (const std::string words = trial(nullptr); !words.empty()) FAIL() << closed(words);
  const harness::Checking streams("stream");
  harness::Activity seen;
  const auto goes_wrong = [&] {
    if (seen.fault.empty()) return false;
    ADD_FAILURE() << "in another order that CUDA allows: " << closed(seen.fault);
    return true;
  };
  trial(&seen);
  if (goes_wrong()) return;
  const harness::LateWork late;
  const std::string words = trial(&seen);
  if (goes_wrong()) return;
  if (!words.empty() && where == ResultIs::on_host)
    FAIL()
        << "a caller who looks at the result when " << function
        << " has returned finds it unfinished: it is copied to the host in a stream that the function has not waited "
           "for. Wait for the stream, or for an event behind the copy.";
  if (!words.empty())
    FAIL() << "a caller who copies the result back when " << function
           << " has returned finds it unfinished: the work is in a stream that neither the function nor that copy "
              "waits for. Wait for the stream (cudaStreamSynchronize), or use the default one.";
}

namespace {

// What is known of each byte where order is checked would be, of so many, more than a job may use.
struct Unchecked {
  Unchecked() { harness::check_order(false, false); }
  ~Unchecked() { harness::set_checks(before); }
  Unchecked(const Unchecked&) = delete;
  Unchecked& operator=(const Unchecked&) = delete;
  const std::string before = harness::checks();
};

}  // namespace

void expect_grid_to_follow_count(const std::function<std::string(int count)>& fault,
    const std::function<void(int count)>& call, int of_thread, int largest, std::uint64_t most_tried) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "threads are counted on sim only";
  const auto threads_for = [&](int count) { return threads_started([&] { call(count); }); };
  std::uint64_t before = 0;
  for (int count = 1 << 16; count < largest; count *= 2) {  // one more than fits into so many blocks
    const std::uint64_t threads = threads_for(count + 1);
    const bool fewer = threads < before && threads * std::uint64_t(of_thread) <= std::uint64_t(count);
    before = threads;
    if (!fewer) continue;
    const Unchecked so_many;
    if (const std::string words = fault(count + 1); !words.empty())
      FAIL() << (threads == 0 ? ""
                              : "more numbers, and fewer threads: " + std::to_string(threads) + " for " +
                                    std::to_string(count + 1) + ". Does the number of blocks fit into its type? ")
             << words;
    break;
  }
  const std::uint64_t threads = threads_for(largest), filled = threads * std::uint64_t(of_thread);
  if (threads == 0 || filled > most_tried || filled >= std::uint64_t(largest)) return;
  const Unchecked so_many;
  if (const std::string words = fault(int(filled) + of_thread); !words.empty())
    FAIL() << (threads == threads_for(largest / 2) ? "the grid is the same for every large count, "
                                                   : "for the largest counts there are too few threads, ")
           << threads << (threads == 1 ? " thread. " : " threads. ") << words;
  // A loop of so many turns, be they one or four, ends before the count does.
  const std::uint64_t more = 5 * filled + std::uint64_t(of_thread);
  if (more > std::min(most_tried / 8, std::uint64_t(largest))) return;
  if (const std::string words = fault(int(more)); !words.empty())
    FAIL() << "with " << threads << " threads for every large count it is right for " << filled
           << " numbers, and not for five times as many: does each thread go on until the count is reached? "
           << harness::first_sentence(words);
}

}  // namespace grading
