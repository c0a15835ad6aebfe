// The variants of the fast transpose that fast.cu times. Sides must be multiples of the tile's.
#pragma once

#include <cuda_runtime.h>

namespace experiments {

enum class Hints { none, streaming, streaming_stores };
constexpr int along = 0, down = 1 << 20;  // the order of blocks: along the rows of in, or down its columns

// Which tile is this block's? `band` rows of tiles are worked on together, column by column.
__device__ inline dim3 tile_of_block(int band) {
  if (band == along) return dim3(blockIdx.x, blockIdx.y);
  const unsigned linear = blockIdx.y * gridDim.x + blockIdx.x;
  const unsigned height = min(unsigned(band), gridDim.y);
  const unsigned first = linear / (height * gridDim.x) * height;  // row of tiles that the band begins with
  const unsigned here = min(height, gridDim.y - first);           // the last band may be lower
  const unsigned inside = linear - first * gridDim.x;
  return dim3(inside / here, first + inside % here);
}

template <Hints hints>
__device__ float4 load(const float4* from) {
  return hints == Hints::streaming ? __ldcs(from) : *from;
}
template <Hints hints>
__device__ void store(float4* to, float4 value) {
  if (hints == Hints::none) *to = value;
  else __stcs(to, value);
}

// `squares` squares of 4×4 a thread, turned in registers; float4 in every access, the tile swizzled by whole float4.
template <int rows_, int cols_, int squares, Hints hints, int band>
__global__ void __launch_bounds__(rows_* cols_ / 16 / squares)
    quads_kernel(float* out, const float* in, int rows, int cols) {
  constexpr int threads = rows_ * cols_ / 16 / squares, across = cols_ / 4, quads = rows_ / 4;
  __shared__ float4 tile[cols_][quads];
  const dim3 at = tile_of_block(band);
  const int col0 = at.x * cols_, row0 = at.y * rows_;
  float4 a[squares], b[squares], c[squares], d[squares];
#pragma unroll
  for (int i = 0; i < squares; ++i) {
    const int x = (threadIdx.x + i * threads) % across, y = (threadIdx.x + i * threads) / across;
    const float4* from = reinterpret_cast<const float4*>(&in[(row0 + 4 * y) * cols + col0 + 4 * x]);
    a[i] = load<hints>(from);
    b[i] = load<hints>(from + cols / 4);
    c[i] = load<hints>(from + 2 * (cols / 4));
    d[i] = load<hints>(from + 3 * (cols / 4));
  }
#pragma unroll
  for (int i = 0; i < squares; ++i) {
    const int x = (threadIdx.x + i * threads) % across, y = (threadIdx.x + i * threads) / across;
    const int q = y ^ x % quads;
    tile[4 * x + 0][q] = make_float4(a[i].x, b[i].x, c[i].x, d[i].x);
    tile[4 * x + 1][q] = make_float4(a[i].y, b[i].y, c[i].y, d[i].y);
    tile[4 * x + 2][q] = make_float4(a[i].z, b[i].z, c[i].z, d[i].z);
    tile[4 * x + 3][q] = make_float4(a[i].w, b[i].w, c[i].w, d[i].w);
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4 * squares; ++i) {
    const int q = (threadIdx.x + i * threads) % quads, col = (threadIdx.x + i * threads) / quads;
    store<hints>(reinterpret_cast<float4*>(&out[(col0 + col) * rows + row0 + 4 * q]), tile[col][q ^ col / 4 % quads]);
  }
}

template <int rows_, int cols_, int squares, Hints hints = Hints::none, int band = along>
struct Quads {
  static constexpr int tile_rows = rows_, tile_cols = cols_, threads = rows_ * cols_ / 16 / squares;
  static auto kernel() { return quads_kernel<rows_, cols_, squares, hints, band>; }
  static void launch(float* out, const float* in, int rows, int cols) {
    quads_kernel<rows_, cols_, squares, hints, band>
        <<<dim3(cols / cols_, rows / rows_), threads>>>(out, in, rows, cols);
  }
};

// A padded tile, one float in every access, `elements` a thread.
template <int side, int elements>
__global__ void __launch_bounds__(side* side / elements)
    scalar_kernel(float* out, const float* in, int rows, int cols) {
  constexpr int step = side / elements;
  __shared__ float tile[side][side + 1];
  const int x = threadIdx.x % side, first = threadIdx.x / side;
  const int col0 = blockIdx.x * side, row0 = blockIdx.y * side;
  float values[elements];
#pragma unroll
  for (int i = 0; i < elements; ++i) values[i] = in[(row0 + first + i * step) * cols + col0 + x];
#pragma unroll
  for (int i = 0; i < elements; ++i) tile[first + i * step][x] = values[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < elements; ++i) out[(col0 + first + i * step) * rows + row0 + x] = tile[x][first + i * step];
}

template <int side, int elements>
struct Scalar {
  static constexpr int tile_rows = side, tile_cols = side, threads = side * side / elements;
  static auto kernel() { return scalar_kernel<side, elements>; }
  static void launch(float* out, const float* in, int rows, int cols) {
    scalar_kernel<side, elements><<<dim3(cols / side, rows / side), threads>>>(out, in, rows, cols);
  }
};

}  // namespace experiments
