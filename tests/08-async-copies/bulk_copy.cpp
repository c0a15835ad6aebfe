// Grades the lab bulk_copy: right, in order, every byte by a bulk copy, and the next row on its way while one is turned.
// Run: grade-bulk_copy.sim --module FILE.so --budget overlapped=0.75
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

using async_copies::bulk_bytes, async_copies::copies_of;
using grading::closed, grading::number;

struct Shape {
  int rows, cols;
  std::size_t elements() const { return std::size_t(rows) * cols; }
  std::uint64_t bytes() const { return elements() * sizeof(int); }
  std::string words() const { return std::to_string(rows) + " × " + std::to_string(cols); }
};

struct Call : grading::Call {
  std::vector<int> in, out;
};

Call call(Shape shape) {
  static std::uint64_t calls = 0;
  return grading::safely([&] {
    Call call;
    std::mt19937_64 random(harness::seed() + ++calls);
    call.in.resize(shape.elements());
    for (int& value : call.in) value = 1 + int(random() % 1'000'000'000);
    harness::DeviceBuffer<int> in(call.in, "in"), out(shape.elements(), "out");
    const auto turned = harness::submission().function<TurnedRows>("bulk_copy");
    grading::watch(
        call, 4000 * shape.elements() + 4'000'000, [&] { turned(out.get(), in.get(), shape.rows, shape.cols); });
    const auto found = [&]() -> std::string {
      call.out = out.download();
      if (const std::string words = grading::damage(out, in); !words.empty()) return words;
      return in.download() == call.in ? "" : "in was changed by the call. It is const: it may only be read.";
    };
    grading::look(call, found, "in and out belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
}

// Why that value may stand there, as the end of a sentence; or empty.
std::string cause(const Call& call, Shape shape, int row, int col) {
  const int value = call.out[std::size_t(row) * shape.cols + col];
  if (value == int(harness::poison_word(harness::Poison::first))) return ", which was there before the call";
  if (value == 0) return ", as if nothing had arrived in shared memory yet";
  if (value == call.in[std::size_t(row) * shape.cols + col]) return ", which is the row as it was: it is not turned";
  for (int other = 0; other < shape.rows; ++other)
    for (const int at : {col, shape.cols - 1 - col})
      if (other != row && value == call.in[std::size_t(other) * shape.cols + at])
        return ", which is row " + std::to_string(other) + "'s";
  return "";
}

std::string wrong_with(const Call& seen, Shape shape) {
  if (!seen.wrong.empty()) return closed(seen.wrong);
  if (seen.no_kernel()) return "no kernel was launched, so out still holds what was there before the call.";
  std::size_t wrong = 0;
  std::string first;
  for (int row = 0; row < shape.rows; ++row)
    for (int col = 0; col < shape.cols; ++col) {
      const std::size_t line = std::size_t(row) * shape.cols;
      const int expected = seen.in[line + shape.cols - 1 - col], value = seen.out[line + col];
      if (value == expected || wrong++ > 0) continue;
      first = "out[" + std::to_string(row) + "][" + std::to_string(col) + "] should be " + std::to_string(expected) +
              " and is " + std::to_string(value) + cause(seen, shape, row, col);
    }
  if (!wrong) return "";
  return first + ". " + std::to_string(wrong) + " of " + std::to_string(shape.elements()) + " are wrong.";
}

void expect_turned(const std::vector<Shape>& shapes) {
  for (const Shape shape : shapes) {
    const Call seen = call(shape);
    std::string wrong = wrong_with(seen, shape);
    if (wrong.empty()) wrong = grading::done_by_copies(seen, shape.elements() * sizeof(int));
    if (wrong.empty()) continue;
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

// Whether a device takes the launch; no kernel runs.
void expect_launch_taken(Shape shape) {
  if (!harness::backend().has_counters) return expect_turned({shape});
  const harness::LaunchesOnly only;
  if (const Call seen = call(shape); !seen.wrong.empty()) FAIL() << shape.words() << ": " << closed(seen.wrong);
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

Shape judged_shape() {
  std::mt19937_64 random(harness::seed());
  const int rows = 60 + int(random() % 9);
  return {rows, 4 * (120 + int(random() % 8))};
}

// Every byte goes one way by bulk copies, once, and none of them by a thread.
void expect_in_bulk(simt::Op op, const char* does, const char* of) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const Shape shape = judged_shape();
  const auto seen = right_call(shape);
  if (!seen) return;
  simt::Counters threads = op == simt::Op::load ? seen->activity.load : seen->activity.store;
  if (op == simt::Op::load) threads += seen->activity.texture;
  // A surface's reads and stores are counted together.
  const std::uint64_t by_threads = threads.bytes + seen->activity.copied.by_surfaces -
                                   seen->activity.tickets(seen->activity.sites, shape.bytes()).bytes;
  const std::uint64_t bulk = bulk_bytes(seen->activity, op);
  if (by_threads)
    FAIL() << shape.words() << ": threads " << does << " " << by_threads << " bytes of " << of
           << ". A thread orders a row, by one bulk copy, and touches none of it in global memory.";
  if (bulk < shape.bytes())
    FAIL() << shape.words() << ": bulk copies move " << bulk << " of the " << shape.bytes() << " bytes of " << of
           << ".";
  if (bulk > shape.bytes())
    FAIL() << shape.words() << ": bulk copies move " << bulk << " bytes of " << of << ", and there are "
           << shape.bytes() << ". Each row moves once.";
}

constexpr const char* function = "bulk_copy";

}  // namespace

TEST(Correctness, OneRow) { expect_turned({{1, 4}, {1, 256}, {1, 4096}}); }
TEST(Correctness, AFewRows) { expect_turned({{2, 64}, {3, 1000}, {5, 12}}); }
TEST(Correctness, ManyRows) { expect_turned({{64, 256}, {70, 300}, {133, 64}, {259, 20}}); }
TEST(Correctness, Longest) { expect_turned({{6, 4096}, {20, 4092}}); }
// One more than a grid has blocks in y.
TEST(Correctness, MostRows) { expect_launch_taken({65'536, 4}); }
TEST(Correctness, Drawn) {
  std::mt19937_64 random(harness::seed());
  std::vector<Shape> shapes;
  for (int i = 0; i < 4; ++i) {
    const int rows = 1 + int(random() % 90), cols = 4 * (1 + int(random() % 200));
    shapes.push_back({rows, cols});
  }
  expect_turned(shapes);
}
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered(function, trial({37, 300})); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left(function, trial({32, 256})); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams(function, trial({40, 200})); }

TEST(Order, NobodyMeets) { expect_clean({{64, 256}, {33, 300}, {3, 72}, {40, 2112}, {2100, 36}}); }

TEST(Copies, RowsComeInBulk) { expect_in_bulk(simt::Op::load, "load", "in"); }
TEST(Copies, RowsGoInBulk) { expect_in_bulk(simt::Op::store, "store", "out"); }
TEST(Copies, OneForEachRow) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const Shape shape = judged_shape();
  const auto seen = right_call(shape);
  if (!seen) return;
  const std::uint64_t copies = copies_of(seen->activity).copies, enough = 2 * std::uint64_t(shape.rows);
  if (copies > enough)
    FAIL() << shape.words() << ": there are " << copies << " copies, and " << enough
           << " are enough: one that brings a row, and one that takes it away.";
}

TEST(Overlap, TheNextRowIsOnItsWay) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const Shape shape{128, 512};
  const auto seen = right_call(shape);
  if (!seen) return;
  const simt::CopyCounts copies = copies_of(seen->activity);
  if (!copies.copies) FAIL() << shape.words() << ": there are no asynchronous copies.";
  const double overlapped = double(copies.overlapped) / double(copies.copies);
  if (overlapped >= harness::budget("overlapped") && copies.between >= 2 * copies.overlapped) return;
  FAIL() << shape.words() << ": " << number(100 * overlapped)
         << " % of the copies, in and out, are on their way while their "
         << "thread turns a row, and " << number(100 * harness::budget("overlapped"))
         << " % are asked for. Fetch the next row before you wait for this one, and of one that leaves wait only until "
            "it has "
            "been read.";
}
