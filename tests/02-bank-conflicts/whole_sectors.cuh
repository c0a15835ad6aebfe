// A transpose of any sides that stores whole sectors, wherever the rows of out begin: what odd.cu times.
#pragma once

#include <cuda_runtime.h>

namespace experiments {

// A tile of high + 8 rows of in. Of each row of out a block stores what lies between two multiples of 8 floats: it begins up
// to 7 floats behind the tile, and ends as much behind it, in the 8 rows more. In the tile, too, a row lies as far behind a
// multiple of four as it does in out; its float4 are swizzled by groups of four rows.
// blocks: of an SM, so that a thread has the more registers the fewer they are. past_l1: stores go there.
template <int high, int wide, int threads, int blocks, bool past_l1>
__global__ void __launch_bounds__(threads, blocks)
    whole_sectors_kernel(float* out, const float* in, int rows, int cols) {
  constexpr int quads = (high + 8 + 3 + 31) / 32 * 8, step = threads / wide, loads = (high + 8) / step;
  static_assert((high + 8) % step == 0 && high % 32 == 0 && threads % wide == 0);
  __shared__ float4 tile[wide][quads];
  const int col0 = blockIdx.y * wide, row0 = blockIdx.x * high;
  // How far behind a multiple of `of` row c of out has the tile's first element.
  const auto behind = [&](int c, unsigned of) { return int((unsigned(col0 + c) * unsigned(rows) + row0) % of); };
  {
    const int x = threadIdx.x % wide, y = threadIdx.x / wide, col = col0 + x, skew = behind(x, 4);
    float held[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int row = row0 + y + i * step;
      held[i] = row < rows && col < cols ? in[size_t(row) * cols + col] : 0;
    }
    float* const to = reinterpret_cast<float*>(tile[x]);
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int place = y + i * step + skew;
      to[(place / 4 ^ x / 4 % 8) * 4 + place % 4] = held[i];
    }
  }
  __syncthreads();

  const auto store = [&](int c, int quad) {
    const long long begin = 1ll * (col0 + c) * rows, end = begin + rows, at = begin + row0 - behind(c, 4) + 4 * quad;
    const float4 four = tile[c][quad ^ c / 4 % 8];
    float4* const to = reinterpret_cast<float4*>(&out[at]);
    if (at >= begin && at + 4 <= end) past_l1 ? __stcg(to, four) : void(*to = four);
    else
      for (int i = 0; i < 4; ++i)
        if (at + i >= begin && at + i < end) out[at + i] = (&four.x)[i];
  };
  constexpr int across = high / 4;
  const auto first_quad = [&](int c) { return ((8 - behind(c, 8)) % 8 + behind(c, 4)) / 4; };
  for (int i = threadIdx.x; i < wide * across && col0 + i / across < cols; i += threads)
    store(i / across, i % across + (row0 == 0 ? 0 : first_quad(i / across)));
  if (row0 == 0)  // the first tile of a row has its begin besides
    for (int i = threadIdx.x; i < 2 * wide && col0 + i / 2 < cols; i += threads)
      if (i % 2 < first_quad(i / 2)) store(i / 2, across + i % 2);
}

template <int high, int wide, int threads, int blocks = 1, bool past_l1 = false>
void whole_sectors(float* out, const float* in, int rows, int cols) {
  const dim3 grid((rows - 1) / high + 1, (cols - 1) / wide + 1);
  whole_sectors_kernel<high, wide, threads, blocks, past_l1><<<grid, threads>>>(out, in, rows, cols);
}

}  // namespace experiments
