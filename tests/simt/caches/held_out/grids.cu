// Held out: stencils and products: neighbours in two and three dimensions, in blocks of several shapes.
#include "../caches.cuh"

template <typename T>
__global__ void five_points(T* out, const T* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x + 1, row = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (row >= rows - 1 || col >= cols - 1) return;
  const int i = row * cols + col;
  out[i] = (in[i - cols] + in[i - 1] + in[i] + in[i + 1] + in[i + cols]) / 5;
}
__global__ void box(float* out, const float* in, int rows, int cols, int reach) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (int y = max(row - reach, 0); y <= min(row + reach, rows - 1); ++y)
    for (int x = max(col - reach, 0); x <= min(col + reach, cols - 1); ++x) sum += in[y * cols + x];
  out[row * cols + col] = sum;
}
__global__ void seven_points(float* out, const float* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (!x || !y || !z || x >= side - 1 || y >= side - 1 || z >= side - 1) return;
  const int i = (z * side + y) * side + x;
  out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - side] + in[i + side] + in[i - side * side] + in[i + side * side];
}
__global__ void march(float* out, const float* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!x || !y || x >= side - 1 || y >= side - 1) return;
  for (int z = 1; z < side - 1; ++z) {
    const int i = (z * side + y) * side + x;
    out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - side] + in[i + side] + in[i - side * side] + in[i + side * side];
  }
}
template <int width>
__global__ void five_points_in_tiles(float* out, const float* in, int side) {
  __shared__ float tile[width + 2][width + 2];
  const int col = blockIdx.x * width + threadIdx.x + 1, row = blockIdx.y * width + threadIdx.y + 1,
            i = row * side + col;
  tile[threadIdx.y + 1][threadIdx.x + 1] = in[i];
  if (threadIdx.y == 0)
    tile[0][threadIdx.x + 1] = in[i - side], tile[width + 1][threadIdx.x + 1] = in[i + width * side];
  if (threadIdx.x == 0) tile[threadIdx.y + 1][0] = in[i - 1], tile[threadIdx.y + 1][width + 1] = in[i + width];
  __syncthreads();
  out[i] = tile[threadIdx.y + 1][threadIdx.x + 1] + tile[threadIdx.y][threadIdx.x + 1] +
           tile[threadIdx.y + 2][threadIdx.x + 1] + tile[threadIdx.y + 1][threadIdx.x] +
           tile[threadIdx.y + 1][threadIdx.x + 2];
}
__global__ void product(float* c, const float* a, const float* b, int rows, int inner, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * cols + col];
  c[row * cols + col] = sum;
}
// Neighbouring threads in neighbouring rows.
__global__ void product_down(float* c, const float* a, const float* b, int side) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + col];
  c[row * side + col] = sum;
}
__global__ void product_transposed(float* c, const float* a, const float* b, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[col * side + k];
  c[row * side + col] = sum;
}
__global__ void product_in_tiles(float* c, const float* a, const float* b, int side) {
  __shared__ float of_a[32][33], of_b[32][33];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  float sum = 0;
  for (int from = 0; from < side; from += 32) {
    of_a[threadIdx.y][threadIdx.x] = a[row * side + from + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[(from + threadIdx.y) * side + col];
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * side + col] = sum;
}
// A thread makes four by four, from memory.
__global__ void product_by_fours(float* c, const float* a, const float* b, int side) {
  const int col = (blockIdx.x * blockDim.x + threadIdx.x) * 4, row = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
  float sum[4][4] = {};
  for (int k = 0; k < side; ++k) {
    const float4 of_b = *reinterpret_cast<const float4*>(&b[k * side + col]);
    for (int i = 0; i < 4; ++i) {
      const float of_a = a[(row + i) * side + k];
      sum[i][0] += of_a * of_b.x, sum[i][1] += of_a * of_b.y, sum[i][2] += of_a * of_b.z, sum[i][3] += of_a * of_b.w;
    }
  }
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(row + i) * side + col]) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
__global__ void matrix_vector(float* y, const float* a, const float* x, int cols) {
  float sum = 0;
  for (int col = 0; col < cols; ++col) sum += a[index() * cols + col] * x[col];
  y[index()] = sum;
}
__global__ void matrix_vector_by_warps(float* y, const float* a, const float* x, int cols) {
  float sum = 0;
  for (int col = threadIdx.x % 32; col < cols; col += 32) sum += a[index() / 32 * cols + col] * x[col];
  for (int apart = 16; apart; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (threadIdx.x % 32 == 0) y[index() / 32] = sum;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  for (const dim3 block : {dim3(32, 8), dim3(64, 8), dim3(16, 8), dim3(512, 1), dim3(32, 32), dim3(8, 8)}) {
    label("five points by %ldx%ld", block.x, block.y);
    five_points<float><<<dim3(2048 / block.x, 512 / block.y), block>>>(out, in, 512, 2048);
  }
  label("five points, doubles, 1000x1000");
  five_points<double>
      <<<dim3(32, 63), dim3(32, 16)>>>(reinterpret_cast<double*>(out), reinterpret_cast<double*>(in), 1000, 1000);
  label("five points, 3000 columns by 128x2");
  five_points<float><<<dim3(24, 200), dim3(128, 2)>>>(out, in, 400, 3000);
  for (const int reach : {1, 3}) {
    label("box of reach %ld by 16x16", reach);
    box<<<dim3(48, 48), dim3(16, 16)>>>(out, in, 768, 768, reach);
  }
  label("box of reach 2 by 32x4");
  box<<<dim3(24, 192), dim3(32, 4)>>>(out, in, 768, 768, 2);
  for (const dim3 block : {dim3(32, 4, 2), dim3(8, 8, 8), dim3(128, 1, 1)}) {
    label("seven points by %ldx%ldx%ld", block.x, block.y, block.z);
    seven_points<<<dim3(128 / block.x, 128 / block.y, 128 / block.z), block>>>(out, in, 128);
  }
  label("marching by 32x8");
  march<<<dim3(4, 16), dim3(32, 8)>>>(out, in, 128);
  label("marching by 16x16");
  march<<<dim3(12, 12), dim3(16, 16)>>>(out, in, 192);
  label("five points in tiles of 32");
  five_points_in_tiles<32><<<dim3(31, 31), dim3(32, 32)>>>(out, in, 1024);
  label("five points in tiles of 16");
  five_points_in_tiles<16><<<dim3(63, 63), dim3(16, 16)>>>(out, in, 1024);
  label("product of 192x320x256 by 32x8");
  product<<<dim3(8, 24), dim3(32, 8)>>>(out, in, in + (1 << 20), 192, 320, 256);
  label("product of 256x256x256 by 16x16");
  product<<<dim3(16, 16), dim3(16, 16)>>>(out, in, in + (1 << 20), 256, 256, 256);
  label("product of 64x1024x64 by 8x8");
  product<<<dim3(8, 8), dim3(8, 8)>>>(out, in, in + (1 << 20), 64, 1024, 64);
  label("product down by 32x8");
  product_down<<<dim3(6, 24), dim3(32, 8)>>>(out, in, in + (1 << 20), 192);
  label("product transposed by 16x16");
  product_transposed<<<dim3(12, 12), dim3(16, 16)>>>(out, in, in + (1 << 20), 192);
  label("product in tiles of 32");
  product_in_tiles<<<dim3(12, 12), dim3(32, 32)>>>(out, in, in + (1 << 20), 384);
  label("product by fours");
  product_by_fours<<<dim3(8, 8), dim3(16, 16)>>>(out, in, in + (1 << 20), 512);
  label("matrix by vector, 512 columns");
  matrix_vector<<<64, 128>>>(out, in, in + (1 << 23), 512);
  label("matrix by vector, 777 columns");
  matrix_vector<<<16, 256>>>(out, in, in + (1 << 23), 777);
  label("matrix by vector by warps");
  matrix_vector_by_warps<<<256, 256>>>(out, in, in + (1 << 23), 1024);
  return finish();
}
