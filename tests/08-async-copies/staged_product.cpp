// Grades the lab staged_product: right, in order, copied in pieces of 16 bytes, and as many tiles ahead as the caller asks for.
// Run: grade-staged_product.sim --module FILE.so --budget fetched=1.05 --budget ahead=0.8
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "tests/08-async-copies/grading/copies.hpp"
#include "tests/08-async-copies/interface.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace {

using async_copies::copies_of;
using grading::closed, grading::number;

struct Shape {
  int rows, cols, inner, stages;
  char endless = 0;  // 'a': the first and the last row of a are infinite, 'b': the first four columns of b
  std::size_t of_a() const { return std::size_t(rows) * inner; }
  std::size_t of_b() const { return std::size_t(inner) * cols; }
  std::size_t of_c() const { return std::size_t(rows) * cols; }
  std::uint64_t bytes() const { return (of_a() + of_b()) * sizeof(float); }
  std::string words() const {
    return "c " + std::to_string(rows) + " × " + std::to_string(cols) + ", inner " + std::to_string(inner) +
           ", stages " + std::to_string(stages);
  }
};

struct Call : grading::Call {
  std::vector<float> a, b, c;
};

// Whole numbers so small that a sum is exact, in whatever order it is added up.
std::vector<float> input_of(std::size_t elements) {
  static std::uint64_t calls = 0;
  std::mt19937_64 random(harness::seed() + ++calls);
  std::vector<float> in(elements);
  for (float& value : in) value = float(1 + int(random() % 15));
  return in;
}

