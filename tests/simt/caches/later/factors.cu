// Later: products of matrices by tiles of shared memory, of several sizes, said by the model before an H100 counted them.
#include "../caches.cuh"

template <int tile>
__global__ void by_squares(float* c, const float* a, const float* b, int inner, int cols) {
  __shared__ float of_a[tile][tile], of_b[tile][tile + 1];
  const int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < inner; k += tile) {
    of_a[threadIdx.y][threadIdx.x] = a[size_t(row) * inner + k + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[size_t(k + threadIdx.y) * cols + col];
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += of_a[threadIdx.y][i] * of_b[i][threadIdx.x];
    __syncthreads();
  }
  c[size_t(row) * cols + col] = sum;
}
// b lies with its rows as columns, and no tile is kept of it.
__global__ void by_rows_of_both(float* c, const float* a, const float* b, int inner, int cols) {
  __shared__ float of_a[8][64];
  const int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < inner; k += 64) {
    for (int i = threadIdx.x; i < 64; i += 32) of_a[threadIdx.y][i] = a[size_t(row) * inner + k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i) sum += of_a[threadIdx.y][i] * b[size_t(col) * inner + k + i];
    __syncthreads();
  }
  c[size_t(row) * cols + col] = sum;
}

int main() {
  float *a = zeros<float>(1 << 22), *b = zeros<float>(1 << 22), *c = zeros<float>(1 << 22);
  label("tiles of 8, 384x256x512");
  by_squares<8><<<dim3(64, 48), dim3(8, 8)>>>(c, a, b, 256, 512);
  label("tiles of 16, 512x512x640");
  by_squares<16><<<dim3(40, 32), dim3(16, 16)>>>(c, a, b, 512, 640);
  label("tiles of 32, 768x256x768");
  by_squares<32><<<dim3(24, 24), dim3(32, 32)>>>(c, a, b, 256, 768);
  label("rows of both, 256x256x512");
  by_rows_of_both<<<dim3(16, 32), dim3(32, 8)>>>(c, a, b, 256, 512);
  return finish();
}
