// Copies down the strips of tests/05-entropy/wide.cuh, with one thing otherwise at a time: the height of the bands, their order,
// the halo, how many rows are on their way, what is read and what is written. What the way costs, taken apart.
// Run: ./course bench entropy --experiment ways
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "harness/experiment.hpp"
#include "tests/05-entropy/bulk.cuh"
#include "tests/common/ncu.hpp"

namespace {

using namespace bulk;

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

// What a copy does otherwise. Bands have at most `highest` rows; any_order: their numbers are mixed, so that bands under way at
// one time lie anywhere in the grid. halo: rows read above and below each band, and never written. warps: of a block.
// turns_round: every other band is marched through upwards, so that two bands read the rows that they share at about one time.
enum class Moves { all, reads, writes };
struct Setting {
  int highest;
  int halo = 2;
  bool any_order = false;
  int warps = 32;
  bool turns_round = false;
};
struct Cut {
  int strips, height, tasks, halo, stride;
  bool turns_round;
};
__device__ unsigned next_task;

// Groups of `group` warps side by side march down a strip of 128 columns a warp. A row, with four cells more on either side, comes
// into one of `places` by a bulk copy, asked for `flight` rows before it is read; each warp says when it has read it. What is at
// hand is written. in_line: a row has the same place in a line of 128 bytes in shared memory as it has in global memory.
template <int group, int places, int flight, bool in_line, Moves moves>
__global__ void __launch_bounds__(1024) way_kernel(float* out, const float* in, int rows, int cols, Cut cut) {
  constexpr unsigned all = 0xFFFFFFFF;
  constexpr int row_bytes = 512 * group + 256, cells_at = in_line ? 128 : 16;
  extern __shared__ __align__(128) float4 memory[];
  __shared__ __mbarrier_t full[32 / group][places], empty[32 / group][places], done[32 / group];
  __shared__ int next[32 / group];
  const int lane = threadIdx.x % 32, warp = __reduce_max_sync(all, threadIdx.x / 32);
  const int mine = warp / group, w = warp % group, groups = blockDim.x / 32 / group;
  if (w == 0 && lane < places) __mbarrier_init(&full[mine][lane], 1), __mbarrier_init(&empty[mine][lane], group);
  if (w == 0 && lane == 0) __mbarrier_init(&done[mine], group);
  tell_the_copies();
  __syncthreads();
  char* const ring = reinterpret_cast<char*>(memory) + mine * places * row_bytes + cells_at;
  int ask_place = 0, place = 0;
  unsigned ask_parity = 1, parity = 0, turn = 0;
  for (int task = mine * gridDim.x + blockIdx.x; task < cut.tasks;) {
    const int number = int(std::int64_t(task) * cut.stride % cut.tasks);
    const int band = number / cut.strips, strip = number % cut.strips * group * 128;
    const int top = band * cut.height, height = min(cut.height, rows - top);
    // A row's number counts from below in a band that is marched through upwards.
    const bool up = cut.turns_round && band % 2;
    const int first = up ? rows - top - height : top, last = first + height, bottom = min(last + cut.halo, rows);
    const int step = up ? -cols : cols;
    const auto row = [&](int y) { return std::int64_t(up ? rows - 1 - y : y) * cols; };
    const int begin = max(strip - 4, 0), end = min(strip + group * 128 + 4, cols), col = strip + 128 * w + 4 * lane;
    int y = max(first - cut.halo, 0), asked = y;
    const float* from = in + row(y) + begin;
    const auto ask = [&] {
      if (moves == Moves::writes || w > 0 || lane > 0 || asked++ >= bottom) return;
      wait(&empty[mine][ask_place], ask_parity);
      fetch(ring + ask_place * row_bytes + 4 * (begin - strip), from, 4 * (end - begin), &full[mine][ask_place]);
      from += step;
      if (++ask_place == places) ask_place = 0, ask_parity ^= 1;
    };
    for (int i = 0; i < flight; ++i) ask();
    float* to = out + row(first) + col;
    for (; y < bottom; ++y) {
      float4 four = make_float4(1, 1, 1, 1);
      if (moves != Moves::writes) {
        wait(&full[mine][place], parity);
        four = *reinterpret_cast<const float4*>(ring + place * row_bytes + 512 * w + 16 * lane);
        __syncwarp();
        if (lane == 0) __mbarrier_arrive(&empty[mine][place]);
        ask();
        __syncwarp();
        if (++place == places) place = 0, parity ^= 1;
      }
      if (y < first || y >= last) continue;
      if (col < cols && (moves != Moves::reads || four.x < 0)) *reinterpret_cast<float4*>(to) = four;
      to += step;
    }
    __syncwarp();
    if (lane == 0) {  // each band takes one number, so the counter is back at 0 when all are done
      if (w == 0) next[mine] = gridDim.x * groups + atomicInc(&next_task, cut.tasks - 1);
      __mbarrier_arrive(&done[mine]);
    }
    wait(&done[mine], turn);
    turn ^= 1;
    task = __reduce_max_sync(all, next[mine]);
  }
}

template <int group, int places = 5, int flight = 4, bool in_line = true, Moves moves = Moves::all>
void go(float* out, const float* in, int rows, int cols, const Setting& setting) {
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  Cut cut = {(cols - 1) / (128 * group) + 1, 0, 0, setting.halo, 1, setting.turns_round};
  const int groups = setting.warps / group;
  const double together = double(sms) * groups / cut.strips, turns = std::ceil(rows / together / setting.highest);
  cut.height = (rows - 1) / std::max(int(together * turns), (rows - 1) / setting.highest + 1) + 1;
  cut.tasks = cut.strips * ((rows - 1) / cut.height + 1);
  if (setting.any_order) cut.stride = cut.tasks % 7919 ? 7919 : 7907;  // primes: every number is met once
  const int bytes = 32 / group * places * (512 * group + 256);
  const auto kernel = way_kernel<group, places, flight, in_line, moves>;
  must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "shared memory");
  kernel<<<std::min(sms, cut.tasks), 32 * group * groups, bytes>>>(out, in, rows, cols, cut);
}

