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

// The same number of every lane: a row of the left tile.
template <int width>
__global__ void tiled_product(float* out, const float* a, const float* b, int n) {
  __shared__ float left[16][width], right[16][width];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    left[y][x] = a[y * n + k + x];
    right[y][x] = b[(k + y) * n + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += left[y][j] * right[j][x];
    __syncthreads();
  }
  out[y * n + x] = sum;
}

template <int width>
__global__ void tiled_product_32(float* out, const float* a, const float* b, int n) {
  __shared__ float left[32][width], right[32][width];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    left[y][x] = a[y * n + k + x];
    right[y][x] = b[(k + y) * n + x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; ++j) sum += left[y][j] * right[j][x];
    __syncthreads();
  }
  out[y * n + x] = sum;
}

// 64 × 64 of the result by 256 threads, 4 × 4 each.
__global__ void register_tile(float* out, const float* a, const float* b, int n) {
  __shared__ float left[8][64], right[8][64];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 512; i += 256) {
      left[i / 64][i % 64] = a[(i % 64) * n + k + i / 64];
      right[i / 64][i % 64] = b[(k + i / 64) * n + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float l[4], r[4];
      for (int i = 0; i < 4; ++i) l[i] = left[j][4 * y + i], r[i] = right[j][4 * x + i];
      for (int i = 0; i < 4; ++i)
        for (int c = 0; c < 4; ++c) sum[i][c] += l[i] * r[c];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 4; ++c) out[(4 * y + i) * n + 4 * x + c] = sum[i][c];
}

// The other order of a thread's elements: 16 apart.
__global__ void register_tile_strided(float* out, const float* a, const float* b, int n) {
  __shared__ float left[64][8], right[8][64];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 512; i += 256) {
      left[i / 8][i % 8] = a[(i / 8) * n + k + i % 8];
      right[i / 64][i % 64] = b[(k + i / 64) * n + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      float l[4], r[4];
      for (int i = 0; i < 4; ++i) l[i] = left[y + 16 * i][j], r[i] = right[j][x + 16 * i];
      for (int i = 0; i < 4; ++i)
        for (int c = 0; c < 4; ++c) sum[i][c] += l[i] * r[c];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 4; ++c) out[(y + 16 * i) * n + x + 16 * c] = sum[i][c];
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

// Some of four neighbours.
template <unsigned which>
__global__ void some_of_four(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) s[t + 64 * k] = t;
  __syncthreads();
  float sum = 0;
  if (which & 1) sum += s[4 * t];
  if (which & 2) sum += s[4 * t + 1];
  if (which & 4) sum += s[4 * t + 2];
  if (which & 8) sum += s[4 * t + 3];
  out[t] = sum;
}

template <unsigned which>
__global__ void stored_some_of_four(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  if (which & 1) s[4 * t] = t;
  if (which & 2) s[4 * t + 1] = t;
  if (which & 4) s[4 * t + 2] = t;
  if (which & 8) s[4 * t + 3] = t;
  __syncthreads();
  out[t] = s[(4 * t + 4) % 256 + (which & 1 ? 0 : 1)];
}

__global__ void loop_of_ten(float* out) {
  __shared__ float s[768];
  const int t = threadIdx.x;
  for (int k = 0; k < 12; ++k) s[t + 64 * k] = t;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 10; ++k) sum += s[12 * t + k];
  out[t] = sum;
}

__global__ void loop_to_a_parameter(float* out, int n) {
  __shared__ float s[768];
  const int t = threadIdx.x;
  for (int k = 0; k < 12; ++k) s[t + 64 * k] = t;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += s[12 * t + k];
  out[t] = sum;
}

__global__ void unrolled_twice(float* out) {
  __shared__ float s[768];
  const int t = threadIdx.x;
  for (int k = 0; k < 12; ++k) s[t + 64 * k] = t;
  __syncthreads();
  float sum = 0;
#pragma unroll 2
  for (int k = 0; k < 12; ++k) sum += s[12 * t + k];
  out[t] = sum;
}

__global__ void long_loop(float* out) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) s[t + 64 * k] = t;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 512; ++k) sum += s[k] * k;
  out[t] = sum;
}

__global__ void loop_until_found(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int k = 0;
  while (s[k] < 21) ++k;
  out[t] = k;
}

__global__ void choice_between(float* out, int limit) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = s[2 * t];
  if (limit > 5) out[64 + t] = x;
  out[t] = x + s[2 * t + 1];
}

__global__ void shuffle_between(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  float x = s[2 * t];
  x += __shfl_xor_sync(~0u, x, 1);
  out[t] = x + s[2 * t + 1];
}

__global__ void warp_barrier_between(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = s[2 * t];
  __syncwarp();
  out[t] = x + s[2 * t + 1];
}

__global__ void shared_atomic_between(float* out, int* counts) {
  __shared__ float s[128];
  __shared__ int count;
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  if (t == 0) count = 0;
  __syncthreads();
  const float x = s[2 * t];
  atomicAdd(&count, 1);
  out[t] = x + s[2 * t + 1];
  __syncthreads();
  counts[t] = count;
}

__global__ void global_atomic_between(float* out, int* counts) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = s[2 * t];
  atomicAdd(counts, 1);
  out[t] = x + s[2 * t + 1];
}

__noinline__ __device__ float apart(float x) { return x * 3 + 1; }

__global__ void call_between(float* out) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const float x = apart(s[2 * t]);
  out[t] = x + s[2 * t + 1];
}

