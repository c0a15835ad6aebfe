// Calls of the functions that go through memory once, from in to out, number by number.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/watched.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/call.hpp"
#include "tests/common/words.hpp"

namespace streamed {

// What is computed: a·x + b. With a of at most 4 bits, and b of quarters, it is exact, fused or not.
struct Line {
  float a = 2.5f, b = 0.75f;
};

// Numbers with a sign and a fraction, neighbours never the same, other ones with every call.
inline std::vector<float> numbers(std::size_t count, int call) {
  std::vector<float> all(count);
  for (std::size_t i = 0; i < count; ++i)
    all[i] = float(int((i + std::size_t(call) * 7919) & 0xFFFFF) - (1 << 19)) * 0.25f;
  return all;
}

constexpr float untouched = -1e30f;

// The first wrong element, in a sentence; or empty.
inline std::string wrong_with(const std::vector<float>& in, const std::vector<float>& out, Line line) {
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != line.a * in[i] + line.b && wrong++ == 0) first = i;
  if (!wrong) return "";
  const std::string place = "out[" + std::to_string(first) + "]";
  const std::string share = ", and " + std::to_string(wrong) + " of " + std::to_string(out.size()) + " are wrong.";
  if (out[first] == untouched) return place + " was never written" + share;
  return place + " is " + grading::number(out[first], 9) + " and should be " +
         grading::number(line.a * in[first] + line.b, 9) + share;
}

struct Seen {
  std::string wrong;  // in words, or empty
  harness::Activity activity;
  std::vector<harness::WatchedRequest> requests;
};

// Calls `function` once, on numbers that no call before had; `line` is what it computes.
inline Seen call(int count, Line line, const std::function<void(float* out, const float* in)>& function,
    grading::Watched watched = {}) {
  static int calls = 0;
  const int number = ++calls;
  std::vector<harness::WatchedRequest> requests;
  const grading::Call seen = grading::safely([&] {
    grading::Call call;
    const std::vector<float> given = numbers(std::size_t(count), number);
    harness::DeviceBuffer<float> in(given, "in"), out(std::vector<float>(given.size(), untouched), "out");
    grading::watch(call, 100 * std::uint64_t(count) + 100'000, [&] { function(out.get(), in.get()); }, watched);
    if (call.wrong.empty()) requests = harness::watched_requests();
    const auto found = [&]() -> std::string {
      if (std::string words = grading::damage(out, in); !words.empty()) return words;
      if (in.download() != given) return "in was changed; it may only be read.";
      const std::string words = wrong_with(given, out.download(), line);
      return !words.empty() && call.no_kernel() ? "no kernel was launched, so nothing was moved." : words;
    };
    grading::look(call, found, "in and out belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
  return {seen.wrong.empty() ? "" : "count = " + std::to_string(count) + ": " + grading::closed(seen.wrong),
      seen.activity, requests};
}

// Of a right result: whether copies brought it, in a sentence that says for how many numbers; or empty.
inline std::string done_by_copies(const Seen& seen, int count) {
  const std::string words = grading::done_by_copies(seen.activity, std::uint64_t(count) * sizeof(float));
  return words.empty() ? "" : "count = " + std::to_string(count) + ": " + words;
}

}  // namespace streamed
