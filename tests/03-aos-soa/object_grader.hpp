// Calls a submitted function on objects in one layout or another and tells what is wrong with the result, if anything.
//
// Used by the graders of this chapter's labs; each lists its own tests.
#pragma once

#include <exception>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/03-aos-soa/diagnosis.hpp"

namespace grading {

// Counts of objects that a kernel may stumble over: fewer than a warp, a block and one more, no multiple of anything.
inline const std::initializer_list<int> few = {1, 2, 31, 32, 33, 63, 65};
inline const std::initializer_list<int> odd = {255, 256, 257, 1000, 1023, 1025, 4099};
inline const std::initializer_list<int> many = {65536, 100003};

inline std::string closed(std::string sentence) {
  if (!sentence.empty() && sentence.find_last_of(".?!") != sentence.size() - 1) sentence += '.';
  return sentence;
}

inline std::string counted(int count) { return "count = " + std::to_string(count) + ": "; }

// One call of a function: what the device did, and what went wrong before any result could be looked at.
struct Call {
  harness::Activity activity;
  std::string wrong;
};

// Runs `work` and watches the device. Whoever sends a kernel round for ever is not called again.
template <typename Work>
Call watched(int count, const Work& work) {
  static bool endless = false;
  Call call;
  if (endless) {
    call.wrong = call.activity.fault = "not tried, since a kernel did not come to its end before.";
    return call;
  }
  harness::limit_steps(
      4000 * std::uint64_t(count) + 1'000'000);  // one thread doing all the work needs a hundredth of it
  harness::watch();
  try {
    work();
  } catch (const std::exception& error) {
    call.wrong = std::string("the function threw an exception: ") + error.what();
  } catch (...) {
    call.wrong = "the function threw an exception.";
  }
  call.activity = harness::activity();
  if (call.wrong.empty()) call.wrong = call.activity.fault;
  endless = call.activity.endless;
  return call;
}

inline std::uint32_t next_call() {
  static std::uint32_t calls = 0;
  return ++calls;
}

// A call of void(out, in, int), where Out and In hold objects as the function wants them.
template <typename Out, typename In, typename Function>
class Trial {
 public:
  Trial(Function* function, Task task) : function_(function), task_(task) {}

  // Empty when the result is right. `activity` is what the device did.
  std::string fault(int count, harness::Activity* activity = nullptr) const {
    const Values values(next_call());
    Result result;
    Call call = once(count, values, result);
    if (activity) *activity = call.activity;
    if (!call.wrong.empty()) return closed(call.wrong);
    const Diagnosis diagnosis(result, values, Out::place, In::place);
    if (diagnosis.all_right()) return "";
    if constexpr (on_device)
      if (call.activity.launches == std::size_t{0})
        return "no kernel was launched, so nothing can have changed. " + diagnosis.sentence();
    const std::string unsteady = differs_by_itself(count, values, result);
    const std::string words = unsteady.empty() ? call.activity.with_reason(diagnosis.sentence()) : unsteady;
    if constexpr (!on_device) return words;
    Result checked;
    return harness::with_order_checked([&] { return once(count, values, checked).activity; }).with_disorder(words);
  }

 private:
  static constexpr bool on_device = !std::is_same_v<Out, HostArrays> && !std::is_same_v<Out, HostItems>;

  std::string differs_by_itself(int count, const Values& values, const Result& result) const {
    Result again;
    if (!once(count, values, again).wrong.empty()) return "";
    for (std::size_t i = 0; i < result.after.size(); ++i)
      for (int field = 0; field < 4; ++field)
        if (result.after[i][std::size_t(field)] != again.after[i][std::size_t(field)])
          return Out::place("out", i, field) +
                 " differs from call to call, with the same in and out. Something is read before it "
                 "is written: shared memory without __syncthreads() between, or a variable that has no value yet.";
    return "";
  }

  Call once(int count, const Values& values, Result& result) const {
    result.task = task_;
    result.in = values.objects(true, std::size_t(count));
    Call call;
    {
      In in(result.in, "in");
      Out out = made(count, values, result);
      call = watched(count, [&] { function_(out.argument(), in.argument(), count); });
      if (call.wrong.empty()) call.wrong = look(out, in, result);
    }
    if (!call.activity.fault.empty()) harness::recover();  // by now the buffers are gone
    return call;
  }

  Out made(int count, const Values& values, Result& result) const {
    if constexpr (std::is_constructible_v<Out, std::size_t, std::string, harness::Poison>)
      if (task_ == Task::rearrange) {
        const int poison = int(harness::poison_word(harness::Poison::first));
        result.before.assign(std::size_t(count), {poison, poison, poison, poison});
        return Out(std::size_t(count), "out", harness::Poison::first);
      }
    result.before = values.objects(false, std::size_t(count));
    return Out(result.before, "out");
  }

