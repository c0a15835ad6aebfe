// Holds a right call's memory traffic to budgets, and says in words where and why it misses one.
#include "tests/common/budget.hpp"

#include <cmath>

#include "harness/judge/accused.hpp"
#include "tests/common/words.hpp"

namespace grading {

const char* verb(Direction direction) { return direction == Direction::load ? "loads" : "stores"; }

const simt::Counters& global_traffic(const harness::Activity& activity, Direction direction) {
  return direction == Direction::load ? activity.load : activity.store;
}

const simt::Counters& shared_traffic(const harness::Activity& activity, Direction direction) {
  return direction == Direction::load ? activity.shared_load : activity.shared_store;
}

const harness::Site* busiest(
    const harness::Activity& activity, Direction direction, std::uint64_t simt::Counters::* counter) {
  const harness::Site* most = nullptr;
  for (const harness::Site& site : activity.sites)
    if (harness::direction_of(site.op) == direction && (!most || site.counters.*counter > most->counters.*counter))
      most = &site;
  return most;
}

const harness::Site* worst_shared_site(const harness::Activity& activity, Direction direction) {
  const auto wasted = [](const harness::Site& site) {
    return site.counters.wavefronts - site.counters.ideal_wavefronts;
  };
  const harness::Site* worst = nullptr;
  for (const harness::Site& site : activity.shared_sites)
    if (harness::direction_of(site.op) == direction && wasted(site) > (worst ? wasted(*worst) : 0)) worst = &site;
  return worst;
}

std::string resting_lanes(const harness::Site& site) {
  const double lanes = site.counters.lanes_per_request();
  if (lanes >= simt::warp_lanes - 0.5) return "";
  return "only " + number(lanes) + " of " + std::to_string(simt::warp_lanes) + " lanes take part";
}

std::string over_sectors(const RightCall& call, Direction direction, double budget, std::uint64_t bytes) {
  const simt::Counters& moved = global_traffic(call.activity, direction);
  const double sectors = moved.sectors_per_warp_of_floats();
  if (moved.bytes >= bytes && sectors <= budget) return "";
  const harness::Site* site = call.activity.worst(direction);
  const bool plain = std::abs(moved.sectors_per_request() - sectors) < 0.01;
  const std::string unit =
      plain ? "a request" : "for every " + std::to_string(simt::warp_lanes) + " " + call.type + "s";
  if (site) harness::accuse(call.activity, *site, sectors, budget, "sectors " + unit);
  return call.input + "your " + verb(direction) + " touch " + number(sectors) + " sectors " + unit + ", " +
         number(budget) + " would do: " + (site ? call.reason(*site) : "no kernel moves " + call.whole + ".");
}

std::string over_requests(const RightCall& call, Direction direction, double budget, const std::string& share) {
  const simt::Counters& moved = global_traffic(call.activity, direction);
  if (double(moved.requests) <= budget) return "";
  const harness::Site& most = *busiest(call.activity, direction, &simt::Counters::requests);
  harness::accuse(call.activity, most, double(moved.requests), budget, "requests");
  return call.input + "your " + verb(direction) + " take " + std::to_string(moved.requests) + " requests, " +
         number(budget) + " would do (" + share + "): " + place(most) + " moves " + std::to_string(most.bytes) +
         " bytes a lane" +
         (most.bytes < 16 ? ", and a" + std::string(call.type == "int" ? "n " : " ") + call.type + "4 moves 16."
             : !resting_lanes(most).empty() ? ", but " + resting_lanes(most) + "."
                                            : ", so some " + call.things + " are moved more than once.");
}

std::string unused_bytes(const RightCall& call, Direction direction) {
  const simt::Counters& moved = global_traffic(call.activity, direction);
  if (moved.bytes_used_of_sectors() >= 0.9999) return "";
  const harness::Site& site = *call.activity.worst(direction);
  harness::accuse(call.activity, site, 100 * moved.bytes_used_of_sectors(), 100, "% of the sectors' bytes used");
  return call.input + "your " + verb(direction) + " use " + number(100 * moved.bytes_used_of_sectors()) +
         "% of the bytes of the sectors they touch: " + number(site.counters.sectors_per_request()) +
         " sectors a request where " + number(double(site.counters.ideal_sectors) / double(site.counters.requests)) +
         " would do; " + call.reason(site);
}

}  // namespace grading
