// One kernel does both to a row, and as few blocks take the rows in turn as keep 8 MiB under way, however long a row is.
#include <cuda_runtime.h>

__global__ void scaled(float* out, float* most, const float* in, int rows, int cols) {
  __shared__ float top[1024];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* from = in + std::size_t(row) * cols;
    float* to = out + std::size_t(row) * cols;
    float seen = from[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) seen = fmaxf(seen, from[c]);
    top[threadIdx.x] = seen;
    for (int lanes = blockDim.x / 2; lanes > 0; lanes /= 2) {
      __syncthreads();
      if (threadIdx.x < lanes) top[threadIdx.x] = fmaxf(top[threadIdx.x], top[threadIdx.x + lanes]);
    }
    __syncthreads();
    if (threadIdx.x == 0) most[row] = top[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x) to[c] = from[c] / top[0];
    __syncthreads();  // the next row writes to top
  }
}

void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  const int fit = max(1, (8 << 20) / int(sizeof(float)) / cols);
  scaled<<<min(rows, fit), 1024>>>(out, largest, in, rows, cols);
}
