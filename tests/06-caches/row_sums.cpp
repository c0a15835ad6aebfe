// Grades the lab row_sums: right sums twice, once with reuse that L1 forgives, once with none.
// Run: grade-row_sums.sim --module FILE.so --budget asked_of_needed=1.1 --budget read_of_needed=1.5 --budget hit_rate=40
#include <algorithm>
#include <bitset>
#include <cmath>
#include <list>
#include <set>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/watched.hpp"
#include "tests/06-caches/grading/arrays.hpp"
#include "tests/common/budget.hpp"
#include "tests/common/words.hpp"

namespace arrays {
namespace {

using grading::number;

// The sums of those columns alone that are asked for.
Mistake only(const std::string& words, std::function<bool(int col, int cols)> is_added) {
  return {words, [=](const std::vector<float>& in, Shape s) {
            std::vector<float> out(std::size_t(s.rows));
            for (std::size_t i = 0; i < in.size(); ++i)
              if (is_added(int(i % std::size_t(s.cols)), s.cols)) out[i / std::size_t(s.cols)] += in[i];
            return out;
          }};
}

std::vector<Mistake> parts_of_rows() {
  std::vector<Mistake> all;
  for (const int n : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024})
    all.push_back(only((n == 1 ? "That is the first element of each row"
                               : "That is the sum of the first " + std::to_string(n) + " elements of each row") +
                           ": nobody adds those behind.",
        [=](int col, int) { return col < n; }));
  for (const int n : {4, 8, 32, 64, 128, 256, 512, 1024})
    all.push_back(only("Of each row whole groups of " + std::to_string(n) + " elements are added, and the cols % " +
                           std::to_string(n) + " behind them are not.",
        [=](int col, int cols) { return col < cols / n * n; }));
  all.push_back(only("The last element of each row is left out.", [](int col, int cols) { return col < cols - 1; }));
  all.push_back(only("The first element of each row is left out.", [](int col, int) { return col > 0; }));
  for (const int n : {1, 2, 4, 8, 16, 32, 64, 128, 256, 512})
    all.push_back(only("Nobody adds what lane or thread i + " + std::to_string(n) +
                           " has summed to what lane or thread i has: does "
                           "the reduction leave out the distance " +
                           std::to_string(n) + "?",
        [=](int col, int) { return (col & n) == 0; }));
  for (const int n : {32, 64, 128, 256, 512, 1024})
    all.push_back(
        only("That is what one thread of " + std::to_string(n) + " has summed up: who adds the others' sums to it?",
            [=](int col, int) { return col % n == 0; }));
  all.push_back(
      {"That adds up in[col * rows + row], as if the matrix lay by columns; element (row, col) is in[row * cols + "
       "col].",
          [](const std::vector<float>& in, Shape s) {
            std::vector<float> out(std::size_t(s.rows));
            for (std::size_t i = 0; i < in.size(); ++i) out[i % std::size_t(s.rows)] += in[i];
            return out;
          }});
  return all;
}

Task sums(const char* name) {
  const auto function = harness::submission().function<decltype(row_sums)>(name);
  return {.function = name,
      .results = [](Shape s) { return std::size_t(s.rows); },
      .words = [](Shape s) { return "rows = " + std::to_string(s.rows) + ", cols = " + std::to_string(s.cols); },
      .outputs =
          [](const std::vector<float>& in, Shape s) {
            std::vector<float> out(std::size_t(s.rows));
            for (std::size_t i = 0; i < in.size(); ++i) out[i / std::size_t(s.cols)] += in[i];
            return std::vector<Output>{{"out", out, [](std::size_t i) { return "[" + std::to_string(i) + "]"; }}};
          },
      .call = [=](const std::vector<float*>& out, const float* in, Shape s) { function(out[0], in, s.rows, s.cols); },
      .what_if_unchanged = "Does every row have somebody who stores its sum?",
      .mistakes = parts_of_rows()};
}

Task by_thread() { return sums("row_sums_by_thread"); }
Task by_warp() { return sums("row_sums"); }

// Of 2047 columns each way to leave out some gives another sum: what is wrong has a name.
const std::vector<Shape> small = {{3, 2047}, {1, 1}, {1, 33}, {33, 1}, {7, 5}, {32, 32}, {31, 64}};
const std::vector<Shape> odd = {{129, 7}, {255, 100}, {257, 31}, {1000, 33}, {3, 1025}};
const std::vector<Shape> long_and_thin = {{70001, 3}, {2, 60000}, {1, 4099}};

TEST(Correctness, ByThreadSmall) { expect_right(by_thread(), small); }
TEST(Correctness, ByThreadOdd) { expect_right(by_thread(), odd); }
TEST(Correctness, ByThreadLongAndThin) { expect_right(by_thread(), long_and_thin); }
TEST(Correctness, ByThreadManyRows) { expect_launches_taken(by_thread(), {{500'000, 1}}); }
TEST(Correctness, ByThreadNoNumber) { expect_right_without_a_number(by_thread(), {40, 50}); }
TEST(Correctness, ByThreadDrawn) { expect_right(by_thread(), drawn_shapes(4, 400, 200)); }
TEST(Correctness, ByThreadOnTheDevice) { expect_work_on_device(by_thread(), {100, 90}); }
TEST(Correctness, ByThreadSameAddressesAgain) {
  grading::expect_nothing_remembered("row_sums_by_thread", trial(by_thread(), {70, 40}));
}
TEST(Correctness, ByThreadNothingIsLeftBehind) {
  grading::expect_nothing_left("row_sums_by_thread", trial(by_thread(), {70, 40}));
}
TEST(Correctness, ByThreadAnyOrderOfStreams) {
  grading::expect_any_order_of_streams("row_sums_by_thread", trial(by_thread(), {70, 40}));
}
TEST(Correctness, Small) { expect_right(by_warp(), small); }
TEST(Correctness, Odd) { expect_right(by_warp(), odd); }
TEST(Correctness, LongAndThin) { expect_right(by_warp(), {{9001, 3}, {2, 60000}, {1, 4099}}); }
// A warp for each of so many rows takes a second: that a device takes the launch is all that is asked.
TEST(Correctness, ManyRows) { expect_launches_taken(by_warp(), {{500'000, 1}}); }
TEST(Correctness, NoNumber) { expect_right_without_a_number(by_warp(), {40, 50}); }
TEST(Correctness, Drawn) { expect_right(by_warp(), drawn_shapes(4, 300, 300)); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(by_warp(), {100, 90}); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("row_sums", trial(by_warp(), {70, 40})); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("row_sums", trial(by_warp(), {70, 40})); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("row_sums", trial(by_warp(), {70, 40})); }
// Sums of partial sums that nobody waits for are right by luck; sim sees it.
TEST(Correctness, InOrder) {
  const harness::Checking order("race,uninitialized");  // here alone: it takes half as long again
  expect_right(by_thread(), {{40, 50}});
  expect_right(by_warp(), {{40, 50}, {3, 300}});
}

double needed(Shape shape) { return double(shape.elements()) / 8; }
// What it is by which more is asked for than there is.
std::string why_more(const Judged& seen) {
  const harness::Site* most =
      grading::busiest(seen.traffic.activity, harness::Direction::load, &simt::Counters::sectors);
  // Of 32 floats, each the fourth one: a lane's four bytes and twelve others.
  if (most && most->bytes == 4 && std::abs(most->counters.sectors_per_request() - 16) < 1)
    return "each request takes every fourth float. Of a float4 in memory, .x, .y, .z and .w are moved one by one: load "
           "it whole, by way of a variable. Floats alone go to neighbouring lanes side by side.";
  return "here nothing is to be found in L1, since nothing is asked for twice; whose floats lie side by side?";
}
double loads(const harness::Site& site) { return site.op == simt::Op::load ? double(site.found.l2_sectors) : 0; }

// 512 rows for each SM: a line of each fits into L1 four times.
TEST(Reuse, ManyAskedForFewBrought) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  for (const Shape shape : {Shape{132 * 512, 32}, Shape{16384, 136}}) {
    const Judged seen = traffic_of(by_thread(), shape);
    if (!seen.right) return;
    expect_at_most(seen.traffic, seen.traffic.read, harness::budget("read_of_needed") * needed(shape),
        "your loads ask L2 for", loads, "a sector that a thread has brought is to be used up before it goes.");
    if (testing::Test::HasFailure()) return;
    const double rate = 100 * seen.traffic.hits / seen.traffic.asked;
    if (rate < harness::budget("hit_rate"))
      FAIL() << seen.traffic.input << "L1 has " << number(rate) << " % of the sectors that your loads ask for, and "
             << number(harness::budget("hit_rate"))
             << " % are to be had in this function: let each thread walk along a row of its own.";
  }
}

// What a warp's first lane needs of in, and how often a sector is brought where a lane has four lines of L1, those used last.
struct Brought {
  std::size_t sectors = 0, needed = 0;
  int line = 0;  // of the source, of the last one
};

Brought brought(const std::vector<harness::WatchedRequest>& requests) {
  struct Line {
    std::uint64_t number;
    std::bitset<4> sectors;
  };
  std::list<Line> lines;  // the one used last in front
  std::set<std::uint64_t> needed;
  Brought found;
  for (const harness::WatchedRequest& request : requests) {
    if (request.op != simt::Op::load || request.allocation != "in") continue;
    const std::uint64_t sector = request.offset / 32;
    const auto at =
        std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.number == sector / 4; });
    if (at != lines.end()) lines.splice(lines.begin(), lines, at);
    else lines.push_front({sector / 4, {}});
    if (lines.size() > 4) lines.pop_back();
    if (lines.front().sectors[sector % 4]) continue;
    lines.front().sectors.set(sector % 4);
    needed.insert(sector);
    ++found.sectors;
    found.line = request.line;
  }
  found.needed = needed.size();
  return found;
}

// The same rows, but long ones. No cache is asked, since so many long rows are more than a student has time for; the requests
// of a warp tell which sectors are missing: the first warp's, and those of some that nobody knows before.
TEST(Reuse, LongRows) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are seen on sim only";
  const int drawn = int(harness::seed() % 8);
  const Shape shape{128 + drawn, 1032 + 8 * drawn};
  Task task = by_thread();
  for (unsigned number = 0; number < 4; ++number) {
    harness::Activity seen;
    if (const std::string words = trial(task, shape)(&seen); !words.empty()) FAIL() << words;
    const auto [sectors, needed, line] = brought(harness::watched_requests());
    if (double(sectors) > harness::budget("read_of_needed") * double(needed))
      FAIL() << by_thread().words(shape) << ": a lane of " << task.watched.words() << " needs " << needed
             << " sectors, and asks for them in an order (line " << line << " of the source) in which they are brought "
             << sectors
             << " times, where L1 has four lines for each lane: a sector that a thread has brought is to be used up "
                "before it goes.";
    if (seen.kernels.empty()) return;
    task.watched = grading::drawn_warp(seen.kernels.front(), number);
  }
}

TEST(Memory, AskedForOnce) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  // Rows of an odd number of floats begin anywhere in a sector: a request touches five.
  const int odd_cols = 2033 + 2 * int(harness::seed() % 8);
  for (const Shape shape : {Shape{4096, 256}, Shape{512, 2048}, Shape{128, odd_cols}}) {
    const Judged seen = traffic_of(by_warp(), shape);
    if (!seen.right) return;
    const double cut = shape.cols % 8 ? 1.5 : 1;
    expect_at_most(
        seen.traffic, seen.traffic.asked, cut * harness::budget("asked_of_needed") * needed(shape),
        "your loads ask L1 for",
        [](const harness::Site& site) { return site.op == simt::Op::load ? double(site.counters.sectors) : 0; },
        why_more(seen));
    if (testing::Test::HasFailure()) return;
    expect_at_most(seen.traffic, seen.traffic.read, cut * harness::budget("asked_of_needed") * needed(shape),
        "your loads ask L2 for", loads, "each sector is to be brought once.");
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace arrays
