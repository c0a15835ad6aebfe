// Calibration: loops by a step, of numbers with a sign and without, whose lanes go round them differently often; and sums of fields.
#include <cooperative_groups.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void by_int(const float* in, float* out, const int* lengths) {
  const int row = blockIdx.x * 4 + threadIdx.x / 8, n = lengths[row];
  float sum = 0;
  for (int i = threadIdx.x % 8; i < n; i += 8) sum += in[row * 128 + i];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void by_unsigned_step(const float* in, float* out, const int* lengths) {
  const int row = blockIdx.x * 4 + threadIdx.x / 8, n = lengths[row];
  float sum = 0;
  for (int i = threadIdx.x % 8; i < n; i += 8u) sum += in[row * 128 + i];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void by_unsigned(const float* in, float* out, const int* lengths) {
  const unsigned row = blockIdx.x * 4 + threadIdx.x / 8, n = lengths[row];
  float sum = 0;
  for (unsigned i = threadIdx.x % 8; i < n; i += 8) sum += in[row * 128 + i];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void by_unsigned_one(const float* in, float* out, const int* lengths) {
  const unsigned row = blockIdx.x * 32 + threadIdx.x, n = lengths[row];
  float sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += in[row * 4 + i];
  out[row] = sum;
}

__global__ void by_tile(const float* in, float* out, const int* lengths) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int row = blockIdx.x * 4 + tile.meta_group_rank(), n = lengths[row];
  float sum = 0;
  for (int i = tile.thread_rank(); i < n; i += tile.size()) sum += in[row * 128 + i];
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void zeros_by_unsigned(float* out, const int* lengths) {
  const unsigned row = blockIdx.x * 4 + threadIdx.x / 8, n = lengths[row];
  for (unsigned i = threadIdx.x % 8; i < n; i += 8) out[row * 128 + i] = 1;
}

__global__ void sum_of_ints(const int* in, int* out, const int* lengths) {
  const int row = blockIdx.x * 32 + threadIdx.x, first = row % 5;
  int sum = 0;
  for (int i = first; i < first + lengths[row]; ++i) sum += in[row * 4 + i];
  out[row] = sum;
}

__global__ void sum_of_floats(const float* in, float* out, const int* lengths) {
  const int row = blockIdx.x * 32 + threadIdx.x, first = row % 5;
  float sum = 0;
  for (int i = first; i < first + lengths[row]; ++i) sum += in[row * 4 + i];
  out[row] = sum;
}

// What lies to the right in a list, until one is its own end.
__global__ void chase(const int* next, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int at = i;
  while (next[at] != at) at = next[at];
  out[i] = at;
}

struct Pair {
  float x, y;
};

template <class T>
__global__ void add_fields(T* out, const T* in, int k) {
  __shared__ T s[128];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < k) {
    s[t].x += s[t + k].x;
    s[t].y += s[t + k].y;
  }
  __syncthreads();
  out[t] = s[t];
}

__global__ void add_words(float* out, const float* in, int k) {
  __shared__ float s[128][2];
  const int t = threadIdx.x;
  s[t][0] = in[t];
  s[t][1] = in[t + 128];
  __syncthreads();
  if (t < k) {
    s[t][0] += s[t + k][0];
    s[t][1] += s[t + k][1];
  }
  __syncthreads();
  out[t] = s[t][0] + s[t][1];
}

int main() {
  float* in = filled<float>(8192, [](size_t i) { return float(i % 13) * 0.5f; });
  int* in_i = filled<int>(8192, [](size_t i) { return int(i % 31); });
  float* out = zeros<float>(4096);
  int* out_i = zeros<int>(1024);
  int* lengths = filled<int>(256, [](size_t i) { return int(i * 29 % 97); });
  int* next = filled<int>(1024, [](size_t i) { return int(i % 7 == 3 ? i : i - i % 7 + (i % 7 + 1) % 7); });
  measured_closely("by int", out, 256, [&] { by_int<<<8, 32>>>(in, out, lengths); });
  measured_closely("by an unsigned step", out, 256, [&] { by_unsigned_step<<<8, 32>>>(in, out, lengths); });
  measured_closely("by unsigned", out, 256, [&] { by_unsigned<<<8, 32>>>(in, out, lengths); });
  measured_closely("by unsigned, one by one", out, 256, [&] { by_unsigned_one<<<8, 32>>>(in, out, lengths); });
  measured_closely("by a tile", out, 256, [&] { by_tile<<<8, 32>>>(in, out, lengths); });
  measured_closely("stores by unsigned", out, 4096, [&] { zeros_by_unsigned<<<8, 32>>>(out, lengths); });
  measured("a sum of ints", out_i, 256, [&] { sum_of_ints<<<8, 32>>>(in_i, out_i, lengths); });
  measured_closely("a sum of floats", out, 256, [&] { sum_of_floats<<<8, 32>>>(in, out, lengths); });
  measured("to the end of a list", out_i, 1000, [&] { chase<<<8, 128>>>(next, out_i, 1000); });
  measured_closely("fields of a pair", out, 256, [&] { add_fields<Pair><<<1, 128>>>((Pair*)out, (Pair*)in, 50); });
  measured_closely(
      "fields of a float2", out, 256, [&] { add_fields<float2><<<1, 128>>>((float2*)out, (float2*)in, 50); });
  measured_closely("words of pairs", out, 128, [&] { add_words<<<1, 128>>>(out, in, 50); });
  return finish();
}
