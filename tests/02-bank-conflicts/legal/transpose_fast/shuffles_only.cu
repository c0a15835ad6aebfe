// Legal: a warp turns 32×32 elements in its registers by shuffles, without shared memory.
#include <cuda_runtime.h>

// Lane i has column i of a tile of 32×32, and gets row i: in five steps halves of halves change places.
__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  const int lane = threadIdx.x, row0 = blockIdx.x * 32, col0 = blockIdx.y * 32;
  unsigned held[32];
#pragma unroll
  for (int r = 0; r < 32; ++r)
    held[r] = row0 + r < rows && col0 + lane < cols ? __float_as_uint(in[(row0 + r) * cols + col0 + lane]) : 0;
#pragma unroll
  for (int half = 16; half > 0; half /= 2)
#pragma unroll
    for (int r = 0; r < 32; ++r)
      if (!(r & half)) {
        const bool upper = lane & half;
        const unsigned got = __shfl_xor_sync(0xFFFFFFFF, upper ? held[r] : held[r | half], half);
        (upper ? held[r] : held[r | half]) = got;
      }
#pragma unroll
  for (int c = 0; c < 32; ++c)
    if (row0 + lane < rows && col0 + c < cols) out[(col0 + c) * rows + row0 + lane] = __uint_as_float(held[c]);
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  transpose_fast_kernel<<<dim3((rows + 31) / 32, (cols + 31) / 32), 32>>>(out, in, rows, cols);
}
