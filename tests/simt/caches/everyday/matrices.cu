// Everyday: products of matrices, naive, in tiles and by registers; transposes; a matrix by a vector.
#include "../caches.cuh"

__global__ void product(float* c, const float* a, const float* b, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
// x runs down the columns, so a warp's stores are scattered.
__global__ void product_wrong_way(float* c, const float* a, const float* b, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}
template <int tile>
__global__ void product_in_tiles(float* c, const float* a, const float* b, int n) {
  __shared__ float ta[tile][tile], tb[tile][tile];
  const int col = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += tile) {
    ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
// 64 x 64 a block of 256, 4 x 4 a thread.
__global__ void product_by_registers(float* c, const float* a, const float* b, int n) {
  __shared__ float ta[16][65], tb[16][64];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * 64, col = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = threadIdx.x; i < 64 * 16; i += 256) {
      ta[i % 16][i / 16] = a[(row + i / 16) * n + k + i % 16];
      tb[i / 64][i % 64] = b[(k + i / 64) * n + col + i % 64];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x) sum[y][x] += ta[i][ty * 4 + y] * tb[i][tx * 4 + x];
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) c[(row + ty * 4 + y) * n + col + tx * 4 + x] = sum[y][x];
}
template <typename T>
__global__ void transposed(T* out, const T* in, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}
__global__ void transposed_in_tiles(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8) out[(ty + i) * n + tx] = tile[threadIdx.x][threadIdx.y + i];
}
__global__ void by_vector(float* y, const float* a, const float* x, int cols) {
  float sum = 0;
  for (int col = 0; col < cols; ++col) sum += a[index() * cols + col] * x[col];
  y[index()] = sum;
}
__global__ void by_vector_in_warps(float* y, const float* a, const float* x, int cols) {
  const size_t row = index() / 32;
  float sum = 0;
  for (int col = threadIdx.x % 32; col < cols; col += 32) sum += a[row * cols + col] * x[col];
  for (int s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) y[row] = sum;
}
__global__ void added(float* c, const float* a, const float* b, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  c[row * cols + col] = a[row * cols + col] + b[col * cols + row];
}

int main() {
  float *a = zeros<float>(1 << 22), *b = zeros<float>(1 << 22), *c = zeros<float>(1 << 22);
  for (const dim3 block : {dim3(16, 16), dim3(32, 8), dim3(32, 32), dim3(128, 1)}) {
    label("product of 256 by %ldx%ld", block.x, block.y);
    product<<<dim3(256 / block.x, 256 / block.y), block>>>(c, a, b, 256);
  }
  label("product of 512 by 32x16");
  product<<<dim3(16, 32), dim3(32, 16)>>>(c, a, b, 512);
  label("product of 256 the wrong way by 16x16");
  product_wrong_way<<<dim3(16, 16), dim3(16, 16)>>>(c, a, b, 256);
  label("product of 512 in tiles of 16");
  product_in_tiles<16><<<dim3(32, 32), dim3(16, 16)>>>(c, a, b, 512);
  label("product of 512 in tiles of 32");
  product_in_tiles<32><<<dim3(16, 16), dim3(32, 32)>>>(c, a, b, 512);
  label("product of 512 by registers");
  product_by_registers<<<dim3(8, 8), 256>>>(c, a, b, 512);
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(8, 32), dim3(32, 32)}) {
    label("transposed by %ldx%ld, 1024", block.x, block.y);
    transposed<<<dim3(1024 / block.x, 1024 / block.y), block>>>(c, a, 1024, 1024);
  }
  label("transposed doubles by 32x4, 1000x600");
  transposed<<<dim3(19, 250), dim3(32, 4)>>>((double*)c, (const double*)a, 1000, 600);
  label("transposed bytes by 32x32, 1024");
  transposed<<<dim3(32, 32), dim3(32, 32)>>>((unsigned char*)c, (const unsigned char*)a, 1024, 1024);
  label("transposed in tiles, 1024");
  transposed_in_tiles<<<dim3(32, 32), dim3(32, 8)>>>(c, a, 1024);
  label("by a vector, 4096x256");
  by_vector<<<32, 128>>>(c, a, b, 256);
  label("by a vector, 16384x64");
  by_vector<<<64, 256>>>(c, a, b, 64);
  label("by a vector in warps, 2048x512");
  by_vector_in_warps<<<256, 256>>>(c, a, b, 512);
  label("added to a transpose by 32x8");
  added<<<dim3(32, 128), dim3(32, 8)>>>(c, a, b, 1024);
  return finish();
}
