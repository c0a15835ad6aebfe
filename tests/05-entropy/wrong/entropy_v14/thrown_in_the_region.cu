// A refusal is thrown out of the parallel region, where nobody catches it.
// fails: Bands.ARefusalIsThrown: the program was aborted (SIGABRT): an exception was not caught, std::runtime_error
#include <cuda_runtime.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

using Entropy = void(float* out, const float* in, int rows, int cols);

cudaError_t filter_band(float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  const int top = first < 2 ? 0 : first - 2, bottom = last > rows - 2 ? rows : last + 2;
  const std::size_t line = std::size_t(cols) * sizeof(float), bytes = (bottom - top) * line;
  float *band_in = nullptr, *band_out = nullptr;
  cudaError_t error = cudaMalloc(&band_in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&band_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(band_in, in + top * std::size_t(cols), bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    on_gpu(band_out, band_in, bottom - top, cols);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(out + first * std::size_t(cols), band_out + (first - top) * std::size_t(cols),
        (last - first) * line, cudaMemcpyDeviceToHost);
  cudaFree(band_in);
  cudaFree(band_out);
  return error;
}

void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) {
    cudaGetLastError();
    devices = 0;
  }
  if (devices == 0 || 1ll * rows * cols < 163840) {
    on_cpu(out, in, rows, cols);
    return;
  }
  devices = std::min(devices, rows);
  int current = 0;
  cudaGetDevice(&current);
  std::vector<cudaError_t> errors(devices, cudaSuccess);
#pragma omp parallel for num_threads(devices) schedule(static, 1)
  for (int d = 0; d < devices; ++d) {
    errors[d] = cudaSetDevice(d);
    if (errors[d] != cudaSuccess) continue;
    const int first = int(1ll * rows * d / devices), last = int(1ll * rows * (d + 1) / devices);
    errors[d] = filter_band(out, in, rows, cols, first, last, on_gpu);
    if (errors[d] != cudaSuccess) throw std::runtime_error(cudaGetErrorString(errors[d]));
  }
  cudaSetDevice(current);
  for (const cudaError_t error : errors)
    if (error != cudaSuccess) {
      cudaGetLastError();
      throw std::runtime_error(cudaGetErrorString(error));
    }
}
