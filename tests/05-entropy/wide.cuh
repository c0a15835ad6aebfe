// v15 in strips several warps wide: what section 12 of "Near the speed of a copy" tells. The warps of a group share the rows of a
// strip, which come into shared memory by bulk copies, so that a halo is read once a group. For every grid that v15 is for.
#pragma once

#include "tests/05-entropy/bulk.cuh"
#include "tests/05-entropy/whole_lines.cuh"

namespace wide {

using namespace bulk;
using namespace slim;

// Rows of a strip lie in a ring of places. Whichever of a group's warps is the last to read a place has it filled again, with
// the row that comes when all places have had their turn. So nobody waits for a place to be empty.
constexpr int places = 5;
constexpr int told = whole_lines::told, area = whole_lines::area;
constexpr unsigned all = 0xFFFFFFFF;
// A row's place: the barrier object at which the group's row is complete, that at which all warps have read it, and from byte 128 on its cells, with four
// before them and behind. So a strip begins with a line of 128 bytes here, as it does in global memory where rows do: a bulk copy
// between two places of a line takes more requests. Where rows do not begin at 16 bytes, what lies before the first cell comes, too.
constexpr int cells_at = 128;
__host__ __device__ constexpr int row_bytes(int group) { return 512 * group + 256; }
// At most so many groups a block: more, of one warp each, have no room for their rows.
__host__ __device__ constexpr int groups_of(int group) { return warps / group < 8 ? warps / group : 8; }
__host__ __device__ constexpr int place_bytes(int group) { return groups_of(group) * row_bytes(group); }

// How a grid is cut: first bands of one height, then lower ones, and lower ones again, so that all groups end at about one time.
constexpr int levels = 3;
struct Bands {
  int strips, tasks;
  int first_task[levels], first_row[levels + 1], height[levels];
};

// What a window has of even symbols, times 5: without a mask, from the odd ones. All of it runs beside the ALU.
__device__ unsigned five_times_even(unsigned nibbles, unsigned odd, unsigned more) {
  asm("mad.lo.u32 %0, %1, 5, %2;" : "=r"(nibbles) : "r"(nibbles), "r"(more));
  asm("mad.lo.u32 %0, %1, -80, %2;" : "=r"(nibbles) : "r"(odd), "r"(nibbles));
  return nibbles;
}

// What each block has of the tables, in one piece.
struct Shared {
  int row[32];  // in bytes. To this a sum adds itself over 16: that is 4 times sum / 64, and lane / 8 more
  int start[32];
  alignas(16) float entropy[1 << 15];
  int whole, size;  // in bytes: what windows of 25 cells need, and all
};
__device__ Shared table;
static Shared make_shared() {
  static const Tables of = make_tables();
  Shared made = {};
  for (int lane = 0; lane < 32; ++lane) made.row[lane] = 256 + 4 * of.row[lane] - lane / 8;
  // start[0]: cells that no grid has find something anyhow.
  for (int n = 0; n < 26; ++n) made.start[n] = n ? of.start[n] : 16 * 512;
  std::copy(std::begin(of.entropy), std::end(of.entropy), made.entropy);
  made.whole = 256 + (of.whole + 3) / 4 * 16, made.size = 256 + (of.size + 31) / 32 * 128;
  return made;
}

enum class Does { all, no_move, no_arithmetic };

// aligned: every row begins at 16 bytes. no_move: no row comes, and nothing is written. no_arithmetic: what came is written.
template <int group, bool aligned, Does does = Does::all>
__global__ void __launch_bounds__(groups_of(group) * group * 32) entropy_wide_kernel(float* out, const float* in,
    const float* past, int rows, int cols, Bands cut, bool turns_round, unsigned flip, int whole, int size) {
  constexpr bool still = does == Does::no_move;
  extern __shared__ __align__(128) float4 memory[];
  __shared__ __mbarrier_t done[warps], table_full[2];
  __shared__ int next[warps];
  __shared__ float4 fours[2];
  char* const shared = reinterpret_cast<char*>(memory);
  const int objects = blockDim.x / 32 / group;
  const int lane = threadIdx.x % 32, warp = __reduce_max_sync(all, threadIdx.x / 32);
  const int mine = warp / group, w = warp % group;
  if (threadIdx.x < objects) __mbarrier_init(&done[threadIdx.x], group);
  char* const ring_of_rows = shared + size + warps * area + mine * row_bytes(group);
  const auto full = [&](int place) {
    return reinterpret_cast<__mbarrier_t*>(ring_of_rows + place * place_bytes(group));
  };
  const auto read_by = [&](int place) { return full(place) + 1; };
  if (w == 0 && lane < places) __mbarrier_init(full(lane), 1), __mbarrier_init(read_by(lane), group);
  if (threadIdx.x < 2) __mbarrier_init(&table_full[threadIdx.x], 1);
  if (!aligned)
    for (int i = threadIdx.x; i < places * place_bytes(group) / 16; i += blockDim.x)
      if (i % (place_bytes(group) / 16) * 16 % row_bytes(group) != 0)  // what no row brings shall be a number
        reinterpret_cast<float4*>(shared + size + warps * area)[i] = make_float4(0, 0, 0, 0);
  if (!aligned && threadIdx.x < 8) {
    const float* const at = (threadIdx.x < 4 ? in - past_16(in) : past - 1 - past_16(past - 1)) + threadIdx.x % 4;
    reinterpret_cast<float*>(fours)[threadIdx.x] = at >= in && at < past ? *at : 0;
  }
  tell_the_copies();
  __syncthreads();
  bool has_tables = false;
  char* const talk = shared + size + warp * area;
  char* const tell = talk + 16 * (lane + 1);
  char* const tell_left = talk + told + 16 * lane;
  const bool fifth = lane < 2 || lane >= 30;
  int halo_told = int((lane < 2 ? talk + 8 * (1 - lane) : talk + told + 16 * 32 + 8 * (31 - lane)) - shared);
  asm volatile("" : "+r"(halo_told));  // or the compiler works it out anew for every row
  unsigned parity = 0, turn = 0;       // of the rows' objects, a bit for each place; of `done`
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
    int step = up ? -cols : cols;
    asm volatile("" : "+r"(step));
    const auto cell = [&](int y, int x) { return std::int64_t(up ? rows - 1 - y : y) * cols + x; };
    const int begin = max(strip - 4, 0), end = min(strip + group * 128 + 4, cols);
    const int warp_col = strip + 128 * w, col = warp_col + 4 * lane;
    const int halo_col = warp_col + (lane < 2 ? -1 - lane : fifth ? 159 - lane : 0);
    const bool inside = col < cols, halo_inside = fifth && halo_col >= 0 && halo_col < cols;
    const bool cut_off = warp_col + 128 > cols;  // not all of the warp's columns are the grid's
    const bool at_end = first < 6 || last > rows - 6;
    const bool side = warp_col == 0 || warp_col + 130 > cols;
    const int own_at = cells_at + 4 * (aligned ? min(col, cols - 4) - strip : col - strip);  // in a place
    const int halo_at = cells_at + 4 * (min(max(halo_col, 0), cols - 1) - strip);

    // Rows outside the grid: one inside comes instead, and counts nothing.
    const auto ask = [&](int place, int row) {
      const float* const from = in + cell(min(max(row, 0), rows - 1), begin);
      char* const to = ring_of_rows + place * place_bytes(group) + cells_at + 4 * (begin - strip);
      if (row >= last + 2) return;
      if (still) __mbarrier_arrive(full(place));
      else if (aligned) fetch(to, from, 4 * (end - begin), full(place));
      else if (!at_end) fetch(to, from - past_16(from), (past_16(from) + end - begin + 3) / 4 * 16, full(place));
      else fetch_row_at_end(to, from, end - begin, in, past, fours, full(place));
    };
    const auto wait_for = [&](int place) {
      wait(full(place), parity >> place & 1);
      parity ^= 1u << place;
    };
    const auto leave = [&](int place, int row) {
      __syncwarp();  // all lanes have read it
      if (lane == 0) {
        const __mbarrier_token_t before = __mbarrier_arrive(read_by(place));
        if (__mbarrier_token_pending_count(before) == 1) {  // only this warp was missing
          __mbarrier_test_wait(read_by(place), before);
          ask(place, row + places);
        }
      }
    };
    // A row's cells times a number, so 4 of a lane and one of the halo.
    const unsigned phase = unsigned(past_16(in)) + unsigned(begin) + (up ? unsigned(rows - 1) * unsigned(cols) : 0);
    const auto read = [&](int place, int row, float scale, float halo_scale, float four[4], float& halo) {
      wait_for(place);
      const char* at = ring_of_rows + place * place_bytes(group);
      if (aligned) {
        const float4 now = *reinterpret_cast<const float4*>(at + own_at);
        four[0] = now.x * scale, four[1] = now.y * scale, four[2] = now.z * scale, four[3] = now.w * scale;
      } else {
        at += 4 * ((phase + min(max(row, 0), rows - 1) * unsigned(step)) % 4);
        for (int c = 0; c < 4; ++c) four[c] = *reinterpret_cast<const float*>(at + own_at + 4 * c) * scale;
        if (cut_off)
          for (int c = 0; c < 4; ++c)
            if (col + c >= cols) four[c] = 0;
      }
      halo = *reinterpret_cast<const float*>(at + halo_at) * halo_scale;
      leave(place, row);
    };

    uint2 column[4], other = make_uint2(halo_inside ? 5 : 0, 0);
    for (int c = 0; c < 4; ++c) column[c] = make_uint2(col + c < cols ? 5 : 0, 0);
    unsigned ring[5] = {}, halo_ring = 0;
    float scale, halo_scale;
    const auto scale_of = [&](int y) {
      const bool there = unsigned(y) < unsigned(rows);
      scale = there && inside ? 0x1p-147f : 0, halo_scale = there && halo_inside ? 0x1p-147f : 0;
    };
    const auto enter = [&](int place, int row, unsigned& oldest) {
      float four[4], fifth;
      read(place, row, scale, halo_scale, four, fifth);
      const unsigned shift[4] = {
          __float_as_uint(four[0]), __float_as_uint(four[1]), __float_as_uint(four[2]), __float_as_uint(four[3])};
      const unsigned halo_shift = __float_as_uint(fifth);
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
    // Four results a lane. Where rows do not begin at 16 bytes, by way of shared memory, so that a store is of cells side by side.
    const auto write = [&](float* to, float4 four) {
      if (still && four.x >= 0) return;
      if (aligned) {
        if (inside) *reinterpret_cast<float4*>(to) = four;
      } else {
        *reinterpret_cast<float4*>(talk + 16 * lane) = four;
        __syncwarp();
        for (int c = 0; c < 4; ++c)
          if (warp_col + lane + 32 * c < cols) to[32 * c] = *reinterpret_cast<const float*>(talk + 4 * lane + 128 * c);
      }
    };
    if (w == 0 && lane == 0) {
#pragma unroll
      for (int j = 0; j < places; ++j) ask(j, first - 2 + j);
    }
    if (!has_tables && threadIdx.x == 0) {  // behind the first rows, which are needed first
      fetch(memory, &table, whole, &table_full[0]);
      fetch(shared + whole, reinterpret_cast<const char*>(&table) + whole, size - whole, &table_full[1]);
    }
    has_tables = true;
    if (warp_col >= cols) {  // a warp with no column: it has done with every row at once
      for (int x = 0; x < last - first + 4; ++x) wait_for(x % places), leave(x % places, first - 2 + x);
    }
    const auto march = [&] {
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        scale_of(first - 2 + j);
        enter(j, first - 2 + j, ring[j]);
      }
      unsigned start[4];
      // So many rows of y's window are outside. Each counts one of symbol 0 too many in each column.
      const auto outside = [&](int y) { return max(2 - y, 0) + max(y + 3 - rows, 0); };
      wait(&table_full[0], 0);
      const unsigned row_of_table = reinterpret_cast<const int*>(shared)[lane];
      const auto change = [&](int y, int taken) {
        const int window_rows = 5 - outside(y), more = outside(y) - taken;
        const bool edge = side || window_rows < 5;
        for (int c = 0; c < 4; ++c) {
          const int window_cols = min(col + c + 2, cols - 1) - max(col + c - 2, 0) + 1;
          start[c] = reinterpret_cast<const int*>(shared)[32 + (col + c < cols ? window_rows * window_cols : 0)];
          column[c].x -= col + c < cols ? more : 0;
        }
        other.x -= halo_inside ? more : 0;
        scale_of(y + 2);
        if (edge) wait(&table_full[1], 0);
      };
      change(first, 0);
      // Where the windows have other rows than those of the row above, and at the end.
      const auto next_event = [&](int y) { return min(y < 2 ? y + 1 : max(y + 1, rows - 2), last); };
      int event = next_event(first);
      float* to = out + cell(first, aligned ? col : warp_col + lane);
      for (int y = first;; y += 5) {
#pragma unroll
        for (int j = 0; j < 5; ++j) {  // unrolled, so that the ring stays in registers
          if (y + j == event) {
            if (event == last) return;
            change(event, outside(event - 1));
            event = next_event(event);
          }
          if (does == Does::no_arithmetic) {
            float four[4], fifth;
            read((j + 4) % 5, y + j + 2, 1, 1, four, fifth);
            write(to, make_float4(four[0], four[1], four[2], four[3]));
            to += step;
            continue;
          }
          enter((j + 4) % 5, y + j + 2, ring[(j + 4) % 5]);
          const int at = 16 * j;
          *reinterpret_cast<uint4*>(tell + at) = make_uint4(column[2].x, column[2].y, column[3].x, column[3].y);
          *reinterpret_cast<uint4*>(tell_left + at) = make_uint4(column[0].x, column[0].y, column[1].x, column[1].y);
          if (fifth) *reinterpret_cast<uint2*>(shared + halo_told + at) = other;
          __syncwarp();
          const uint4 left = *reinterpret_cast<const uint4*>(tell + at - 16);
          const uint4 right = *reinterpret_cast<const uint4*>(tell_left + at + 16);
          __syncwarp();
          unsigned sum[4] = {start[0], start[1], start[2], start[3]};
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
          for (int c = 0; c < 4; ++c) {
            const unsigned place = __shfl_sync(all, row_of_table, sum[c] / 2) + sum[c] / 16;
            four[c] = *reinterpret_cast<const float*>(shared + place);
          }
          write(to, make_float4(four[0], four[1], four[2], four[3]));
          to += step;
        }
      }
    };
    if (warp_col < cols) march();
    if (cut.tasks <= gridDim.x * objects) break;
    __syncwarp();
    if (lane == 0) {
      if (w == 0) next[mine] = gridDim.x * objects + atomicInc(&next_task, cut.tasks - 1);
      __mbarrier_arrive(&done[mine]);
    }
    wait(&done[mine], turn);
    turn ^= 1;
    task = __reduce_max_sync(all, next[mine]);
  }
  wait(&table_full[1], 0);  // a copy must not outlive its block
}

