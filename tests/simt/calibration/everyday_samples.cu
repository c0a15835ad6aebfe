// Held out: what samples and lessons show, once more with other sizes. Simulated before a GPU counted them.
#include "results.cuh"

constexpr int n = 4096;

__global__ void added(float* out, const float* a, const float* b, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) out[i] = a[i] + b[i];
}
// The scalar products of pairs of vectors, one a block.
__global__ void scalar_products(float* out, const float* a, const float* b, int length) {
  __shared__ float s[128];
  float sum = 0;
  for (int i = threadIdx.x; i < length; i += 128) sum += a[blockIdx.x * length + i] * b[blockIdx.x * length + i];
  s[threadIdx.x] = sum;
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
// Two a thread while loading, the last warp by shuffles.
__global__ void sum_by_two(int* out, const int* in) {
  __shared__ int s[128];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = in[i] + in[i + 128];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    int sum = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (t == 0) out[blockIdx.x] = sum;
  }
}
// A cosine transform of eight by eight, row by row and column by column.
__constant__ float cosines[64];
__global__ void cosine_transform(float* out, const float* in, int pitch) {
  __shared__ float block[8][8], half[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  block[y][x] = in[(blockIdx.y * 8 + y) * pitch + blockIdx.x * 8 + x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += cosines[y * 8 + k] * block[k][x];
  half[y][x] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; ++k) sum += half[y][k] * cosines[x * 8 + k];
  out[(blockIdx.y * 8 + y) * pitch + blockIdx.x * 8 + x] = sum;
}
// A product in tiles of 8, at sizes that are no multiple.
__global__ void product_by_8(float* out, const float* a, const float* b, int size) {
  __shared__ float s[8][8], t[8][8];
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < size; k += 8) {
    s[threadIdx.y][threadIdx.x] = y < size && k + threadIdx.x < size ? a[y * size + k + threadIdx.x] : 0;
    t[threadIdx.y][threadIdx.x] = x < size && k + threadIdx.y < size ? b[(k + threadIdx.y) * size + x] : 0;
    __syncthreads();
    for (int j = 0; j < 8; ++j) sum += s[threadIdx.y][j] * t[j][threadIdx.x];
    __syncthreads();
  }
  if (x < size && y < size) out[y * size + x] = sum;
}
// Bins of 64, each thread its own bytes, then added up.
__global__ void bins_of_64(int* out, const unsigned char* in, int each) {
  __shared__ unsigned char s[64 * 64];
  const int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) reinterpret_cast<int*>(s)[t + k * 64] = 0;
  __syncthreads();
  for (int k = 0; k < each; ++k) ++s[(in[(blockIdx.x * each + k) * 64 + t] >> 2) * 64 + t];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < 64; ++k) sum += s[t * 64 + (t + k) % 64];
  atomicAdd(&out[t], sum);
}
// A filter along x with its radius in shared memory.
template <int radius>
__global__ void along_x(float* out, const float* in, int width) {
  __shared__ float s[128 + 2 * radius];
  const int x = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y * width;
  s[threadIdx.x + radius] = in[row + x];
  if (threadIdx.x < radius) {
    s[threadIdx.x] = x < radius ? 0 : in[row + x - radius];
    s[threadIdx.x + 128 + radius] = x + 128 < width ? in[row + x + 128] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = -radius; k <= radius; ++k) sum += s[threadIdx.x + radius + k] * cosines[k + radius];
  out[row + x] = sum;
}
// Two arrays that are in order become one: each finds its place by halves.
__global__ void merged(int* out, const int* a, const int* b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 0, high = count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (b[middle] < a[i]) low = middle + 1;
    else high = middle;
  }
  out[i + low] = a[i];
}
// Colours to gray, three bytes a picture's point.
__global__ void gray_of_three(unsigned char* out, const unsigned char* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = (in[3 * i] * 77 + in[3 * i + 1] * 150 + in[3 * i + 2] * 29) >> 8;
}
// A matrix turned, a block 32 by 8, four rows a thread.
__global__ void turned_by_four(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
// Threads that each draw numbers, and count points in a circle.
__global__ void in_a_circle(int* out, int each) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 747796405u + 1;
  int inside = 0;
  for (int k = 0; k < each; ++k) {
    state = state * 1664525u + 1013904223u;
    const int x = state >> 20;
    state = state * 1664525u + 1013904223u;
    const int y = state >> 20;
    inside += x * x + y * y < 4096 * 4096;
  }
  out[i] = inside;
}
// Each warp's part of a matrix times a vector, columns apart by 32.
__global__ void times_vector(float* out, const float* matrix, const float* vector, int columns) {
  __shared__ float v[256];
  for (int k = threadIdx.x; k < columns; k += blockDim.x) v[k] = vector[k];
  __syncthreads();
  const int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += matrix[row * columns + c] * v[c];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (lane == 0) out[row] = sum;
}

int main() {
  const float* in = filled<float>(n * 4, [](size_t i) { return float((i * 7919) % 257) / 64 - 1; });
  const int* numbers = filled<int>(n, [](size_t i) { return int(i * 7919 % 4093); });
  const int* climbing = filled<int>(n, [](size_t i) { return int(i * 3 + i % 3); });
  const auto* bytes = reinterpret_cast<const unsigned char*>(in);
  float table[64];
  for (int i = 0; i < 64; ++i) table[i] = float(i * 37 % 64) / 64;
  require(cudaMemcpyToSymbol(cosines, table, sizeof table));
  float* out = zeros<float>(n * 4);
  int* whole = reinterpret_cast<int*>(out);
  const auto count = size_t(n);
  measured_closely("added", out, count, [&] { added<<<4, 192>>>(out, in, in + 1, 3000); });
  measured_closely("scalar products", out, count, [&] { scalar_products<<<4, 128>>>(out, in, in + 2048, 400); });
  measured("sum by two", whole, count, [&] { sum_by_two<<<8, 128>>>(whole, numbers); });
  measured_closely("cosine transform", out, count, [&] { cosine_transform<<<dim3(4, 4), dim3(8, 8)>>>(out, in, 32); });
  measured_closely(
      "product by 8", out, count, [&] { product_by_8<<<dim3(5, 5), dim3(8, 8)>>>(out, in, in + 2000, 36); });
  measured("bins of 64", whole, count, [&] { bins_of_64<<<2, 64>>>(whole, bytes, 30); });
  measured_closely("along x", out, count, [&] { along_x<5><<<dim3(2, 4), 128>>>(out, in, 256); });
  measured("merged", whole, count, [&] { merged<<<4, 128>>>(whole, climbing, climbing + 300, 512); });
  measured("gray of three", whole, count, [&] { gray_of_three<<<4, 256>>>((unsigned char*)out, bytes, 1000); });
  measured_closely("turned by four", out, count, [&] { turned_by_four<<<dim3(2, 2), dim3(32, 8)>>>(out, in, 50, 60); });
  measured("in a circle", whole, count, [&] { in_a_circle<<<4, 128>>>(whole, 50); });
  measured_closely("times a vector", out, count, [&] { times_vector<<<8, 128>>>(out, in, in + 5000, 200); });
  return finish();
}
