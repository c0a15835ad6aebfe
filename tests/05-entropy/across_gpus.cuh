// A whole call on several GPUs: each takes a share of the rows and does with it what v17 does, at the same time as the others.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include "tests/05-entropy/whole_call.cuh"

namespace experiments::shares {

// The rows of the grid that a GPU answers for, and those that it needs: a window reaches two rows further.
struct Share {
  int first, last, top, bottom;
  int height() const { return bottom - top; }
};
inline Share share_of(int rows, int gpu, int gpus) {
  const int first = int(1ll * rows * gpu / gpus), last = int(1ll * rows * (gpu + 1) / gpus);
  return {first, last, std::max(0, first - 2), std::min(rows, last + 2)};
}

// Of `out`, what the calling thread's GPU may write. v17 takes its share for a whole grid, so it is wrong about the halo,
// which is another GPU's to write.
inline thread_local float *from = nullptr, *to = nullptr;
inline cudaError_t copy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (kind != cudaMemcpyDeviceToHost) return cudaMemcpyAsync(target, source, bytes, kind, stream);
  float* const begin = std::max(static_cast<float*>(target), from);
  float* const end = std::min(static_cast<float*>(target) + bytes / sizeof(float), to);
  if (begin >= end) return cudaSuccess;
  return cudaMemcpyAsync(begin, static_cast<const float*>(source) + (begin - static_cast<float*>(target)),
      std::size_t(end - begin) * sizeof(float), kind, stream);
}

}  // namespace experiments::shares

// What v17 keeps belongs to one device: here is one v17 for each.
#define cudaMemcpyAsync experiments::shares::copy
namespace solutions::v17_of_gpu_0 {
#include "solutions/05-entropy/entropy_v17.cu"
}
namespace solutions::v17_of_gpu_1 {
#include "solutions/05-entropy/entropy_v17.cu"
}
namespace solutions::v17_of_gpu_2 {
#include "solutions/05-entropy/entropy_v17.cu"
}
namespace solutions::v17_of_gpu_3 {
#include "solutions/05-entropy/entropy_v17.cu"
}
#undef cudaMemcpyAsync

namespace experiments {

using BandedEntropy = void(float* out, const float* in, int rows, int cols, int band, Entropy* on_gpu);
constexpr int most_gpus = 4;
inline BandedEntropy* const v17_of[most_gpus] = {solutions::v17_of_gpu_0::entropy_v17,
    solutions::v17_of_gpu_1::entropy_v17, solutions::v17_of_gpu_2::entropy_v17, solutions::v17_of_gpu_3::entropy_v17};

inline void release_all() {
  solutions::v17_of_gpu_0::release_v17();
  solutions::v17_of_gpu_1::release_v17();
  solutions::v17_of_gpu_2::release_v17();
  solutions::v17_of_gpu_3::release_v17();
}

// out, in: rows × cols, in page-locked memory of the host. GPUs 0 … gpus - 1, in bands of so many rows.
inline void filter_across(float* out, const float* in, int rows, int cols, int gpus, int band, Entropy* on_gpu) {
  std::exception_ptr failed;
#pragma omp parallel for num_threads(gpus) schedule(static, 1)
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const shares::Share share = shares::share_of(rows, gpu, gpus);
    const std::size_t width = std::size_t(cols);
    shares::from = out + std::size_t(share.first) * width;
    shares::to = out + std::size_t(share.last) * width;
    try {
      must(cudaSetDevice(gpu), "choosing a GPU");
      v17_of[gpu](out + std::size_t(share.top) * width, in + std::size_t(share.top) * width, share.height(), cols, band,
          on_gpu);
    } catch (...) {
#pragma omp critical
      failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
}

// Throws where a row on either side of a border between two GPUs is not the oracle's.
inline void must_be_right_at_borders(
    const std::string& what, const float* out, const float* in, int rows, int cols, int gpus) {
  for (int gpu = 1; gpu < gpus; ++gpu) {
    const int border = shares::share_of(rows, gpu, gpus).first;
    for (int row = std::max(0, border - 3); row < std::min(rows, border + 3); ++row)
      for (int i = 0; i < 200; ++i) {
        const int col = int(std::int64_t(cols - 1) * i / 199);
        const double is = out[std::size_t(row) * std::size_t(cols) + std::size_t(col)];
        const double should = oracle::entropy_of_cell(in, rows, cols, row, col);
        if (!(std::abs(is - should) <= 1e-5))
          throw std::runtime_error(what + ": row " + std::to_string(row) + " beside the border of GPU " +
                                   std::to_string(gpu) + " is " + std::to_string(is) + ", should be " +
                                   std::to_string(should));
      }
  }
}

}  // namespace experiments
