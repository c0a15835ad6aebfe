// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

#include <cstdint>
#include <string>

// The ticks between two readings of a counter of `bits` bits (8 to 64) that starts again at 0; less than 2^bits.
std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits);

// Runs work under the lab's Stopwatch, which adds its milliseconds to total_ms in the end; returns what it shows then.
double timed(double& total_ms, void (*work)());

// Milliseconds that the GPU took for what work puts into stream, by the lab's EventTimer.
using Stream = struct CUstream_st*;
float time_on_stream(Stream stream, void (*work)(Stream stream));

// Thread i hops hops[i] times from place i along next and arrives at end[i]; both ticks by clock64(). Device memory.
void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count);

// Compiles source, launches `kernel` of it on count floats, waits. "" or what went wrong. Device memory.
std::string run_source(const std::string& source, const std::string& kernel, float* out, const float* in, int count);

// In ticks of read_clock: the median of `samples` calls of work, the median distance from it, late half less early half.
struct Times {
  double median, spread, drift;
};
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples);
