// Holds what a right call did to memory to a lab's budgets, and says in words where and why it misses one.
#include "tests/03-aos-soa/grading/budgets.hpp"

#include <gtest/gtest.h>

#include "harness/judge/accused.hpp"
#include "tests/common/words.hpp"

namespace objects {
namespace {

using grading::Direction, grading::number;

constexpr Direction both[] = {Direction::load, Direction::store};

// How the lanes of a warp lie at a site that touches more sectors than it need.
std::string reason(const harness::Site& site) {
  if (const std::string few = grading::resting_lanes(site); !few.empty())
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
  if (words.empty()) return call;
  ADD_FAILURE() << "memory is judged when the result is right. " << counted(count) << words;
  return std::nullopt;
}

void expect_sectors(const Trial& trial, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  const auto call = right_call(trial, judged_count);
  if (!call) return;
  for (const Direction direction : both)
    if (const std::string words = grading::over_sectors(*call, direction, budget, 1); !words.empty()) FAIL() << words;
}

void expect_whole_sectors(const Trial& trial, std::initializer_list<int> counts) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  for (const int count : counts) {
    const auto call = right_call(trial, count);
    if (!call) return;
    for (const Direction direction : both)
      if (const std::string words = grading::unused_bytes(*call, direction); !words.empty()) FAIL() << words;
  }
}

void expect_request_share(const Trial& trial, double share) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are graded on sim";
  const auto call = right_call(trial, judged_count);
  if (!call) return;
  for (const Direction direction : both) {
    const double field_by_field = (direction == Direction::load ? 8 : 4) * judged_count / double(simt::warp_lanes);
    const std::string words = grading::over_requests(
        *call, direction, share * field_by_field, number(share) + " of what one field a lane takes");
    if (!words.empty()) FAIL() << words;
  }
}

void expect_wavefronts(const Trial& trial, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "wavefronts are graded on sim";
  const auto call = right_call(trial, judged_count);
  if (!call) return;
  for (const simt::Counters& traffic : {call->activity.shared_store, call->activity.shared_load}) {
    if (double(traffic.wavefronts) <= budget * double(traffic.ideal_wavefronts)) continue;
    const harness::Site* worst = nullptr;
    for (const harness::Site& site : call->activity.shared_sites)
      if (!worst || site.counters.wavefronts - site.counters.ideal_wavefronts >
                        worst->counters.wavefronts - worst->counters.ideal_wavefronts)
        worst = &site;
    harness::accuse(call->activity, *worst, double(traffic.wavefronts), budget * double(traffic.ideal_wavefronts),
        "wavefronts of shared memory");
    ADD_FAILURE() << counted(judged_count) << "your requests to shared memory take "
                  << number(worst->counters.wavefronts_per_request()) << " wavefronts where "
                  << number(double(worst->counters.ideal_wavefronts) / double(worst->counters.requests))
                  << " would do: "
                  << (worst->lane_distance ? "neighbouring lanes are " + std::to_string(*worst->lane_distance) +
                                                 " bytes apart in the tile"
                                           : "several lanes meet in a bank")
                  << " (" << place(*worst) << "). Which bank has each of the 32 lanes?";
    return;
  }
}

void expect_bytes_per_byte(const Trial& trial, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  const int count = 1 << 16;
  harness::Activity seen;
  if (const std::string words = trial(count, &seen); !words.empty())
    FAIL() << "memory is judged when the result is right. " << counted(count) << words;
  const double fetched = simt::sector_bytes * double(seen.load.sectors) / (4.0 * count);
  if (fetched < 0.999) {
    ADD_FAILURE() << counted(count) << "the kernels load only " << number(100 * fetched)
                  << "% of the field. All of it is to be read and added on the device.";
  } else if (fetched > 1.01 * budget) {
    const harness::Site* site = seen.worst(Direction::load);
    if (site) harness::accuse(seen, *site, fetched, budget, "bytes fetched for each byte of the field");
    ADD_FAILURE() << counted(count) << "your loads fetch " << number(fetched) << " bytes for each byte of field c, "
                  << number(budget) << " would do: "
                  << (site && site->counters.sectors > site->counters.ideal_sectors
                             ? reason(*site)
                             : "some bytes are fetched more than once, or are of other fields.");
  }
}

}  // namespace objects
