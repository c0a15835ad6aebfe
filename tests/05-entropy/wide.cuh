// v15 in strips several warps wide: what section 11 of "Near the speed of a copy" tells. The warps of a group share the rows of a
// strip, which come into shared memory by bulk copies, so that a halo is read once a group. Rows of a multiple of four cells,
// five rows and five columns or more.
#pragma once

#include <cuda_awbarrier_primitives.h>

#include "tests/05-entropy/whole_lines.cuh"

namespace wide {

using namespace slim;

// Rows of a strip lie in a ring of five. A row is asked for `ahead` rows before it is read, and each warp says then that it has
// done with the row before. So whoever finds row x there knows that all have done with row x - ahead - 1: its place, and
// those before, may be filled again. That takes 2 * ahead + 1 places.
constexpr int places = 5;
template <int group>
constexpr int row_bytes = 512 * group + 32;  // with four cells on either side
constexpr int told = whole_lines::told, area = whole_lines::area;

__device__ unsigned number_of(const void* at) { return unsigned(__cvta_generic_to_shared(at)); }

// One bulk copy. Its bytes are announced to the object, at which this thread arrives.
__device__ void fetch(void* to, const void* from, unsigned bytes, __mbarrier_t* full) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(full)), "r"(bytes) : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(number_of(to)),
      "l"(from), "r"(bytes), "r"(number_of(full))
      : "memory");
}
__device__ void wait(__mbarrier_t* full, unsigned parity) {
  unsigned is_full;
  do
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(is_full)
        : "r"(number_of(full)), "r"(parity)
        : "memory");
  while (!is_full);
}

// What a window has of even symbols, times 5: without a mask, from the odd ones. All of it runs beside the ALU.
__device__ unsigned five_times_even(unsigned nibbles, unsigned odd, unsigned more) {
  asm("mad.lo.u32 %0, %1, 5, %2;" : "=r"(nibbles) : "r"(nibbles), "r"(more));
  asm("mad.lo.u32 %0, %1, -80, %2;" : "=r"(nibbles) : "r"(odd), "r"(nibbles));
  return nibbles;
}

// How a grid is cut: first bands of one height, then lower ones, and lower ones again, so that all groups end at about one time.
constexpr int levels = 3;
struct Bands {
  int strips, tasks;
  int first_task[levels], first_row[levels + 1], height[levels];
};

enum class Does { all, no_move, no_arithmetic };

