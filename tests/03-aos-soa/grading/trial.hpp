// Tries a submitted function on objects in one layout or another and tells what is wrong with the result, if anything.
#pragma once

#include <functional>
#include <string>
#include <type_traits>

#include "harness/grader.hpp"
#include "tests/03-aos-soa/grading/correctness.hpp"
#include "tests/03-aos-soa/grading/diagnosis.hpp"
#include "tests/common/call.hpp"

namespace objects {

std::uint64_t steps_for(int count);  // of an endless kernel; one thread doing all the work needs a hundredth of it
std::uint32_t next_call();

// A function void(out, in, count): how it is called, and what its layouts are called.
struct Tried {
  std::function<grading::Call(int count, const Values& values, Result& result)> call_once;
  Place out_place, in_place;
  bool on_device = true;
};
std::string fault(const Tried& tried, int count, harness::Activity* activity);

// What the call changed in `in`; or empty.
std::string changed_input(const Objects& before, const Objects& after, const Place& place);

// `out` before the call: values, or poison where all of it is to be overwritten.
template <typename Out>
Out made(int count, const Values& values, Result& result) {
  if constexpr (std::is_constructible_v<Out, std::size_t, std::string, harness::Poison>)
    if (result.task == Task::rearrange) {
      const int poison = int(harness::poison_word(harness::Poison::first));
      result.before.assign(std::size_t(count), {poison, poison, poison, poison});
      return Out(std::size_t(count), "out", harness::Poison::first);
    }
  result.before = values.objects(false, std::size_t(count));
  return Out(result.before, "out");
}

// A trial of the submitted function of that name, where Out and In hold objects as the function wants them (objects.hpp).
template <typename Out, typename In, typename Function>
Trial trial(const std::string& name, Task task) {
  const auto function = harness::submission().function<Function>(name);
  const auto call_once = [=](int count, const Values& values, Result& result) {
    return grading::safely([&] {
      grading::Call call;
      result.task = task;
      result.in = values.objects(true, std::size_t(count));
      In in(result.in, "in");
      Out out = made<Out>(count, values, result);
      grading::watch(call, steps_for(count), [&] { function(out.argument(), in.argument(), count); });
      const auto found = [&]() -> std::string {
        if (std::string words = out.damage(); !words.empty()) return words;
        if (std::string words = in.damage(); !words.empty()) return words;
        result.after = out.download();
        return changed_input(result.in, in.download(), In::place);
      };
      grading::look(call, found, "out and in belong to the caller: do not free them, and do not reset the device.");
      return call;
    });
  };
  constexpr bool on_device = !std::is_same_v<Out, HostArrays> && !std::is_same_v<Out, HostItems>;
  const Tried tried{call_once, Out::place, In::place, on_device};
  return [=](int count, harness::Activity* activity) { return fault(tried, count, activity); };
}

// The same function, whatever the count on one object.
template <typename Out, typename In, typename Function>
std::function<void(int count)> call_of(const std::string& name) {
  const auto function = harness::submission().function<Function>(name);
  return [=](int count) {
    const Out out(Objects(1), "out");
    const In in(Objects(1), "in");
    function(out.argument(), in.argument(), count);
  };
}

}  // namespace objects