Call call(Shape shape) {
  return grading::safely([&] {
    Call call;
    call.a = input_of(shape.of_a());
    call.b = input_of(shape.of_b());
    constexpr float infinite = std::numeric_limits<float>::infinity();
    if (shape.endless == 'a') {
      std::fill_n(call.a.begin(), shape.inner, infinite);
      std::fill_n(call.a.end() - shape.inner, shape.inner, infinite);
    }
    for (int k = 0; shape.endless == 'b' && k < shape.inner; ++k)
      std::fill_n(call.b.begin() + std::ptrdiff_t(k) * shape.cols, 4, infinite);
    harness::DeviceBuffer<float> a(call.a, "a"), b(call.b, "b"), c(shape.of_c(), "c");
    const auto product = harness::submission().function<StagedProduct>("staged_product");
    const std::uint64_t steps = 4000 * shape.of_c() * std::uint64_t(shape.inner + 64) + 4'000'000;
    grading::watch(
        call, steps, [&] { product(c.get(), a.get(), b.get(), shape.rows, shape.cols, shape.inner, shape.stages); });
    const auto found = [&]() -> std::string {
      call.c = c.download();
      if (const std::string words = grading::damage(c, a, b); !words.empty()) return words;
      if (a.download() != call.a) return "a was changed by the call. It is const: it may only be read.";
      return b.download() == call.b ? "" : "b was changed by the call. It is const: it may only be read.";
    };
    grading::look(call, found, "a, b and c belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
}

std::string wrong_with(const Call& seen, Shape shape);

// Whether a wrong product comes right where tiles end with the matrices, as the end of a sentence; or empty.
std::string wrong_beyond(Shape shape) {
  constexpr int whole_tiles = 128;
  if (shape.rows % whole_tiles == 0 && shape.cols % whole_tiles == 0 && shape.inner % whole_tiles == 0) return "";
  shape.rows = shape.cols = shape.inner = whole_tiles;
  shape.endless = 0;
  if (!wrong_with(call(shape), shape).empty()) return "";
  return ", and with " + shape.words() + " it is right, so is it zeros that a tile has beyond the matrices?";
}

// Why that value may stand there, as the end of a sentence; or empty.
std::string cause(const Call& call, Shape shape, int row, int col, float value) {
  float poison = 0;
  const std::uint32_t word = harness::poison_word(harness::Poison::first);
  std::memcpy(&poison, &word, sizeof poison);
  if (std::isnan(value))
    return ", no number, as infinity times 0 is: does what lies beyond " +
           std::string(shape.endless == 'a' ? "a" : "b") + " count as zero, or is an element of it taken there?";
  if (value == poison)
    return ", which was there before the call, so does the grid reach all columns (x) and all rows (y)?";
  if (value == 0) return ", as if nothing had arrived in shared memory yet";
  float sum = 0;
  std::vector<float> upto{0};
  for (int k = 0; k < shape.inner; ++k)
    upto.push_back(sum += call.a[std::size_t(row) * shape.inner + k] * call.b[std::size_t(k) * shape.cols + col]);
  for (int k = 1; k < shape.inner; ++k) {
    if (upto[k] == value) return ", which is the sum over the first " + std::to_string(k) + " of inner alone";
    if (sum - upto[k] == value) return ", which is the sum without the first " + std::to_string(k) + " of inner";
  }
  return wrong_beyond(shape);
}

std::string wrong_product(const Call& call, Shape shape) {
  std::size_t wrong = 0;
  std::string first;
  std::vector<float> sums(shape.cols);
  for (int row = 0; row < shape.rows; ++row) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    for (int k = 0; k < shape.inner; ++k)
      for (int col = 0; col < shape.cols; ++col)
        sums[col] += call.a[std::size_t(row) * shape.inner + k] * call.b[std::size_t(k) * shape.cols + col];
    for (int col = 0; col < shape.cols; ++col) {
      const float value = call.c[std::size_t(row) * shape.cols + col];
      if (value == sums[col] || wrong++ > 0) continue;
      first = "c[" + std::to_string(row) + "][" + std::to_string(col) + "] should be " + number(sums[col], 9) +
              " and is " + number(value, 9) + cause(call, shape, row, col, value);
    }
  }
  if (!wrong) return "";
  return closed(first) + " " + std::to_string(wrong) + " of " + std::to_string(shape.of_c()) + " are wrong.";
}

std::string wrong_with(const Call& seen, Shape shape) {
  if (!seen.wrong.empty()) return closed(seen.wrong);
  if (seen.no_kernel()) return "no kernel was launched, so c still holds what was there before the call.";
  return wrong_product(seen, shape);
}

void expect_product(const std::vector<Shape>& shapes) {
  for (const Shape shape : shapes) {
    const Call seen = call(shape);
    std::string wrong = wrong_with(seen, shape);
    if (wrong.empty()) wrong = grading::done_by_copies(seen, shape.of_c() * sizeof(float));
    if (wrong.empty()) continue;
    // A race is one at any shape, and its words are many.
    const harness::Activity again =
        seen.wrong.empty() ? harness::with_order_checked([&] { return call(shape).activity; }) : harness::Activity{};
    if (!again.shared_race.empty()) FAIL() << closed(again.shared_race);
    FAIL() << shape.words() << ": " << again.with_disorder(wrong);
  }
}

void expect_clean(const std::vector<Shape>& shapes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "races are seen on sim";
  for (const Shape shape : shapes) {
    harness::check_order(true, true);
    const Call seen = call(shape);
    harness::check_order(false, false);
    if (!seen.activity.fault.empty()) FAIL() << closed(seen.activity.fault);
    if (const std::string wrong = wrong_with(seen, shape); !wrong.empty())
      FAIL() << shape.words() << ": who meets whom is judged when the result is right. " << wrong;
  }
}

std::optional<Call> right_call(Shape shape) {
  Call seen = call(shape);
  const std::string wrong = wrong_with(seen, shape);
  if (wrong.empty()) return seen;
  ADD_FAILURE() << "copies are judged when the result is right. " << shape.words() << ": " << wrong;
  return std::nullopt;
}

grading::Trial trial(Shape shape) {
  return [=](harness::Activity* activity) {
    const Call seen = call(shape);
    if (activity) *activity = seen.activity;
    return wrong_with(seen, shape);
  };
}

// Of accesses that a thread makes while one of its copies is on the way: how many, on an average.
double accesses_a_copy(const Call& seen) {
  const simt::CopyCounts copies = copies_of(seen.activity);
  return copies.copies ? double(copies.between) / double(copies.copies) : 0;
}

constexpr const char* function = "staged_product";
constexpr Shape judged{64, 128, 64, 3};  // whole tiles, whatever their size

}  // namespace

TEST(Correctness, WholeTiles) { expect_product({{64, 64, 64, 2}, {64, 64, 64, 3}, {64, 64, 64, 4}}); }
TEST(Correctness, FewerTilesThanStages) { expect_product({{32, 32, 4, 4}, {32, 32, 20, 4}, {64, 64, 36, 3}}); }
TEST(Correctness, Edges) { expect_product({{33, 68, 52, 2}, {65, 36, 100, 3}, {1, 200, 44, 4}, {70, 4, 24, 2}}); }
TEST(Correctness, Smallest) { expect_product({{1, 4, 4, 2}, {2, 4, 4, 4}}); }
// What lies beyond one matrix meets zeros of the other, and is not seen while it is a number.
TEST(Correctness, NothingBeyond) {
  expect_product({{5, 36, 12, 2, 'a'}, {40, 36, 20, 3, 'a'}, {36, 40, 36, 4, 'b'}, {5, 40, 12, 2, 'b'}});
}
TEST(Correctness, ManyTiles) { expect_product({{40, 40, 400, 4}, {20, 72, 516, 3}}); }
TEST(Correctness, LongAndThin) { expect_product({{8192, 4, 4, 2}, {1, 8192, 4, 3}, {1, 4, 8192, 4}}); }
TEST(Correctness, Drawn) {
  std::mt19937_64 random(harness::seed());
  std::vector<Shape> shapes;
  for (int i = 0; i < 4; ++i) {
    const int rows = 1 + int(random() % 100), cols = 4 * (1 + int(random() % 25));
    const int inner = 4 * (1 + int(random() % 40)), stages = 2 + int(random() % 3);
    shapes.push_back({rows, cols, inner, stages});
  }
  expect_product(shapes);
}
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered(function, trial({37, 60, 48, 3})); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left(function, trial({32, 64, 64, 2})); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams(function, trial({40, 64, 80, 4})); }

