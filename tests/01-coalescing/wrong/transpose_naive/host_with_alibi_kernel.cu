// Transposes on the host and launches a kernel that moves one float.
// fails: Correctness.OnTheDevice: bytes were copied to the host
#include <cuda_runtime.h>

#include <vector>

__global__ void alibi(float* out, const float* in) { out[0] = in[0]; }

void transpose_naive(float* out, const float* in, int rows, int cols) {
  std::vector<float> before(rows * cols), after(rows * cols);
  cudaMemcpy(before.data(), in, sizeof(float) * rows * cols, cudaMemcpyDeviceToHost);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) after[col * rows + row] = before[row * cols + col];
  cudaMemcpy(out, after.data(), sizeof(float) * rows * cols, cudaMemcpyHostToDevice);
  alibi<<<1, 1>>>(out, in);
}