// 16 bytes a thread.
__global__ void copy_kernel(float4* out, const float4* in, std::size_t count) {
  const std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x;
  if (i < count) out[i] = in[i];
}
void copy(float* out, const float* in, int rows, int cols, const Setting&) {
  const std::size_t count = std::size_t(rows) * std::size_t(cols) / 4;
  copy_kernel<<<unsigned((count + 255) / 256), 256>>>(
      reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), count);
}

struct Way {
  const char* name;
  void (*go)(float* out, const float* in, int rows, int cols, const Setting& setting);
  Setting setting;
  bool counted = false, copies = true;
};
const Way ways[] = {
    {"a copy", copy, {}, true},
    {"bands of 200 rows", go<8>, {200}, true},
    {"bands of 200 rows, any order", go<8>, {200, 2, true}},
    {"bands of 60 rows", go<8>, {60}},
    {"bands of 16 rows", go<8>, {16}, true},
    {"bands of 16 rows, any order", go<8>, {16, 2, true}},
    {"no halo, bands of 200 rows", go<8>, {200, 0}, true},
    {"no halo, bands of 60 rows", go<8>, {60, 0}},
    {"no halo, bands of 16 rows", go<8>, {16, 0}, true},
    {"no halo, bands of 16 rows, any order", go<8>, {16, 0, true}, true},
    {"no halo, bands of 4 rows", go<8>, {4, 0}},
    {"no halo, bands of 4 rows, any order", go<8>, {4, 0, true}},
    {"two rows on their way", go<8, 5, 2>, {200}},
    {"eight rows on their way", go<8, 10, 8>, {200}},
    {"turning round, bands of 200 rows", go<8>, {200, 2, false, 32, true}},
    {"turning round, bands of 60 rows", go<8>, {60, 2, false, 32, true}},
    {"turning round, bands of 30 rows", go<8>, {30, 2, false, 32, true}},
    {"turning round, bands of 16 rows", go<8>, {16, 2, false, 32, true}, true},
    {"16 warps a block, turning round, bands of 400 rows", go<8>, {400, 2, false, 16, true}},
    {"16 warps a block, turning round, bands of 60 rows", go<8>, {60, 2, false, 16, true}},
    {"16 warps a block, turning round, bands of 30 rows", go<8>, {30, 2, false, 16, true}, true},
    {"16 warps a block, turning round, bands of 30 rows, eight rows on their way", go<8, 10, 8>,
        {30, 2, false, 16, true}},
    {"16 warps a block, turning round, bands of 16 rows, eight rows on their way", go<8, 10, 8>,
        {16, 2, false, 16, true}},
    {"16 warps a block, bands of 200 rows", go<8>, {200, 2, false, 16}},
    {"16 warps a block, bands of 400 rows", go<8>, {400, 2, false, 16}},
    {"elsewhere in a line", go<8, 5, 4, false>, {200}, true},
    {"16 warps wide", go<16>, {200}},
    {"16 warps wide, elsewhere in a line", go<16, 5, 4, false>, {200}, true},
    {"4 warps wide", go<4>, {200}},
    {"4 warps wide, elsewhere in a line", go<4, 5, 4, false>, {200}, true},
    {"reads alone, bands of 200 rows", go<8, 5, 4, true, Moves::reads>, {200}, false, false},
    {"reads alone, bands of 16 rows", go<8, 5, 4, true, Moves::reads>, {16}, false, false},
    {"reads alone, no halo, bands of 16 rows", go<8, 5, 4, true, Moves::reads>, {16, 0}, false, false},
    {"reads alone, no halo, bands of 16 rows, any order", go<8, 5, 4, true, Moves::reads>, {16, 0, true}, false, false},
    {"writes alone, bands of 200 rows", go<8, 5, 4, true, Moves::writes>, {200, 0}, false, false},
    {"writes alone, bands of 16 rows", go<8, 5, 4, true, Moves::writes>, {16, 0}, false, false},
    {"writes alone, bands of 16 rows, any order", go<8, 5, 4, true, Moves::writes>, {16, 0, true}, false, false},
};

