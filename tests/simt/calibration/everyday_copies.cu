// Held out: asynchronous copies to and from computed places, as people write them. Simulated before a GPU counted them.
#include <cuda_pipeline.h>

#include "results.cuh"

constexpr int n = 4096;

__device__ void arrived() {
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
}

// Rows of a table that a list names, four bytes a lane.
__global__ void gathered_rows(float* out, const float* table, const int* rows) {
  __shared__ float s[8][32];
  __pipeline_memcpy_async(
      &s[threadIdx.y][threadIdx.x], &table[rows[blockIdx.x * 8 + threadIdx.y] * 32 + threadIdx.x], 4);
  arrived();
  out[(blockIdx.x * 8 + threadIdx.y) * 32 + threadIdx.x] = s[7 - threadIdx.y][threadIdx.x];
}
// Single values that a list names.
__global__ void gathered(float* out, const float* values, const int* at) {
  __shared__ float s[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  __pipeline_memcpy_async(&s[threadIdx.x], &values[at[i]], 4);
  arrived();
  out[i] = s[127 - threadIdx.x];
}
__global__ void gathered_pairs(float2* out, const float2* values, const int* at) {
  __shared__ float2 s[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  __pipeline_memcpy_async(&s[threadIdx.x], &values[at[i]], 8);
  arrived();
  out[i] = s[127 - threadIdx.x];
}
// To where a list says.
__global__ void put_in_order(int* out, const int* values, const int* place) {
  __shared__ int s[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  __pipeline_memcpy_async(&s[place[threadIdx.x]], &values[i], 4);
  arrived();
  out[i] = s[threadIdx.x];
}
__global__ void shuffled_twice(int* out, const int* values, const int* from, const int* to) {
  __shared__ int s[128];
  __pipeline_memcpy_async(&s[to[threadIdx.x]], &values[blockIdx.x * 128 + from[threadIdx.x]], 4);
  arrived();
  out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}
__global__ void doubles_shuffled(double* out, const double* values, const int* from, const int* to) {
  __shared__ double s[128];
  __pipeline_memcpy_async(&s[to[threadIdx.x]], &values[blockIdx.x * 128 + from[threadIdx.x]], 8);
  arrived();
  out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}
// A tile turned on its way, with and without a column more.
template <int pitch>
__global__ void turned(float* out, const float* in, int size) {
  __shared__ float s[32 * pitch];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (int k = threadIdx.y; k < 32; k += 8)
    __pipeline_memcpy_async(&s[threadIdx.x * pitch + k], &in[(y + k) * size + x], 4);
  arrived();
  for (int k = threadIdx.y; k < 32; k += 8)
    out[(blockIdx.x * 32 + k) * size + y + threadIdx.x] = s[k * pitch + threadIdx.x];
}
// Structures of three floats to three arrays.
__global__ void taken_apart(float* out, const float* points) {
  __shared__ float s[3][64];
  for (int k = threadIdx.x; k < 192; k += 64)
    __pipeline_memcpy_async(&s[k % 3][k / 3], &points[blockIdx.x * 192 + k], 4);
  arrived();
  out[blockIdx.x * 64 + threadIdx.x] = s[0][threadIdx.x] + 2 * s[1][threadIdx.x] + 3 * s[2][threadIdx.x];
}
// A row with its neighbours on both sides.
__global__ void with_halo(float* out, const float* in, int length) {
  __shared__ float s[128 + 4];
  const int i = blockIdx.x * 128 + threadIdx.x;
  __pipeline_memcpy_async(&s[threadIdx.x + 2], &in[i], 4);
  if (threadIdx.x < 2) {
    const int left = blockIdx.x * 128 - 2 + int(threadIdx.x), right = blockIdx.x * 128 + 128 + threadIdx.x;
    __pipeline_memcpy_async(&s[threadIdx.x], &in[left < 0 ? 0 : left], 4);
    __pipeline_memcpy_async(&s[threadIdx.x + 130], &in[right < length ? right : length - 1], 4);
  }
  arrived();
  out[i] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2] + s[threadIdx.x + 3] + s[threadIdx.x + 4];
}
// Every other value, the even ones in front.
__global__ void parted(int* out, const int* in) {
  __shared__ int s[256];
  __pipeline_memcpy_async(&s[threadIdx.x / 2 + threadIdx.x % 2 * 128], &in[blockIdx.x * 256 + threadIdx.x], 4);
  arrived();
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
// A column of a matrix of pairs, from the bottom to the top.
__global__ void column_of_pairs(float2* out, const float2* in, int pitch) {
  __shared__ float2 s[64];
  __pipeline_memcpy_async(&s[63 - threadIdx.x], &in[threadIdx.x * pitch + blockIdx.x], 8);
  arrived();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}
// Bits of the place turned round, as in front of a Fourier transform.
__global__ void bits_of_place(float2* out, const float2* in) {
  __shared__ float2 s[128];
  __pipeline_memcpy_async(&s[__brev(threadIdx.x) >> 25], &in[blockIdx.x * 128 + threadIdx.x], 8);
  arrived();
  out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}
// Rows of sparse lists one behind the other: each warp as many as its row has.
__global__ void lists(float* out, const float* values, const int* begin) {
  __shared__ float s[4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * 4 + warp;
  const int length = begin[row + 1] - begin[row];
  if (lane < length) __pipeline_memcpy_async(&s[warp][lane], &values[begin[row] + lane], 4);
  arrived();
  float sum = 0;
  for (int k = 0; k < length; ++k) sum += s[warp][k];
  if (lane == 0) out[row] = sum;
}
// Quads in the order in which a swizzle puts them.
__global__ void swizzled(float4* out, const float4* in) {
  __shared__ float4 s[16][8];
  const int row = threadIdx.x / 8, column = threadIdx.x % 8;
  __pipeline_memcpy_async(&s[row][column ^ row % 8], &in[blockIdx.x * 128 + threadIdx.x], 16);
  arrived();
  out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x % 16][(threadIdx.x / 16) ^ threadIdx.x % 16 % 8];
}
// A window that moves along, at a step that is no multiple of a sector.
__global__ void windows(float* out, const float* in, int step) {
  __shared__ float s[4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  __pipeline_memcpy_async(&s[warp][(lane * 5) % 32], &in[(blockIdx.x * 4 + warp) * step + lane], 4);
  arrived();
  out[blockIdx.x * 128 + threadIdx.x] = s[warp][lane];
}

int main() {
  const float* in = filled<float>(n * 4, [](size_t i) { return float(i % 251); });
  const int* numbers = filled<int>(n, [](size_t i) { return int(i * 7919 % 4093); });
  const int* some = filled<int>(n, [](size_t i) { return int(i * 2654435761u >> 20) % 4000; });
  const int* rows = filled<int>(64, [](size_t i) { return int(i * 37 % 101); });
  const int* by_37 = filled<int>(128, [](size_t i) { return int(i * 37 % 128); });
  const int* by_77 = filled<int>(128, [](size_t i) { return int((i * 77 + i / 4 * 8) % 128); });
  const int* mixed = filled<int>(128, [](size_t i) { return int(i / 32 * 32 + (i % 32) * 11 % 32); });
  const int* begin = filled<int>(33, [](size_t i) { return int(i * 13 + i % 3 * 5); });
  float* out = zeros<float>(n * 4);
  const auto count = size_t(n);
  measured("rows of a table", out, count, [&] { gathered_rows<<<8, dim3(32, 8)>>>(out, in, rows); });
  measured("values of a list", out, count, [&] { gathered<<<8, 128>>>(out, in, some); });
  measured("pairs of a list", out, count, [&] { gathered_pairs<<<8, 128>>>((float2*)out, (const float2*)in, some); });
  measured("put in order", out, count, [&] { put_in_order<<<8, 128>>>((int*)out, numbers, by_37); });
  measured("shuffled twice", out, count, [&] { shuffled_twice<<<8, 128>>>((int*)out, numbers, by_77, by_37); });
  measured("shuffled in warps", out, count, [&] { shuffled_twice<<<8, 128>>>((int*)out, numbers, mixed, by_37); });
  measured("doubles shuffled", out, count,
      [&] { doubles_shuffled<<<8, 128>>>((double*)out, (const double*)in, by_77, mixed); });
  measured("turned", out, count, [&] { turned<32><<<dim3(2, 2), dim3(32, 8)>>>(out, in, 64); });
  measured("turned, padded", out, count, [&] { turned<33><<<dim3(2, 2), dim3(32, 8)>>>(out, in, 64); });
  measured("turned, pitch of 36", out, count, [&] { turned<36><<<dim3(2, 2), dim3(32, 8)>>>(out, in, 64); });
  measured("taken apart", out, count, [&] { taken_apart<<<8, 64>>>(out, in); });
  measured("with a halo", out, count, [&] { with_halo<<<8, 128>>>(out, in, 1024); });
  measured("parted", out, count, [&] { parted<<<4, 256>>>((int*)out, numbers); });
  measured("column of pairs", out, count, [&] { column_of_pairs<<<8, 64>>>((float2*)out, (const float2*)in, 24); });
  measured("bits of the place", out, count, [&] { bits_of_place<<<8, 128>>>((float2*)out, (const float2*)in); });
  measured("lists", out, count, [&] { lists<<<8, 128>>>(out, in, begin); });
  measured("swizzled", out, count, [&] { swizzled<<<4, 128>>>((float4*)out, (const float4*)in); });
  measured("windows", out, count, [&] { windows<<<8, 128>>>(out, in, 13); });
  return finish();
}
