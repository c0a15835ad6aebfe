// Last: images, grids, lattices and matrices, written when the model had registers and carve-outs, counted after it had said its own.
#include "../caches.cuh"

__global__ void sobel(unsigned char* out, const unsigned char* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int gx = 0, gy = 0;
  for (int d = -1; d <= 1; ++d) {
    const int w = 2 - d * d;
    gx += w * (in[(y + d) * width + x + 1] - in[(y + d) * width + x - 1]);
    gy += w * (in[(y + 1) * width + x + d] - in[(y - 1) * width + x + d]);
  }
  out[y * width + x] = (unsigned char)min(255, abs(gx) + abs(gy));
}
__global__ void enlarged(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x / 2.5f, v = y / 2.5f;
  const int i = min(int(u), width - 2), j = min(int(v), height - 2);
  const float a = u - i, b = v - j;
  out[y * gridDim.x * blockDim.x + x] = (1 - b) * ((1 - a) * in[j * width + i] + a * in[j * width + i + 1]) +
                                        b * ((1 - a) * in[(j + 1) * width + i] + a * in[(j + 1) * width + i + 1]);
}
__global__ void jacobi_3d(float* out, const float* in, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const size_t at = (size_t(z) * n + y) * n + x;
  out[at] = (in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - size_t(n) * n] + in[at + size_t(n) * n]) / 6;
}
// Nine directions of a lattice, each an array of its own or nine floats side by side.
template <bool side_by_side>
__global__ void lattice(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  float f[9], sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const int from = ((y - dy[k] + height) % height) * width + (x - dx[k] + width) % width;
    f[k] = side_by_side ? in[from * 9 + k] : in[k * width * height + from];
    sum += f[k];
  }
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const int to = y * width + x;
    out[side_by_side ? to * 9 + k : k * width * height + to] = f[k] + 0.6f * (sum / 9 - f[k]);
  }
}
__global__ void down_columns(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int row = 0; row < rows; ++row) out[row * cols + col] = sum += in[row * cols + col];
}
__global__ void triangle_by_vector(float* y, const float* a, const float* x, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int col = lane; col <= row; col += 32) sum += a[row * n + col] * x[col];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (!lane) y[row] = sum;
}
__global__ void many_small_products(float* c, const float* a, const float* b) {
  const int row = threadIdx.y, col = threadIdx.x;
  const size_t mine = size_t(blockIdx.x) * 24 * 24;
  float sum = 0;
  for (int k = 0; k < 24; ++k) sum += a[mine + row * 24 + k] * b[mine + k * 24 + col];
  c[mine + row * 24 + col] = sum;
}
// 64x64 of the product a block, 4x4 a thread.
__global__ void product_by_four(float* c, const float* a, const float* b, int n) {
  __shared__ float left[16][65], right[16][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 1024; i += 256) {
      left[i % 16][i / 16] = a[(blockIdx.y * 64 + i / 16) * n + k + i % 16];
      right[i / 64][i % 64] = b[(k + i / 64) * n + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
    for (int kk = 0; kk < 16; ++kk)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] += left[kk][ty * 4 + i] * right[kk][tx + j * 16];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) c[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx + j * 16] = sum[i][j];
}

int main() {
  float *a = zeros<float>(1 << 24), *b = zeros<float>(1 << 24), *c = zeros<float>(1 << 22);
  label("sobel of bytes by 32x8, 2048x1024");
  sobel<<<dim3(64, 128), dim3(32, 8)>>>((unsigned char*)b, (const unsigned char*)a, 2048, 1024);
  label("sobel of bytes by 64x4, 1000x700");
  sobel<<<dim3(16, 175), dim3(64, 4)>>>((unsigned char*)b, (const unsigned char*)a, 1000, 700);
  label("enlarged to 2560x1280 by 16x16");
  enlarged<<<dim3(160, 80), dim3(16, 16)>>>(b, a, 1024, 512);
  label("jacobi of 128 cubed by 8x8x8");
  jacobi_3d<<<dim3(16, 16, 16), dim3(8, 8, 8)>>>(b, a, 128);
  label("jacobi of 160 cubed by 32x4x2");
  jacobi_3d<<<dim3(5, 40, 80), dim3(32, 4, 2)>>>(b, a, 160);
  label("lattice of arrays by 64x2, 1024x512");
  lattice<false><<<dim3(16, 256), dim3(64, 2)>>>(b, a, 1024, 512);
  label("lattice side by side by 64x2, 1024x512");
  lattice<true><<<dim3(16, 256), dim3(64, 2)>>>(b, a, 1024, 512);
  label("sums down columns, 512 of 4096");
  down_columns<<<32, 128>>>(b, a, 512, 4096);
  label("triangle by vector, 2048");
  triangle_by_vector<<<256, 256>>>(c, a, b, 2048);
  label("3000 products of 24x24");
  many_small_products<<<3000, dim3(24, 24)>>>(c, a, b);
  label("product of 512, 4x4 a thread");
  product_by_four<<<dim3(8, 8), 256>>>(c, a, b, 512);
  label("product of 256, 4x4 a thread");
  product_by_four<<<dim3(4, 4), 256>>>(c, a, b, 256);
  return finish();
}
