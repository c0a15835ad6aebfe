// Calibration: neighbouring accesses of a lane that nvcc makes one wider access of, and such as it must leave apart.
#include "calibration.cuh"

__global__ void pairs(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  out[t] = s[2 * t] + s[2 * t + 1];
}

__global__ void fours(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
}

__global__ void pairs_off_by_one(float* out) {
  __shared__ float s[132];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  if (t < 4) s[128 + t] = 0;
  __syncthreads();
  out[t] = s[2 * t + 1] + s[2 * t + 2];
}

__global__ void threes(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2];
}

__global__ void stored_pairs(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[2 * t] = t, s[2 * t + 1] = t + 1;
  __syncthreads();
  out[t] = s[t] + s[t + 64];
}

__global__ void stored_fours(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[4 * t + k] = t;
  __syncthreads();
  out[t] = s[t] + s[t + 64];
}

__global__ void load_store_load(float* out) {
  __shared__ float s[128];
  __shared__ float r[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = s[2 * t];
  r[t] = x;
  out[t] = x + s[2 * t + 1];
  __syncthreads();
  out[t + 64] = r[t ^ 1];
}

__global__ void store_that_may_alias(float* out, int far) {
  __shared__ float s[192];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t, s[t + 128] = t;
  __syncthreads();
  const float x = s[2 * t];
  s[far + t] = x;
  out[t] = x + s[2 * t + 1];
}

__global__ void barrier_between(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = s[2 * t];
  __syncthreads();
  out[t] = x + s[2 * t + 1];
}

__global__ void branch_between(float* out, int limit) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  float x = s[2 * t];
  if (t < limit) x += s[2 * t + 1];
  out[t] = x;
}

__global__ void global_store_between(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = s[2 * t];
  out[t] = x;
  out[t + 64] = s[2 * t + 1];
}

__global__ void bytes(int* out) {
  __shared__ unsigned char s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  out[t] = s[4 * t] + s[4 * t + 1] + s[4 * t + 2] + s[4 * t + 3];
}

__global__ void shorts(int* out) {
  __shared__ short s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  out[t] = s[2 * t] + s[2 * t + 1];
}

__global__ void doubles(double* out) {
  __shared__ double s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  out[t] = s[2 * t] + s[2 * t + 1];
}

struct Pair {
  float x, y;
};
struct alignas(8) AlignedPair {
  float x, y;
};

__global__ void pair_members(float* out) {
  __shared__ Pair s[64];
  const int t = threadIdx.x;
  s[t].x = t, s[t].y = 1;
  __syncthreads();
  out[t] = s[t ^ 1].x + s[t ^ 1].y;
}

__global__ void aligned_pair_members(float* out) {
  __shared__ AlignedPair s[64];
  const int t = threadIdx.x;
  s[t].x = t, s[t].y = 1;
  __syncthreads();
  out[t] = s[t ^ 1].x + s[t ^ 1].y;
}

__global__ void vector_members(float* out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t].x = t, s[t].y = 1, s[t].z = 2, s[t].w = 3;
  __syncthreads();
  out[t] = s[t ^ 1].x + s[t ^ 1].y + s[t ^ 1].w;
}

__global__ void dynamic_pairs(float* out) {
  extern __shared__ float dynamic[];
  const int t = threadIdx.x;
  dynamic[t] = t, dynamic[t + 64] = t;
  __syncthreads();
  out[t] = dynamic[2 * t] + dynamic[2 * t + 1];
}

__global__ void by_pointer(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  const float* p = &s[4 * t];
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += p[k];
  out[t] = sum;
}

__global__ void not_unrolled(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) sum += s[4 * t + k];
  out[t] = sum;
}

__global__ void stencil(float* out, const float* a) {
  __shared__ float s[72];
  const int t = threadIdx.x;
  s[t + 4] = a[t];
  if (t < 4) s[t] = 0, s[t + 68] = 0;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) sum += s[t + k];
  out[t] = sum;
}

__global__ void window_of_four(float* out, const float* a) {
  __shared__ float s[264];
  const int t = threadIdx.x;
  for (int k = t; k < 264; k += 64) s[k] = a[k];
  __syncthreads();
  for (int j = 0; j < 4; ++j) {
    float sum = 0;
    for (int k = 0; k < 5; ++k) sum += s[4 * t + j + k];
    out[4 * t + j] = sum;
  }
}

__global__ void row_of_matrix(float* out) {
  __shared__ float s[64][12];
  const int t = threadIdx.x;
  for (int k = 0; k < 12; ++k) s[t][k] = k;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 12; ++k) sum += s[t ^ 1][k];
  out[t] = sum;
}

