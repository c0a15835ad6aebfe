// Calls a submitted transpose on inputs of many shapes and tells what is wrong with it, if anything.
#include "tests/common/transposes/grader.hpp"

#include <bit>
#include <cstdio>
#include <iterator>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "harness/compare.hpp"
#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "harness/tagged.hpp"
#include "tests/common/budget.hpp"
#include "tests/common/words.hpp"

namespace transposes {

using grading::closed;

std::vector<Shape> drawn_shapes(int count) {
  std::mt19937_64 random(harness::seed());
  std::vector<Shape> shapes;
  for (int i = 0; i < count; ++i) {
    const int most = i < 4 ? 150 : 60;          // many small ones cost little
    const int rows = 1 + int(random() % most);  // a draw a statement: of two arguments either may be evaluated first
    const int cols = 1 + int(random() % most);
    shapes.push_back({rows, cols});
  }
  return shapes;
}

Shape drawn_whole_shape() {
  std::mt19937_64 random(harness::seed() + 1);
  const int rows = 1 + 2 * int(random() % 4);
  const int more = 1 + int(random() % 3);
  return {64 * rows, 64 * (((rows - 1) / 2 + more) % 4 * 2 + 1)};
}

Submitted submitted(const char* function) { return harness::submission().function<Transpose>(function); }

namespace {

std::uint32_t next_call() {
  static std::uint32_t calls = 0;
  return calls++ % 127 + 1;
}

std::string changed_input(const std::vector<float>& before, const std::vector<float>& after, const Result& result) {
  const auto difference = harness::compare<float>(before, after);
  if (difference.equal()) return "";
  const int first = int(*difference.first);
  const bool from_out = std::bit_cast<std::uint32_t>(after[*difference.first]) == result.poison;
  return name("in", {first / result.cols, first % result.cols}) + " was changed by the call (" +
         std::to_string(difference.different) +
         " elements of in were). in is const: it may only be read, and out is other memory." +
         (from_out ? " It now holds what was in out: have the two changed places in a call?" : "");
}

}  // namespace

Call call(const Submitted& transpose, Shape shape, harness::Poison poison, std::uint32_t number, unsigned warp) {
  return grading::safely([&] {
    Call call;
    call.result = {shape.rows, shape.cols, number ? number : next_call(), harness::poison_word(poison), {}, false};
    const std::vector<float> input = harness::tagged_input(shape.elements(), call.result.call);
    harness::DeviceBuffer<float> in(input, "in");
    harness::DeviceBuffer<float> out(shape.elements(), "out", poison);
    const std::uint64_t steps = 200 * shape.elements() + 100'000;  // one thread doing all the work needs a tenth of it
    grading::watch(call, steps, [&] { transpose(out.get(), in.get(), shape.rows, shape.cols); }, {warp});
    call.result.no_kernel = call.no_kernel();
    if (harness::backend().has_counters) call.result.stored = call.activity.store.bytes;
    const auto found = [&] {
      for (const float value : out.download()) call.result.out.push_back(std::bit_cast<std::uint32_t>(value));
      const std::string words = grading::damage(out, in);
      return words.empty() ? changed_input(input, in.download(), call.result) : words;
    };
    grading::look(call, found, "in and out belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
}

namespace {

// After an access out of bounds the result is worth nothing. But a kernel that leaves a wide matrix often stays
// inside a tall one of the same size, and what it does there tells why.
std::string reason_seen_on_mirror_image(const Submitted& transpose, Shape shape) {
  if (shape.rows == shape.cols || !harness::backend().has_counters) return "";
  const Shape mirrored{shape.cols, shape.rows};
  const Call seen = call(transpose, mirrored, harness::Poison::first);
  if (!seen.wrong.empty()) return "";
  const std::string words = diagnosis(seen.result);
  return words.empty() ? "" : " With " + mirrored.words() + ": " + grading::closed(words.substr(0, words.find(": ")));
}

// What is wrong with a result. Two more calls with the very same input, one on the same poison and one on the
// other, tell a result that changes by itself from one that depends on what out held before.
std::string diagnosis_of_result(const Submitted& transpose, Shape shape, const Call& seen) {
  using harness::Poison;
  const std::string words = diagnosis(seen.result);
  if (words.empty()) return "";
  if (const std::string empty = holds_no_value(seen.result); !empty.empty()) return empty;
  const bool was_first = seen.result.poison == harness::poison_word(Poison::first);
  const Call same = call(transpose, shape, was_first ? Poison::first : Poison::second, seen.result.call);
  if (!same.wrong.empty()) return words;
  const std::string unsteady = differs_by_itself(seen.result, same.result);
  if (!unsteady.empty()) return unsteady;
  const Call other = call(transpose, shape, was_first ? Poison::second : Poison::first, seen.result.call);
  const std::string before = other.wrong.empty() ? depends_on_before(seen.result, other.result) : "";
  return before.empty() ? words : before;
}

// The same, and one more call tells whether a barrier is missing or something is read that was never written.
std::string diagnosis_with_order(const Submitted& transpose, Shape shape, const Call& seen) {
  const std::string words = diagnosis_of_result(transpose, shape, seen);
  if (words.empty()) return "";
  const auto again = [&] { return call(transpose, shape, harness::Poison::first).activity; };
  return harness::with_order_checked(again).with_disorder(words);
}

// Empty when the transpose is right for this shape. Small shapes are tried twice, with other input on other poison: what a
// kernel reads that nothing has written it reads in a few tiles, too.
std::string fault_with(const Submitted& transpose, Shape shape) {
  for (const harness::Poison poison : {harness::Poison::first, harness::Poison::second}) {
    const Call seen = call(transpose, shape, poison);
    if (!seen.activity.fault.empty()) return closed(seen.wrong) + reason_seen_on_mirror_image(transpose, shape);
    if (!seen.wrong.empty()) return seen.wrong;
    if (const std::string words = diagnosis_with_order(transpose, shape, seen); !words.empty())
      return seen.activity.with_reason(words);
    if (shape.elements() > 16384) break;
  }
  return "";
}

}  // namespace

void expect_transposes(const char* function, const std::vector<Shape>& shapes) {
  const Submitted transpose = submitted(function);
  for (const Shape shape : shapes)
    if (const std::string words = fault_with(transpose, shape); !words.empty()) {
      ADD_FAILURE() << shape.words() << ": " << closed(words);
      return;
    }
}

namespace {

// Any bits, also such as no tag has, and more of them than there are tags, over the poison or over zeros. Gives what is wrong,
// or nothing.
template <typename Bits>
std::string wrong_bits(
    const char* function, Shape shape, const Bits& bits, const char* advice, bool over_zeros = false) {
  const Submitted transpose = submitted(function);
  std::vector<float> input(shape.elements()), output;
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = std::bit_cast<float>(std::uint32_t(bits(i)));
  const grading::Call seen = grading::safely([&] {
    grading::Call call;
    using Buffer = harness::DeviceBuffer<float>;
    const Buffer in(input, "in");
    const Buffer out = over_zeros ? Buffer(std::vector<float>(input.size()), "out")
                                  : Buffer(input.size(), "out", harness::Poison::first);
    const std::uint64_t steps = 200 * shape.elements() + 100'000;
    grading::watch(call, steps, [&] { transpose(out.get(), in.get(), shape.rows, shape.cols); });
    grading::look(call, [&] { return output = out.download(), std::string(); }, "in and out belong to the caller.");
    return call;
  });
  if (!seen.wrong.empty()) return shape.words() + ": " + closed(seen.wrong);
  for (int row = 0; row < shape.rows; ++row)
    for (int col = 0; col < shape.cols; ++col) {
      const auto should = std::bit_cast<std::uint32_t>(input[std::size_t(row) * shape.cols + col]),
                 is = std::bit_cast<std::uint32_t>(output[std::size_t(col) * shape.rows + row]);
      if (is == should) continue;
      char words[120];
      std::snprintf(words, sizeof words, " should hold the bits 0x%08x (%g) and has 0x%08x (%g)", should,
          double(std::bit_cast<float>(should)), is, double(std::bit_cast<float>(is)));
      return shape.words() + ": " + name("out", {col, row}) + words + ": " + advice;
    }
  return "";
}

}  // namespace

void expect_every_bit(const char* function) {
  constexpr std::uint32_t special[] = {
      0x80000000, 0, 1, 0x80000001, 0x007FFFFF, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFC12345, 0x7F812345};
  // Over zeros as well: who stores only what differs takes a zero of the other sign for the same.
  for (const bool over_zeros : {false, true}) {
    const std::string words = wrong_bits(
        function, {37, 33}, [&](std::size_t i) { return special[i % std::size(special)]; },
        "nothing is to be computed with an element, nor compared; it is moved as it is.", over_zeros);
    if (!words.empty()) {
      ADD_FAILURE() << words;
      return;
    }
  }
}

void expect_transposes_very_many(const char* function) {
  if (!harness::may_count_in_floats()) return;
  const auto words_for = [&](int cols) {
    return wrong_bits(
        function, {32768, cols}, [](std::size_t i) { return harness::scramble(std::uint32_t(i)); },
        "is there a thread for each element?");
  };
  const std::string words = words_for(520);
  if (words.empty()) return;
  ADD_FAILURE()
      << (words_for(65).empty()
                 ? "with two million elements it is right, and with more than a float can count (2^24) it is not, so "
                   "is a row's, a column's or an element's number a float? "
                 : "")
      << words;
}

void expect_launches_taken(const char* function, Shape shape) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "launches without their work are sim's only";
  const Submitted transpose = submitted(function);
  // Whoever launches nothing may well do the work himself, here with more memory than there is, and end in a crash that hides why.
  if (call(transpose, {32, 64}).no_kernel()) {
    ADD_FAILURE() << "no kernel was launched";
    return;
  }
  const harness::LaunchesOnly only;
  const grading::Call seen = grading::safely([&] {
    grading::Call call;
    const harness::DeviceBuffer<float> both(
        shape.elements(), "in and out", harness::Poison::none);  // for copies; nobody looks at what is in it
    grading::watch(call, 1, [&] { transpose(both.get(), both.get(), shape.rows, shape.cols); });
    return call;
  });
  if (!seen.wrong.empty()) ADD_FAILURE() << shape.words() << ": " << closed(seen.wrong);
}

grading::Trial trial(const char* function, Shape shape) {
  return [transpose = submitted(function), shape](harness::Activity* activity) {
    const Call seen = call(transpose, shape);
    if (activity) *activity = seen.activity;
    const std::string words = seen.wrong.empty() ? diagnosis(seen.result) : seen.wrong;
    return words.empty() ? words : shape.words() + ": " + words;
  };
}

namespace {

// What a call of that shape leaves to others than kernels, as a sentence; or empty. The host may touch as much as in the first one,
// which is large enough to tell: it counts blocks, and makes what kernels are given.
std::string not_on_device(const Submitted& transpose, Shape shape, std::optional<std::uint64_t>& usual) {
  harness::forget_host_work();
  const Call seen = call(transpose, shape, harness::Poison::first);
  if (!seen.wrong.empty()) return shape.words() + ": " + closed(seen.wrong);
  const std::uint64_t bytes = shape.bytes();
  if (seen.result.no_kernel)
    return shape.words() +
           ": no kernel was launched. The transpose is to be done by a kernel on the device, not on the host.";
  if (const std::string words = grading::not_by_kernels(seen.activity, bytes, usual.value_or(0)); !words.empty())
    return shape.words() + ": " + words;
  if (!usual) usual = grading::host_accesses();
  const std::uint64_t loaded = grading::global_traffic(seen.activity, harness::Direction::load).bytes;
  if (loaded >= bytes && seen.activity.store.bytes >= bytes) return "";
  return "the kernel loads " + std::to_string(loaded) + " bytes and stores " +
         std::to_string(seen.activity.store.bytes) + ", but in and out have " + std::to_string(bytes) +
         " bytes each. All of in is to be read, and all of out written, by kernels.";
}

}  // namespace

void expect_work_on_device(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  const Submitted transpose = submitted(function);
  // Flat ones, tall ones and tiny ones, too: a lazy one may give some shapes to copies, or to the host. A single row or column may be
  // copied as it is: that one is not drawn.
  const std::vector<Shape> drawn = drawn_shapes(64);
  const Shape any =
      *std::find_if(drawn.begin(), drawn.end(), [](Shape shape) { return shape.rows > 1 && shape.cols > 1; });
  std::optional<std::uint64_t> usual;
  for (const Shape shape :
      {Shape{67, 45}, Shape{5, 90}, Shape{90, 5}, any, Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{4, 4}, Shape{8, 8}})
    if (const std::string words = not_on_device(transpose, shape, usual); !words.empty()) FAIL() << words;
}

}  // namespace transposes