struct Metric {
  const char *column, *name;
};
constexpr Metric metrics[] = {
    {"l2_requests", "lts__t_requests.sum"},
    {"fabric_requests", "lts__t_requests_srcunit_ltcfabric.sum"},
    {"fabric", "lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    {"dram", "dram__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"dram_write_bytes", "dram__bytes_write.sum"},
};

struct Grids {
  Grids(int rows, int cols) : cells(std::size_t(rows) * std::size_t(cols)) {
    must(cudaMalloc(&in, cells * sizeof(float)), "allocating");
    must(cudaMalloc(&out, cells * sizeof(float)), "allocating");
  }
  Grids(const Grids&) = delete;
  ~Grids() {
    cudaFree(in);
    cudaFree(out);
  }
  std::size_t cells;
  float *in = nullptr, *out = nullptr;
};

__global__ void fill_kernel(float* out, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = float((unsigned(i) * 2654435761u + unsigned(i >> 32)) >> 28);
}
__global__ void compare_kernel(unsigned long long* differ, const float* one, const float* other, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    if (one[i] != other[i]) atomicAdd(differ, 1ull);
}
void must_be_copied(const char* what, const Grids& grids) {
  unsigned long long *differ = nullptr, found = 0;
  must(cudaMalloc(&differ, sizeof found), "allocating");
  must(cudaMemset(differ, 0, sizeof found), "clearing");
  compare_kernel<<<1056, 256>>>(differ, grids.out, grids.in, grids.cells);
  must(cudaMemcpy(&found, differ, sizeof found, cudaMemcpyDeviceToHost), what);
  cudaFree(differ);
  if (found) throw std::runtime_error(std::string(what) + ": " + std::to_string(found) + " cells differ");
}

// One launch, for ncu to look at.
int launch_for_ncu(int way, int side) {
  const Grids grids(side, side);
  ways[way].go(grids.out, grids.in, side, side, ways[way].setting);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}

void time_ways(harness::Rows& rows) {
  for (const int side : harness::dry_run() ? std::vector{1100} : std::vector{2560, 10240, 46336}) {
    const int height = harness::dry_run() ? 40 : side;
    const Grids grids(height, side);
    fill_kernel<<<1056, 256>>>(grids.in, grids.cells);
    const auto stopwatch = harness::device_stopwatch();
    const double copy_ms = harness::measure(*stopwatch, [&] {
      harness::device_copy(grids.out, grids.in, grids.cells * sizeof(float));
    }).median_ms;
    for (int i = 0; i < int(std::size(ways)); ++i) {
      const Way& way = ways[i];
      must(cudaMemset(grids.out, 0xff, grids.cells * sizeof(float)), "clearing");
      way.go(grids.out, grids.in, height, side, way.setting);
      must(cudaGetLastError(), way.name);
      must(cudaDeviceSynchronize(), way.name);
      if (way.copies) must_be_copied(way.name, grids);
      const harness::Timing timing =
          harness::measure(*stopwatch, [&] { way.go(grids.out, grids.in, height, side, way.setting); });
      std::map<std::string, double> counted;
      if (way.counted && side == 10240) {
        std::vector<std::string> names;
        for (const Metric& metric : metrics) names.push_back(metric.name);
        counted = experiments::count_with_ncu("WAY=" + std::to_string(i) + " SIDE=" + std::to_string(side),
            way.go == copy ? "copy_kernel" : "way_kernel", names);
      }
      harness::Rows::Row row = {{"way", way.name}, {"rows", height}, {"cols", side}, {"median_ms", timing.median_ms},
          {"q1_ms", timing.q1_ms}, {"q3_ms", timing.q3_ms}, {"samples", timing.samples}, {"copy_ms", copy_ms},
          {"copy_share", copy_ms / timing.median_ms}};
      for (const Metric& metric : metrics)
        row.push_back({metric.column, counted.empty() ? harness::Cell("") : harness::Cell(counted[metric.name])});
      rows.add(row);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (const char* const way = std::getenv("WAY")) return launch_for_ncu(std::atoi(way), std::atoi(std::getenv("SIDE")));
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; every cell of each copy checked; where there are counts, by ncu --clock-control "
      "none, one "
      "launch; shares in per cent of the peak",
      time_ways);
}
