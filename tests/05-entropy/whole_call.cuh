// The whole call of a version, from the host's memory to the host's memory: v14's own code, with its steps timed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace experiments {

inline void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

// What one device does in a call, in milliseconds.
struct Steps {
  double allocate = 0, copy_in = 0, compute = 0, copy_out = 0, release = 0;
};

// The calls of v14 go through these. While `apart` is set each step is waited for, so that it is known what it took; if
// not, they only pass on what they are asked, and the call takes what it takes.
namespace steps {

constexpr int most_devices = 16;
inline bool apart = false;
inline int devices = 1;  // that v14 is to see
inline Steps of[most_devices];

inline int current() {
  int device = 0;
  cudaGetDevice(&device);
  return device;
}

template <typename Work>
cudaError_t timed(double Steps::* step, const Work& work) {
  if (!apart) return work();
  harness::CpuStopwatch stopwatch;
  stopwatch.start();
  const cudaError_t error = work();
  const cudaError_t waited = cudaDeviceSynchronize();
  of[current()].*step += stopwatch.stop();
  return error == cudaSuccess ? waited : error;
}

template <typename T>
cudaError_t allocate(T** memory, std::size_t bytes) {
  return timed(&Steps::allocate, [=] { return cudaMalloc(memory, bytes); });
}
inline cudaError_t copy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return timed(kind == cudaMemcpyHostToDevice ? &Steps::copy_in : &Steps::copy_out,
      [=] { return cudaMemcpy(target, source, bytes, kind); });
}
inline cudaError_t release(void* memory) {
  return timed(&Steps::release, [=] { return cudaFree(memory); });
}
inline cudaError_t count(int* found) { return *found = devices, cudaSuccess; }

// A filter, with its time noted. One at a time.
inline Entropy* filter = nullptr;
inline void compute(float* out, const float* in, int rows, int cols) {
  timed(&Steps::compute, [=] { return filter(out, in, rows, cols), cudaSuccess; });
}

}  // namespace steps
}  // namespace experiments

#define cudaMalloc experiments::steps::allocate
#define cudaMemcpy experiments::steps::copy
#define cudaFree experiments::steps::release
#define cudaGetDeviceCount experiments::steps::count
namespace solutions::v14 {
#include "solutions/05-entropy/entropy_v14.cu"
}
#undef cudaMalloc
#undef cudaMemcpy
#undef cudaFree
#undef cudaGetDeviceCount

namespace experiments {

// Two grids in the host's memory: in, filled, and out. Pinned memory cannot be paged out, so a GPU copies it by itself;
// what is pageable goes through a pinned buffer of the driver's.
class HostGrids {
 public:
  HostGrids(int rows, int cols, bool pinned) : rows_(rows), cols_(cols), pinned_(pinned) {
    in_ = allocate();
    out_ = allocate();
    fill_random(in_, rows, cols);
    std::fill_n(out_, cells(), 0.0f);  // touched: no page of it is new any more
  }
  ~HostGrids() {
    for (float* grid : {in_, out_}) pinned_ ? void(cudaFreeHost(grid)) : std::free(grid);
  }
  HostGrids(const HostGrids&) = delete;
  HostGrids& operator=(const HostGrids&) = delete;

  const float* in() const { return in_; }
  float* out() const { return out_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  const char* memory() const { return pinned_ ? "pinned" : "pageable"; }
  std::size_t cells() const { return std::size_t(rows_) * std::size_t(cols_); }

 private:
  float* allocate() const {
    float* grid = nullptr;
    if (pinned_)
      must(cudaMallocHost(reinterpret_cast<void**>(&grid), cells() * sizeof(float)), "allocating pinned memory");
    else if (!(grid = static_cast<float*>(std::malloc(cells() * sizeof(float))))) throw std::bad_alloc();
    return grid;
  }

  int rows_, cols_;
  bool pinned_;
  float *in_ = nullptr, *out_ = nullptr;
};

struct WholeCall {
  harness::Timing whole;  // nothing waited for in between
  Steps steps;            // waited for one by one: of the device that takes longest, the median call's
};

// Times `call`, and its steps apart from that; checks the result.
template <typename Call>
WholeCall time_whole(
    const std::string& what, const HostGrids& grids, const Call& call, const harness::TimingRules& rules) {
  harness::CpuStopwatch stopwatch;
  std::fill_n(grids.out(), std::min<std::size_t>(grids.cells(), 1 << 20), -1.0f);
  WholeCall found{harness::measure(stopwatch, call, rules), {}};
  must_be_right(what, grids.out(), grids.in(), grids.rows(), grids.cols());
  steps::apart = true;
  std::vector<double> samples[5];
  constexpr double Steps::* all[5] = {
      &Steps::allocate, &Steps::copy_in, &Steps::compute, &Steps::copy_out, &Steps::release};
  harness::measure(
      stopwatch,
      [&] {
        std::fill(std::begin(steps::of), std::end(steps::of), Steps{});
        call();
        for (int step = 0; step < 5; ++step) {
          double longest = 0;
          for (const Steps& device : steps::of) longest = std::max(longest, device.*all[step]);
          samples[step].push_back(longest);
        }
      },
      rules);
  steps::apart = false;
  for (int step = 0; step < 5; ++step)
    found.steps.*all[step] = harness::dry_run() ? 1 : harness::summarize(samples[step]).median_ms;
  must(cudaDeviceSynchronize(), what.c_str());
  return found;
}

// Few samples of what takes long.
inline harness::TimingRules rules_for(std::size_t cells) {
  if (cells > std::size_t{1} << 28) return {.warm_up = 1, .min_samples = 3, .max_samples = 3, .max_total_ms = 1};
  if (cells > std::size_t{1} << 24) return {.warm_up = 1, .min_samples = 5, .max_samples = 20, .max_total_ms = 500};
  return {.warm_up = 3, .min_samples = 15, .max_samples = 100, .max_total_ms = 500};
}

inline void add_row(harness::Rows& rows, harness::Rows::Row row, const HostGrids& grids, const WholeCall& found) {
  for (auto& cell :
      harness::Rows::Row{{"rows", grids.rows()}, {"cols", grids.cols()}, {"memory", grids.memory()},
          {"whole_ms", found.whole.median_ms}, {"q1_ms", found.whole.q1_ms}, {"q3_ms", found.whole.q3_ms},
          {"samples", found.whole.samples}, {"allocate_ms", found.steps.allocate}, {"copy_in_ms", found.steps.copy_in},
          {"compute_ms", found.steps.compute}, {"copy_out_ms", found.steps.copy_out}, {"free_ms", found.steps.release}})
    row.push_back(cell);
  rows.add(std::move(row));
}

}  // namespace experiments
