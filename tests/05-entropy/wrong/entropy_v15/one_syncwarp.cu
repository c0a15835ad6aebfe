// The next row of results is written while other lanes still read this one.
// fails: Correctness.InOrder: has read
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <vector>

constexpr int warps = 32;                // of a block; with 64 registers a thread they fill an SM
constexpr int strip_cols = 120;          // that a warp writes
constexpr unsigned in_all = 0x01010101;  // times a byte: that byte in all four

// The table of entropies in shared memory. A sum's lowest five bits say where its row begins: the rows lie pushed into
// each other, so that every entry is at a place of its own. `start` moves the sums of small windows out of the others' way.
struct Entry {
  int at;
  float entropy;
};
struct Tables {
  int row[32];
  unsigned start[26];
  int entries, size;
  Entry entry[4096];
};
__device__ Tables tables;
__device__ unsigned next_task;  // 0 between two launches

// sum + Σ g(c) over the four bytes of `counts`, 0 … 25 each; g(c) = ((c | 107) ^ (5c + 123)) (5c + 123) below 2^16.
__host__ __device__ unsigned g(unsigned c) { return ((c | 107) ^ (5 * c + 123)) * (5 * c + 123); }
__device__ unsigned add_g(unsigned counts, unsigned sum) {
  const unsigned d = 5 * counts + 123 * in_all;
  return __dp4a((counts | 107 * in_all) ^ d, d, sum);
}

// Where the warps' rows of results begin, and all of a block's shared memory.
__host__ __device__ int results_at(const Tables& of) { return (of.size + 3) / 4 * 4; }
static int bytes_of(const Tables& of, bool vectors) {
  return int(sizeof(float)) * (vectors ? of.size : results_at(of) + warps * 128);
}

// How a grid is cut: a task is a band of so many rows of a strip.
struct Cut {
  int strips, height, tasks;
};

