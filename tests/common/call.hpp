// One call of a submitted function. It may throw, fault, never end, write where it must not and give away its buffers.
//
// A grader's own call is `safely([&] { buffers; watch(call, …); look(call, …); return call; })`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/backend.hpp"

namespace grading {

struct Call {
  harness::Activity activity;  // what the device did
  std::string wrong;           // what went wrong before any result could be looked at, in words; or empty
  bool refused = false;        // it threw a std::invalid_argument

  bool no_kernel() const { return activity.launches == std::size_t{0}; }  // known to have launched none
};

// What is there now and was not before, as a sentence about the first of it; or empty.
std::string left_behind(const std::vector<simt::Acquired>& before, const std::vector<simt::Acquired>& now);

// The last thing that a right call has left, where there was more than ever before after four such calls, be it that they all had
// the same shape or none had: in words; or empty.
std::string left_again();

// Of a launch's warps, one: its number in its block, and the block's in the grid.
struct Watched {
  unsigned warp = 0;
  std::uint64_t block = 0;

  std::string words() const;  // "warp 3 of block 17"
};

// Runs `work`, which calls the function, and watches the device, one warp closely. That many `steps` of a kernel's thread
// are an endless kernel; whoever launches one is not called again, since waiting is no use to anybody.
void watch(Call& call, std::uint64_t steps, const std::function<void()>& work, Watched watched = {});

// Any warp of that launch, by the run's seed and `number`: who is watched, nobody knows before.
Watched drawn_warp(const simt::Launch& launch, unsigned number);

// Unless something went wrong already: `found` takes the results out of the call's buffers and says what is wrong with
// them. `belongs` ends the sentence where the buffers are gone: "in and out belong to the caller: …".
void look(Call& call, const std::function<std::string()>& found, const std::string& belongs);

// What `make` returns, a Call or more than one. After a fault the device is made usable again, when the buffers of
// `make` are gone.
template <typename Make>
auto safely(const Make& make) {
  auto call = make();
  if (!call.activity.fault.empty()) harness::recover();
  return call;
}

// How many threads `work` starts, none of which runs: at sizes whose work would take minutes, in buffers that need not hold it.
std::uint64_t threads_started(const std::function<void()>& work);

// The first damage round one of these DeviceBuffers, as a sentence; or empty.
template <typename... Buffers>
std::string damage(const Buffers&... buffers) {
  std::string words;
  const auto look_at = [&](const auto& buffer) {
    if (const auto found = buffer.damage(); found && words.empty()) words = found->sentence(buffer.name());
  };
  (look_at(buffers), ...);
  return words;
}

}  // namespace grading