  // Damage, or a changed input; takes the result out of `out`.
  static std::string look(const Out& out, const In& in, Result& result) {
    try {
      if (std::string words = out.damage(); !words.empty()) return words;
      if (std::string words = in.damage(); !words.empty()) return words;
      const Objects kept = in.download();
      for (std::size_t i = 0; i < kept.size(); ++i)
        for (int field = 0; field < 4; ++field)
          if (kept[i][std::size_t(field)] != result.in[i][std::size_t(field)])
            return In::place("in", i, field) +
                   " was changed by the call. in is only to be read; have out and in changed places?";
      result.after = out.download();
      return "";
    } catch (const harness::DeviceError& error) {
      return std::string("after the call the buffers are gone (") + error.what() +
             "). out and in belong to the caller: do not free them, and do not reset the device.";
    }
  }

  Function* function_;
  Task task_;
};

template <typename Out, typename In, typename Function>
Trial<Out, In, Function> trial(const std::string& name, Task task) {
  return {harness::submission().function<Function>(name), task};
}

// Fails the current test at the first count that comes out wrong.
template <typename Tried>
void expect_right(const Tried& tried, std::initializer_list<int> counts) {
  for (const int count : counts)
    if (const std::string words = tried.fault(count); !words.empty()) {
      ADD_FAILURE() << counted(count) << words;
      return;
    }
}

// The work must be done by kernels: together they have to read and write at least these bytes an object.
template <typename Tried>
void expect_work_on_device(const Tried& tried, std::size_t loaded, std::size_t stored) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  const int count = 1500;
  harness::Activity seen;
  if (const std::string words = tried.fault(count, &seen); !words.empty()) {
    ADD_FAILURE() << counted(count) << words;
  } else if (seen.load.bytes < loaded * count || seen.store.bytes < stored * count) {
    ADD_FAILURE() << counted(count) << "the kernels load " << seen.load.bytes << " bytes and store " << seen.store.bytes
                  << ", but " << loaded * count << " are to be read and " << stored * count
                  << " to be written. All of it is to be done on the device, not on the host.";
  }
}

// A grid of a fixed size without a loop is right up to that size, which may lie beyond every count tried here. Where
// the grid is the same for few objects as for many, one object more than it has threads shows whether it is enough.
// `fault` is what Trial::fault is.
template <typename Fault>
void expect_grid_to_follow(const Fault& fault) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "threads are counted on sim only";
  std::uint64_t threads[2] = {};
  for (const int large : {0, 1}) {
    const int count = large ? 4099 : 1;
    harness::Activity seen;
    if (const std::string words = fault(count, &seen); !words.empty()) FAIL() << counted(count) << words;
    threads[large] = seen.threads;
  }
  if (threads[0] != threads[1] || threads[0] > 1u << 22) return;
  const int count = int(threads[0]) + 1;
  if (const std::string words = fault(count, nullptr); !words.empty())
    FAIL() << "the grid is the same for every count: " << threads[0] << " threads. " << counted(count) << words
           << " count may be up to 2^26: compute the grid from it, or let each thread go on to further objects.";
}

template <typename Tried>
void expect_grid_to_follow_count(const Tried& tried) {
  expect_grid_to_follow([&](int count, harness::Activity* activity) { return tried.fault(count, activity); });
}

// Calls again and again do not take more and more device memory. One array that is made once and kept is no leak.
template <typename Call>
void expect_no_leak(const std::string& function, const Call& call_once) {
  std::size_t before = 0, after = 0;
  for (int i = 0; i < 3; ++i) {
    before = after;
    if (const std::string words = call_once(); !words.empty()) FAIL() << words;
    after = harness::live_allocations();
  }
  if (after > before)
    ADD_FAILURE() << "each call of " << function << " leaves " << after - before << " more allocation"
                  << (after - before > 1 ? "s" : "")
                  << " of device memory behind. What the function takes with cudaMalloc it gives back with cudaFree, "
                     "before it returns.";
}

// A function for the host must not call on the device.
template <typename Tried>
void expect_work_on_host(const Tried& tried) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  harness::Activity seen;
  if (const std::string words = tried.fault(100, &seen); !words.empty()) ADD_FAILURE() << counted(100) << words;
  else if (seen.launches != std::size_t{0})
    ADD_FAILURE() << "a kernel was launched. This function is the CPU's: a loop over host memory.";
}

}  // namespace grading
