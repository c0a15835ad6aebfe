// A copy whose warps read whole sectors: 32 lanes × 4 bytes, starting at a multiple of 32
// bytes.
// Run: ./course run coalescing
#include <cuda_runtime.h>

__global__ void load_aligned_kernel(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // cudaMalloc aligns to 256 bytes and a warp starts at a multiple of 32 floats, so its 128
  // bytes are exactly 4 sectors.
  if (i < count) out[i] = in[i];
}

// Copies rows × cols floats. Both pointers are device memory.
void load_aligned(float* out, const float* in, int rows, int cols) {
  const int count = rows * cols;
  const int block = 256;
  const int grid = (count + block - 1) / block;
  load_aligned_kernel<<<grid, block>>>(out, in, count);
}
