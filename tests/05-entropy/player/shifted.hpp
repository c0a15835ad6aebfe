// A filter that reaches as far as a window of 5×5 does, and is made of copies: no kernel would be both the simulator's and a
// GPU's here.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "harness/scripted.hpp"

namespace filters {

inline bool is_on_device(const void* memory) {
  cudaPointerAttributes about{};
  return cudaPointerGetAttributes(&about, memory) == cudaSuccess && about.type == cudaMemoryTypeDevice;
}

// Nothing but cudaGetLastError tells.
inline void fail_as_a_launch_does() {
  void* more_than_there_is = nullptr;
  cudaMalloc(&more_than_there_is, std::size_t(1) << 60);
}

// Work that goes wrong when it is done, as a kernel that reads elsewhere: where that is late (harness::defer_work), nobody hears
// of it before he waits.
inline void give_work_that_fails() {
  cudaLaunchHostFunc(nullptr, [](void*) { harness::fault_device(); }, nullptr);
}

// The left half of each row is that of two rows above, the right half that of two rows below; at the grid's edge, of the
// first row and the last. It returns before that is done.
inline void shift_rows(float* out, const float* in, int rows, int cols) {
  if (rows < 1 || cols < 1) return;
  const std::size_t line = std::size_t(cols) * sizeof(float);
  const int left = cols / 2, right = cols - left, far = std::max(0, rows - 2);
  const auto move = [&](int to, int from, int col, int width, int height) {
    if (width < 1 || height < 1) return;
    cudaMemcpy2DAsync(out + std::size_t(to) * std::size_t(cols) + col, line,
        in + std::size_t(from) * std::size_t(cols) + col, line, std::size_t(width) * sizeof(float), std::size_t(height),
        cudaMemcpyDefault, nullptr);
  };
  move(0, 0, 0, left, 1);
  if (rows > 1) move(1, 0, 0, left, 1);
  move(2, 0, 0, left, far);
  move(0, 2, left, right, far);
  if (rows > 1) move(rows - 2, rows - 1, left, right, 1);
  move(rows - 1, rows - 1, left, right, 1);
}

}  // namespace filters
