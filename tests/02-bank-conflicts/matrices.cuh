// Two matrices on the GPU, and the time of a transpose between them: what this chapter's experiments share.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#include "harness/device.hpp"
#include "harness/device_buffer.hpp"
#include "harness/experiment.hpp"
#include "harness/timing.hpp"

namespace experiments {

static __global__ void number_kernel(std::uint32_t* in, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count;
      i += std::size_t(gridDim.x) * blockDim.x)
    in[i] = std::uint32_t(i);
}

static __global__ void compare_kernel(const std::uint32_t* out, int rows, int cols, unsigned long long* wrong) {
  const std::size_t count = std::size_t(rows) * cols;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count;
      i += std::size_t(gridDim.x) * blockDim.x)
    if (out[i] != std::uint32_t(i % rows * cols + i / rows)) atomicAdd(wrong, 1ull);
}

class Matrices {
 public:
  using Transpose = harness::FunctionRef<void(float* out, const float* in, int rows, int cols)>;

  Matrices(int rows, int cols)
      : rows_(rows),
        cols_(cols),
        in_(std::size_t(rows) * cols, "in"),
        out_(std::size_t(rows) * cols, "out"),
        wrong_(1, "wrong") {
    number_kernel<<<1024, 256>>>(reinterpret_cast<std::uint32_t*>(in_.get()), in_.size());
  }

  std::string shape() const { return std::to_string(rows_) + "x" + std::to_string(cols_); }

  // The time of a call, once its result has been found right.
  harness::Timing time(Transpose transpose, const std::string& name) {
    out_.poison(harness::Poison::first);
    transpose(out_.get(), in_.get(), rows_, cols_);
    wrong_.upload(std::vector<unsigned long long>{0});
    compare_kernel<<<1024, 256>>>(reinterpret_cast<const std::uint32_t*>(out_.get()), rows_, cols_, wrong_.get());
    if (const auto wrong = wrong_.download()[0])
      throw std::runtime_error(name + " at " + shape() + ": " + std::to_string(wrong) + " elements are wrong");
    return harness::measure(*stopwatch_, [&] { transpose(out_.get(), in_.get(), rows_, cols_); });
  }

  harness::Timing time_copy() {
    return harness::measure(
        *stopwatch_, [&] { harness::device_copy(out_.get(), in_.get(), in_.size() * sizeof(float)); });
  }

 private:
  int rows_, cols_;
  harness::DeviceBuffer<float> in_, out_;
  harness::DeviceBuffer<unsigned long long> wrong_;
  std::unique_ptr<harness::Stopwatch> stopwatch_ = harness::device_stopwatch();
};

inline int attribute(cudaDeviceAttr which) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, 0) != cudaSuccess) cudaGetLastError();  // the simulator has no clock
  return value;
}

}  // namespace experiments
