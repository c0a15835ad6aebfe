// Lab grid_stride: a grid that stays until all is done, with no last wave.
// Run: ./course check grid_stride        Stuck: ./course hint grid_stride
#include <cuda_runtime.h>

// in, out: device memory, count floats each; they do not overlap. count is 1 to 2^26.
// out[i] = a * in[i] + b for every i from 0 to count - 1, and nothing else is touched.
// In each turn of its loop, the whole grid takes the numbers that come next.
__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  // TODO: which number is this thread's first? How far is it to its next one?
}

// One launch. Its blocks are as many as the current device holds at a time, on all of its SMs alike, whatever count is.
void grid_stride(float* out, const float* in, float a, float b, int count) {
  // TODO: how many SMs are there? How many blocks of this kernel does one of them hold? CUDA can be asked both.
}
