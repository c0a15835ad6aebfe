// A kernel reads and writes all of it, and the transpose is done on the host all the same.
// fails: Correctness.OnTheDevice: to the host
#include <cuda_runtime.h>

#include <vector>

__global__ void touch(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  touch<<<grid, block>>>(out, in, rows, cols);
  std::vector<float> a(size_t(rows) * cols), b(a.size());
  cudaMemcpy(a.data(), in, a.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) b[size_t(col) * rows + row] = a[size_t(row) * cols + col];
  cudaMemcpy(out, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
}
