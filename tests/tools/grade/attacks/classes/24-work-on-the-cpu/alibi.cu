// The same, with a kernel that does nothing.
// transpose_naive, 0 points: were copied to the host
#include <cuda_runtime.h>
#include <vector>

__global__ void nothing() {}
void transpose_naive(float* out, const float* in, int rows, int cols) {
  std::vector<float> from(std::size_t(rows) * cols), to(from.size());
  cudaMemcpy(from.data(), in, from.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) to[std::size_t(col) * rows + row] = from[std::size_t(row) * cols + col];
  cudaMemcpy(out, to.data(), to.size() * sizeof(float), cudaMemcpyHostToDevice);
  nothing<<<1, 32>>>();
}
