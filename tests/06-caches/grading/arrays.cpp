// Calls a submitted function that makes arrays of one, and tells what is wrong with them, if anything.
#include "tests/06-caches/grading/arrays.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/judge/accused.hpp"
#include "harness/scripted.hpp"
#include "harness/tagged.hpp"
#include "tests/common/budget.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/call.hpp"
#include "tests/common/words.hpp"

namespace arrays {

using grading::closed, grading::number;

namespace {

constexpr const char* belongs =
    "in and the results belong to the caller: do not free them, and do not reset the device.";

// Whole numbers, so that sums are exact in any order; other ones in every call.
std::vector<float> numbers(std::size_t count, int largest, std::uint32_t call) {
  std::vector<float> all(count);
  harness::Numbers numbers(call * 0x9E3779B1u + 12345);
  for (float& value : all) value = float(1 + int((numbers.next() >> 9) % std::uint32_t(largest)));
  return all;
}

std::uint32_t next_call() {
  static std::uint32_t calls = 0;
  return ++calls;
}

std::string short_number(float value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", double(value));
  return text;
}

std::string about_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

bool was_there_before(float value, const Task& task) {
  return task.before ? value == *task.before
                     : std::bit_cast<std::uint32_t>(value) == harness::poison_word(harness::Poison::first);
}

bool same(float one, float other) { return std::bit_cast<std::uint32_t>(one) == std::bit_cast<std::uint32_t>(other); }

// The first place that is wrong, and how many are.
std::string difference(const Output& output, const std::vector<float>& found, const Task& task) {
  std::size_t wrong = 0, first = 0, unwritten = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double should = output.expected[i];
    if (task.moves ? same(found[i], output.expected[i])
                   : std::abs(found[i] - should) <= task.tolerance * std::abs(should) ||
                         (std::isnan(should) && std::isnan(found[i])))
      continue;
    if (task.is_for_the_end && i + 1 < found.size() && was_there_before(found[i], task)) continue;
    if (wrong++ == 0) first = i;
    unwritten += was_there_before(found[i], task) ? 1 : 0;
  }
  if (wrong == 0) return "";
  const std::string where = output.name + output.place(first);
  const std::string many = "; " + std::to_string(wrong) + " of " + std::to_string(found.size()) + " are wrong";
  if (unwritten == wrong)
    return where + " holds what was there before the call (should be " + short_number(output.expected[first]) + ")" +
           many + ". " + task.what_if_unchanged;
  const std::string values =
      where + " should be " + short_number(output.expected[first]) + " and is " + short_number(found[first]);
  // A number that is nearly right says of itself no more than a wrong one.
  const double off = std::abs(double(found[first]) / double(output.expected[first]) - 1);
  if (task.tolerance > 0 && off < 0.01)
    return values + many + ": it is off by " + about_number(off) + " of itself, and " + about_number(task.tolerance) +
           " is allowed. Is something rounded on the way?";
  return values + many + ".";
}

// Not what one counts with: endless, no numbers, less than a float's least with all its digits, a zero with a sign.
constexpr float odd[] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), -0.0f,
    std::numeric_limits<float>::denorm_min(), -std::numeric_limits<float>::infinity(),
    std::numeric_limits<float>::max()};

struct Seen : grading::Call {
  std::string difference;
};

