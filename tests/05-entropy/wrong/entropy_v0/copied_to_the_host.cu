// The host computes; a kernel puts the result there.
// fails: Correctness.OnTheRightSide: were copied to the host
#include <cuda_runtime.h>
#include <vector>
#include <algorithm>
#include <cmath>
static void filter(float* out, const float* in, int rows, int cols) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      int count[16] = {}, n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c, ++n) ++count[int(in[r * cols + c])];
      double sum = 0;
      for (int i = 0; i < 16; ++i)
        if (count[i] > 1) sum += count[i] * std::log(double(count[i]));
      out[row * cols + col] = float(std::max(0.0, std::log(double(n)) - sum / n));
    }
}

__global__ void put_there(float* out, const float* from, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < cells) out[i] = from[i];
}

void entropy_v0(float* out, const float* in, int rows, int cols) {
  const int cells = rows * cols;
  std::vector<float> there(cells), made(cells);
  cudaMemcpy(there.data(), in, cells * sizeof(float), cudaMemcpyDeviceToHost);
  filter(made.data(), there.data(), rows, cols);
  float* device = nullptr;
  cudaMalloc(&device, cells * sizeof(float));
  cudaMemcpy(device, made.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
  put_there<<<(cells + 255) / 256, 256>>>(out, device, cells);
  cudaDeviceSynchronize();
  cudaFree(device);
}