// group: so many warps share a strip. no_move: no row comes, and nothing is written. no_arithmetic: what came is written.
template <int group, int ahead, Does does, bool turns_round>
__global__ void __launch_bounds__(32 * warps)
    entropy_wide_kernel(float* out, const float* in, int rows, int cols, Bands cut, int table_bytes) {
  static_assert(2 * ahead + 1 <= places);
  constexpr bool still = does == Does::no_move;
  extern __shared__ float4 memory[];
  __shared__ __mbarrier_t full[warps / group][places], done[warps / group], table_full;
  __shared__ int next[warps / group];
  char* const shared = reinterpret_cast<char*>(memory);
  constexpr unsigned all = 0xFFFFFFFF;
  const int lane = threadIdx.x % 32, warp = __reduce_max_sync(all, threadIdx.x / 32);
  const int mine = warp / group, w = warp % group;
  const int i_am = threadIdx.x, objects = blockDim.x / 32 / group;
  if (i_am >= 1 && i_am <= objects * places) __mbarrier_init(&full[0][0] + i_am - 1, group);
  if (i_am > objects * places && i_am <= objects * (places + 1))
    __mbarrier_init(&done[i_am - 1 - objects * places], group);
  if (i_am == 0) __mbarrier_init(&table_full, 1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // copies shall see them, too
  const unsigned flip = tables.flip;
  const unsigned row_of_table = 4 * tables.row[lane] - lane / 8;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 32) fetch(memory, tables.entropy, table_bytes, &table_full);
  char* const talk = shared + table_bytes + warp * area;
  char* const tell = talk + 16 * (lane + 1);
  char* const tell_left = talk + told + 16 * lane;
  const bool fifth = lane < 2 || lane >= 30;
  char* const tell_halo = lane < 2 ? talk + 8 * (1 - lane) : talk + told + 16 * 32 + 8 * (31 - lane);
  char* const ring_of_rows = shared + table_bytes + warps * area + mine * places * row_bytes<group>;
  unsigned parity = 0;  // a bit for each place
  unsigned turn = 0;    // parity of done
  int task = mine * gridDim.x + blockIdx.x;
  while (task < cut.tasks) {
    int since = 0, above = 0, height = 0, below = 0;
#pragma unroll  // each level by its number: an index would have them copied to local memory
    for (int level = 0; level < levels; ++level)
      if (task >= cut.first_task[level])
        since = cut.first_task[level], above = cut.first_row[level], height = cut.height[level],
        below = cut.first_row[level + 1];
    const int band = (task - since) / cut.strips,
              strip = (task - since) % cut.strips * group * 128;  // its first column
    // Every other band is marched through upwards, and all counts rows from below: what two bands share is read by both at
    // about the same time.
    const bool up = turns_round && band % 2;
    const int top = above + band * height, bottom = min(top + height, below);
    const int first = up ? rows - bottom : top, last = up ? rows - top : bottom;
    const std::int64_t step_cols = up ? -cols : cols;
    const auto cell = [&](int y, int x) { return std::int64_t(up ? rows - 1 - y : y) * cols + x; };
    const int begin = max(strip - 4, 0), end = min(strip + group * 128 + 4, cols);
    const int col = strip + 128 * w + 4 * lane, halo_col = strip + 128 * w +
                                                           (lane < 2   ? -1 - lane
                                                               : fifth ? 159 - lane
                                                                       : 0);
    const bool inside = col < cols, halo_inside = fifth && halo_col >= 0 && halo_col < cols;
    const bool side = strip + w == 0 || strip + 128 * w + 130 > cols;
    const int own_at = 4 * (min(col, cols - 4) - strip + 4);  // in a place
    const int halo_at = 4 * (min(max(halo_col, 0), cols - 1) - strip + 4);

    const float* from = in + cell(max(first - 2, 0), begin);
    int row = first - 2;  // to be asked for
    // Rows outside the grid: one inside comes instead, and counts nothing.
    const auto ask = [&](int place) {
      __syncwarp();  // all lanes have done with the row before
      if (row < last + 2 && lane == 0) {
        if (w == 0 && !still)
          fetch(ring_of_rows + place * row_bytes<group> + 4 * (begin - strip + 4), from, 4 * (end - begin),
              &full[mine][place]);
        else __mbarrier_arrive(&full[mine][place]);
      }
      if (unsigned(row) < unsigned(rows - 1)) from += step_cols;
      ++row;
    };
    float4 now;
    float halo;
    const auto wait_for = [&](int place) {
      wait(&full[mine][place], parity >> place & 1);
      parity ^= 1u << place;
      ask((place + ahead) % places);
    };
    const auto read = [&](int place) {
      wait_for(place);
      const char* const at = ring_of_rows + place * row_bytes<group>;
      now = *reinterpret_cast<const float4*>(at + own_at);
      halo = *reinterpret_cast<const float*>(at + halo_at);
    };

    uint2 column[4], other;
    for (int c = 0; c < 4; ++c) column[c] = make_uint2(inside ? 5 : 0, 0);
    other = make_uint2(halo_inside ? 5 : 0, 0);
    unsigned ring[5] = {}, halo_ring = 0;
    const auto enter = [&](int place, unsigned& oldest, float scale, float halo_scale) {
      read(place);
      const unsigned shift[4] = {__float_as_uint(now.x * scale), __float_as_uint(now.y * scale),
          __float_as_uint(now.z * scale), __float_as_uint(now.w * scale)};
      const unsigned halo_shift = __float_as_uint(halo * halo_scale);
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
        halo_ring = (halo_ring << 6) + halo_shift;
      }
      oldest = shift[0] + 0x100 * shift[1] + 0x10000 * shift[2] + 0x1000000 * shift[3];
    };
    const float four_times = inside ? 0x1p-147f : 0, halo_four = halo_inside ? 0x1p-147f : 0;
    float scale, halo_scale;
    const auto scale_of = [&](int y) {
      const bool there = unsigned(y) < unsigned(rows);
      scale = there ? four_times : 0, halo_scale = there ? halo_four : 0;
    };
#pragma unroll
    for (int j = 0; j < ahead; ++j) ask(j);
    if (strip + 128 * w >= cols) {  // a warp with no column: it has done with every row at once
      for (int x = 0; x < last - first + 4; ++x) wait_for(x % places);
    }
    const auto march = [&] {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        scale_of(first - 2 + j);
        enter(j, ring[j], scale, halo_scale);
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
      wait(&table_full, 0);
      float* to = out + cell(first, col);
      int rest = last - first;
      for (int y = first;; y += 5, rest -= 5) {
#pragma unroll
        for (int j = 0; j < 5; ++j) {
          if (rest <= j) return;
          if (unsigned(y + j - 3) >= unsigned(rows - 5)) change(y + j);
          if (does == Does::no_arithmetic) {
            read((j + 4) % 5);
            if (inside) *reinterpret_cast<float4*>(to) = now;
            to += step_cols;
            continue;
          }
          enter((j + 4) % 5, ring[(j + 4) % 5], scale, halo_scale);
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
            unsigned c[4];
            for (int i = 0; i < 4; ++i) c[i] = half ? column[i].y : column[i].x;
            const unsigned left2 = half ? left.y : left.x, left1 = half ? left.w : left.z;
            const unsigned right1 = half ? right.y : right.x, right2 = half ? right.w : right.z;
            const unsigned two = c[1] + c[2];
            const unsigned three[4] = {
                left2 + left1 + c[0], left1 + c[0] + c[3], c[0] + c[3] + right1, c[3] + right1 + right2};
            constexpr unsigned low = 0x0F * in_all;
            const unsigned two_odd = two >> 4 & low;
            const unsigned even = five_times_even(two, two_odd, 127 * in_all), odd = five_times(two_odd, 127 * in_all);
            for (int i = 0; i < 4; ++i) {
              const unsigned three_odd = three[i] >> 4 & low;
              sum[i] = add_g(five_times_even(three[i], three_odd, even), flip, sum[i]);
              sum[i] = add_g(five_times(three_odd, odd), flip, sum[i]);
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
          to += step_cols;
        }
      }
    };
    if (strip + 128 * w < cols) march();
    __syncwarp();
    if (lane == 0) {
      if (w == 0) next[mine] = gridDim.x * (blockDim.x / 32 / group) + atomicInc(&next_task, cut.tasks - 1);
      __mbarrier_arrive(&done[mine]);
    }
    wait(&done[mine], turn);
    turn ^= 1;
    task = __reduce_max_sync(all, next[mine]);
  }
}

