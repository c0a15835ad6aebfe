// Lab unrolled_copy: a copy with four loads of 16 bytes on their way in each thread.
// Run: ./course check unrolled_copy        Stuck: ./course hint unrolled_copy
#include <cuda_runtime.h>

// in, out: device memory, count floats each, aligned to 256 bytes; they do not overlap. count is 1 to 2^26.
// out[i] = in[i] for every i from 0 to count - 1, and nothing else is touched.
// Where there is enough to do, every thread makes at least 4 loads of a float4 before its first store, and each of a
// warp's loads brings 512 neighbouring bytes.
__global__ void unrolled_copy_kernel(float* out, const float* in, int count) {
  // TODO: which four float4 are this thread's? Which of them are neighbours of the next lane's? What is left at the end?
}

void unrolled_copy(float* out, const float* in, int count) {
  // TODO: how many numbers does a block move, and how many blocks are that?
}