TEST(Order, NobodyMeets) {
  expect_clean({{64, 64, 160, 2}, {64, 64, 160, 3}, {64, 64, 160, 4}, {33, 36, 12, 4}, {20, 72, 132, 3}});
}

TEST(Copies, WithoutRegisters) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const int more = int(harness::seed() % 4);
  for (const Shape shape : {judged, Shape{69 - more, 96 + 4 * more, 60 - 4 * more, 3}}) {
    const auto seen = right_call(shape);
    if (!seen) return;
    const std::uint64_t copied = copies_of(seen->activity).bytes;
    if (copied < shape.bytes())
      FAIL() << shape.words() << ": asynchronous copies have brought " << copied << " of the " << shape.bytes()
             << " bytes of a and b. All of them come into shared memory by such copies.";
    const std::string words = async_copies::loaded_besides(seen->activity, shape.bytes(), "a and b");
    if (!words.empty()) FAIL() << shape.words() << ": " << words;
  }
}
TEST(Copies, SixteenBytesEach) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const auto seen = right_call(judged);
  if (!seen) return;
  const simt::CopyCounts copies = copies_of(seen->activity);
  if (copies.copies && copies.bytes >= 16 * copies.copies) return;
  FAIL() << judged.words() << ": " << copies.copies << " asynchronous copies bring " << copies.bytes
         << " bytes, and in pieces of 16 bytes " << copies.bytes / 16 << " are enough.";
}
TEST(Copies, LargeTiles) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const auto seen = right_call(judged);
  if (!seen) return;
  const simt::CopyCounts copies = copies_of(seen->activity);
  const std::uint64_t copied = copies.bytes + copies.left;
  const std::uint64_t enough =
      judged.of_a() * sizeof(float) * (judged.cols / 32) + judged.of_b() * sizeof(float) * (judged.rows / 32);
  if (double(copied) <= harness::budget("fetched") * double(enough)) return;
  FAIL()
      << judged.words() << ": " << async_copies::left_over(copies) << "copies bring " << copied
      << " bytes, and with 32 × 32 elements of c a block " << enough
      << " are enough. Every element of a tile is wanted by as many threads as the block's part of c is wide or high.";
}

TEST(Stages, AsManyAsAsked) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  Shape shape{64, 64, 768, 2};
  const auto two = right_call(shape);
  if (!two) return;
  const simt::CopyCounts copies = copies_of(two->activity);
  if (!copies.copies) FAIL() << shape.words() << ": there are no asynchronous copies.";
  const double overlapped = double(copies.overlapped) / double(copies.copies);
  if (overlapped < harness::budget("ahead"))
    FAIL() << shape.words() << ": " << number(100 * overlapped)
           << " % of the copies are on their way while their thread "
           << "works on another tile. Begin the next tile's copies before you work on this one, and wait only for this "
              "one's.";
  const double unit = accesses_a_copy(*two);
  for (shape.stages = 3; shape.stages <= 4; ++shape.stages) {
    const auto more = right_call(shape);
    if (!more) return;
    const double ahead = accesses_a_copy(*more) / unit;
    if (ahead >= harness::budget("ahead") * (shape.stages - 1)) continue;
    if (std::abs(ahead - 1) < 0.01)
      FAIL() << shape.words() << ": with " << shape.stages
             << " stages each copy is on its way just as long as with 2, so are there as many as are asked for? "
             << "The copies of the next stages - 1 tiles may all be on their way.";
    FAIL() << shape.words() << ": a copy is on its way while its thread works on " << number(ahead)
           << " times as much as with 2 stages, and " << shape.stages - 1
           << " times are wanted. The copies of the next stages - 1 tiles may all be on their way.";
  }
}
