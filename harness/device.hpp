// The device as measurements need it: how many there are, their caches, their clock. A part of backend.hpp, for programs that are
// compiled by nvcc, which reads each header three times: C++17, and few of the standard library's headers.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>

namespace harness {

class Stopwatch;

// A CUDA call that failed: what was being done, and CUDA's own words.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How many devices there are. On sim there can be as many as one likes: set_devices gives so many and true; with real ones
// it changes nothing and gives false.
int devices();
bool set_devices(int count);

std::size_t l2_bytes();

// Replaces the contents of the L2 cache, so that the next launch finds none of its data there.
void flush_l2();

// What the L2 cache holds when a sample begins: nothing of the work's data, or what the sample before left there.
enum class Cache { cold, warm };

// Times work on the device with events. Throws DeviceError where time means nothing (Backend::has_time).
//
// Before each sample it gives the GPU something to do, emptying the L2 or just waiting, so that the marks and the work
// between them are queued before the first mark is reached. On an idle GPU the time would begin with the wait for the
// CPU to place its next order: some microseconds.
std::unique_ptr<Stopwatch> device_stopwatch(Cache cache = Cache::cold);

// A copy from device memory to device memory: the speed limit every kernel is held against.
void device_copy(void* target, const void* source, std::size_t bytes);

}  // namespace harness
