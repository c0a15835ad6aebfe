// A kernel takes everything through a tile and stores it as it was; cudaMemcpy2D transposes.
// fails: Correctness.OnTheDevice: of the caller's were written by a copy
#include <cuda_runtime.h>

__global__ void copy(float* out, const float* in, int count) {
  __shared__ float tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < count) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i < count) out[i] = tile[threadIdx.x];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const int count = rows * cols;
  copy<<<(count + 255) / 256, 256>>>(out, in, count);
  for (int col = 0; col < cols; ++col)
    cudaMemcpy2D(out + size_t(col) * rows, sizeof(float), in + col, cols * sizeof(float), sizeof(float), rows,
                 cudaMemcpyDeviceToDevice);
}
