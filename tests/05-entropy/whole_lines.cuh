// v15 in strips of 128 columns, whole lines of memory, with slim's arithmetic: what section 10 of "Near the speed of a copy" tells.
// Rows of a multiple of four cells, five rows and five columns or more.
#pragma once

#include "tests/05-entropy/slim.cuh"

namespace whole_lines {

using namespace slim;

// In bytes. What a lane tells its neighbour on the right: counts of its last two columns, 16 bytes; and on the left, of its
// first two. A row's begin 16 bytes behind the last row's, in turns of five.
constexpr int told = 16 * 37, area = 2 * told;

// The two columns of halo on either side are lanes 1 and 0, 31 and 30's, a fifth column each. still: as v15's.
template <bool still>
__global__ void __launch_bounds__(32 * warps)
    entropy_whole_lines_kernel(float* out, const float* in, int rows, int cols, Cut cut, int table_bytes) {
  extern __shared__ float4 memory[];
  char* const shared = reinterpret_cast<char*>(memory);
  constexpr unsigned all = 0xFFFFFFFF;
  const int lane = threadIdx.x % 32, warp = __reduce_max_sync(all, threadIdx.x / 32);
  int task = warp * gridDim.x + blockIdx.x;
  for (int i = threadIdx.x; i < table_bytes / 16; i += blockDim.x)
    memory[i] = reinterpret_cast<const float4*>(tables.entropy)[i];
  __syncthreads();
  const unsigned flip = tables.flip;
  const unsigned row_of_table = 4 * tables.row[lane] - lane / 8;
  char* const mine = shared + table_bytes + warp * area;
  // Lane 0 reads what lanes 1 and 0 know of the columns to the left, in slot 0 of its own row; the others their neighbour's.
  char* const tell = mine + 16 * (lane + 1);        // own (w2, w3) for the right neighbour, who reads at 16 * lane
  char* const tell_left = mine + told + 16 * lane;  // own (w0, w1) for the left neighbour, who reads at 16 * (lane + 1)
  const bool fifth = lane < 2 || lane >= 30;
  // lane 1: left2, lane 0: left1; lane 31: right1, lane 30: right2
  char* const tell_halo = lane < 2 ? mine + 8 * (1 - lane) : mine + told + 16 * 32 + 8 * (31 - lane);
  const int halo_of = lane < 2 ? -1 - lane : 128 + 31 - lane;  // column, from the strip's first
  while (task < cut.tasks) {
    const int band = task / cut.strips, strip = task % cut.strips;
    const int first = band * cut.height, last = min(first + cut.height, rows);
    const int col = strip * 128 + 4 * lane, halo_col = strip * 128 + halo_of;
    const bool inside = col < cols;
    const bool halo_inside = fifth && halo_col >= 0 && halo_col < cols;
    const bool side = strip == 0 || strip * 128 + 130 > cols;

    const float* from = in + (std::int64_t(max(first - 2, 0)) * cols + min(col, cols - 4));
    const std::int64_t halo_off = 4 * std::int64_t(min(max(halo_col, 0), cols - 1) - min(col, cols - 4));
    int row = first - 2;
    float4 next;
    float halo = 0;
    const auto read = [&] {
      next = __ldg(reinterpret_cast<const float4*>(from));
      if (fifth) halo = __ldg(reinterpret_cast<const float*>(reinterpret_cast<const char*>(from) + halo_off));
      if (!still && unsigned(row) < unsigned(rows - 1)) from += cols;
      if (!still) asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
      ++row;
    };
    uint2 column[4], other;
    for (int c = 0; c < 4; ++c) column[c] = make_uint2(inside ? 5 : 0, 0);
    other = make_uint2(halo_inside ? 5 : 0, 0);
    unsigned ring[5] = {}, halo_ring = 0;
    const auto enter = [&](unsigned& oldest, float scale, float halo_scale) {
      const unsigned shift[4] = {__float_as_uint(next.x * scale), __float_as_uint(next.y * scale),
          __float_as_uint(next.z * scale), __float_as_uint(next.w * scale)};
      const unsigned halo_shift = __float_as_uint(halo * halo_scale);
      read();
      for (int c = 0; c < 4; ++c) {
        const std::uint64_t comes = std::uint64_t(1) << shift[c];
        const std::uint64_t leaves = std::uint64_t(1) << __byte_perm(oldest, 0, 0x4440 + c);
        column[c].x += unsigned(comes) - unsigned(leaves);
        column[c].y += unsigned(comes >> 32) - unsigned(leaves >> 32);
      }
      {
        const std::uint64_t comes = std::uint64_t(1) << halo_shift;
        const std::uint64_t leaves = std::uint64_t(1) << (halo_ring >> 24);
        other.x += unsigned(comes) - unsigned(leaves);
        other.y += unsigned(comes >> 32) - unsigned(leaves >> 32);
        halo_ring = (halo_ring << 6) + halo_shift;  // six bits a row: the fifth last lies from bit 24 on
      }
      oldest = shift[0] + 0x100 * shift[1] + 0x10000 * shift[2] + 0x1000000 * shift[3];
    };
    const float four_times = inside ? 0x1p-147f : 0, halo_four = halo_inside ? 0x1p-147f : 0;
    float scale, halo_scale;
    const auto scale_of = [&](int y) {
      const bool there = unsigned(y) < unsigned(rows);
      scale = there ? four_times : 0, halo_scale = there ? halo_four : 0;
    };
    read();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      scale_of(first - 2 + j);
      enter(ring[j], scale, halo_scale);
    }
    unsigned start[4];
    int taken = 0;
    bool edge;
    const auto change = [&](int y) {
      const int window_rows = min(y + 2, rows - 1) - max(y - 2, 0) + 1, more = 5 - window_rows - taken;
      for (int c = 0; c < 4; ++c) {
        const int window_cols = min(col + c + 2, cols - 1) - max(col + c - 2, 0) + 1;
        start[c] = inside ? tables.start[window_rows * window_cols] : 0;
        column[c].x -= inside ? more : 0;
      }
      other.x -= halo_inside ? more : 0;
      taken += more, edge = side || window_rows < 5;
      scale_of(y + 2);
    };
    change(first);
    float* to = out + (std::int64_t(first) * cols + col);
    int rest = last - first;
    for (int y = first;; y += 5, rest -= 5) {
#pragma unroll
      for (int j = 0; j < 5; ++j) {
        if (rest <= j) goto done;
        if (unsigned(y + j - 3) >= unsigned(rows - 5)) change(y + j);
        enter(ring[(j + 4) % 5], scale, halo_scale);
        const int at = 16 * j;
        *reinterpret_cast<uint4*>(tell + at) = make_uint4(column[2].x, column[2].y, column[3].x, column[3].y);
        *reinterpret_cast<uint4*>(tell_left + at) = make_uint4(column[0].x, column[0].y, column[1].x, column[1].y);
        if (fifth) *reinterpret_cast<uint2*>(tell_halo + at) = other;
        __syncwarp();
        const uint4 left = *reinterpret_cast<const uint4*>(tell + at - 16);
        const uint4 right = *reinterpret_cast<const uint4*>(tell_left + at + 16);
        __syncwarp();
        unsigned sum[4] = {};
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          unsigned w[4];
          for (int c = 0; c < 4; ++c) w[c] = half ? column[c].y : column[c].x;
          const unsigned left2 = half ? left.y : left.x, left1 = half ? left.w : left.z;
          const unsigned right1 = half ? right.y : right.x, right2 = half ? right.w : right.z;
          const unsigned two = w[1] + w[2];
          const unsigned three[4] = {
              left2 + left1 + w[0], left1 + w[0] + w[3], w[0] + w[3] + right1, w[3] + right1 + right2};
          constexpr unsigned low = 0x0F * in_all;
          const unsigned even = five_times(two & low, 127 * in_all);
          const unsigned odd = upper<false>(two, 127 * in_all);
          for (int c = 0; c < 4; ++c) {
            sum[c] = add_g(five_times(three[c] & low, even), flip, sum[c]);
            sum[c] = add_g(upper<false>(three[c], odd), flip, sum[c]);
          }
        }
        float four[4];
        if (!edge) {
          for (int c = 0; c < 4; ++c) {
            const unsigned place = __shfl_sync(all, row_of_table, sum[c] / 2) + sum[c] / 16;
            four[c] = *reinterpret_cast<const float*>(shared + place);
          }
        } else {
          for (int c = 0; c < 4; ++c) {
            const unsigned moved = sum[c] + start[c], place = __shfl_sync(all, row_of_table, moved / 2) + moved / 16;
            four[c] = !inside    ? 0
                      : start[c] ? tables.entropy[place / 4]
                                 : *reinterpret_cast<const float*>(shared + place);
          }
        }
        if (inside && (!still || four[0] < 0))
          *reinterpret_cast<float4*>(to) = make_float4(four[0], four[1], four[2], four[3]);
        to += cols;
      }
    }
  done:
    task = __reduce_max_sync(all, lane == 0 ? gridDim.x * (blockDim.x / 32) + atomicInc(&next_task, cut.tasks - 1) : 0);
  }
}

// Bands of at most so many rows, cut as v15 cuts them.
template <bool still>
void entropy_whole_lines(float* out, const float* in, int rows, int cols, int highest) {
  const auto kernel = entropy_whole_lines_kernel<still>;
  static const Tables made = make_tables();
  static const cudaError_t copied = cudaMemcpyToSymbol(tables, &made, sizeof made);
  if (copied != cudaSuccess) throw harness::DeviceError(cudaGetErrorString(copied));
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  const int bytes = table_bytes(made) + warps * area;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 40);  // per cent; the rest is L1

  Cut cut;
  cut.strips = (cols - 1) / 128 + 1;
  const double at_once = double(sms) * warps / cut.strips, turns = std::ceil(rows / at_once / highest);
  cut.height = (rows - 1) / std::max(int(at_once * turns), (rows - 1) / highest + 1) + 1;
  cut.tasks = cut.strips * ((rows - 1) / cut.height + 1);
  const int blocks = std::min(sms, cut.tasks), warps_needed = (cut.tasks - 1) / blocks + 1;
  kernel<<<blocks, 32 * std::min(std::max(warps_needed, 8), warps), bytes>>>(
      out, in, rows, cols, cut, table_bytes(made));
}

}  // namespace whole_lines
