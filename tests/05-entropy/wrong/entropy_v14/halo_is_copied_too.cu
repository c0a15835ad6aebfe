// The device's rows are copied from the first one, which is the halo's.
// fails: Correctness.OneToEightDevices: rows there have what the rows two above them should have
#include <cuda_runtime.h>
#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>
using Entropy = void(float* out, const float* in, int rows, int cols);
cudaError_t filter_band(float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  const int top = std::max(first - 2, 0), bottom = std::min(last + 2, rows);
  const size_t cells = size_t(bottom - top) * cols;
  float *di = nullptr, *dout = nullptr;
  cudaError_t e = cudaMalloc(&di, cells * sizeof(float));
  if (e == cudaSuccess) e = cudaMalloc(&dout, cells * sizeof(float));
  if (e == cudaSuccess) e = cudaMemcpy(di, in + size_t(top) * cols, cells * sizeof(float), cudaMemcpyHostToDevice);
  if (e == cudaSuccess) {
    on_gpu(dout, di, bottom - top, cols);
    e = cudaGetLastError();
  }
  if (e == cudaSuccess) e = cudaMemcpy(out + size_t(first) * cols, dout, size_t(last - first) * cols * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(di);
  cudaFree(dout);
  return e;
}
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  int devices = 0, before = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0 || size_t(rows) * cols < 163840) {
    cudaGetLastError();
    on_cpu(out, in, rows, cols);
    return;
  }
  devices = std::min(devices, rows);
  cudaGetDevice(&before);
  cudaError_t error = cudaSuccess;
#pragma omp parallel for num_threads(devices) schedule(static, 1)
  for (int d = 0; d < devices; ++d) {
    cudaError_t mine = cudaSetDevice(d);
    const int first = (long long)rows * d / devices, last = (long long)rows * (d + 1) / devices;
    if (mine == cudaSuccess) mine = filter_band(out, in, rows, cols, first, last, on_gpu);
#pragma omp critical
    if (error == cudaSuccess) error = mine;
  }
  cudaSetDevice(before);
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}