// The input of a call, and what the call does with it; `is_run`: kernels run, and what they have made is looked at.
Seen call_once(const Task& task, Shape shape, std::uint32_t number_of_call, bool is_run = true) {
  return grading::safely([&] {
    Seen seen;
    std::vector<float> input = numbers(shape.elements(), task.largest, number_of_call);
    for (float& value : input) value *= task.unit;
    for (std::size_t i = 0; task.moves && i < input.size(); ++i)
      if (i % 64 == 5) input[i] = odd[i / 64 % std::size(odd)];
    if (task.has_no_number) input[input.size() * 2 / 3] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Output> outputs = task.outputs(input, shape);
    harness::DeviceBuffer<float> in(input, "in");
    std::vector<std::unique_ptr<harness::DeviceBuffer<float>>> out;
    std::vector<float*> pointers;
    for (const Output& output : outputs) {
      const std::size_t size = output.expected.size();
      out.emplace_back(task.before
                           ? new harness::DeviceBuffer<float>(std::vector<float>(size, *task.before), output.name)
                           : new harness::DeviceBuffer<float>(size, output.name));
      pointers.push_back(out.back()->get());
    }
    const std::uint64_t steps = 4000 * std::uint64_t(shape.elements()) + 1'000'000;
    grading::watch(seen, steps, [&] { task.call(pointers, in.get(), shape); }, task.watched);
    const auto found = [&]() -> std::string {
      if (!is_run) return "";
      if (std::string words = grading::damage(in); !words.empty()) return words;
      for (const auto& buffer : out)
        if (std::string words = grading::damage(*buffer); !words.empty()) return words;
      if (!std::ranges::equal(in.download(), input, same)) return "in was changed by the call. It is only to be read.";
      for (std::size_t i = 0; i < out.size() && seen.difference.empty(); ++i)
        seen.difference = difference(outputs[i], out[i]->download(), task);
      for (const Mistake& mistake : task.mistakes)
        if (!seen.difference.empty() && std::ranges::equal(out[0]->download(), mistake.output(input, shape), same)) {
          seen.difference = grading::because(seen.difference, mistake.words);
          break;
        }
      return "";
    };
    grading::look(seen, found, belongs);
    return seen;
  });
}

}  // namespace

std::string fault(const Task& task, Shape shape, harness::Activity* activity) {
  const std::uint32_t call = next_call();
  const std::string begin = task.words(shape) + ": ";
  harness::forget_host_work();
  const Seen seen = call_once(task, shape, call);
  if (activity) *activity = seen.activity;
  if (!seen.wrong.empty()) return begin + closed(seen.wrong);
  if (seen.difference.empty()) {
    const std::string words = grading::much_done_by_copies(seen, shape.elements() * sizeof(float));
    return words.empty() ? words : begin + words;
  }
  if (seen.no_kernel()) return begin + "no kernel was launched. " + seen.difference;
  const Seen again = call_once(task, shape, call);
  if (again.wrong.empty() && again.difference != seen.difference)
    return begin + seen.difference +
           " The next call with the same input gives another result: something is read before it is written, or kept "
           "from the call before.";
  Task cleared = task;
  cleared.before = 0.0f;
  if (const Seen added = call_once(cleared, shape, call); added.wrong.empty() && added.difference.empty())
    return begin + seen.activity.with_guess(seen.difference,
                       "where out holds zeros before the call, all is right, so what was there is added or compared, "
                       "and it is only to be replaced");
  // What is known of each byte where order is checked would be more than a job may use.
  if (shape.elements() > 1u << 24) return begin + seen.difference;
  const auto checked = [&] { return call_once(task, shape, call).activity; };
  return begin + harness::with_order_checked(checked).with_disorder(seen.activity.with_reason(seen.difference));
}

void expect_right(const Task& task, const std::vector<Shape>& shapes) {
  for (const Shape shape : shapes)
    if (const std::string words = fault(task, shape); !words.empty()) {
      ADD_FAILURE() << words;
      return;
    }
}

void expect_right_at_the_end(const Task& task, Shape shape) {
  if (!harness::backend().has_counters) return expect_right(task, {shape});
  Task end = task;
  end.is_for_the_end = true;
  {
    const harness::LastBlocksOnly few(8);
    const Seen seen = call_once(end, shape, next_call());
    if (seen.wrong.empty() && seen.difference.empty() && !seen.no_kernel()) return;
  }
  expect_right(task, {shape});
}

void expect_right_without_a_number(Task task, Shape shape) {
  if (const std::string words = fault(task, shape); !words.empty()) {
    ADD_FAILURE() << words;
    return;
  }
  task.has_no_number = true;
  if (const std::string words = fault(task, shape); !words.empty())
    ADD_FAILURE() << "one element of in is no number (NaN), and what it is added to is none, either. " << words;
}

void expect_launches_taken(const Task& task, const std::vector<Shape>& shapes) {
  if (!harness::backend().has_counters) return expect_right(task, shapes);
  const harness::LaunchesOnly only;
  static const std::uint32_t call = next_call();  // one for all, as nothing is read
  for (const Shape shape : shapes)
    if (const Seen seen = call_once(task, shape, call, false); !seen.wrong.empty() || seen.no_kernel()) {
      ADD_FAILURE() << task.words(shape) << ": "
                    << (seen.wrong.empty() ? "no kernel was launched." : closed(seen.wrong));
      return;
    }
}

