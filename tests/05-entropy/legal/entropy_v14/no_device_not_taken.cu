// std::thread; that there is no device is asked for, and the error that CUDA remembers of it is left.
#include <cuda_runtime.h>
#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>
using Entropy = void(float* out, const float* in, int rows, int cols);
static cudaError_t filter_band(float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  const int top = std::max(first - 2, 0), bottom = std::min(last + 2, rows);
  const size_t line = size_t(cols) * sizeof(float);
  float *d_in = nullptr, *d_out = nullptr;
  cudaError_t error = cudaMalloc(&d_in, (bottom - top) * line);
  if (error == cudaSuccess) error = cudaMalloc(&d_out, (bottom - top) * line);
  if (error == cudaSuccess) error = cudaMemcpy(d_in, in + size_t(top) * cols, (bottom - top) * line, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    on_gpu(d_out, d_in, bottom - top, cols);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpy(out + size_t(first) * cols, d_out + size_t(first - top) * cols, (last - first) * line, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  return error;
}
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) devices = 0;
  if (devices == 0 || (long long)rows * cols < 163840) return on_cpu(out, in, rows, cols);
  devices = std::min(devices, rows);
  std::vector<cudaError_t> errors(devices, cudaSuccess);
  std::vector<std::thread> threads;
  for (int d = 0; d < devices; ++d)
    threads.emplace_back([&, d] {
      errors[d] = cudaSetDevice(d);
      if (errors[d] == cudaSuccess) errors[d] = filter_band(out, in, rows, cols, int((long long)rows * d / devices), int((long long)rows * (d + 1) / devices), on_gpu);
    });
  for (auto& thread : threads) thread.join();
  for (const cudaError_t error : errors)
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}
