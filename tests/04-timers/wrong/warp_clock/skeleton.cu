// Lab warp_clock: every thread reads the clock inside the kernel, before and after its work.
// Run: ./course check warp_clock        Stuck: ./course hint warp_clock
#include <cuda_runtime.h>

// Thread i starts at place i and hops: place = next[place], hops[i] times. All arrays have count elements and lie in
// device memory; count is 1 to 100,000.
// end[i]: the place where it arrives.
// begin_ticks[i], end_ticks[i]: clock64() before its first hop and after its last. Better load hops[i] before both
// readings, so that only the hops are timed; between them is allowed, too. clock64() counts the ticks of the SM that the
// warp runs on, in 64 bits.
//
// The lanes of a warp hop different numbers of times, and still must all have read the same clock: all the same
// begin, and all the same end, when the slowest of them has arrived. A warp waits for no other warp.
__global__ void warp_clock_kernel(
    int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  // TODO: which thread is this? Has it work? Read the clock, hop, read the clock, write three results.
}

void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  // TODO: choose a block and a grid that cover count threads, and launch the kernel.
}