// Bands of at most `highest` rows, cut as v15 cuts them, for groups instead of warps; of the rows that a group has, the last
// `tail` in two turns, the second half as high as the first.
template <int group, int ahead, int highest, int tail, bool turns_round, Does does = Does::all>
void entropy_wide(float* out, const float* in, int rows, int cols) {
  const auto kernel = entropy_wide_kernel<group, ahead, does, turns_round>;
  static const Tables made = make_tables();
  static const cudaError_t copied = cudaMemcpyToSymbol(tables, &made, sizeof made);
  if (copied != cudaSuccess) throw harness::DeviceError(cudaGetErrorString(copied));
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  const int bytes = table_bytes(made) + warps * area + warps / group * places * row_bytes<group>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);

  Bands cut = {};
  cut.strips = (cols - 1) / (128 * group) + 1;
  const double together = double(sms) * (warps / group) / cut.strips;
  int row = 0;
  const auto level = [&](int i, int end, int bands) {
    cut.first_task[i] = cut.tasks, cut.first_row[i] = row, cut.height[i] = 1;
    if (end > row) {
      cut.height[i] = (end - row - 1) / bands + 1;
      cut.tasks += cut.strips * ((end - row - 1) / cut.height[i] + 1);
    }
    row = end;
  };
  const double each = rows / together;  // rows of a group
  const int low = each > 4 * tail ? int(tail * together) : 0;
  const double turns = std::ceil((rows - low) / together / highest);
  level(0, rows - low, std::max(int(together * turns), (rows - low - 1) / highest + 1));
  level(1, rows - low / 3, std::max(int(together), 1));
  level(2, rows, std::max(int(together), 1));
  cut.first_row[levels] = rows;
  const int blocks = std::min(sms, cut.tasks), groups = std::min((cut.tasks - 1) / blocks + 1, warps / group);
  kernel<<<blocks, 32 * group * groups, bytes>>>(out, in, rows, cols, cut, table_bytes(made));
}

}  // namespace wide
