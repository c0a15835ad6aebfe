// Holds a right call's memory traffic to budgets, and says in words where and why it misses one.
#include "tests/common/budget.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "harness/judge/accused.hpp"
#include "harness/scripted.hpp"
#include "tests/common/words.hpp"

namespace grading {

const char* verb(Direction direction) { return direction == Direction::load ? "loads" : "stores"; }

simt::Counters global_traffic(const harness::Activity& activity, Direction direction) {
  simt::Counters all = direction == Direction::load ? activity.load : activity.store;
  if (direction == Direction::load) all += activity.texture;
  return all;
}

std::uint64_t host_accesses() {
  const std::vector<std::uint64_t> work = harness::host_work();
  return std::accumulate(work.begin(), work.end(), std::uint64_t(0));
}

std::string not_by_kernels(const harness::Activity& activity, std::uint64_t bytes, std::uint64_t usual) {
  const auto words = [&](std::uint64_t moved, const std::string& how) {
    return std::to_string(moved) + " bytes " + how + ", and the data has " + std::to_string(bytes) +
           ". The work is to be done by kernels, in the device's own memory.";
  };
  const simt::Copied& copied = activity.copied;
  const std::uint64_t kept = activity.launches.value_or(0);
  if (copied.launches_not_kept)
    return std::to_string(kept + copied.launches_not_kept) + " kernels were launched, and the first " +
           std::to_string(kept) + " are counted. Give each launch more to do.";
  if (4 * copied.to_host > bytes) return words(copied.to_host, "were copied to the host");
  constexpr std::uint64_t of_whoever_looks_for_a_mistake = 4096;
  if (4 * copied.printed > bytes && copied.printed > of_whoever_looks_for_a_mistake)
    return words(copied.printed, "were printed by kernels");
  if (4 * copied.into_named > bytes) return words(copied.into_named, "of the caller's were written by a copy");
  if (4 * copied.rearranged > bytes)
    return words(copied.rearranged, "were taken out of rows, or put into some, by copies");
  constexpr std::uint64_t of_whoever_keeps_a_shape_there = 64;
  if (4 * copied.into_constant > bytes && copied.into_constant > of_whoever_keeps_a_shape_there)
    return words(copied.into_constant, "were put into constant memory, where nobody counts what loads cost");
  if (4 * copied.by_libraries > bytes) return words(copied.by_libraries, "were read and written by cuBLAS");
  // Nor may each have its quarter; but a few bytes of little data may well go one way and another.
  const std::uint64_t together =
      copied.to_host + copied.into_named + copied.rearranged + copied.into_constant + copied.by_libraries;
  if (bytes >= 4096 && 4 * together > bytes)
    return words(together, "were moved by the host, by copies, through constant memory or by cuBLAS");
  const std::uint64_t accesses = host_accesses();
  if (4 * copied.on_both_sides > bytes && 16 * (accesses - std::min(accesses, usual)) > bytes)
    return words(copied.on_both_sides, "of memory that the host reaches, too, were made");
  return "";
}

std::string not_counted(const harness::Activity& activity, std::uint64_t bytes) {
  if (4 * activity.unseen <= bytes) return "";
  return std::to_string(activity.unseen) +
         " bytes go through a surface, a texture over an array or another block's shared memory, where nobody can "
         "count what they cost: load from global memory, or through a texture over it, and store there.";
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

namespace {

// Times what the bytes to be moved need: a kernel may take them through a buffer of its own. Who makes an average look good by
// accesses that need not be takes more.
constexpr double through_a_buffer = 2.02;

// The site that misses what `holds` asks of its counters by the most sectors beyond the ideal; nullptr if all hold it. What
// makes up less than a hundredth of the sectors is nobody's business, and neither are several such together that make up less than a
// fiftieth.
const harness::Site* missing(
    const RightCall& call, Direction direction, const std::function<bool(const simt::Counters&)>& holds) {
  const std::uint64_t all = global_traffic(call.activity, direction).sectors;
  const auto wasted = [](const harness::Site& site) { return site.counters.sectors - site.counters.ideal_sectors; };
  const harness::Site* worst = nullptr;
  std::uint64_t together = 0;
  bool is_large = false;
  for (const harness::Site& site : call.activity.sites) {
    if (harness::direction_of(site.op) != direction || holds(site.counters)) continue;
    const bool large = 100 * site.counters.sectors > all;
    together += site.counters.sectors;
    if (!worst || (large && !is_large) || (large == is_large && wasted(site) > wasted(*worst))) worst = &site;
    is_large |= large;
  }
  return is_large || 50 * together > all ? worst : nullptr;
}

// Too many sectors in all, though each site has no more than it may; or nothing.
std::string moved_again(const RightCall& call, Direction direction, double needed) {
  const simt::Counters moved = global_traffic(call.activity, direction);
  if (double(moved.sectors) <= through_a_buffer * needed) return "";
  const harness::Site* most = busiest(call.activity, direction, &simt::Counters::sectors);
  if (most) harness::accuse(call.activity, *most, double(moved.sectors), needed, "sectors in all");
  return call.input + "your " + verb(direction) + " touch " + std::to_string(moved.sectors) + " sectors in all, " +
         number(needed) + " would do: some " + call.things + " are moved again and again" +
         (most ? " (" + place(*most) + ")." : ".");
}

}  // namespace

std::string over_sectors(const RightCall& call, Direction direction, double budget, std::uint64_t bytes) {
  if (const std::string words = not_counted(call.activity, bytes); !words.empty()) return call.input + words;
  const simt::Counters moved = global_traffic(call.activity, direction);
  if (moved.bytes < bytes) return call.input + "no kernel " + verb(direction) + " " + call.whole + ".";
  const harness::Site* site = missing(
      call, direction, [&](const simt::Counters& counters) { return counters.sectors_per_warp_of_floats() <= budget; });
  if (!site) return moved_again(call, direction, budget * double(bytes) / (simt::warp_lanes * sizeof(float)));
  const double each = site->counters.sectors_per_warp_of_floats();
  const bool plain = std::abs(site->counters.sectors_per_request() - each) < 0.01;
  const std::string unit =
      plain ? "a request" : "for every " + std::to_string(simt::warp_lanes) + " " + call.type + "s";
  harness::accuse(call.activity, *site, each, budget, "sectors " + unit);
  return call.input + "your " + verb(direction) + " touch " + number_beside(each, budget) + " sectors " + unit + ", " +
         number(budget) + " would do: " + call.reason(*site);
}

std::string over_requests(const RightCall& call, Direction direction, double budget, const std::string& share) {
  const simt::Counters moved = global_traffic(call.activity, direction);
  if (double(moved.requests) <= budget) return "";
  const harness::Site* busy = busiest(call.activity, direction, &simt::Counters::requests);
  if (!busy)
    return call.input + "your " + verb(direction) + " through textures take " + std::to_string(moved.requests) +
           " requests, " + number(budget) + " would do (" + share + ").";
  // Beside it one that is nearly as busy and moves less than a lane can is the cause.
  for (const harness::Site& site : call.activity.sites)
    if (harness::direction_of(site.op) == direction && site.bytes < busy->bytes &&
        2 * site.counters.requests >= busy->counters.requests)
      busy = &site;
  const harness::Site& most = *busy;
  harness::accuse(call.activity, most, double(moved.requests), budget, "requests");
  return call.input + "your " + verb(direction) + " take " + std::to_string(moved.requests) + " requests, " +
         number(budget) + " would do (" + share + "): " + place(most) + " moves " + std::to_string(most.bytes) +
         " bytes a lane" +
         (most.bytes < 16
                 ? ", and a" + std::string(call.type == "int" ? "n " : " ") + call.type + "4 moves 16" +
                       (most.bytes == 4 ? ": whole, by way of a variable, for .x in memory is moved by itself." : ".")
             : !resting_lanes(most).empty() ? ", but " + resting_lanes(most) + "."
                                            : ", so some " + call.things + " are moved more than once.");
}

std::string unused_bytes(const RightCall& call, Direction direction, std::uint64_t bytes) {
  if (const std::string words = not_counted(call.activity, bytes); !words.empty()) return call.input + words;
  const harness::Site* site = missing(
      call, direction, [&](const simt::Counters& counters) { return counters.bytes_used_of_sectors() >= 0.9999; });
  if (!site) return moved_again(call, direction, double(bytes) / simt::sector_bytes);
  const simt::Counters& counters = site->counters;
  harness::accuse(call.activity, *site, 100 * counters.bytes_used_of_sectors(), 100, "% of the sectors' bytes used");
  return call.input + "your " + verb(direction) + " use " + number(100 * counters.bytes_used_of_sectors()) +
         "% of the bytes of the sectors they touch: " + number(counters.sectors_per_request()) +
         " sectors a request where " + number(double(counters.ideal_sectors) / double(counters.requests)) +
         " would do; " + call.reason(*site);
}

}  // namespace grading