// vectors: four cells are an aligned float4. ahead: how far before a row is read it is asked for. early: the next task, too,
// is asked for before it is needed. still: one row is read again and again, and nothing is written. The chapter measures what
// other values than these are worth.
template <bool vectors, int ahead = 1, bool early = false, bool still = false>
__global__ void __launch_bounds__(32 * warps)
    entropy_v15_kernel(float* out, const float* in, int rows, int cols, Cut cut) {
  // Behind the table of entropies each warp has a row of results, where a row is not made of float4.
  extern __shared__ float4 shared[];
  char* const table = reinterpret_cast<char*>(shared);
  const int entries = tables.entries;
  for (int i = threadIdx.x; i < entries; i += blockDim.x)
    reinterpret_cast<float*>(table)[tables.entry[i].at] = tables.entry[i].entropy;
  __syncthreads();
  constexpr unsigned all = 0xFFFFFFFF;
  const int lane = threadIdx.x % 32;
  float* const results = reinterpret_cast<float*>(table) + (vectors ? 0 : results_at(tables) + threadIdx.x / 32 * 128);
  // In bytes. To this a sum adds itself over 8: an eighth of a sum is 4 times sum / 32, and lane / 8 more.
  const unsigned row_of_table = 4 * tables.row[lane] - lane / 8;
  // All lanes have one task. The compiler knows it of a warp's maximum, and keeps it and what follows from it once a warp.
  int task = __reduce_max_sync(all, threadIdx.x / 32) * gridDim.x + blockIdx.x;
  while (task < cut.tasks) {
    const int band = task / cut.strips, strip = task % cut.strips;
    const int band_first = band * cut.height, band_end = min(band_first + cut.height, rows);
    // Every task takes one number, so atomicInc is back at 0 when all are done.
    const auto ask = [&] {
      task = __reduce_max_sync(all, lane == 0 ? gridDim.x * blockDim.x / 32 + atomicInc(&next_task, cut.tasks - 1) : 0);
    };
    if (early) ask();
    const int col = strip * strip_cols + (lane - 1) * 4;
    // inner: of a strip whose cells are all in the grid, halo included. What is known of it takes no instruction.
    const auto march = [&](auto in_the_grid) {
      constexpr bool inner = decltype(in_the_grid)::value;
      bool there[4], writes[4];
      const int written = inner ? strip_cols : min(strip_cols, cols - strip * strip_cols);
      for (int c = 0; c < 4; ++c) {
        there[c] = inner || (col >= 0 && col + (vectors ? 0 : c) < cols);
        writes[c] = there[c] && lane > 0 && lane < 31;
      }
      // Windows of all rows from first to before last have as many rows: those at the grid's edge go one at a time.
      for (int first = band_first, last; first < band_end; first = last) {
        last = first < 2 || first >= rows - 2 ? first + 1 : min(band_end, rows - 2);
        const int window_rows = min(first + 2, rows - 1) - max(first - 2, 0) + 1;
        unsigned start[4];
        for (int c = 0; c < 4; ++c) {
          const int window_cols = min(col + c + 2, cols - 1) - max(col + c - 2, 0) + 1;
          start[c] = writes[c] ? tables.start[window_rows * window_cols] : 0;
        }

        int row = first - 2;  // what the lane reads next
        const float* from = in + (std::int64_t(still ? max(row, 0) : row) * cols + col);
        const int end = there[0] ? min(last + 2, rows) : 0;
        float next[4] = {};
        auto read = [&] {
          if (unsigned(row) < unsigned(end)) {
            if (vectors) {
              const float4 four = __ldg(reinterpret_cast<const float4*>(from));
              next[0] = four.x, next[1] = four.y, next[2] = four.z, next[3] = four.w;
            } else {
              for (int c = 0; c < 4; ++c)
                if (there[c]) next[c] = __ldg(from + c);
            }
          }
          // A row further on sets out for L2, where it takes no register.
          if (!still && unsigned(row + ahead) < unsigned(end))
            asm volatile("prefetch.global.L2 [%0];" ::"l"(from + std::int64_t(ahead) * cols));
          ++row, from += still ? 0 : cols;
        };

        // Cells outside the grid enter as symbol 0, and the first five rows push out five rows of symbol 0. The counts begin
        // with what this takes too much, so with the fifth row they are right, and no row needs a test.
        uint2 column[4];  // 16 counts of 4 bits
        for (int c = 0; c < 4; ++c) column[c] = make_uint2(there[c] ? window_rows : 0, 0);
        unsigned ring[5] = {};  // the symbols of five rows, times 4, a byte each
        auto enter = [&](unsigned& oldest) {
          unsigned shift[4];
          // 4x as an integer, in one multiplication: a float below 2^-126 has no exponent left, its bits are a multiple of 2^-149.
          for (int c = 0; c < 4; ++c) shift[c] = __float_as_uint(next[c] * 0x1p-147f);
          read();
          for (int c = 0; c < 4; ++c) {
            const std::uint64_t comes = 1ull << shift[c];
            const std::uint64_t leaves = 1ull << __byte_perm(oldest, 0, 0x4440 + c);
            column[c].x += unsigned(comes) - unsigned(leaves);
            column[c].y += unsigned(comes >> 32) - unsigned(leaves >> 32);
          }
          oldest = shift[0] | shift[1] << 8 | shift[2] << 16 | shift[3] << 24;
        };
        read();
#pragma unroll
        for (int k = 0; k < 4; ++k) {
          enter(ring[k]);
          if (first - 1 + k >= rows) next[0] = next[1] = next[2] = next[3] = 0;
        }
        float* to = out + std::int64_t(first) * cols + (vectors ? col : strip * strip_cols + lane);
        for (int y = first; y < last; y += 5) {
#pragma unroll
          for (int k = 0; k < 5; ++k) {  // unrolled, so that the ring stays in registers
            if (y + k >= last) break;
            enter(ring[(k + 4) % 5]);

            unsigned sum[4] = {start[0], start[1], start[2], start[3]};
#pragma unroll
            for (int part = 0; part < 4; ++part) {  // four of the 16 symbols
              unsigned w[4];
              for (int c = 0; c < 4; ++c) {
                const unsigned eight = part < 2 ? column[c].x : column[c].y;
                w[c] = (part % 2 ? eight >> 4 : eight) & 0x0F * in_all;
              }
              const unsigned left2 = __shfl_up_sync(all, w[2], 1), left1 = __shfl_up_sync(all, w[3], 1);
              const unsigned right1 = __shfl_down_sync(all, w[0], 1), right2 = __shfl_down_sync(all, w[1], 1);
              unsigned counts = left2 + left1 + w[0] + w[1] + w[2];
              sum[0] = add_g(counts, sum[0]);
              sum[1] = add_g(counts += w[3] - left2, sum[1]);
              sum[2] = add_g(counts += right1 - left1, sum[2]);
              sum[3] = add_g(counts += right2 - w[0], sum[3]);
            }

            unsigned place[4];
            for (int c = 0; c < 4; ++c)  // lane sum % 32 knows the row
              place[c] = __shfl_sync(all, row_of_table, sum[c]) + (sum[c] >> 3);
            const auto at = [&](int c) { return *reinterpret_cast<float*>(table + place[c]); };
            if (vectors && writes[0]) {
              const float4 four = make_float4(at(0), at(1), at(2), at(3));
              if (!still || four.x < 0) *reinterpret_cast<float4*>(to) = four;
            }
            if (!vectors) {  // by way of shared memory, so that a store is of cells side by side
              if (lane > 0 && lane < 31)
                *reinterpret_cast<float4*>(results + 4 * lane - 4) = make_float4(
                    writes[0] ? at(0) : 0, writes[1] ? at(1) : 0, writes[2] ? at(2) : 0, writes[3] ? at(3) : 0);
              __syncwarp();
              for (int c = 0; c < 4; ++c)
                if (lane + 32 * c < written) to[32 * c] = results[lane + 32 * c];
            }
            to += cols;
          }
        }
      }
    };
    if (!vectors && strip > 0 && (strip + 1) * strip_cols + 4 <= cols) march(std::bool_constant<!vectors>());
    else march(std::false_type());
    if (!early) ask();
  }
}

