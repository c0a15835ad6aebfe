// What graders ask of a function's result, in whatever layout. Each function fails the current test with a sentence that
// begins with the count. (trial.cpp defines them.)
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "tests/common/habits.hpp"

namespace objects {

// Counts of objects that a kernel may stumble over: fewer than a warp, no multiple of anything, one more than whole blocks, be
// they of 32, 96 or 160 threads or of twice, four, … times as many.
inline const std::vector<int> few = {1, 2, 31, 32, 33, 63, 65};
inline const std::vector<int> odd = {255, 256, 257, 1000, 1023, 1025, 4099, 15 * 1024 + 1};
inline const std::vector<int> many = {65536, 100003};
// For the host, which is fast: more than anybody has made room for beforehand.
inline const std::vector<int> very_many = {1'100'003};

// Drawn from the run's seed: some of any size, and a multiple of `step`, up to 16,384.
std::vector<int> drawn_counts();
int drawn_count(int step);

std::string counted(int count);  // "count = 5: "

// Calls a lab's function once, on that many objects. Gives what is wrong with the result, or nothing, and what the device
// did, where that is asked for.
using Trial = std::function<std::string(int count, harness::Activity* activity)>;

// With each count of objects the result is right, and nothing else is changed.
void expect_right(const Trial& trial, const std::vector<int>& counts);

// And where one field in three is 0, of in and of out.
void expect_right_with_zeros(const Trial& trial);

// The work is done by kernels: together they read and write at least these bytes an object.
void expect_work_on_device(const Trial& trial, std::size_t loaded, std::size_t stored);

// A function for the host does not call on the device.
void expect_work_on_host(const Trial& trial);

// As tests/common/habits.hpp has it, with an object a thread.
void expect_grid_to_follow_count(const Trial& trial, const std::function<void(int count)>& call);

// With that many objects: what tests/common/habits.hpp asks of every function.
inline grading::Trial with(const Trial& trial, int count) {
  return [=](harness::Activity* activity) { return trial(count, activity); };
}

}  // namespace objects
