// Holds what a right call did to memory to a lab's budgets, and says in words where and why it misses one.
#include "tests/03-aos-soa/grading/budgets.hpp"

#include <gtest/gtest.h>

#include "harness/judge/accused.hpp"
#include "harness/scripted.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/words.hpp"

namespace objects {
namespace {

using grading::Direction, grading::number;

int ragged_count() { return drawn_count(256) + 101; }  // odd
// Where a grid is the same for more objects: so many that each of its threads has two or three.
std::vector<int> going_round(const Trial& trial) {
  const auto threads = [&](int count) -> std::uint64_t {
    harness::Activity seen;
    return trial(count, &seen).empty() ? seen.threads : 0;
  };
  constexpr std::uint64_t most = 1 << 18;
  const std::uint64_t all = threads(judged_count);
  if (2 * all <= judged_count || all > most || threads(2 * judged_count) != all) return {};
  return {int(5 * all / 512 * 256)};
}

// Whether or not whole blocks have so many: each object's way is to be the same.
std::vector<int> judged_counts(const Trial& trial) {
  std::vector<int> counts{judged_count, drawn_count(256), ragged_count()};
  for (const int more : going_round(trial)) counts.push_back(more);
  return counts;
}

constexpr Direction both[] = {Direction::load, Direction::store};

// How the lanes of a warp lie at a site that touches more sectors than it need.
std::string reason(const harness::Site& site) {
  // That two or three rest, at the end of a grid, is no cause.
  if (const std::string few = grading::resting_lanes(site); !few.empty() && site.counters.lanes_per_request() < 28)
    return few + " in a request (" + place(site) + ").";
  if (site.lane_distance && *site.lane_distance != site.bytes)
    return "neighbouring lanes are " + std::to_string(*site.lane_distance) + " bytes apart and ask for " +
           std::to_string(site.bytes) + " each (" + place(site) + ").";
  if (site.pieces > 1)
    return "the lanes of a warp fall into " + std::to_string(site.pieces) + " separate pieces (" + place(site) + ").";
  return "see " + place(site) + ".";
}

}  // namespace

std::optional<grading::RightCall> right_call(const Trial& trial, int count) {
  grading::RightCall call{{}, counted(count), "int", "objects", "anything", reason};
  std::string words = trial(count, &call.activity);
  if (words.empty() && call.activity.launches == std::size_t{0}) words = "no kernel was launched.";
  // A kernel that moves what the host has added touches as few sectors as one can.
  if (words.empty()) words = grading::done_by_copies(call.activity, std::uint64_t(count) * 4 * sizeof(int));
  if (words.empty()) return call;
  ADD_FAILURE() << "memory is judged when the result is right. " << counted(count) << words;
  return std::nullopt;
}

void expect_sectors(const Trial& trial, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  for (const int count : judged_counts(trial)) {
    const auto call = right_call(trial, count);
    if (!call) return;
    for (const Direction direction : both) {
      // An atomic brings what it adds to by itself.
      const std::uint64_t bytes = std::uint64_t(count) * 4 * sizeof(int);
      const double cut = count % simt::warp_lanes ? 1.1 : 1;  // of the last warp some lanes rest
      const std::string words = grading::over_sectors(*call, direction, cut * budget, bytes);
      if (!words.empty()) FAIL() << words;
    }
  }
}

void expect_whole_sectors(const Trial& trial, PerObject bytes, std::vector<int> counts) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  for (const int more : going_round(trial)) counts.push_back(more);
  for (const int count : counts) {
    const auto call = right_call(trial, count);
    if (!call) return;
    for (const Direction direction : both) {
      const std::uint64_t all = std::uint64_t(count) * (direction == Direction::load ? bytes.loaded : bytes.stored);
      if (const std::string words = grading::unused_bytes(*call, direction, all); !words.empty()) FAIL() << words;
    }
  }
  // Of so many the last sectors are used in part.
  const int count = ragged_count();
  const auto call = right_call(trial, count);
  if (!call) return;
  for (const Direction direction : both) {
    const int of_object = direction == Direction::load ? bytes.loaded : bytes.stored;
    const std::uint64_t sectors = grading::global_traffic(call->activity, direction).sectors;
    const std::uint64_t enough = std::uint64_t(count) * of_object / simt::sector_bytes;
    const harness::Site* site = call->activity.worst(direction);
    if (10 * sectors <= 11 * enough) continue;
    if (site) harness::accuse(call->activity, *site, double(sectors), double(enough), "sectors");
    FAIL() << counted(count) << "your " << (direction == Direction::load ? "loads" : "stores") << " touch " << sectors
           << " sectors, and " << enough << " hold it all, though they touch no more than they need where count is a "
           << "multiple of 32. The arrays begin at whole sectors for every count: "
           << (site ? reason(*site) : "some bytes are moved more than once.");
  }
}

