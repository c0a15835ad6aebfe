// Holds what a call did to memory to a lab's budgets, and says in words where and why it misses one.
#pragma once

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "tests/03-aos-soa/object_grader.hpp"

namespace grading {

constexpr int judged_count = 8192;  // objects: a multiple of every block's size

// "32", "4.5"
inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 0.005 ? "%.0f" : "%.2f", value);
  return text;
}

inline const char* verb(harness::Direction direction) {
  return direction == harness::Direction::load ? "loads" : "stores";
}

inline const simt::Counters& traffic(const harness::Activity& activity, harness::Direction direction) {
  return direction == harness::Direction::load ? activity.load : activity.store;
}

// How the lanes of a warp lie at a site that touches more sectors than it need.
inline std::string cause(const harness::Site& site) {
  if (site.counters.lanes_per_request() < 31.5)
    return "only " + number(site.counters.lanes_per_request()) + " of 32 lanes take part in a request (" + place(site) +
           ").";
  if (site.lane_distance && *site.lane_distance != site.bytes)
    return "neighbouring lanes are " + std::to_string(*site.lane_distance) + " bytes apart and ask for " +
           std::to_string(site.bytes) + " each (" + place(site) + ").";
  if (site.pieces > 1)
    return "the lanes of a warp fall into " + std::to_string(site.pieces) + " separate pieces (" + place(site) + ").";
  return "see " + place(site) + ".";
}

// What one right call does; fails the current test and gives nothing if the result is wrong.
template <typename Tried>
std::optional<harness::Activity> activity_of_right_call(const Tried& tried, int count) {
  harness::Activity seen;
  std::string words = tried.fault(count, &seen);
  if (words.empty() && seen.launches == std::size_t{0}) words = "no kernel was launched.";
  if (words.empty()) return seen;
  ADD_FAILURE() << "memory is judged when the result is right. " << counted(count) << words;
  return std::nullopt;
}

// At most `budget` sectors for 32 fields of 4 bytes, one a lane. `loaded` and `stored`: bytes an object that must move.
template <typename Tried>
void expect_sectors(const Tried& tried, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  const auto seen = activity_of_right_call(tried, judged_count);
  if (!seen) return;
  for (const harness::Direction direction : {harness::Direction::load, harness::Direction::store}) {
    const simt::Counters& moved = traffic(*seen, direction);
    const double sectors = moved.bytes ? moved.sectors_per_warp_of_floats() : 0;
    if (moved.bytes > 0 && sectors <= budget) continue;
    const harness::Site* site = seen->worst(direction);
    const bool plain = std::abs(moved.sectors_per_request() - sectors) < 0.01;
    ADD_FAILURE() << counted(judged_count) << "your " << verb(direction) << " touch " << number(sectors) << " sectors "
                  << (plain ? "a request" : "for every 32 ints") << ", " << number(budget)
                  << " would do: " << (site ? cause(*site) : "no kernel moves anything.");
    return;
  }
}

// Every byte of every sector that a request touches is asked for.
template <typename Tried>
void expect_whole_sectors(const Tried& tried, std::initializer_list<int> counts) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  for (const int count : counts) {
    const auto seen = activity_of_right_call(tried, count);
    if (!seen) return;
    for (const harness::Direction direction : {harness::Direction::load, harness::Direction::store}) {
      const simt::Counters& moved = traffic(*seen, direction);
      if (moved.bytes_used_of_sectors() >= 0.9999) continue;
      const harness::Site* site = seen->worst(direction);
      ADD_FAILURE() << counted(count) << "your " << verb(direction) << " use "
                    << number(100 * moved.bytes_used_of_sectors())
                    << "% of the bytes of the sectors they touch: " << number(site->counters.sectors_per_request())
                    << " sectors a request where "
                    << number(double(site->counters.ideal_sectors) / double(site->counters.requests)) << " would do; "
                    << cause(*site);
      return;
    }
  }
}

// At most `share` of the requests that one field of 4 bytes a lane takes: loads of out and in, stores of out.
template <typename Tried>
void expect_request_share(const Tried& tried, double share) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are graded on sim";
  const auto seen = activity_of_right_call(tried, judged_count);
  if (!seen) return;
  for (const harness::Direction direction : {harness::Direction::load, harness::Direction::store}) {
    const double field_by_field = (direction == harness::Direction::load ? 8 : 4) * judged_count / 32.0;
    const simt::Counters& moved = traffic(*seen, direction);
    if (double(moved.requests) <= share * field_by_field) continue;
    const harness::Site* most = nullptr;
    for (const harness::Site& site : seen->sites)
      if (harness::direction_of(site.op) == direction && (!most || site.counters.requests > most->counters.requests))
        most = &site;
    ADD_FAILURE() << counted(judged_count) << "your " << verb(direction) << " take " << moved.requests << " requests, "
                  << number(share * field_by_field) << " would do (" << number(share)
                  << " of what one field a lane takes): " << place(*most) << " moves " << most->bytes << " bytes a lane"
                  << (most->bytes < 16 ? ", and an int4 moves 16."
                         : most->counters.lanes_per_request() < 31.5
                             ? ", but only " + number(most->counters.lanes_per_request()) + " of 32 lanes take part."
                             : ", so some objects are moved more than once.");
    return;
  }
}

}  // namespace grading
