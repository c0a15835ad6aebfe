// What graders ask of a function's result, in whatever layout. Each function fails the current test with a sentence that
// begins with the count. (trial.cpp defines them.)
#pragma once

#include <functional>
#include <initializer_list>
#include <string>

#include "harness/backend.hpp"

namespace objects {

// Counts of objects that a kernel may stumble over: fewer than a warp, a block and one more, no multiple of anything.
inline const std::initializer_list<int> few = {1, 2, 31, 32, 33, 63, 65};
inline const std::initializer_list<int> odd = {255, 256, 257, 1000, 1023, 1025, 4099};
inline const std::initializer_list<int> many = {65536, 100003};

std::string counted(int count);  // "count = 5: "

// Calls a lab's function once, on that many objects. Gives what is wrong with the result, or nothing, and what the device
// did, where that is asked for.
using Trial = std::function<std::string(int count, harness::Activity* activity)>;

// With each count of objects the result is right, and nothing else is changed.
void expect_right(const Trial& trial, std::initializer_list<int> counts);

// The work is done by kernels: together they read and write at least these bytes an object.
void expect_work_on_device(const Trial& trial, std::size_t loaded, std::size_t stored);

// A function for the host does not call on the device.
void expect_work_on_host(const Trial& trial);

// A grid of a fixed size without a loop is right up to that size, which may lie beyond every count tried here. Where
// the grid is the same for few objects as for many, one object more than it has threads shows whether it is enough.
void expect_grid_to_follow_count(const Trial& trial);

// Calls again and again do not take more and more device memory. One array that is made once and kept is no leak.
void expect_no_leak(const std::string& function, const Trial& trial);

}  // namespace objects
