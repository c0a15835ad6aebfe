// Planes by whole warps into shared memory, pixels by whole warps out of it.
#include <cuda_runtime.h>

__global__ void exchange(float* out, const float* in, int count) {
  __shared__ float pixel[64][5];
  const int first = 64 * blockIdx.x, mine = threadIdx.x % 64, p = threadIdx.x / 64;
  if (first + mine < count) pixel[mine][p] = in[std::size_t(p) * count + first + mine];
  __syncthreads();
  if (first + threadIdx.x / 4 < count)
    out[4 * std::size_t(first) + threadIdx.x] = pixel[threadIdx.x / 4][threadIdx.x % 4];
}

void full_sectors(float* out, const float* in, int count) { exchange<<<(count + 63) / 64, 256>>>(out, in, count); }
