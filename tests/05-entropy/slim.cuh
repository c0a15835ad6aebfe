// v15 with a tenth of its instructions gone: what section 8 of "Near the speed of a copy" tells. Rows of a multiple of four cells.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/device.hpp"

namespace slim {

// Of a block; with 64 registers a thread that fills an SM.
constexpr int warps = 32;
constexpr int carveout = 20;             // per cent for shared memory; the rest is L1, for the halos
constexpr int strip_cols = 120;          // that a warp writes
constexpr unsigned in_all = 0x01010101;  // times a byte: that byte in all four

// The table of entropies. A sum's bits 1 … 5 say where its row begins: the rows lie pushed into each other, so that every
// entry is at a place of its own. Whole windows, of 25 cells, have the first `whole` places, which go into shared memory;
// `start` moves the sums of smaller windows out of the others' way.
struct Tables {
  int row[32];
  unsigned start[26];
  int whole, size;
  unsigned flip;
  alignas(16) float entropy[1 << 15];
};
__device__ Tables tables;
__device__ unsigned next_task;  // 0 between two launches

// g(c) = d ((d & 229) ^ 164) with d = 5c + 127, below 2^16; sum + Σ g(c) over four bytes.
__host__ __device__ unsigned g(unsigned c) {
  const unsigned d = 5 * c + 127;
  return d * ((d & 229) ^ 164);
}
__device__ unsigned five_times(unsigned bytes, unsigned more) {
  asm("mad.lo.u32 %0, %1, 5, %2;" : "=r"(bytes) : "r"(bytes), "r"(more));
  return bytes;
}
__device__ unsigned five_sixteenths(unsigned bytes, unsigned more) {
  asm("mad.hi.u32 %0, %1, 0x50000000, %2;" : "=r"(bytes) : "r"(bytes), "r"(more));
  return bytes;
}
__device__ unsigned add_g(unsigned d, unsigned flip, unsigned sum) {
  unsigned factor;
  asm("lop3.b32 %0, %1, %2, %3, 0x6A;" : "=r"(factor) : "r"(d), "r"(229 * in_all), "r"(flip));
  return __dp4a(factor, d, sum);
}

// high: by the upper half of a product, and not by a shift.
template <bool high>
__device__ unsigned upper(unsigned nibbles, unsigned more) {
  return high ? five_sixteenths(nibbles & 0xF0F0F0F0, more) : five_times(nibbles >> 4 & 0x0F0F0F0F, more);
}

// How a grid is cut: a task is a band of so many rows of a strip.
struct Cut {
  int strips, height, tasks;
};

// aligned: every row begins at a multiple of 16 bytes. ahead: how far before a row is read it is asked for. early: the next
// task, too, is asked for before it is needed. The chapter measures what other values than these are worth.
// For rows of a multiple of four cells, five rows and five columns or more.
template <bool high>
__global__ void __launch_bounds__(32 * warps)
    entropy_slim_kernel(float* out, const float* in, int rows, int cols, Cut cut) {
  extern __shared__ float4 table[];
  for (int i = threadIdx.x; i < (tables.whole + 3) / 4; i += blockDim.x)
    table[i] = reinterpret_cast<const float4*>(tables.entropy)[i];
  __syncthreads();

  constexpr unsigned all = 0xFFFFFFFF;
  const int lane = threadIdx.x % 32;
  const unsigned flip = tables.flip;
  // In bytes. To this a sum adds itself over 16: that is 4 times sum / 64, and lane / 8 more.
  const unsigned row_of_table = 4 * tables.row[lane] - lane / 8;
  int task = __reduce_max_sync(all, threadIdx.x / 32) * gridDim.x + blockIdx.x;
  while (task < cut.tasks) {
    const int band = task / cut.strips, strip = task % cut.strips;
    const int first = band * cut.height, last = min(first + cut.height, rows);
    const int col = strip * strip_cols + 4 * lane - 4;
    const bool inside = col >= 0 && col < cols, writes = inside && lane > 0 && lane < 31;
    const bool side = strip == 0 || strip * strip_cols + 124 >= cols;  // some windows are cut off there

    // A lane outside the grid, and a row outside it, read what is next to them: times 0 that is symbol 0.
    const float* from = in + (std::int64_t(max(first - 2, 0)) * cols + min(max(col, 0), cols - 4));
    int row = first - 2;
    float4 next;
    const auto read = [&] {
      next = __ldg(reinterpret_cast<const float4*>(from));
      if (unsigned(row) < unsigned(rows - 1)) from += cols;
      asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
      ++row;
    };

    uint2 column[4];  // 16 counts of 4 bits; symbol 0 has one too many for each row outside the grid
    for (int c = 0; c < 4; ++c) column[c] = make_uint2(inside ? 5 : 0, 0);
    unsigned ring[5] = {};
    const auto enter = [&](unsigned& oldest, float scale) {
      const unsigned shift[4] = {__float_as_uint(next.x * scale), __float_as_uint(next.y * scale),
          __float_as_uint(next.z * scale), __float_as_uint(next.w * scale)};
      read();
      for (int c = 0; c < 4; ++c) {
        const std::uint64_t comes = std::uint64_t(1) << shift[c];
        const std::uint64_t leaves = std::uint64_t(1) << __byte_perm(oldest, 0, 0x4440 + c);
        column[c].x += unsigned(comes) - unsigned(leaves);
        column[c].y += unsigned(comes >> 32) - unsigned(leaves >> 32);
      }
      oldest = shift[0] + 0x100 * shift[1] + 0x10000 * shift[2] + 0x1000000 * shift[3];
    };
    const float four_times = inside ? 0x1p-147f : 0;
    const auto scale_of = [&](int y) { return unsigned(y) < unsigned(rows) ? four_times : 0; };
    read();
#pragma unroll
    for (int k = 0; k < 4; ++k) enter(ring[k], scale_of(first - 2 + k));

    unsigned start[4];
    int taken = 0;  // so many of symbol 0 have been taken out again, for rows outside the grid
    bool edge;
    float scale;
    const auto change = [&](int y) {  // of rows in a window
      const int window_rows = min(y + 2, rows - 1) - max(y - 2, 0) + 1, more = inside ? 5 - window_rows - taken : 0;
      for (int c = 0; c < 4; ++c) {
        const int window_cols = min(col + c + 2, cols - 1) - max(col + c - 2, 0) + 1;
        start[c] = inside ? tables.start[window_rows * window_cols] : 0;
        column[c].x -= more;
      }
      taken += more, edge = side || window_rows < 5, scale = scale_of(y + 2);
    };
    change(first);
    float* to = out + (std::int64_t(first) * cols + col);
    int left = last - first;
    for (int y = first;; y += 5, left -= 5) {
#pragma unroll
      for (int k = 0; k < 5; ++k) {
        if (left <= k) goto done;
        if (unsigned(y + k - 3) >= unsigned(rows - 5)) change(y + k);  // the first three rows, the last two
        enter(ring[(k + 4) % 5], scale);

        unsigned sum[4] = {};
#pragma unroll
        for (int half = 0; half < 2; ++half) {  // eight of the 16 symbols
          unsigned w[4];
          for (int c = 0; c < 4; ++c) w[c] = half ? column[c].y : column[c].x;
          const unsigned left2 = __shfl_up_sync(all, w[2], 1), left1 = __shfl_up_sync(all, w[3], 1);
          const unsigned right1 = __shfl_down_sync(all, w[0], 1), right2 = __shfl_down_sync(all, w[1], 1);
          const unsigned two = w[1] + w[2];  // in all four windows
          const unsigned three[4] = {
              left2 + left1 + w[0], left1 + w[0] + w[3], w[0] + w[3] + right1, w[3] + right1 + right2};
          constexpr unsigned low = 0x0F * in_all;
          const unsigned even = five_times(two & low, 127 * in_all);
          const unsigned odd = upper<high>(two, 127 * in_all);
          for (int c = 0; c < 4; ++c) {
            sum[c] = add_g(five_times(three[c] & low, even), flip, sum[c]);
            sum[c] = add_g(upper<high>(three[c], odd), flip, sum[c]);
          }
        }
        float four[4];
        if (!edge) {
          for (int c = 0; c < 4; ++c) {
            const unsigned place = __shfl_sync(all, row_of_table, sum[c] / 2) + sum[c] / 16;
            four[c] = *reinterpret_cast<const float*>(reinterpret_cast<const char*>(table) + place);
          }
        } else {
          for (int c = 0; c < 4; ++c) {
            const unsigned moved = sum[c] + start[c], place = __shfl_sync(all, row_of_table, moved / 2) + moved / 16;
            four[c] = !writes    ? 0
                      : start[c] ? tables.entropy[place / 4]
                                 : *reinterpret_cast<const float*>(reinterpret_cast<const char*>(table) + place);
          }
        }
        if (writes) *reinterpret_cast<float4*>(to) = make_float4(four[0], four[1], four[2], four[3]);
        to += cols;
      }
    }
  done:
    task = __reduce_max_sync(all, lane == 0 ? gridDim.x * blockDim.x / 32 + atomicInc(&next_task, cut.tasks - 1) : 0);
  }
}

// Every multiset of at most 16 counts, 1 or more, that add up to n: its sum of g, and its entropy.
static std::map<unsigned, float> sums_of(int n) {
  std::map<unsigned, float> found;
  const auto place = [&](const auto& self, int left, int most, int symbols, unsigned sum, double c_ln_c) -> void {
    if (left == 0) found[sum + symbols * g(0)] = float(std::max(0.0, std::log(double(n)) - c_ln_c / n));
    if (left > 0 && symbols > 0)
      for (int c = std::min(left, most); c > 0; --c)
        self(self, left - c, c, symbols - 1, sum + g(c), c_ln_c + c * std::log(double(c)));
  };
  place(place, n, n, 16, 0, 0);
  return found;
}

// Rows go where they fit first, the fullest first; then the sums of smaller windows, all of one size by the same distance.
static Tables make_tables() {
  Tables made = {};
  made.flip = 164 * in_all;
  std::vector<bool> taken(1 << 20);
  const auto first_fit = [&](const std::vector<int>& places) {
    int shift = -*std::min_element(places.begin(), places.end());
    while (std::any_of(places.begin(), places.end(), [&](int place) { return taken[place + shift]; })) ++shift;
    for (int place : places) taken[place + shift] = true, made.size = std::max(made.size, place + shift + 1);
    return shift;
  };
  std::vector<std::vector<int>> rows(32);
  for (const auto& [sum, entropy] : sums_of(25)) rows[sum / 2 % 32].push_back(sum / 64);
  std::vector<int> order(32);
  for (int i = 0; i < 32; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return rows[a].size() > rows[b].size(); });
  for (int row : order)
    if (!rows[row].empty()) made.row[row] = first_fit(rows[row]);
  const auto enter = [&](int n) {
    for (const auto& [sum, entropy] : sums_of(n)) {
      const unsigned moved = sum + made.start[n];
      made.entropy[made.row[moved / 2 % 32] + int(moved / 64)] = entropy;
    }
  };
  enter(25);
  made.whole = made.size;
  // At the grid's edges, and in grids smaller than a window.
  for (int n : {20, 15, 16, 12, 10, 9, 8, 6, 5, 4, 3, 2, 1}) {
    std::vector<int> places;
    for (const auto& [sum, entropy] : sums_of(n)) places.push_back(made.row[sum / 2 % 32] + int(sum / 64));
    made.start[n] = 64 * first_fit(places);
    enter(n);
  }
  return made;
}

