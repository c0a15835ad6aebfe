// What nvcc makes one access of is counted as one, if it was aligned in every block; on any number of workers.
// counts: always memory_l1_wavefronts_shared 1024
// counts: not_always memory_l1_wavefronts_shared 1600
// counts: by_a_volatile memory_l1_wavefronts_shared 24
// expect: clean
#include <cstdio>

__global__ void always(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = t, s[t + 128] = t;
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[2 * t] + s[2 * t + 1];
}

__global__ void not_always(float* out) {
  __shared__ float s[258];
  const int t = threadIdx.x, off = blockIdx.x % 3 == 1;
  s[t] = t, s[t + 128] = t;
  if (t < 2) s[256 + t] = 0;
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[2 * t + off] + s[2 * t + off + 1];
}

// The lanes lie another way in each block: too many for the simulator to remember.
__global__ void scattered(float* out) {
  __shared__ float s[256];
  const int t = threadIdx.x, key = (t * (2 * blockIdx.x + 1) + t * t) % 128;
  s[t] = t, s[t + 128] = t;
  __syncthreads();
  out[blockIdx.x * 128 + t] = s[2 * key] + s[2 * key + 1];
}

__global__ void by_a_volatile(float* out) {
  __shared__ volatile float s[256];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 128] = t;
  __syncthreads();
  out[t] = s[2 * t] + s[2 * t + 1];
}

int main() {
  float* out;
  cudaMalloc(&out, 128 * 512 * sizeof(float));
  always<<<64, 128>>>(out);
  not_always<<<64, 128>>>(out);
  scattered<<<512, 128>>>(out);
  by_a_volatile<<<1, 128>>>(out);
  return cudaDeviceSynchronize();
}
