// Legal: C++'s own futures, a band a device, memory of each device's pool.
#include <cuda_runtime.h>

#include <algorithm>
#include <future>
#include <stdexcept>
#include <vector>

using Entropy = void(float* out, const float* in, int rows, int cols);

static cudaError_t band(int device, float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  const int top = std::max(first - 2, 0), bottom = std::min(last + 2, rows);
  const size_t line = cols * sizeof(float), bytes = (bottom - top) * line;
  float* memory = nullptr;
  cudaError_t error = cudaSetDevice(device);
  if (error == cudaSuccess) error = cudaMalloc(&memory, 2 * bytes);
  float* const result = memory + bytes / sizeof(float);
  if (error == cudaSuccess) error = cudaMemcpy(memory, in + size_t(top) * cols, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    on_gpu(result, memory, bottom - top, cols);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(out + size_t(first) * cols, result + size_t(first - top) * cols, (last - first) * line,
        cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return error;
}

void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  int devices = 0;
  const bool there = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
  if (!there) cudaGetLastError();
  if (!there || 1ll * rows * cols < 163840) return on_cpu(out, in, rows, cols);
  const int bands = std::min(devices, rows);
  std::vector<std::future<cudaError_t>> results;
  for (int i = 0; i < bands; ++i)
    results.push_back(std::async(std::launch::async, band, i, out, in, rows, cols, int(1ll * rows * i / bands),
        int(1ll * rows * (i + 1) / bands), on_gpu));
  cudaError_t error = cudaSuccess;
  for (auto& result : results)
    if (const cudaError_t mine = result.get(); error == cudaSuccess) error = mine;
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}