// Every multiset of at most 16 counts, 1 or more, that add up to n: its sum of g and its entropy, the lowest sums first.
struct Sums {
  int n;
  std::vector<Entry> found = {};
  // `symbols` have no count yet. They share out what is left of n, and none takes more than `most`.
  void share_out(int left, int most, int symbols, unsigned sum, double c_ln_c) {
    for (int c = std::min(left, most); c > 0 && symbols > 0; --c)
      share_out(left - c, c, symbols - 1, sum + g(c), c_ln_c + c * std::log(double(c)));
    if (left > 0) return;
    int at = sum + symbols * g(0), size = found.size(), i = 0;  // where it belongs
    for (int step = 1024; step > 0; step /= 2)
      if (i + step <= size && found[i + step - 1].at < at) i += step;
    if (i < size && found[i].at == at) return;
    found.push_back({});
    std::memmove(&found[i] + 1, &found[i], (size - i) * sizeof(Entry));
    found[i] = {at, float(std::max(0.0, std::log(double(n)) - c_ln_c / n))};
  }
};

// Rows go where they fit first, the fullest first; then the sums of smaller windows, all of one size by the same distance.
static Tables make_tables() {
  Tables made = {};
  std::vector<bool> taken(1 << 20);
  const auto first_fit = [&](const std::vector<int>& places) {
    int shift = -*std::min_element(places.begin(), places.end());
    const auto is_taken = [&](int place) { return taken[place + shift]; };
    while (std::any_of(places.begin(), places.end(), is_taken)) ++shift;
    for (int place : places) taken[place + shift] = true, made.size = std::max(made.size, place + shift + 1);
    return shift;
  };
  // Windows of less than 25 cells are at the grid's edges, and in grids smaller than a window.
  for (int n : {25, 20, 16, 15, 12, 10, 9, 8, 6, 5, 4, 3, 2, 1}) {
    Sums sums = {n};
    sums.share_out(n, n, 16, 0, 0);
    std::vector<int> rows[32], places;
    for (const auto& [sum, entropy] : sums.found)
      rows[sum % 32].push_back(sum / 32), places.push_back(made.row[sum % 32] + sum / 32);
    if (n < 25) made.start[n] = 32 * first_fit(places);
    const auto shorter = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    for (int left = n < 25 ? 0 : 32; left > 0; --left) {
      auto* const row = std::max_element(rows, rows + 32, shorter);
      if (!row->empty()) made.row[row - rows] = first_fit(*row);
      row->clear();
    }
    for (const auto& [sum, entropy] : sums.found) {
      const unsigned moved = sum + made.start[n];
      made.entry[made.entries++] = {made.row[moved % 32] + int(moved / 32), entropy};
    }
  }
  return made;
}

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
void entropy_v15(float* out, const float* in, int rows, int cols) {
  const bool vectors =
      cols % 4 == 0 && reinterpret_cast<size_t>(in) % 16 == 0 && reinterpret_cast<size_t>(out) % 16 == 0;
  const auto kernel = vectors ? entropy_v15_kernel<true> : entropy_v15_kernel<false>;
  static const Tables made = make_tables();
  static std::once_flag copied[64];  // to each device
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  std::call_once(copied[device], [] { cudaMemcpyToSymbol(tables, &made, sizeof made); });
  const int bytes = bytes_of(made, vectors);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  // Per cent; the rest is L1, for the halos.
  cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 70);
  const Cut cut = cut_for(rows, cols, sms);
  const int blocks = std::min(sms, (cut.tasks - 1) / 8 + 1);  // 8 warps at least fill a table
  const int warps_needed = (cut.tasks - 1) / blocks + 1;
  kernel<<<blocks, 32 * std::min(std::max(warps_needed, 8), warps), bytes>>>(out, in, rows, cols, cut);
}
