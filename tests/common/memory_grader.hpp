// Holds a submitted transpose to its memory budgets, and says in words where and why it misses one.
#pragma once

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "tests/common/transpose_grader.hpp"

namespace grading {

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

// How far apart neighbouring lanes are at a site, in the student's own variables where they fit.
inline std::string lane_distance(const harness::Site& site, Shape shape) {
  if (!site.lane_distance) return "";
  const std::int64_t floats = *site.lane_distance / std::int64_t(sizeof(float));
  const auto apart = [&](const std::string& what) { return "neighbouring lanes are " + what + " floats apart"; };
  if (*site.lane_distance % std::int64_t(sizeof(float)) != 0) return "";
  if (floats == 0) return "neighbouring lanes use the same element";
  if (floats * std::int64_t(sizeof(float)) == site.bytes) return "";
  for (const int factor : {1, 2, 4, 8, 16})
    for (const auto& [name, value] : {std::pair{"rows", shape.rows}, std::pair{"cols", shape.cols}})
      if (floats == std::int64_t(factor) * value)
        return apart((factor == 1 ? "" : std::to_string(factor) + " * ") + ("`" + std::string(name) + "`"));
  return apart(std::to_string(floats));
}

// What a request looks like at a site that moves too many sectors.
inline std::string cause(const harness::Site& site, Shape shape) {
  const double lanes = site.counters.lanes_per_request();
  if (lanes < 31.5)
    return "only " + number(lanes) + " of 32 lanes take part in a request (" + place(site) +
           "); are the blocks a whole number of warps, and do all lanes have work?";
  const std::string distance = lane_distance(site, shape);
  if (!distance.empty()) return distance + " (" + place(site) + ").";
  if (site.pieces > 1)
    return "the lanes of a warp fall into " + std::to_string(site.pieces) + " separate pieces, each of " +
           number(site.counters.lanes_per_request() * site.bytes / site.pieces) + " bytes, and a sector has 32 (" +
           place(site) + ").";
  return "see " + place(site) + ".";
}

// The counters of one right call; fails the current test and gives nothing if the result is wrong.
inline std::optional<harness::Activity> counters_of_right_call(const char* function, Shape shape) {
  Transpose* const transpose = harness::submission().function<Transpose>(function);
  const Call call = call_safely(transpose, shape, harness::Poison::first);
  const std::string wrong = call.wrong.empty() ? Diagnosis(call.result).sentence() : call.wrong;
  if (wrong.empty() && !call.result.no_kernel) return call.activity;
  ADD_FAILURE() << "requests and sectors are judged when the result is right. " << shape.words() << ": "
                << (wrong.empty() ? "no kernel was launched." : closed(wrong));
  return std::nullopt;
}

// At most `budget` sectors a request, for requests of 32 floats. Requests of another width, or with fewer lanes,
// are held to the same number of sectors for every 128 bytes.
inline void expect_sectors(const char* function, harness::Direction direction, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests and sectors are graded on sim";
  for (const Shape shape : {Shape{512, 256}, Shape{256, 512}}) {
    const auto activity = counters_of_right_call(function, shape);
    if (!activity) return;
    const simt::Counters& seen = traffic(*activity, direction);
    if (seen.bytes >= shape.elements() * sizeof(float) && seen.sectors_per_warp_of_floats() <= budget) continue;
    const harness::Site* site = activity->worst(direction);
    const bool plain = std::abs(seen.sectors_per_request() - seen.sectors_per_warp_of_floats()) < 0.01;
    ADD_FAILURE() << shape.words() << ": your " << verb(direction) << " touch "
                  << number(seen.sectors_per_warp_of_floats()) << " sectors "
                  << (plain ? "a request" : "for every 32 floats") << ", " << number(budget)
                  << " would do: " << (site ? cause(*site, shape) : "no kernel moves the whole matrix.");
    return;
  }
}

// At most `share` of the requests of a kernel that moves one float a lane.
inline void expect_request_share(const char* function, double share) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are graded on sim";
  for (const Shape shape : {Shape{512, 256}, Shape{256, 512}}) {
    const auto activity = counters_of_right_call(function, shape);
    if (!activity) return;
    const double naive = double(shape.elements()) / 32;
    for (const harness::Direction direction : {harness::Direction::load, harness::Direction::store}) {
      const simt::Counters& seen = traffic(*activity, direction);
      if (double(seen.requests) <= share * naive) continue;
      const harness::Site* most = nullptr;
      for (const harness::Site& site : activity->sites)
        if (harness::direction_of(site.op) == direction && (!most || site.counters.requests > most->counters.requests))
          most = &site;
      ADD_FAILURE() << shape.words() << ": your " << verb(direction) << " take " << seen.requests << " requests, "
                    << number(share * naive) << " would do (a quarter of what one float a lane takes): " << place(*most)
                    << " moves " << most->bytes << " bytes a lane"
                    << (most->bytes < 16 ? ", and a float4 moves 16."
                           : most->counters.lanes_per_request() < 31.5
                               ? ", but only " + number(most->counters.lanes_per_request()) + " of 32 lanes take part."
                               : ", so some elements are moved more than once.");
      return;
    }
  }
}

// Every byte of every sector is asked for, on shapes whose sides are multiples of 16.
inline void expect_whole_sectors(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  for (const Shape shape :
      {Shape{512, 256}, Shape{256, 512}, Shape{48, 80}, Shape{16, 16}, Shape{16, 112}, Shape{208, 16}}) {
    const auto activity = counters_of_right_call(function, shape);
    if (!activity) return;
    for (const harness::Direction direction : {harness::Direction::load, harness::Direction::store}) {
      const simt::Counters& seen = traffic(*activity, direction);
      if (seen.bytes_used_of_sectors() >= 0.9999) continue;
      const harness::Site* site = activity->worst(direction);
      ADD_FAILURE() << shape.words() << ": your " << verb(direction) << " use "
                    << number(100 * seen.bytes_used_of_sectors())
                    << "% of the bytes of the sectors they touch: " << number(site->counters.sectors_per_request())
                    << " sectors a request where "
                    << number(double(site->counters.ideal_sectors) / double(site->counters.requests)) << " would do; "
                    << cause(*site, shape)
                    << " A sector has 32 bytes, two float4 side by side: give them to two lanes of one warp.";
      return;
    }
  }
}

}  // namespace grading
