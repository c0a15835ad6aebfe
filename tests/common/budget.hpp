// Holds what a right call moved between the GPU and its memory to a lab's budget. Each function gives a sentence for the
// student, with the line that moves too much and why, or nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/backend.hpp"

namespace grading {

using harness::Direction;

const char* verb(Direction direction);  // "loads", "stores"
// Of global memory, and of loads through textures.
simt::Counters global_traffic(const harness::Activity& activity, Direction direction);
const simt::Counters& shared_traffic(const harness::Activity& activity, Direction direction);

// What shows that copies or the host did work that kernels were to do, on data of so many bytes; or empty. A quarter of them
// is nobody's business, nor is memory that the host could reach and does not: since forget_host_work() it has touched little,
// or not more often than the `usual` times of a call that was right, whatever its size.
std::string not_by_kernels(const harness::Activity& activity, std::uint64_t bytes, std::uint64_t usual = 0);
std::uint64_t host_accesses();  // since forget_host_work()

// What shows that more than a quarter of so many bytes went where nobody can count sectors or wavefronts (Activity::unseen);
// or empty.
std::string not_counted(const harness::Activity& activity, std::uint64_t bytes);

// The site with the most of a counter (&simt::Counters::requests) in one direction; nullptr if there is none.
const harness::Site* busiest(
    const harness::Activity& activity, Direction direction, std::uint64_t simt::Counters::* counter);

// The site of shared memory that takes the most wavefronts beyond the ideal; nullptr if none takes more than that.
const harness::Site* worst_shared_site(const harness::Activity& activity, Direction direction);

// "only 16 of 32 lanes take part", of a site's average request; empty where all do.
std::string resting_lanes(const harness::Site& site);

// A call whose result is right, and how its lab speaks of it.
struct RightCall {
  harness::Activity activity;
  std::string input;                                        // "rows = 512, cols = 256: "
  std::string type;                                         // "float": what a lane moves at the least
  std::string things, whole;                                // "elements" of "the whole matrix": what is moved
  std::function<std::string(const harness::Site&)> reason;  // why a site touches more sectors than it need
};

// At most `budget` sectors a request, for requests of 32 floats or ints. Requests of another width, or with fewer lanes,
// are held to the same number of sectors for every 128 bytes. That is asked of each place in the source; and all together
// touch no more than twice as many as the `bytes` need that are to be moved at the least, however many accesses there are.
std::string over_sectors(const RightCall& call, Direction direction, double budget, std::uint64_t bytes);

// At most `budget` requests; `share` says what that is: "a quarter of what one float a lane takes".
std::string over_requests(const RightCall& call, Direction direction, double budget, const std::string& share);

// Every byte of every sector is asked for, at each place in the source; and all together touch no more than twice the sectors
// that the `bytes` fill which are to be moved.
std::string unused_bytes(const RightCall& call, Direction direction, std::uint64_t bytes);

}  // namespace grading
