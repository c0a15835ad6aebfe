// Trial: products of matrices in blocks, written and said by the model before an H100 counted them.
#include "../caches.cuh"

// c of rows x cols, by tiles of 32 and blocks of 32x8: four rows a thread.
__global__ void by_tiles(float* c, const float* a, const float* b, int inner, int cols) {
  __shared__ float left[32][33], right[32][33];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  float sum[4] = {};
  for (int k = 0; k < inner; k += 32) {
    for (int j = 0; j < 32; j += 8) {
      left[threadIdx.y + j][threadIdx.x] = a[(row + j) * inner + k + threadIdx.x];
      right[threadIdx.y + j][threadIdx.x] = b[(k + threadIdx.y + j) * cols + col];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) sum[j] += left[threadIdx.y + 8 * j][i] * right[i][threadIdx.x];
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 4; ++j) c[(row + 8 * j) * cols + col] = sum[j];
}
// a and its transpose: a^T a, both read along rows.
__global__ void gram(float* c, const float* a, int rows, int cols) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[r * cols + i] * a[r * cols + j];
  c[i * cols + j] = sum;
}
__global__ void by_vectors(float* y, const float* a, const float* x, int cols, int vectors) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  for (int v = 0; v < vectors; ++v) {
    float sum = 0;
    for (int col = threadIdx.x; col < cols; col += 32) sum += a[row * cols + col] * x[v * cols + col];
    for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
    if (threadIdx.x == 0) y[v * gridDim.x * blockDim.y + row] = sum;
  }
}

int main() {
  float *a = zeros<float>(1 << 22), *b = zeros<float>(1 << 22), *c = zeros<float>(1 << 22);
  label("tiles of 32, 384x384x384");
  by_tiles<<<dim3(12, 12), dim3(32, 8)>>>(c, a, b, 384, 384);
  label("tiles of 32, 1024x64x1024");
  by_tiles<<<dim3(32, 32), dim3(32, 8)>>>(c, a, b, 64, 1024);
  label("gram of 512x256 by 16x16");
  gram<<<dim3(16, 16), dim3(16, 16)>>>(c, a, 512, 256);
  label("eight vectors by rows of 1024, 8 rows a block");
  by_vectors<<<256, dim3(32, 8)>>>(c, a, b, 1024, 8);
  return finish();
}
