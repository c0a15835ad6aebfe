// Lab entropy_v14: bands of rows on all GPUs, or the CPU.
// Run: ./course check entropy_v14        Stuck: ./course hint entropy_v14
#include <cuda_runtime.h>

#include <stdexcept>

using Entropy = void(float* out, const float* in, int rows, int cols);

// Rows first … last - 1 of the grid, by the current device.
cudaError_t filter_band(float* out, const float* in, int rows, int cols, int first, int last, Entropy* on_gpu) {
  // TODO: which rows must the device have? A window reaches two rows past the band, if the grid does.
  // TODO: memory on the device; copy the rows there; on_gpu(device's out, device's in, rows there, cols); copy the band back.
  cudaError_t error = cudaSuccess;
  return error;
}

// The same as entropy_v7 on the whole grid, bit for bit. in, out: rows × cols, in the host's memory. An int counts rows and cols,
// and need not count their product: of 65,536 × 65,536 cells it is 0, and the bands must be right all the same.
// on_gpu: entropy_v7, for the memory of the current device; on_cpu: entropy_v12, for the host's.
void entropy_v14(float* out, const float* in, int rows, int cols, Entropy* on_gpu, Entropy* on_cpu) {
  // TODO: with no device, or fewer than 163,840 cells: on_cpu, and nothing else.
  // TODO: a band of rows for each device, and for each device a thread that makes it its current one; never an empty band.
  // TODO: OpenMP's first thread is the caller's own: give it the current device back that it came with.
  // TODO: throw std::runtime_error(cudaGetErrorString(…)) when a GPU refused, but not out of a parallel region.
}
