// Tries a submitted function that adds up field c of all objects.
#pragma once

#include "tests/03-aos-soa/grading/trial.hpp"

namespace objects {

// One call, with `before` in *sum, and what is there afterwards.
struct Summed : grading::Call {
  int sum = 0, before = 0;
};
using SumOnce = std::function<Summed(const Objects& objects, int before)>;

std::string fault_of_sum(const SumOnce& sum_once, int count, harness::Activity* activity);

// A trial of the submitted void(int* sum, in, int count) of that name, on the device.
template <typename In, typename Function>
Trial trial_of_sum(const std::string& name) {
  const auto function = harness::submission().function<Function>(name);
  const auto sum_once = [=](const Objects& objects, int before) {
    return grading::safely([&] {
      Summed call;
      call.before = before;
      harness::DeviceBuffer<int> sum(std::vector<int>{before}, "sum");
      In in(objects, "in");
      const int count = int(objects.size());
      grading::watch(call, steps_for(count), [&] { function(sum.get(), in.argument(), count); });
      const auto found = [&]() -> std::string {
        call.sum = sum.download().front();
        if (std::string words = grading::damage(sum); !words.empty()) return words;
        return in.download() != objects ? "in was changed by the call. It is only to be read." : "";
      };
      grading::look(call, found, "They belong to the caller.");
      return call;
    });
  };
  return [=](int count, harness::Activity* activity) { return fault_of_sum(sum_once, count, activity); };
}

// The same function, whatever the count on one object.
template <typename In, typename Function>
std::function<void(int count)> call_of_sum(const std::string& name) {
  const auto function = harness::submission().function<Function>(name);
  return [=](int count) {
    const harness::DeviceBuffer<int> sum(1, "sum");
    const In in(Objects(1), "in");
    function(sum.get(), in.argument(), count);
  };
}

}  // namespace objects