__global__ void key_of_all(float* out, const int* key) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = t, s[t + 64] = t;
  __syncthreads();
  const int k = key[1];
  out[t] = s[k] + s[k + 1];
}

__global__ void tree(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

__global__ void bodies(float* out) {
  __shared__ float4 s[64];
  const int t = threadIdx.x;
  s[t] = make_float4(t, 1, 2, 3);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; ++k) {
    const float x = s[k].x - t, y = s[k].y, z = s[k].z;
    sum += s[k].w / (x * x + y * y + z * z + 1);
  }
  out[t] = sum;
}

struct Three {
  float x, y, z;
};

__global__ void members_of_three(float* out) {
  __shared__ Three s[64];
  const int t = threadIdx.x;
  s[t].x = t, s[t].y = 1, s[t].z = 2;
  __syncthreads();
  out[t] = s[t ^ 1].x + s[t ^ 1].y + s[t ^ 1].z;
}

__global__ void two_arrays(float* out) {
  __shared__ float s[64], r[64];
  const int t = threadIdx.x;
  s[t] = t, r[t] = 2 * t;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 64; ++k) sum += s[k] * r[t ^ k];
  out[t] = sum;
}

__global__ void tile_of_33(float* out, const float* a) {
  __shared__ float s[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int k = 0; k < 32; k += 8) s[y + k][x] = a[(y + k) * 32 + x];
  __syncthreads();
  for (int k = 0; k < 32; k += 8) out[(y + k) * 32 + x] = s[x][y + k];
}

// Every thread four columns of a row, one after the other: the compiler sees them at once.
__global__ void four_columns(float* out) {
  __shared__ float s[16][64];
  const int t = threadIdx.x % 16, y = threadIdx.x / 16;
  for (int k = 0; k < 4; ++k) s[y][4 * t + k] = k;
  __syncthreads();
  float sum[4] = {};
  for (int row = 0; row < 16; ++row)
    for (int k = 0; k < 4; ++k) sum[k] += s[row][4 * t + k];
  for (int k = 0; k < 4; ++k) out[(y * 16 + t) * 4 + k] = sum[k];
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
  label("tiled product, 16 wide"), tiled_product<16><<<1, dim3(16, 16)>>>(out, a, a, 64);
  label("tiled product, 17 wide"), tiled_product<17><<<1, dim3(16, 16)>>>(out, a, a, 64);
  label("tiled product, 18 wide"), tiled_product<18><<<1, dim3(16, 16)>>>(out, a, a, 64);
  label("tiled product of 32, 32 wide"), tiled_product_32<32><<<1, dim3(32, 32)>>>(out, a, a, 64);
  label("tiled product of 32, 33 wide"), tiled_product_32<33><<<1, dim3(32, 32)>>>(out, a, a, 64);
  label("register tile"), register_tile<<<1, 256>>>(out, a, a, 64);
  label("register tile, strided"), register_tile_strided<<<1, 256>>>(out, a, a, 64);
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
  label("some of four: 0 2"), some_of_four<5><<<1, 64>>>(out);
  label("some of four: 0 3"), some_of_four<9><<<1, 64>>>(out);
  label("some of four: 1 2"), some_of_four<6><<<1, 64>>>(out);
  label("some of four: 2 3"), some_of_four<12><<<1, 64>>>(out);
  label("some of four: 1 2 3"), some_of_four<14><<<1, 64>>>(out);
  label("some of four: 0 2 3"), some_of_four<13><<<1, 64>>>(out);
  label("some of four: 0 1 3"), some_of_four<11><<<1, 64>>>(out);
  label("some of four stored: 0 1 2"), stored_some_of_four<7><<<1, 64>>>(out);
  label("some of four stored: 1 2 3"), stored_some_of_four<14><<<1, 64>>>(out);
  label("some of four stored: 0 2"), stored_some_of_four<5><<<1, 64>>>(out);
  label("loop of ten"), loop_of_ten<<<1, 64>>>(out);
  label("loop to a parameter"), loop_to_a_parameter<<<1, 64>>>(out, 10);
  label("unrolled twice"), unrolled_twice<<<1, 64>>>(out);
  label("long loop"), long_loop<<<1, 64>>>(out);
  label("loop until found"), loop_until_found<<<1, 64>>>(ints);
  label("choice between"), choice_between<<<1, 64>>>(out, 7);
  label("shuffle between"), shuffle_between<<<1, 64>>>(out);
  label("warp barrier between"), warp_barrier_between<<<1, 64>>>(out);
  label("shared atomic between"), shared_atomic_between<<<1, 64>>>(out, ints + 128);
  label("global atomic between"), global_atomic_between<<<1, 64>>>(out, ints + 128);
  label("call between"), call_between<<<1, 64>>>(out);
  int* two = filled<int>(4, [](size_t) { return 2; });
  label("key of all"), key_of_all<<<1, 64>>>(out, two);
  label("tree"), tree<<<1, 256>>>(out);
  label("bodies"), bodies<<<1, 64>>>(out);
  label("members of three"), members_of_three<<<1, 64>>>(out);
  label("two arrays"), two_arrays<<<1, 64>>>(out);
  label("tile of 33"), tile_of_33<<<1, dim3(32, 8)>>>(out, a);
  label("four columns"), four_columns<<<1, 256>>>(out);
  label("random bins"), random_bins<<<1, 256>>>(ints, key, 8);
  return finish();
}
