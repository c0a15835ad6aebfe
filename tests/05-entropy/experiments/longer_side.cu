// Grids cut along their rows or along their columns, in two parts or eight, on one GPU or two: what the halo costs.
// Run: ./course bench entropy --experiment longer_side
#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/whole_call.cuh"

namespace {

using namespace experiments;

// From first to before last, and from begin to before end with the halo.
struct Range {
  int first, last, begin, end;
};
Range part_of(int length, int part, int parts) {
  const int first = int(1ll * length * part / parts), last = int(1ll * length * (part + 1) / parts);
  return {first, last, std::max(0, first - 2), std::min(length, last + 2)};
}

// Memory for a part is kept from call to call: allocating is not what is asked here.
struct Memory {
  float *in = nullptr, *out = nullptr;
};

// v14's steps for one part: in, computed, out, one after the other.
void filter_part(const HostGrids& grids, const Range& rows, const Range& cols, const Memory& memory) {
  const std::size_t line = std::size_t(grids.cols()) * sizeof(float), width = std::size_t(cols.end - cols.begin),
                    height = std::size_t(rows.end - rows.begin), pitch = width * sizeof(float);
  const std::size_t all = std::size_t(grids.cols());
  must(cudaMemcpy2DAsync(memory.in, pitch, grids.in() + std::size_t(rows.begin) * all + std::size_t(cols.begin), line,
           pitch, height, cudaMemcpyHostToDevice, nullptr),
      "copying in");
  solutions::v15::entropy_v15(memory.out, memory.in, int(height), int(width));
  must(cudaMemcpy2DAsync(grids.out() + std::size_t(rows.first) * all + std::size_t(cols.first), line,
           memory.out + std::size_t(rows.first - rows.begin) * width + std::size_t(cols.first - cols.begin), pitch,
           std::size_t(cols.last - cols.first) * sizeof(float), std::size_t(rows.last - rows.first),
           cudaMemcpyDeviceToHost, nullptr),
      "copying out");
}

void time_cut(harness::Rows& table, const HostGrids& grids, bool along_rows, int parts, int gpus) {
  const int rows = grids.rows(), cols = grids.cols();
  const auto ranges = [&](int part) {
    return std::pair(along_rows ? part_of(rows, part, parts) : part_of(rows, 0, 1),
        along_rows ? part_of(cols, 0, 1) : part_of(cols, part, parts));
  };
  std::size_t most = 0, needed = 0;  // cells that a part has with its halo, and all parts together
  for (int part = 0; part < parts; ++part) {
    const auto [r, c] = ranges(part);
    const std::size_t cells = std::size_t(r.end - r.begin) * std::size_t(c.end - c.begin);
    most = std::max(most, cells), needed += cells;
  }
  std::vector<Memory> memory(static_cast<std::size_t>(gpus));
  for (int gpu = 0; gpu < gpus; ++gpu) {
    must(cudaSetDevice(gpu), "choosing a GPU");
    for (float** const piece : {&memory[std::size_t(gpu)].in, &memory[std::size_t(gpu)].out})
      must(cudaMalloc(piece, most * sizeof(float)), "allocating");
  }
  const auto call = [&] {
    std::exception_ptr failed;
#pragma omp parallel for num_threads(gpus) schedule(static, 1)
    for (int gpu = 0; gpu < gpus; ++gpu) {
      try {
        must(cudaSetDevice(gpu), "choosing a GPU");
        for (int part = gpu * parts / gpus; part < (gpu + 1) * parts / gpus; ++part) {
          const auto [r, c] = ranges(part);
          filter_part(grids, r, c, memory[std::size_t(gpu)]);
        }
        must(cudaDeviceSynchronize(), "computing");
      } catch (...) {
#pragma omp critical
        failed = std::current_exception();
      }
    }
    if (failed) std::rethrow_exception(failed);
  };
  std::fill_n(grids.out(), grids.cells(), -1.0f);
  harness::CpuStopwatch clock;
  const harness::Timing time =
      harness::measure(clock, call, {.warm_up = 1, .min_samples = 5, .max_samples = 15, .max_total_ms = 250});
  const std::string name = along_rows ? "rows" : "columns";
  must_be_right(name, grids.out(), grids.in(), rows, cols);
  table.add({{"cut", name}, {"parts", parts}, {"gpus", gpus}, {"rows", rows}, {"cols", cols},
      {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
      {"halo_percent", 100.0 * double(needed - grids.cells()) / double(grids.cells())}});
  for (int gpu = 0; gpu < gpus; ++gpu) {
    must(cudaSetDevice(gpu), "choosing a GPU");
    for (float* const piece : {memory[std::size_t(gpu)].in, memory[std::size_t(gpu)].out}) cudaFree(piece);
  }
  must(cudaSetDevice(0), "choosing a GPU");
}

void time_cuts(harness::Rows& table) {
  const int gpus = harness::dry_run() ? 2 : std::min(2, harness::devices());
  harness::set_devices(gpus);
  using Shape = std::pair<int, int>;
  const std::vector<Shape> shapes =
      harness::dry_run() ? std::vector<Shape>{{40, 96}, {16, 240}}
                         : std::vector<Shape>{{10240, 10240}, {1024, 102400}, {64, 1638400}, {16, 6553600}};
  for (const auto& [rows, cols] : shapes) {
    const HostGrids grids(rows, cols, true);
    for (const int parts : {2, 8})
      for (const bool along_rows : {true, false}) time_cut(table, grids, along_rows, parts, gpus);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock round the call, medians; pinned memory, touched before; v15 for its kernel; a part is copied in, "
      "computed and copied out, one step after the other; parts shared among the GPUs, whose memory is kept",
      time_cuts);
}
