// What every lab's function must do besides its work: remember nothing, leave nothing behind, wait for what it began.
//
// Each of these fails the current test with one sentence that names the cause. They call the function a few times; a call
// that is wrong in itself is told in its own words.
#pragma once

#include <functional>
#include <string>

#include "harness/backend.hpp"

namespace grading {

// Calls a lab's function once, on contents that no call before had, in memory of the same sizes each time (DeviceBuffer,
// HostBuffer). Gives what is wrong with the result, or nothing, and what the device did.
using Trial = std::function<std::string(harness::Activity* activity)>;

// Called again on the very same addresses, which hold something else, the function works on what is there now: also where only two
// values have changed places.
void expect_nothing_remembered(const std::string& function, const Trial& trial);

// All that a call acquires it gives back: memory of every kind, streams, events, arrays, textures. What is made once and
// kept is no leak: the fourth call leaves nothing more. Memory that kernels take of the device's heap is one after any call.
// The caller's current device stays.
void expect_nothing_left(const std::string& function, const Trial& trial);
// Likewise `call`, which may be one that fails: "a source that does not compile".
void expect_nothing_left_by(const std::string& function, const std::string& what, const std::function<void()>& call);

// What is given to streams may be done as late as CUDA allows: the result is there for a caller who copies it by cudaMemcpy when
// the function has returned, or in the host's memory where it belongs there, and no memory, array or texture is gone before its
// work is done.
enum class ResultIs { on_device, on_host };
void expect_any_order_of_streams(const std::string& function, const Trial& trial, ResultIs where = ResultIs::on_device);

// A grid of a fixed size without a loop is right up to that size, which may lie beyond every count that is tried, and so is one
// that grows with count up to some size, or whose number of blocks is kept in 16 bits: more elements and fewer threads. Where
// the grid has room for fewer elements than `largest`, as many as its threads can have, `of_thread` each, and those of a thread
// more show whether it is enough, if they are no more than `most_tried`. `fault` tells what is wrong with a call, if anything;
// `call` is the function itself, on memory that need not hold so many.
void expect_grid_to_follow_count(const std::function<std::string(int count)>& fault,
    const std::function<void(int count)>& call, int of_thread = 1, int largest = 1 << 26,
    std::uint64_t most_tried = 1 << 24);

}  // namespace grading