void expect_request_share(const Trial& trial, double share) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are graded on sim";
  for (const int count : judged_counts(trial)) {
    const auto call = right_call(trial, count);
    if (!call) return;
    for (const Direction direction : both) {
      const int rounded = (count + 255) / 256 * 256;  // a block's warps may all ask
      const double field_by_field = (direction == Direction::load ? 8 : 4) * rounded / double(simt::warp_lanes);
      const std::string words = grading::over_requests(
          *call, direction, share * field_by_field, number(share) + " of what one field a lane takes");
      if (!words.empty()) FAIL() << words;
    }
  }
}

void expect_wavefronts(const Trial& trial, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "wavefronts are graded on sim";
  for (const int count : {judged_count, drawn_count(256)}) {
    const auto call = right_call(trial, count);
    if (!call) return;
    // Each site is judged: accesses that need not be would make the sum look good.
    const harness::Site* worst = nullptr;
    for (const harness::Site& site : call->activity.shared_sites)
      if (double(site.counters.wavefronts) > budget * double(site.counters.ideal_wavefronts) &&
          (!worst || site.counters.wavefronts - site.counters.ideal_wavefronts >
                         worst->counters.wavefronts - worst->counters.ideal_wavefronts))
        worst = &site;
    if (!worst) continue;
    harness::accuse(call->activity, *worst, double(worst->counters.wavefronts),
        budget * double(worst->counters.ideal_wavefronts), "wavefronts of shared memory");
    FAIL() << counted(count) << "your requests to shared memory take "
           << number(worst->counters.wavefronts_per_request()) << " wavefronts where "
           << number(double(worst->counters.ideal_wavefronts) / double(worst->counters.requests)) << " would do: "
           << (worst->lane_distance
                      ? "neighbouring lanes are " + std::to_string(*worst->lane_distance) + " bytes apart in the tile"
                      : "several lanes meet in a bank")
           << " (" << place(*worst) << "). Which bank has each of the 32 lanes?";
  }
}

void expect_bytes_per_byte(const Trial& trial, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  const int count = (1 << 16) + ragged_count();
  harness::Activity seen;
  harness::forget_host_work();
  if (const std::string words = trial(count, &seen); !words.empty())
    FAIL() << "memory is judged when the result is right. " << counted(count) << words;
  if (const std::string words = grading::not_by_kernels(seen, sizeof(int) * count); !words.empty())
    FAIL() << counted(count) << words;
  if (const std::string words = grading::not_counted(seen, sizeof(int) * count); !words.empty())
    FAIL() << counted(count) << words;
  constexpr double on_the_way = 0.25;  // for partial sums that a kernel leaves in memory and another one adds up
  const simt::Counters loads = grading::global_traffic(seen, Direction::load);
  const double fetched = simt::sector_bytes * double(loads.sectors) / (4.0 * count),
               asked = double(loads.bytes) / (4.0 * count);
  if (asked < 0.999)
    FAIL() << counted(count) << "the kernels load only " << number(100 * asked)
           << "% of the field. All of it is to be read and added on the device.";
  if (fetched > budget + on_the_way) {
    const harness::Site* site = seen.worst(Direction::load);
    if (site) harness::accuse(seen, *site, fetched, budget, "bytes fetched for each byte of the field");
    FAIL() << counted(count) << "your loads fetch " << grading::number_beside(fetched, budget)
           << " bytes for each byte of field c, " << number(budget) << " would do: "
           << (site && site->counters.sectors > site->counters.ideal_sectors
                      ? reason(*site)
                      : "some bytes are fetched more than once, or are of other fields.");
  }
  if (asked > 1 + on_the_way) {
    const harness::Site* most = grading::busiest(seen, Direction::load, &simt::Counters::bytes);
    if (most) harness::accuse(seen, *most, 4 * asked, 4, "bytes asked for of each object");
    FAIL() << counted(count) << "your loads ask for " << number(4 * asked) << " bytes of each object"
           << (most ? " (" + place(*most) + ")" : "") << ", and field c has 4. Read that field alone.";
  }
}

}  // namespace objects
