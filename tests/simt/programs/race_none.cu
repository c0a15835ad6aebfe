// Legal: barriers, __syncwarp, atomics, the last-block pattern with its fence, a flag behind a fence, own elements,
// bytes of one word, a value only read, two launches.
// environment: SIMT_CHECK=race,uninitialized
// expect: clean
// prints: 120 6
#include <cstdio>

__global__ void reverse(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
  __syncthreads();
  tile[threadIdx.x] = out[threadIdx.x];
}
__global__ void warp_sum(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  for (int half = 16; half > 0; half /= 2) {
    const int other = threadIdx.x < half ? tile[threadIdx.x + half] : 0;
    __syncwarp();
    tile[threadIdx.x] += other;
    __syncwarp();
  }
  if (threadIdx.x == 0) out[0] = tile[0];
}
__global__ void histogram(int* bins, const int* data) {
  __shared__ int mine[8];
  if (threadIdx.x < 8) mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[data[threadIdx.x] & 7], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
__global__ void sum_all(float* partial, unsigned* done, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
    *out = sum;
  }
}
__global__ void hand_over(volatile int* flag, int* data, int* out) {
  if (threadIdx.x == 0) {
    data[0] = 6;
    __threadfence();
    flag[0] = 1;
  } else if (threadIdx.x == 32) {
    while (flag[0] == 0) {}
    __threadfence();
    out[0] = data[0];
  }
}
__global__ void bytes(unsigned char* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
  int *out, *data, *bins, host = 0;
  float *partial, *total, sum = 0;
  unsigned* done;
  cudaMalloc(&out, 256), cudaMalloc(&data, 256), cudaMalloc(&bins, 32), cudaMalloc(&partial, 64), cudaMalloc(&total, 4), cudaMalloc(&done, 4);
  cudaMemset(bins, 0, 32), cudaMemset(done, 0, 4), cudaMemset(data, 0, 256);
  reverse<<<1, 64>>>(out);
  warp_sum<<<1, 32>>>(out);
  histogram<<<1, 64>>>(bins, data);
  sum_all<<<16, 32>>>(partial, done, total);
  cudaMemcpy(&sum, total, 4, cudaMemcpyDeviceToHost);
  hand_over<<<1, 64>>>(data + 32, data, out);
  cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost);
  bytes<<<1, 64>>>((unsigned char*)out);
  bytes<<<1, 64>>>((unsigned char*)out);
  printf("%g %d\n", sum, host);
  return cudaDeviceSynchronize();
}
