// Calls a submitted function that sums neighbours in rows, and says in words what is wrong with what it gives.
#include "tests/08-async-copies/grading/rows.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/watched.hpp"
#include "tests/08-async-copies/grading/copies.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/words.hpp"

namespace row_sums {

using async_copies::copies_of;
using grading::closed, grading::number;

std::vector<Shape> drawn_shapes(int count, int of) {
  std::mt19937_64 random(harness::seed());
  std::vector<Shape> shapes;
  for (int i = 0; i < count; ++i) {
    const int rows = 1 + int(random() % 90);  // a draw a statement: of two arguments either may be evaluated first
    const int cols = of * (1 + int(random() % std::uint64_t(1200 / of)));
    shapes.push_back({rows, cols});
  }
  return shapes;
}

Shape judged_shape() {
  std::mt19937_64 random(harness::seed());
  const int rows = 60 + int(random() % 9);
  return {rows, 4 * (240 + int(random() % 16))};
}
Shape odd_shape() { return {33, judged_shape().cols - 463}; }

namespace {

using Submitted = harness::Function<NeighbourSums>;

struct Call : grading::Call {
  std::vector<int> in, out;
  std::vector<harness::WatchedRequest> requests;  // of the warp that was watched
};

std::vector<int> input_of(Shape shape) {
  static std::uint64_t calls = 0;
  std::mt19937_64 random(harness::seed() + ++calls);
  std::vector<int> in(shape.elements());
  for (int& value : in) value = 1 + int(random() % 1'000'000);
  return in;
}

int sum_at(const std::vector<int>& in, Shape shape, int col, int from_row) {
  const int* const line = &in[std::size_t(from_row) * shape.cols];
  return (col > 0 ? line[col - 1] : 0) + 2 * line[col] + (col + 1 < shape.cols ? line[col + 1] : 0);
}

std::string element(const char* matrix, int row, int col) {
  return std::string(matrix) + "[" + std::to_string(row) + "][" + std::to_string(col) + "]";
}

// Why that value may stand there, as the end of a sentence; or empty.
std::string cause(const Call& call, Shape shape, int row, int col, int value) {
  const int* const line = &call.in[std::size_t(row) * shape.cols];
  const int left = col > 0 ? line[col - 1] : 0, right = col + 1 < shape.cols ? line[col + 1] : 0;
  if (value == int(harness::poison_word(harness::Poison::first))) return "which was there before the call";
  if (value == 0) return "as if nothing had arrived in shared memory yet";
  for (int other = 0; other < shape.rows; ++other)
    if (other != row && value == sum_at(call.in, shape, col, other))
      return "which is row " + std::to_string(other) + "'s: that row is in the stage, and row " + std::to_string(row) +
             " is not";
  if (left && value == 2 * line[col] + right) return "without the left neighbour";
  if (right && value == left + 2 * line[col]) return "without the right neighbour";
  if ((left || right) && value == 2 * line[col]) return "without both neighbours";
  if (col == 0 && row > 0 && value == 2 * line[col] + right + line[-1])
    return "with the last element of the row above, which is no neighbour";
  if (col + 1 == shape.cols && row + 1 < shape.rows && value == left + 2 * line[col] + line[col + 1])
    return "with the first element of the row below, which is no neighbour";
  if (value == left + line[col] + right) return "the element itself counts twice";
  return "";
}

std::string wrong_sums(const Call& call, Shape shape) {
  std::size_t wrong = 0;
  std::string first;
  for (int row = 0; row < shape.rows; ++row)
    for (int col = 0; col < shape.cols; ++col) {
      const int expected = sum_at(call.in, shape, col, row);
      const int value = call.out[std::size_t(row) * shape.cols + col];
      if (value == expected || wrong++ > 0) continue;
      const std::string why = cause(call, shape, row, col, value);
      first = element("out", row, col) + " should be " + std::to_string(expected) + " and is " + std::to_string(value) +
              (why.empty() ? "" : ", " + why);
    }
  if (!wrong) return "";
  return first + ". " + std::to_string(wrong) + " of " + std::to_string(shape.elements()) + " are wrong.";
}

Call call(const Submitted& sums, Shape shape, grading::Watched watched = {}) {
  return grading::safely([&] {
    Call call;
    call.in = input_of(shape);
    harness::DeviceBuffer<int> in(call.in, "in"), out(shape.elements(), "out");
    grading::watch(
        call, 4000 * shape.elements() + 4'000'000, [&] { sums(out.get(), in.get(), shape.rows, shape.cols); }, watched);
    call.requests = harness::watched_requests();
    const auto found = [&]() -> std::string {
      call.out = out.download();
      if (const std::string words = grading::damage(out, in); !words.empty()) return words;
      return in.download() == call.in ? "" : "in was changed by the call. It is const: it may only be read.";
    };
    grading::look(call, found, "in and out belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
}

Submitted submitted(const char* function) { return harness::submission().function<NeighbourSums>(function); }

std::string wrong_with(const Call& seen, Shape shape) {
  if (seen.wrong.ends_with("do others arrive again too early?"))
    return seen.wrong + " Who fills a stage waits until it has been read.";
  if (!seen.wrong.empty()) return closed(seen.wrong);
  if (seen.no_kernel()) return "no kernel was launched, so out still holds what was there before the call.";
  return wrong_sums(seen, shape);
}

// Several tests judge the same call: it is made once.
const Call* right_call(const char* function, Shape shape, grading::Watched watched = {}) {
  static std::map<std::tuple<std::string, int, int, unsigned, std::uint64_t>, Call> right;
  const std::tuple key(std::string(function), shape.rows, shape.cols, watched.warp, watched.block);
  if (const auto found = right.find(key); found != right.end()) return &found->second;
  Call seen = call(submitted(function), shape, watched);
  const std::string wrong = wrong_with(seen, shape);
  if (wrong.empty()) return &(right[key] = std::move(seen));
  ADD_FAILURE() << "copies are judged when the result is right. " << shape.words() << ": " << wrong;
  return nullptr;
}

}  // namespace

void expect_sums(const char* function, const std::vector<Shape>& shapes) {
  const Submitted sums = submitted(function);
  for (const Shape shape : shapes) {
    const Call seen = call(sums, shape);
    std::string wrong = wrong_with(seen, shape);
    if (wrong.empty()) wrong = grading::done_by_copies(seen, shape.bytes());
    if (wrong.empty()) continue;
    // A race is one at any shape, and its words are many.
    const harness::Activity again = seen.wrong.empty()
                                        ? harness::with_order_checked([&] { return call(sums, shape).activity; })
                                        : harness::Activity{};
    if (!again.shared_race.empty()) FAIL() << closed(again.shared_race);
    FAIL() << shape.words() << ": " << again.with_disorder(wrong);
  }
}

void expect_last_sums(const char* function, Shape shape) {
  const auto right_at_the_end = [&] {
    if (!harness::backend().has_counters) return false;
    const harness::LastBlocksOnly few(8);
    const Call seen = call(submitted(function), shape);
    if (!seen.wrong.empty() || seen.no_kernel()) return false;
    constexpr int untouched = int(harness::poison_word(harness::Poison::first));
    if (seen.out.back() == untouched) return false;
    for (int row = 0; row < shape.rows; ++row)
      for (int col = 0; col < shape.cols; ++col) {
        const int value = seen.out[std::size_t(row) * shape.cols + col];
        if (value != untouched && value != sum_at(seen.in, shape, col, row)) return false;
      }
    return true;
  };
  if (!right_at_the_end()) expect_sums(function, {shape});
}

void expect_clean(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "races are seen on sim";
  const Submitted sums = submitted(function);
  // In the last two there are many blocks side by side, and many bands: a barrier may be missing in one of them.
  for (const Shape shape : {Shape{40, 512}, Shape{3, 70}, Shape{3, 4400}, Shape{530, 5}}) {
    harness::check_order(true, true);
    const Call seen = call(sums, shape);
    harness::check_order(false, false);
    if (seen.activity.fault.empty()) {
      const std::string wrong = wrong_with(seen, shape);
      if (!wrong.empty()) FAIL() << shape.words() << ": who meets whom is judged when the result is right. " << wrong;
    } else FAIL() << closed(seen.activity.fault);
  }
}

grading::Trial trial(const char* function, Shape shape) {
  return [=](harness::Activity* activity) {
    const Call seen = call(submitted(function), shape);
    if (activity) *activity = seen.activity;
    return wrong_with(seen, shape);
  };
}

void expect_without_registers(const char* function, Shape shape) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const Call* const seen = right_call(function, shape);
  if (!seen) return;
  const std::uint64_t copied = copies_of(seen->activity).bytes;
  if (copied < shape.bytes())
    FAIL() << shape.words() << ": asynchronous copies have brought " << copied << " of the " << shape.bytes()
           << " bytes of in. Every element comes into shared memory by such a copy.";
  const std::string words = async_copies::loaded_besides(seen->activity, shape.bytes(), "in");
  if (!words.empty()) FAIL() << shape.words() << ": " << words;
}

void expect_fetched_once(const char* function, Shape shape, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const Call* const seen = right_call(function, shape);
  if (!seen) return;
  const simt::CopyCounts copies = copies_of(seen->activity);
  const double times = double(copies.bytes + copies.left) / double(shape.bytes());
  if (times > budget)
    FAIL() << shape.words() << ": " << async_copies::left_over(copies) << "copies bring "
           << grading::number_beside(times, budget) << " times the bytes of in, and " << number(budget)
           << " are enough for every element once and the neighbours at the edges of a tile.";
}

void expect_overlap(const char* function, Shape shape, double share) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "copies are counted on sim";
  const Call* const seen = right_call(function, shape);
  if (!seen) return;
  const simt::CopyCounts copies = copies_of(seen->activity);
  if (!copies.copies) FAIL() << shape.words() << ": there are no asynchronous copies.";
  // A thread that does nothing but begin copies and wait for them overlaps none of its own; that is a store a copy.
  const double overlapped = double(copies.overlapped) / double(copies.copies);
  if (overlapped >= share && copies.between >= 3 * copies.overlapped) return;
  FAIL()
      << shape.words() << ": " << number(100 * overlapped) << " % of the copies are on their way while their thread "
      << "reads another row, and " << number(100 * share)
      << " % are asked for. Begin the copy of the next row before you work on this one, and wait only for this one's.";
}

namespace {

// What is wrong with who does what in that block, in words; or empty.
std::string fault_of_roles(const char* function, Shape shape, std::uint64_t block, const simt::Launch& launch) {
  const unsigned warps = (launch.block.x * launch.block.y * launch.block.z + simt::warp_lanes - 1) / simt::warp_lanes;
  int copying = 0, storing = 0;
  std::uint64_t filled = 0;          // words of shared memory that the copying warps write
  std::map<std::uint64_t, int> row;  // where in a row the storing warps store, and how many elements
  std::ostringstream words;
  for (unsigned warp = 0; warp < warps; ++warp) {
    const grading::Watched watched{warp, block};
    const Call* const seen = right_call(function, shape, watched);
    if (!seen) return "";  // which has been said
    int loads = 0, stores = 0;
    for (const harness::WatchedRequest& request : seen->requests) {
      ++(request.op == simt::Op::load ? loads : stores);
      if (request.op != simt::Op::load)
        row[request.offset % (shape.cols * sizeof(int))] =
            std::popcount(request.active) * request.bytes / int(sizeof(int));
    }
    if (loads && stores) {
      words << watched.words() << " both copies and stores sums. "
            << "Some warps are to do nothing but copy, and the others nothing but add up.";
      return words.str();
    }
    copying += loads > 0, storing += stores > 0;
    if (loads) filled += seen->activity.shared_words.size();
  }
  int elements = 0;
  for (const auto& [offset, count] : row) elements += count;
  if (block > 0 && !copying && !storing) return fault_of_roles(function, shape, 0, launch);  // one that is left over
  if (!copying || !storing)
    words << "of block " << block << "'s " << warps << " warps " << copying << " copy and " << storing
          << " store sums.";
  else if (10 * filled < 18 * std::uint64_t(elements))
    words << "the copying warps of block " << block << " fill " << filled
          << " words of shared memory, and a row of the block is " << elements
          << ". With one stage each waits for the other; while one row is read, the next must have a place.";
  return words.str();
}

}  // namespace

void expect_roles(const char* function, Shape shape) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what each warp does is seen on sim";
  const Call* const seen = right_call(function, shape);
  if (!seen) return;
  if (seen->activity.kernels.size() != 1)
    FAIL() << shape.words() << ": " << seen->activity.kernels.size() << " kernels are launched, and one is enough.";
  const simt::Launch& launch = seen->activity.kernels.front();
  // In a block that nobody knows before.
  const std::uint64_t block = grading::drawn_warp(launch, 0).block;
  if (const std::string words = fault_of_roles(function, shape, block, launch); !words.empty())
    FAIL() << shape.words() << ": " << words;
}

}  // namespace row_sums
