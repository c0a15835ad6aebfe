// Calibration: what nvcc fuses across gaps, rounds of a loop, branches, calls and meetings (fused.cu has the simple cases).
#include "calibration.cuh"

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
  return finish();
}
