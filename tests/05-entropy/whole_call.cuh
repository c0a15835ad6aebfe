// The whole call of a version, from the host's memory to the host's memory: v14's own code, with its steps timed.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/cpu_versions.hpp"
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
  return timed(kind == cudaMemcpyHostToDevice ? &Steps::copy_in : &Steps::copy_out, [=] { return cudaMemcpy(target, source, bytes, kind); });
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
    if (pinned_) must(cudaMallocHost(reinterpret_cast<void**>(&grid), cells() * sizeof(float)), "allocating pinned memory");
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

struct Call {
  std::string name;
  std::function<void()> run;
};

// Times calls, and the steps of each apart from that, in rounds that take every call in turn: the host's memory has good and
// bad seconds, and all are to see the same ones. Checks the results.
inline std::vector<WholeCall> time_in_turns(const std::vector<Call>& calls, const HostGrids& grids) {
  constexpr double Steps::* all[5] = {&Steps::allocate, &Steps::copy_in, &Steps::compute, &Steps::copy_out, &Steps::release};
  struct Samples {
    std::vector<double> whole, steps[5];
  };
  std::vector<Samples> samples(calls.size());
  const int rounds = harness::dry_run() ? 1 : grids.cells() > std::size_t{1} << 28 ? 3 : grids.cells() > std::size_t{1} << 24 ? 9 : 50;
  for (int round = -1; round < rounds; ++round)  // the first warms up
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (round < 0) std::fill_n(grids.out(), std::min<std::size_t>(grids.cells(), 1 << 20), -1.0f);
      harness::CpuStopwatch stopwatch;
      stopwatch.start();
      calls[i].run();
      const double whole_ms = stopwatch.stop();
      if (round < 0) must_be_right(calls[i].name, grids.out(), grids.in(), grids.rows(), grids.cols());
      std::fill(std::begin(steps::of), std::end(steps::of), Steps{});
      steps::apart = true;
      calls[i].run();
      steps::apart = false;
      must(cudaDeviceSynchronize(), calls[i].name.c_str());
      if (round < 0) continue;
      samples[i].whole.push_back(harness::dry_run() ? 1 : whole_ms);
      for (int step = 0; step < 5; ++step) {
        double longest = 0;
        for (const Steps& device : steps::of) longest = std::max(longest, device.*all[step]);
        samples[i].steps[step].push_back(harness::dry_run() ? 1 : longest);
      }
    }
  std::vector<WholeCall> found;
  for (const Samples& of : samples) {
    found.push_back({harness::summarize(of.whole), {}});
    for (int step = 0; step < 5; ++step) found.back().steps.*all[step] = harness::summarize(of.steps[step]).median_ms;
  }
  return found;
}

inline void add_row(harness::Rows& rows, harness::Rows::Row row, const HostGrids& grids, const WholeCall& found) {
  for (auto& cell : harness::Rows::Row{{"rows", grids.rows()}, {"cols", grids.cols()}, {"memory", grids.memory()}, {"whole_ms", found.whole.median_ms},
                                       {"q1_ms", found.whole.q1_ms}, {"q3_ms", found.whole.q3_ms}, {"samples", found.whole.samples},
                                       {"allocate_ms", found.steps.allocate}, {"copy_in_ms", found.steps.copy_in}, {"compute_ms", found.steps.compute},
                                       {"copy_out_ms", found.steps.copy_out}, {"free_ms", found.steps.release}})
    row.push_back(cell);
  rows.add(std::move(row));
}

}  // namespace experiments
