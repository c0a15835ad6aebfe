// Held out: cooperative_groups::memcpy_async by blocks, warps and tiles, of sizes that do and do not fit.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/pipeline>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void block_of_floats(float* out, const float* in, int count) {
  extern __shared__ float s[];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * count, sizeof(float) * count);
  cg::wait(block);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[blockIdx.x * count + i] = s[count - 1 - i];
}

// The size is known to be a multiple of 16.
__global__ void block_aligned(float* out, const float4* in, int count) {
  extern __shared__ float4 vectors[];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, vectors, in, cuda::aligned_size_t<16>(sizeof(float4) * count));
  cg::wait(block);
  const float* s = reinterpret_cast<const float*>(vectors);
  for (int i = threadIdx.x; i < 4 * count; i += blockDim.x) out[i] = s[i ^ 1];
}

__global__ void each_warp(float* out, const float* in) {
  __shared__ float s[4][64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  float* mine = s[warp.meta_group_rank()];
  cg::memcpy_async(warp, mine, in + warp.meta_group_rank() * 70, sizeof(float) * 64);
  cg::wait(warp);
  out[threadIdx.x] = mine[warp.thread_rank()] + mine[63 - warp.thread_rank()];
}

__global__ void each_tile(int* out, const int* in) {
  __shared__ int s[8][24];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int* mine = s[tile.meta_group_rank()];
  cg::memcpy_async(tile, mine, in + tile.meta_group_rank() * 24, sizeof(int) * 24);
  cg::wait(tile);
  out[threadIdx.x] = mine[23 - tile.thread_rank()];
}

__global__ void two_on_the_way(float* out, const float* in, int tiles) {
  __shared__ float s[2][256];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s[0], in, sizeof(float) * 256);
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      cg::memcpy_async(block, s[(t + 1) % 2], in + (t + 1) * 256, sizeof(float) * 256);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += s[t % 2][threadIdx.x] * s[t % 2][255 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

// Destination and source by their numbers of elements: the smaller one is copied.
__global__ void by_layouts(short* out, const short* in, int count) {
  __shared__ short s[512];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, 512, in, count);
  cg::wait(block);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = s[i];
}

int main() {
  constexpr int n = 8192;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  float* out = zeros<float>(n);
  measured("256 floats", out, n, [&] { block_of_floats<<<2, 128, 4096>>>(out, a, 256); });
  measured("300 floats", out, n, [&] { block_of_floats<<<3, 128, 4096>>>(out, a, 300); });
  measured("77 floats", out, n, [&] { block_of_floats<<<2, 96, 4096>>>(out, a, 77); });
  measured("aligned 16", out, n, [&] { block_aligned<<<1, 128, 4096>>>(out, (float4*)a, 200); });
  measured("each warp", out, n, [&] { each_warp<<<1, 128>>>(out, a); });
  measured("each tile", out, n, [&] { each_tile<<<1, 128>>>((int*)out, (int*)a); });
  measured("two on the way", out, n, [&] { two_on_the_way<<<1, 256>>>(out, a, 5); });
  measured("by layouts, 400 shorts", out, n, [&] { by_layouts<<<1, 128>>>((short*)out, (short*)a, 400); });
  return finish();
}
