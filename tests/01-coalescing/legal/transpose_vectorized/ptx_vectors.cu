// Legal: float4 by PTX, turned by shuffles between four lanes.
#include <cuda_runtime.h>

__device__ float4 load(const float* from) {
  float4 v;
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(from));
  return v;
}

// Lanes i, i + 1, i + 2, i + 3 have a row each of a tile of 4×4, and get a column each.
__global__ void transpose_vectorized_kernel(float* out, const float* in, int rows, int cols) {
  const int lane = threadIdx.x % 32, in_tile = lane / 2 % 4, tile_x = lane / 8, tile_y = lane % 2;
  const int row = (blockIdx.y * 2 + tile_y) * 4 + in_tile;
  const int col = ((blockIdx.x * blockDim.x / 32 + threadIdx.x / 32) * 4 + tile_x) * 4;
  const bool there = row < rows && col < cols;
  float4 mine = there ? load(in + row * cols + col) : float4{};
  float part[4] = {mine.x, mine.y, mine.z, mine.w}, turned[4];
  for (int i = 0; i < 4; ++i) {
    // In step i this lane takes from lane (in_tile ^ i) of its tile what stands in its own column.
    const int from = in_tile ^ i;
    float give = 0;
    for (int k = 0; k < 4; ++k)
      if (k == from) give = part[k];
    const float got = __shfl_sync(0xFFFFFFFF, give, tile_x * 8 + from * 2 + tile_y);
    for (int k = 0; k < 4; ++k)
      if (k == from) turned[k] = got;
  }
  if (there)
    *reinterpret_cast<float4*>(&out[(col + in_tile) * rows + row - in_tile]) =
        make_float4(turned[0], turned[1], turned[2], turned[3]);
}

__global__ void any_kernel(float* out, const float* in, int rows, int cols) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += gridDim.x * blockDim.x)
    out[i % cols * rows + i / cols] = in[i];
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  if (rows % 4 || cols % 4) any_kernel<<<200, 256>>>(out, in, rows, cols);
  else
    transpose_vectorized_kernel<<<dim3((cols + 63) / 64, (rows + 7) / 8), 128>>>(out, in, rows, cols);
}
