// Reads down the columns by atomics, beside loads in rows that it has no use for.
// fails: Correctness.OnTheDevice: updates in at byte
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < cols && y < rows && in[y * cols + x] == 12345.678f) out[0] = 0;
}

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * 32 + threadIdx.x, col = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const int bits = atomicOr(reinterpret_cast<int*>(const_cast<float*>(&in[row * cols + col])), 0);
  out[col * rows + row] = __int_as_float(bits);
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  transpose_naive_kernel<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
  turn<<<dim3((rows + 31) / 32, (cols + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
