// Tries a submitted function on objects and tells what is wrong with the result, if anything.
#include "tests/03-aos-soa/grading/trial.hpp"

#include <random>

#include <gtest/gtest.h>

#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/common/budget.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/words.hpp"

namespace objects {

std::string counted(int count) { return "count = " + std::to_string(count) + ": "; }

std::vector<int> drawn_counts() {
  std::mt19937_64 random(harness::seed());
  std::vector<int> counts;
  for (int i = 0; i < 4; ++i) counts.push_back(1 + int(random() % 6000));
  return counts;
}

int drawn_count(int step) {
  std::mt19937_64 random(harness::seed() + 1);
  return step * (4 + int(random() % std::uint64_t(16384 / step - 4)));
}

namespace {
bool with_zeros = false;  // what is tried
}

std::uint64_t steps_for(int count) { return 4000 * std::uint64_t(count) + 1'000'000; }

std::uint32_t next_call() {
  static std::uint32_t calls = 0;
  return ++calls;
}

std::string changed_input(const Objects& before, const Objects& after, const Place& place) {
  for (std::size_t i = 0; i < after.size(); ++i)
    for (int field = 0; field < 4; ++field)
      if (after[i][std::size_t(field)] != before[i][std::size_t(field)])
        return place("in", i, field) +
               " was changed by the call. in is only to be read; have out and in changed places?";
  return "";
}

namespace {

std::string differs_by_itself(const Tried& tried, int count, const Values& values, const Result& result) {
  Result again;
  if (!tried.call_once(count, values, again).wrong.empty()) return "";
  for (std::size_t i = 0; i < result.after.size(); ++i)
    for (int field = 0; field < 4; ++field)
      if (result.after[i][std::size_t(field)] != again.after[i][std::size_t(field)])
        return tried.out_place("out", i, field) +
               " differs from call to call, with the same in and out. Something is read before it "
               "is written (shared memory without __syncthreads() between, a variable that has no value yet), or two "
               "threads add to one field at once.";
  return "";
}

}  // namespace

std::string fault(const Tried& tried, int count, harness::Activity* activity) {
  const Values values(next_call(), with_zeros);
  Result result;
  if (tried.on_device) harness::forget_host_work();
  const grading::Call call = tried.call_once(count, values, result);
  if (activity) *activity = call.activity;
  if (!call.wrong.empty()) return grading::closed(call.wrong);
  result.on_device = tried.on_device;
  std::string wrong = diagnosis(result, values, tried.out_place, tried.in_place);
  if (wrong.empty()) return tried.on_device ? grading::much_done_by_copies(call, 16 * std::uint64_t(count)) : "";
  if (tried.on_device && call.no_kernel()) return "no kernel was launched, so nothing can have changed. " + wrong;
  // Of very many objects, what is known of each byte where order is checked would be more than a job may use.
  const bool is_small = count <= 1 << 22;
  std::string unsteady;
  {
    // What blocks do to each other's objects is the same on any machine where they run one after the other.
    const harness::Checking in_turn(is_small ? "uninitialized" : "");
    Result steady;
    if (tried.on_device && tried.call_once(count, values, steady).wrong.empty()) {
      steady.on_device = true;
      if (std::string words = diagnosis(steady, values, tried.out_place, tried.in_place); !words.empty()) {
        wrong = std::move(words);
        result = std::move(steady);
      }
    }
    unsteady = differs_by_itself(tried, count, values, result);
  }
  const std::string words = unsteady.empty() ? call.activity.with_reason(wrong) : unsteady;
  if (!tried.on_device || !is_small) return words;
  Result checked;
  const auto again = [&] { return tried.call_once(count, values, checked).activity; };
  return harness::with_order_checked(again).with_disorder(words);
}

void expect_right(const Trial& trial, const std::vector<int>& counts) {
  for (const int count : counts)
    if (const std::string words = trial(count, nullptr); !words.empty()) {
      ADD_FAILURE() << counted(count) << words;
      return;
    }
}

void expect_right_with_zeros(const Trial& trial) {
  const int count = 1000;
  std::string words = trial(count, nullptr);
  if (words.empty()) {
    with_zeros = true;
    words = trial(count, nullptr);
    with_zeros = false;
    if (!words.empty()) words = "where some fields are 0 the result is wrong, and else it is right: " + words;
  }
  if (!words.empty()) ADD_FAILURE() << counted(count) << words;
}

void expect_work_on_device(const Trial& trial, std::size_t loaded, std::size_t stored) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  constexpr int many = 1500;
  for (const int count : {many, 20}) {
    harness::Activity seen;
    harness::forget_host_work();
    if (const std::string words = trial(count, &seen); !words.empty()) FAIL() << counted(count) << words;
    // Of few, a sum that comes back by managed memory is as much as the data.
    if (const std::string words = count == many ? grading::not_by_kernels(seen, 16 * count) : ""; !words.empty())
      FAIL() << counted(count) << words;
    // An atomic loads and stores.
    const std::uint64_t all_loaded = grading::global_traffic(seen, harness::Direction::load).bytes + seen.atomic.bytes;
    if (all_loaded < loaded * count || seen.store.bytes < stored * count)
      FAIL() << counted(count) << "the kernels load " << all_loaded << " bytes and store " << seen.store.bytes
             << ", but " << loaded * count << " are to be read and " << stored * count << " to be written by kernels.";
  }
}

void expect_grid_to_follow_count(const Trial& trial, const std::function<void(int count)>& call) {
  const auto fault = [&](int count) {
    const std::string words = trial(count, nullptr);
    return words.empty() ? words : counted(count) + words;
  };
  grading::expect_grid_to_follow_count(fault, call);
}

void expect_work_on_host(const Trial& trial) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  harness::Activity seen;
  if (const std::string words = trial(100, &seen); !words.empty()) ADD_FAILURE() << counted(100) << words;
  else if (seen.launches != std::size_t{0})
    ADD_FAILURE() << "a kernel was launched. This function is the CPU's: a loop over host memory.";
}

}  // namespace objects
