// The labs' solutions, and other ways to the same results: what experiments compare.
#pragma once

#include <algorithm>
#include <cstddef>

#include "../../solutions/01-coalescing/transpose_naive.cu"
#include "../../solutions/06-caches/blocked_stencil.cu"
#include "../../solutions/06-caches/column_loads_or_stores.cu"
#include "../../solutions/06-caches/full_sectors.cu"
#include "../../solutions/06-caches/l2_chunks.cu"
#include "../../solutions/06-caches/row_sums.cu"

namespace ways {

// One plane: every fourth float of the pixels, 4 bytes of 16.
__global__ void plane_kernel(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[4 * i] = in[i];
}
inline void planes_in_turn(float* out, const float* in, int count) {
  for (int plane = 0; plane < 4; ++plane)
    plane_kernel<<<(count + 255) / 256, 256>>>(out + plane, in + std::size_t(plane) * count, count);
}
// The same for 2 MiB of pixels after the other: the four parts of a sector come close together.
inline void planes_in_chunks(float* out, const float* in, int count) {
  constexpr int chunk = 1 << 17;
  for (int first = 0; first < count; first += chunk)
    for (int plane = 0; plane < 4; ++plane) {
      const int some = std::min(chunk, count - first);
      plane_kernel<<<(some + 255) / 256, 256>>>(
          out + 4 * std::size_t(first) + plane, in + std::size_t(plane) * count + first, some);
    }
}
// All four of a pixel by the same thread, one after the other.
__global__ void four_stores_kernel(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int plane = 0; plane < 4; ++plane) out[4 * std::size_t(i) + plane] = in[std::size_t(plane) * count + i];
}
inline void four_stores(float* out, const float* in, int count) {
  four_stores_kernel<<<(count + 255) / 256, 256>>>(out, in, count);
}

// A thread a row, but the eight floats of a sector are far apart in time.
__global__ void out_of_turn_kernel(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int first = 0; first < 8; ++first)
    for (int col = first; col < cols; col += 8) sum += in[std::size_t(row) * cols + col];
  out[row] = sum;
}
inline void sums_out_of_turn(float* out, const float* in, int rows, int cols) {
  out_of_turn_kernel<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}
// A thread a row, half a sector at a time; cols a multiple of 4.
__global__ void by_float4_kernel(float* out, const float4* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int col = 0; col < cols / 4; ++col) {
    const float4 four = in[std::size_t(row) * (cols / 4) + col];
    sum += four.x + four.y + four.z + four.w;
  }
  out[row] = sum;
}
inline void sums_by_float4(float* out, const float* in, int rows, int cols) {
  by_float4_kernel<<<(rows + 127) / 128, 128>>>(out, reinterpret_cast<const float4*>(in), rows, cols);
}

inline void cross(float* out, const float* in, int rows, int cols, dim3 block) {
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  cross_kernel<<<grid, block>>>(out, in, rows, cols);
}

// As l2_chunks, so many rows at a time.
inline void in_chunks(float* out, float* largest, const float* in, int rows, int cols, int chunk) {
  for (int row = 0; row < rows; row += chunk) {
    const int some = std::min(chunk, rows - row);
    const std::size_t first = std::size_t(row) * cols;
    largest_kernel<<<some, 256>>>(largest + row, in + first, cols);
    divide_kernel<<<some, 256>>>(out + first, largest + row, in + first, cols);
  }
}
// Both passes by the same block: it finds its row where it has just been.
__global__ void row_kernel(float* out, float* largest, const float* in, int cols) {
  __shared__ float found[256];
  const std::size_t first = std::size_t(blockIdx.x) * cols;
  float most = in[first];
  for (int col = threadIdx.x; col < cols; col += 256) most = fmaxf(most, in[first + col]);
  found[threadIdx.x] = most;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) found[threadIdx.x] = fmaxf(found[threadIdx.x], found[threadIdx.x + half]);
  }
  __syncthreads();
  if (threadIdx.x == 0) largest[blockIdx.x] = found[0];
  for (int col = threadIdx.x; col < cols; col += 256) out[first + col] = in[first + col] / found[0];
}
inline void row_at_a_time(float* out, float* largest, const float* in, int rows, int cols) {
  row_kernel<<<rows, 256>>>(out, largest, in, cols);
}

}  // namespace ways
