// Transposes on the host and copies the result over: no kernel at all.
// fails: Correctness.OnTheDevice: no kernel was launched
#include <cuda_runtime.h>

#include <vector>

void transpose_naive(float* out, const float* in, int rows, int cols) {
  std::vector<float> before(rows * cols), after(rows * cols);
  cudaMemcpy(before.data(), in, sizeof(float) * rows * cols, cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) after[col * rows + row] = before[row * cols + col];
  cudaMemcpy(out, after.data(), sizeof(float) * rows * cols, cudaMemcpyHostToDevice);
}
