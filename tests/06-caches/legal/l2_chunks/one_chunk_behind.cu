// The division is one chunk of 2 MiB behind: two chunks stay.
#include <cuda_runtime.h>

__global__ void find(float* largest, const float* in, int first, int rows, int cols) {
  __shared__ float parts[256];
  for (int row = first + blockIdx.x; row < first + rows; row += gridDim.x) {
    float most = 0;
    for (int col = threadIdx.x; col < cols; col += blockDim.x) most = fmaxf(most, in[size_t(row) * cols + col]);
    parts[threadIdx.x] = most;
    for (int half = 128; half; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) parts[threadIdx.x] = fmaxf(parts[threadIdx.x], parts[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) largest[row] = parts[0];
    __syncthreads();
  }
}
__global__ void divide(float* out, const float* largest, const float* in, int first, int rows, int cols) {
  for (int row = first + blockIdx.x; row < first + rows; row += gridDim.x)
    for (int col = threadIdx.x; col < cols; col += blockDim.x)
      out[size_t(row) * cols + col] = in[size_t(row) * cols + col] / largest[row];
}

void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  const int chunk = max(1, (1 << 19) / cols);
  for (int row = 0; row < rows + chunk; row += chunk) {
    if (row < rows) find<<<min(chunk, rows - row), 256>>>(largest, in, row, min(chunk, rows - row), cols);
    if (row >= chunk) {
      const int before = row - chunk, count = min(chunk, rows - before);
      divide<<<count, 256>>>(out, largest, in, before, count, cols);
    }
  }
}
