// Holds what a right call did to memory to a lab's budgets, on sim, where that is counted. Each function fails the current
// test with a sentence that says which line misses the budget and why.
#pragma once

#include <optional>
#include <vector>

#include "tests/03-aos-soa/grading/correctness.hpp"
#include "tests/common/budget.hpp"

namespace objects {

constexpr int judged_count = 8192;  // objects: a multiple of every block's size

// What one call moved; fails the current test and gives nothing if the result is wrong.
std::optional<grading::RightCall> right_call(const Trial& trial, int count);

// At most `budget` sectors for 32 fields of 4 bytes, one a lane: for loads of out and in, stores of out.
void expect_sectors(const Trial& trial, double budget);

// Every byte of every sector that a request touches is asked for. For each object that many bytes are to be loaded and stored.
struct PerObject {
  std::uint64_t loaded, stored;
};
void expect_whole_sectors(const Trial& trial, PerObject bytes, std::vector<int> counts);

// At most `share` of the requests that one field of 4 bytes a lane takes: loads of out and in, stores of out.
void expect_request_share(const Trial& trial, double share);

// Requests to shared memory take no more than `budget` times the wavefronts that they would without bank conflicts.
void expect_wavefronts(const Trial& trial, double budget);

// Sectors of all loads of in, in bytes, for each of the 4 bytes an object that the sum of one field needs; and the lanes ask for
// these 4 alone. A quarter of them more is for partial sums that a kernel keeps in memory on the way.
void expect_bytes_per_byte(const Trial& trial, double budget);

}  // namespace objects