// A band has at most so many rows; of the rows that a group has, the last `tail` come in two turns. The chapter tries others.
struct Setting {
  int highest = 200, tail = 14;
  bool turns_round = true;
};

static Bands cut_for(int rows, int cols, int sms, int group, const Setting& setting) {
  Bands cut = {};
  cut.strips = (cols - 1) / (128 * group) + 1;
  const double together = double(sms) * groups_of(group) / cut.strips;
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
  const int low = each > 4 * setting.tail ? int(setting.tail * together) : 0;
  const double turns = std::ceil((rows - low) / together / setting.highest);
  level(0, rows - low, std::max(int(together * turns), (rows - low - 1) / setting.highest + 1));
  level(1, rows - low / 3, std::max(int(together), 1));
  level(2, rows, std::max(int(together), 1));
  cut.first_row[levels] = rows;
  return cut;
}

template <int group, Does does = Does::all>
void entropy_in_groups(float* out, const float* in, int rows, int cols, const Setting& setting = {}) {
  const bool aligned = cols % 4 == 0 && reinterpret_cast<std::uintptr_t>(in) % 16 == 0 &&
                       reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
  const auto kernel = aligned ? entropy_wide_kernel<group, true, does> : entropy_wide_kernel<group, false, does>;
  static const Shared made = make_shared();
  static const cudaError_t copied = cudaMemcpyToSymbol(wide::table, &made, sizeof made);
  if (copied != cudaSuccess) throw harness::DeviceError(cudaGetErrorString(copied));
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  const Bands cut = cut_for(rows, cols, sms, group, setting);
  const int bytes = made.size + warps * area + places * place_bytes(group);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  const int blocks = std::min(sms, cut.tasks), groups = std::min((cut.tasks - 1) / blocks + 1, groups_of(group));
  kernel<<<blocks, 32 * group * groups, bytes>>>(out, in, in + std::int64_t(rows) * cols, rows, cols, cut,
      setting.turns_round, 164 * in_all, made.whole, made.size);
}

// Small grids and narrow ones in narrower groups, whose warps have all something to do.
inline void entropy_wide(float* out, const float* in, int rows, int cols) {
  if (cols <= 128) entropy_in_groups<1>(out, in, rows, cols);
  else if (cols <= 512) entropy_in_groups<4>(out, in, rows, cols);
  else if (std::int64_t(rows) * cols < 1 << 24) entropy_in_groups<7>(out, in, rows, cols);
  else entropy_in_groups<8>(out, in, rows, cols);
}

}  // namespace wide
