// Grades the lab cluster_halo: right, in order, each element loaded once, and the halo taken from the neighbour.
// Run: grade-cluster_halo.sim --module FILE.so --budget loaded=1.07
#include <algorithm>
#include <array>
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

using grading::closed, grading::number;

constexpr int radius = 16;

struct Call : grading::Call {
  std::vector<int> in, out;
};

std::string words(int count) { return "count = " + std::to_string(count); }

Call call(int count) {
  static std::uint64_t calls = 0;
  return grading::safely([&] {
    Call call;
    std::mt19937_64 random(harness::seed() + ++calls);
    call.in.resize(count);
    for (int& value : call.in) value = 1 + int(random() % 10'000'000);
    harness::DeviceBuffer<int> in(call.in, "in"), out(std::size_t(count), "out");
    const auto sums = harness::submission().function<ClusterHalo>("cluster_halo");
    grading::watch(call, 8000 * std::uint64_t(count) + 4'000'000, [&] { sums(out.get(), in.get(), count); });
    const auto found = [&]() -> std::string {
      call.out = out.download();
      if (const std::string words = grading::damage(out, in); !words.empty()) return words;
      return in.download() == call.in ? "" : "in was changed by the call. It is const: it may only be read.";
    };
    grading::look(call, found, "in and out belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
}

int sum_of(const std::vector<int>& in, int from, int to) {
  int sum = 0;
  for (int i = std::max(from, 0); i <= std::min(to, int(in.size()) - 1); ++i) sum += in[i];
  return sum;
}

constexpr int farthest = 4096;  // from where, in elements, a wrong neighbour may come

// Why that value may stand there, as the end of a sentence; or empty.
std::string cause(const Call& call, int at) {
  const int value = call.out[at];
  if (value == int(harness::poison_word(harness::Poison::first))) return ", which was there before the call";
  for (int missing = 1; missing <= radius; ++missing) {
    const std::string elements = missing == 1 ? "element" : std::to_string(missing) + " elements";
    if (value == sum_of(call.in, at - radius + missing, at + radius)) return ", without the leftmost " + elements;
    if (value == sum_of(call.in, at - radius, at + radius - missing)) return ", without the rightmost " + elements;
  }
  // The first wrong one has all its left neighbours in another block, or only its last right one.
  const auto element = [](int i) { return "in[" + std::to_string(i) + "]"; };
  const int last = at + radius;
  const int rest = value - sum_of(call.in, at - radius, last - 1);
  for (int i = std::max(at - farthest, 0); i < std::min(at + farthest, int(call.in.size()) - radius); ++i) {
    if (at >= radius && i != at - radius && value - sum_of(call.in, at, last) == sum_of(call.in, i, i + radius - 1))
      return ", as if " + element(i) + " to " + element(i + radius - 1) + " stood to its left, and not " +
             element(at - radius) + " to " + element(at - 1);
    if (last < int(call.in.size()) && i != last && rest == call.in[i])
      return ", as if " + element(i) + " stood " + std::to_string(radius) + " to its right, and not " + element(last);
  }
  return "";
}

std::string wrong_with(const Call& seen, int count) {
  if (!seen.wrong.empty()) return closed(seen.wrong);
  if (seen.no_kernel()) return "no kernel was launched, so out still holds what was there before the call.";
  int wrong = 0;
  std::string first;
  for (int i = 0; i < count; ++i) {
    const int expected = sum_of(seen.in, i - radius, i + radius);
    if (seen.out[i] == expected || wrong++ > 0) continue;
    first = "out[" + std::to_string(i) + "] should be " + std::to_string(expected) + " and is " +
            std::to_string(seen.out[i]) + cause(seen, i);
  }
  if (!wrong) return "";
  return first + ". " + std::to_string(wrong) + " of " + std::to_string(count) + " are wrong.";
}

void expect_sums(const std::vector<int>& counts) {
  for (const int count : counts) {
    const Call seen = call(count);
    std::string wrong = wrong_with(seen, count);
    if (wrong.empty()) wrong = grading::done_by_copies(seen, std::uint64_t(count) * sizeof(int));
    if (wrong.empty()) continue;
    const harness::Activity again =
        seen.wrong.empty() ? harness::with_order_checked([&] { return call(count).activity; }) : harness::Activity{};
    if (!again.shared_race.empty()) FAIL() << closed(again.shared_race);
    FAIL() << words(count) << ": " << again.with_disorder(wrong);
  }
}

grading::Trial trial(int count) {
  return [=](harness::Activity* activity) {
    const Call seen = call(count);
    if (activity) *activity = seen.activity;
    return wrong_with(seen, count);
  };
}

constexpr const char* function = "cluster_halo";
// Whole clusters, and one that is cut, as nobody knows before.
std::array<int, 2> judged_counts() { return {65'536, 65'281 + 2 * int(harness::seed() % 100)}; }

// The one launch of a call that was right.
std::optional<Call> right_call(int judged) {
  Call seen = call(judged);
  if (const std::string wrong = wrong_with(seen, judged); !wrong.empty()) {
    ADD_FAILURE() << "the halo is judged when the result is right. " << words(judged) << ": " << wrong;
    return std::nullopt;
  }
  return seen;
}

std::uint64_t blocks_of(const simt::Dim& dim) { return std::uint64_t(dim.x) * dim.y * dim.z; }

}  // namespace

TEST(Correctness, Few) { expect_sums({1, 2, 15, 16, 17, 31, 33, 100}); }
TEST(Correctness, WholeClusters) { expect_sums({2048, 16'384}); }
TEST(Correctness, Ragged) { expect_sums({255, 257, 1000, 2047, 2049, 5000}); }
TEST(Correctness, Many) { expect_sums({100'003}); }
TEST(Correctness, Drawn) {
  std::mt19937_64 random(harness::seed());
  std::vector<int> counts;
  for (int i = 0; i < 4; ++i) counts.push_back(1 + int(random() % 20'000));
  expect_sums(counts);
}
TEST(Correctness, AnyGrid) {
  const auto sums = harness::submission().function<ClusterHalo>("cluster_halo");
  const auto fault = [](int count) {
    const std::string wrong = wrong_with(call(count), count);
    return wrong.empty() ? wrong : words(count) + ": " + wrong;
  };
  const auto only_launched = [&](int count) {
    const harness::DeviceBuffer<int> in(1, "in"), out(1, "out");
    sums(out.get(), in.get(), count);
  };
  grading::expect_grid_to_follow_count(fault, only_launched);
}
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered(function, trial(3000)); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left(function, trial(4096)); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams(function, trial(5000)); }

TEST(Order, NobodyMeets) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "races are seen on sim";
  for (const int count : {8192, 5000, 300}) {
    harness::check_order(true, true);
    const Call seen = call(count);
    harness::check_order(false, false);
    if (!seen.activity.fault.empty()) FAIL() << closed(seen.activity.fault);
    if (const std::string wrong = wrong_with(seen, count); !wrong.empty())
      FAIL() << words(count) << ": who meets whom is judged when the result is right. " << wrong;
  }
}

TEST(Halo, EachElementOnce) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "bytes are counted on sim";
  for (const int judged : judged_counts()) {
    const auto seen = right_call(judged);
    if (!seen) return;
    const std::uint64_t loaded = seen->activity.load.bytes + seen->activity.texture.bytes +
                                 seen->activity.copied.by_surfaces +
                                 async_copies::bulk_bytes(seen->activity, simt::Op::load);
    const double times = double(loaded) / (double(judged) * sizeof(int));
    if (times > harness::budget("loaded"))
      FAIL() << words(judged) << ": " << grading::number_beside(times, harness::budget("loaded"))
             << " times the bytes of in are loaded, and " << number(harness::budget("loaded"))
             << " are enough: every element once, and 16 on either side of a cluster.";
  }
}
TEST(Halo, FromTheNeighbour) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "bytes are counted on sim";
  for (const int judged : judged_counts()) {
    const auto seen = right_call(judged);
    if (!seen) return;
    std::uint64_t between = 0, moved = 0;  // bytes between neighbours of a cluster
    for (const simt::Launch& launch : seen->activity.kernels) {
      const std::uint64_t blocks = blocks_of(launch.grid),
                          in_cluster = std::max(blocks_of(launch.cluster), std::uint64_t(1));
      between += (blocks - blocks / in_cluster) * 2 * radius * sizeof(int);
      for (const simt::Op op : {simt::Op::load, simt::Op::store})
        moved += launch.total(simt::Space::cluster, op).bytes + launch.total(simt::Space::bulk_cluster, op).bytes;
    }
    if (!between)
      FAIL() << words(judged) << ": no kernel is launched in clusters, so no block can reach its neighbour's tile.";
    if (10 * moved < 9 * between)
      FAIL() << words(judged) << ": " << moved << " bytes move between the blocks of a cluster, and their halos have "
             << between << ". What a neighbour in the cluster has loaded comes from its shared memory.";
  }
}
