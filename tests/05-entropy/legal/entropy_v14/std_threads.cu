// Threads of the C++ library, and bands rounded up: the last one is shorter, or is not there.
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
  if (e == cudaSuccess) e = cudaMemcpy(out + size_t(first) * cols, dout + size_t(first - top) * cols, size_t(last - first) * cols * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(di);
  cudaFree(dout);
  return e;
}
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0 || size_t(rows) * cols < 163840) { cudaGetLastError(); return on_cpu(out, in, rows, cols); }
  const int height = (rows + devices - 1) / devices;
  std::vector<std::thread> team;
  std::vector<cudaError_t> errors(devices, cudaSuccess);
  for (int d = 0; d * height < rows; ++d)
    team.emplace_back([=, &errors] { errors[d] = cudaSetDevice(d); if (errors[d] == cudaSuccess) errors[d] = filter_band(out, in, rows, cols, d * height, std::min((d + 1) * height, rows), on_gpu); });
  for (std::thread& t : team) t.join();
  for (cudaError_t e : errors) if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}