void expect_grid_to_follow(const Task& task, Shape smaller, Shape largest) {
  if (!harness::backend().has_counters) return;
  const auto threads_for = [&](Shape shape) {
    const harness::LaunchesOnly only;
    return call_once(task, shape, next_call(), false).activity.threads;
  };
  if (threads_for(smaller) == threads_for(largest)) expect_right(task, {largest});
}

grading::Trial trial(const Task& task, Shape shape) {
  return [=](harness::Activity* activity) { return fault(task, shape, activity); };
}

std::vector<Shape> drawn_shapes(int count, int most_rows, int most_cols) {
  std::mt19937_64 random(harness::seed());
  std::vector<Shape> shapes;
  for (int i = 0; i < count; ++i) {
    const int rows = 1 + int(random() % std::uint64_t(most_rows));
    const int cols = 1 + int(random() % std::uint64_t(most_cols));
    shapes.push_back({rows, cols});
  }
  return shapes;
}

namespace {

// Why what the kernels move says nothing, or not all; or empty.
std::string not_judged(const Task& task, Shape shape, const harness::Activity& seen) {
  const std::uint64_t in = shape.elements() * sizeof(float), out = task.results(shape) * sizeof(float);
  if (std::string words = grading::not_by_kernels(seen, std::max(in, out)); !words.empty()) return words;
  if (std::string words = grading::not_counted(seen, std::max(in, out)); !words.empty()) return words;
  if (8 * seen.texture.bytes > in)
    return std::to_string(seen.texture.bytes) +
           " bytes are loaded through a texture, which the model of the caches knows nothing of. Load from global "
           "memory.";
  if (seen.load.bytes < in || seen.store.bytes < out)
    return "the kernels load " + std::to_string(seen.load.bytes) + " bytes and store " +
           std::to_string(seen.store.bytes) + ", but in has " + std::to_string(in) + " and the results have " +
           std::to_string(out) + ". All of it is to be moved by kernels.";
  return "";
}

}  // namespace

void expect_work_on_device(const Task& task, Shape shape) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  harness::Activity seen;
  harness::forget_host_work();
  std::string words = fault(task, shape, &seen);
  if (words.empty()) {
    words = not_judged(task, shape, seen);
    if (!words.empty()) words = task.words(shape) + ": " + words;
  }
  if (!words.empty()) ADD_FAILURE() << words;
}

Judged traffic_of(const Task& task, Shape shape, bool kept) {
  Judged judged;
  Traffic& traffic = judged.traffic;
  traffic.input = task.words(shape) + ": ";
  harness::forget_host_work();
  harness::set_caches("h200", kept);
  std::string words = fault(task, shape, &traffic.activity);
  harness::set_caches("");
  if (words.empty()) {
    words = not_judged(task, shape, traffic.activity);
    if (!words.empty()) words = traffic.input + words;
  }
  if (!words.empty()) {
    ADD_FAILURE() << words << " Caches are judged when the result is right.";
    return judged;
  }
  judged.right = true;
  traffic.asked = double(traffic.activity.load.sectors);
  for (harness::Site& site : traffic.activity.sites) {
    const bool load = site.op == simt::Op::load, store = site.op == simt::Op::store;
    // The model of the caches says of atomics only what they fill. L2 does them, and what they give back comes from there.
    if (!load && !store) site.found.l2_sectors = site.counters.sectors;
    traffic.hits += load ? double(site.found.l1_hits) : 0;
    if (load || site.op == simt::Op::atom) traffic.read += double(site.found.l2_sectors);
    if (!load) traffic.sent += double(site.found.l2_sectors);
    traffic.filled += double(site.found.filled);
  }
  return judged;
}

void expect_at_most(const Traffic& traffic, double value, double budget, const std::string& what,
    const std::function<double(const harness::Site&)>& part, const std::string& advice) {
  if (value <= budget) return;
  const harness::Site* most = nullptr;
  for (const harness::Site& site : traffic.activity.sites)
    if (!most || part(site) > part(*most)) most = &site;
  if (most) harness::accuse(traffic.activity, *most, value, budget, "sectors");
  ADD_FAILURE() << traffic.input << what << " " << number(std::round(value)) << " sectors, and "
                << number(std::floor(budget)) << " would do (predicted for an H200)"
                << (most ? ", most of it at " + place(*most) : "") << ": " << advice;
}

}  // namespace arrays
