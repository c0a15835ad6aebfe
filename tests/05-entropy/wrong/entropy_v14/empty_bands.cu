// With more devices than rows some get the halo of a band that has no row.
// fails: Bands.NoneIsEmpty: so some bands are empty
#include <cuda_runtime.h>
#include <stdexcept>
#include <algorithm>
#include <thread>
#include <vector>
using Entropy = void(float* out, const float* in, int rows, int cols);
cudaError_t filter_band(float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  const int top = std::max(first - 2, 0), bottom = last > rows - 2 ? rows : last + 2;
  const std::size_t line = std::size_t(cols), there = std::size_t(bottom - top) * line;
  float* both = nullptr;
  cudaError_t error = cudaMalloc(&both, 2 * there * sizeof(float));
  if (error) return error;
  error = cudaMemcpy(both, in + top * line, there * sizeof(float), cudaMemcpyHostToDevice);
  if (!error) {
    on_gpu(both + there, both, bottom - top, cols);
    error = cudaGetLastError();
  }
  if (!error)
    error = cudaMemcpy(out + first * line, both + there + (first - top) * line, (last - first) * line * sizeof(float),
        cudaMemcpyDeviceToHost);
  cudaFree(both);
  return error;
}
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) devices = 0;
  if (devices < 1 || (long long)rows * cols < 163840) return on_cpu(out, in, rows, cols);
  std::vector<cudaError_t> errors(devices, cudaSuccess);
  std::vector<std::thread> threads;
  for (int d = 0; d < devices; ++d)
    threads.emplace_back([&, d] {
      errors[d] = cudaSetDevice(d);
      if (!errors[d])
        errors[d] = filter_band(
            out, in, rows, cols, int((long long)rows * d / devices), int((long long)rows * (d + 1) / devices), on_gpu);
    });
  for (auto& t : threads) t.join();
  for (const auto e : errors)
    if (e) throw std::runtime_error(cudaGetErrorString(e));
}
