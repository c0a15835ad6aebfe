// Copies and barriers of <cuda_pipeline.h>; what is wrong with barriers.
// environment: SIMT_CHECK=race,uninitialized
// prints: copied 2016 zeros 1 0
// prints: exchanged 63 0
// expect: race shared line 40 says "writes the shared array tile"
// expect: sync line 51 says "waits at an mbarrier, pipeline_primitives.cu line 51, for ever"
// expect: trap line 57 says "an operation of an mbarrier that has not been initialised"
// expect: trap line 65 says "an arrival at an mbarrier that expects no more"
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void copied(const int* in, int* out) {
  __shared__ int tile[64], padded[2];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  if (threadIdx.x == 0) __pipeline_memcpy_async(padded, in + 1, 8, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  int sum = 0;
  for (int value : tile) sum += value;
  if (threadIdx.x == 0) out[0] = sum, out[1] = padded[0], out[2] = padded[1];
}

__global__ void exchanged(int* out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int numbers[64];
  if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
  __syncthreads();
  numbers[threadIdx.x] = int(threadIdx.x);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  out[threadIdx.x] = numbers[63 - threadIdx.x];
}

// Each waits for its own copies only; the others' are read without a barrier.
__global__ void races(const int* in, int* out) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void waits_in_vain() {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0) __mbarrier_init(&barrier, 64);
  __syncthreads();
  const __mbarrier_token_t token = threadIdx.x < 63 ? __mbarrier_arrive(&barrier) : 0;
  while (threadIdx.x < 63 && !__mbarrier_try_wait(&barrier, token, 100)) {
  }
}

__global__ void not_made() {
  __shared__ __mbarrier_t barrier;
  __mbarrier_arrive(&barrier);
}

__global__ void too_many() {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0) __mbarrier_init(&barrier, 2);
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_arrive(&barrier);
  if (threadIdx.x == 0) simt_mbarrier_arrive(&barrier, 2, 0, 0);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  copied<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("copied %d zeros %d %d\n", out[0], out[1], out[2]);
  exchanged<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("exchanged %d %d\n", out[0], out[63]);
  races<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (void (*kernel)() : {waits_in_vain, not_made, too_many}) {
    kernel<<<1, 64>>>();
    cudaDeviceSynchronize();
    cudaDeviceReset();
  }
}
