// Whether the GPU is worth it is asked of a product of ints.
// fails: Bands.MoreThanAnIntCounts: on_cpu was called
#include <cuda_runtime.h>

#include <stdexcept>

using Entropy = void(float* out, const float* in, int rows, int cols);

// Rows first … last - 1 of the grid, by the current device.
cudaError_t filter_band(float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  // A window reaches two rows past the band. Where the grid ends the halo ends too, and the
  // window is clipped there.
  const int top = first < 2 ? 0 : first - 2, bottom = last > rows - 2 ? rows : last + 2;
  const int height = bottom - top;
  const std::size_t line = cols * sizeof(float), bytes = height * line;
  float *band_in = nullptr, *band_out = nullptr;
  cudaError_t error = cudaMalloc(&band_in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&band_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(band_in, in + top * std::size_t(cols), bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    on_gpu(band_out, band_in, height, cols);
    error = cudaGetLastError();
  }
  // The halo's results are wrong, for windows end with the band here. They stay behind: those
  // rows are another band's.
  float* const target = out + first * std::size_t(cols);
  const float* const source = band_out + (first - top) * std::size_t(cols);
  if (error == cudaSuccess) error = cudaMemcpy(target, source, (last - first) * line, cudaMemcpyDeviceToHost);
  cudaFree(band_in);
  cudaFree(band_out);
  return error;
}

// The same as entropy_v7 on the whole grid, bit for bit. in, out: rows × cols, in the host's
// memory. on_gpu: entropy_v7, for the memory of the current device; on_cpu: entropy_v12, for
// the host's.
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  // The source's V100 has 80 multiprocessors for 2048 threads each: with fewer cells it would
  // not even be full.
  constexpr long long worth_it = 163840;
  int devices = 0, before = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0 || rows * cols < worth_it) {
    cudaGetLastError();  // that there is no device is no error here
    return on_cpu(out, in, rows, cols);
  }
  if (devices > rows) devices = rows;
  // OpenMP's first thread is the caller's own: it gets its device back
  cudaGetDevice(&before);
  cudaError_t error = cudaSuccess;
#pragma omp parallel for num_threads(devices) schedule(static, 1)
  for (int device = 0; device < devices; ++device) {
    cudaError_t mine = cudaSetDevice(device);  // each thread has a current device of its own
    const int first = int(1ll * rows * device / devices), last = int(1ll * rows * (device + 1) / devices);
    if (mine == cudaSuccess) mine = filter_band(out, in, rows, cols, first, last, on_gpu);
#pragma omp critical
    if (error == cudaSuccess) error = mine;  // an exception must not leave a parallel region
  }
  cudaSetDevice(before);
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}
