// The caller's device is set again only when all went well.
// fails: Bands.ARefusalIsThrown: set it again before the exception is thrown
#include <cuda_runtime.h>

#include <stdexcept>

using Entropy = void(float* out, const float* in, int rows, int cols);
cudaError_t filter_band(
    float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  const int top = first < 2 ? 0 : first - 2, bottom = last > rows - 2 ? rows : last + 2;
  const std::size_t line = cols * sizeof(float), bytes = (bottom - top) * line;
  float *band_in = nullptr, *band_out = nullptr;
  cudaError_t error = cudaMalloc(&band_in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&band_out, bytes);
  if (error == cudaSuccess)
    error = cudaMemcpy(band_in, in + top * std::size_t(cols), bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    on_gpu(band_out, band_in, bottom - top, cols);
    error = cudaGetLastError();
  }
  float* const target = out + first * std::size_t(cols);
  const float* const source = band_out + (first - top) * std::size_t(cols);
  if (error == cudaSuccess)
    error = cudaMemcpy(target, source, (last - first) * line, cudaMemcpyDeviceToHost);
  cudaFree(band_in);
  cudaFree(band_out);
  return error;
}
void entropy_v14(
    float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  constexpr long long worth_it = 163840;
  int devices = 0, before = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0 ||
      1ll * rows * cols < worth_it) {
    cudaGetLastError();  // that there is no device is no error here
    return on_cpu(out, in, rows, cols);
  }
  if (devices > rows) devices = rows;
  cudaGetDevice(&before);
  cudaError_t error = cudaSuccess;
#pragma omp parallel for num_threads(devices) schedule(static, 1)
  for (int device = 0; device < devices; ++device) {
    cudaError_t mine = cudaSetDevice(device);  // each thread has a current device of its own
    const int first = int(1ll * rows * device / devices),
              last = int(1ll * rows * (device + 1) / devices);
    if (mine == cudaSuccess) mine = filter_band(out, in, rows, cols, first, last, on_gpu);
#pragma omp critical
    if (error == cudaSuccess) error = mine;  // an exception must not leave a parallel region
  }
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
  cudaSetDevice(before);
}