static int table_bytes(const Tables& made) { return (made.whole + 3) / 4 * int(sizeof(float4)); }

// Bands of one height, at most 200 rows: the lower, the more rows are read as halo; the taller, the further neighbours drift
// apart, who share what they read. And as many as fill the last of each warp's turns: one more begins a turn for a few.
static Cut cut_for(int rows, int cols, int sms) {
  Cut cut;
  cut.strips = (cols - 1) / strip_cols + 1;
  const double strips_at_once = double(sms) * warps / cut.strips;  // were each a single band
  const double bands_a_warp = std::ceil(rows / strips_at_once / 200);
  const int bands = std::max(int(strips_at_once * bands_a_warp), (rows - 1) / 200 + 1);
  cut.height = (rows - 1) / bands + 1;
  cut.tasks = cut.strips * ((rows - 1) / cut.height + 1);
  return cut;
}

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major device memory.
template <bool high>
void entropy_slim(float* out, const float* in, int rows, int cols) {
  const auto kernel = entropy_slim_kernel<high>;

  static const Tables made = make_tables();
  static const cudaError_t copied = cudaMemcpyToSymbol(tables, &made, sizeof made);
  if (copied != cudaSuccess) throw harness::DeviceError(cudaGetErrorString(copied));
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  const int bytes = table_bytes(made);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carveout);

  const Cut cut = cut_for(rows, cols, sms);
  const int blocks = std::min(sms, cut.tasks), warps_needed = (cut.tasks - 1) / blocks + 1;
  kernel<<<blocks, 32 * std::min(std::max(warps_needed, 8), warps), bytes>>>(out, in, rows, cols, cut);
}

}  // namespace slim