__global__ void row_of_padded_matrix(float* out) {
  __shared__ float s[64][13];
  const int t = threadIdx.x;
  for (int k = 0; k < 13; ++k) s[t][k] = k;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 13; ++k) sum += s[t ^ 1][k];
  out[t] = sum;
}

__global__ void one_address(float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k) sum += s[k];
  out[t] = sum;
}

__global__ void reversed(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  out[t] = s[127 - 2 * t] * 2 + s[126 - 2 * t];
}

__global__ void runtime_offset(float* out, int offset) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  out[t] = s[2 * t + offset] + s[2 * t + offset + 1];
}

__global__ void multiplied_offset(float* out, int offset) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  out[t] = s[2 * (t + offset)] + s[2 * (t + offset) + 1];
}

__global__ void volatile_pairs(float* out) {
  __shared__ volatile float s[128];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 64] = t;
  __syncthreads();
  out[t] = s[2 * t] + s[2 * t + 1];
}

// Global memory: nobody knows how a pointer is aligned.
__global__ void global_pairs(float* out, const float* a) {
  const int t = threadIdx.x;
  out[t] = a[2 * t] + a[2 * t + 1];
}

__global__ void global_pair_members(float* out, const AlignedPair* a) {
  const int t = threadIdx.x;
  out[t] = a[t].x + a[t].y;
}

__global__ void global_vector_members(float4* out, const float4* a) {
  const int t = threadIdx.x;
  out[t].x = a[t].x;
  out[t].y = a[t].y;
  out[t].z = a[t].z;
  out[t].w = a[t].w;
}

__device__ float table[256];
__global__ void device_array(float* out) {
  const int t = threadIdx.x;
  out[t] = table[2 * t] + table[2 * t + 1];
}

__global__ void random_bins(int* out, const int* key, int rounds) {
  __shared__ int bins[256];
  const int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) atomicAdd(&bins[key[k * 256 + t]], 1);
  __syncthreads();
  out[t] = bins[t];
}

int main() {
  float* out = zeros<float>(16384);
  float* a = zeros<float>(16384);
  int* ints = reinterpret_cast<int*>(out);
  label("pairs"), pairs<<<1, 64>>>(out);
  label("fours"), fours<<<1, 64>>>(out);
  label("pairs off by one"), pairs_off_by_one<<<1, 64>>>(out);
  label("threes"), threes<<<1, 64>>>(out);
  label("stored pairs"), stored_pairs<<<1, 64>>>(out);
  label("stored fours"), stored_fours<<<1, 64>>>(out);
  label("load, store elsewhere, load"), load_store_load<<<1, 64>>>(out);
  label("store that may alias"), store_that_may_alias<<<1, 64>>>(out, 128);
  label("barrier between"), barrier_between<<<1, 64>>>(out);
  label("branch between"), branch_between<<<1, 64>>>(out, 50);
  label("global store between"), global_store_between<<<1, 64>>>(out);
  label("bytes"), bytes<<<1, 64>>>(ints);
  label("shorts"), shorts<<<1, 64>>>(ints);
  label("doubles"), doubles<<<1, 64>>>(reinterpret_cast<double*>(out));
  label("members of a pair"), pair_members<<<1, 64>>>(out);
  label("members of an aligned pair"), aligned_pair_members<<<1, 64>>>(out);
  label("members of a float4"), vector_members<<<1, 64>>>(out);
  label("dynamic pairs"), dynamic_pairs<<<1, 64, 512>>>(out);
  label("by pointer"), by_pointer<<<1, 64>>>(out);
  label("not unrolled"), not_unrolled<<<1, 64>>>(out);
  label("stencil"), stencil<<<1, 64>>>(out, a);
  label("window of four"), window_of_four<<<1, 64>>>(out, a);
  label("row of a matrix"), row_of_matrix<<<1, 64>>>(out);
  label("row of a padded matrix"), row_of_padded_matrix<<<1, 64>>>(out);
  label("one address"), one_address<<<1, 64>>>(out);
  label("reversed"), reversed<<<1, 64>>>(out);
  label("offset known at run time"), runtime_offset<<<1, 64>>>(out, 2);
  label("offset times two"), multiplied_offset<<<1, 64>>>(out, 3);
  label("volatile pairs"), volatile_pairs<<<1, 64>>>(out);
  label("global pairs"), global_pairs<<<1, 64>>>(out, a);
  label("global members of an aligned pair"),
      global_pair_members<<<1, 64>>>(out, reinterpret_cast<const AlignedPair*>(a));
  label("global members of a float4"),
      global_vector_members<<<1, 64>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(a));
  label("device array"), device_array<<<1, 64>>>(out);
  unsigned state = 1;
  int* key = filled<int>(2048, [&](size_t) { return int((state = state * 1664525u + 1013904223u) >> 24); });
  label("random bins"), random_bins<<<1, 256>>>(ints, key, 8);
  return finish();
}
