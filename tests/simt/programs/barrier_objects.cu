// Who has waited at a barrier object has seen what those that arrived had done at their arrival, and no more.
// environment: SIMT_CHECK=race,uninitialized
// prints: right 31 0
// expect: race shared line 44 says "barrier_objects.cu line 41, with no barrier in between"
// expect: race shared line 57 says "barrier_objects.cu line 53, with no barrier in between"
// expect: race shared line 92 says "barrier_objects.cu line 89, with no barrier in between"
// expect: sync line 13 says "barrier_objects.cu line 13, for ever: phase 2 lacks 32 of its 32 arrivals; phase 1 is complete"
#include <cuda_pipeline.h>

#include <cstdio>

__device__ void wait(__mbarrier_t* barrier, int phase) {
  while (!__mbarrier_try_wait_parity(barrier, phase % 2, 1000)) {
  }
}
__device__ void begin(__mbarrier_t* barrier, int expected) {
  if (threadIdx.x == 0) __mbarrier_init(barrier, expected);
  __syncthreads();
}

__global__ void right(int* out) {
  __shared__ int numbers[32];
  __shared__ __mbarrier_t full;
  begin(&full, 32);
  if (threadIdx.x < 32) {
    numbers[threadIdx.x] = int(threadIdx.x);
    (void)__mbarrier_arrive(&full);
  } else {
    wait(&full, 0);
    out[threadIdx.x - 32] = numbers[63 - threadIdx.x];
  }
}

// It writes behind its arrival.
__global__ void arrives_too_early(int* out) {
  __shared__ int numbers[32];
  __shared__ __mbarrier_t full;
  begin(&full, 32);
  if (threadIdx.x < 32) {
    (void)__mbarrier_arrive(&full);
    numbers[threadIdx.x] = int(threadIdx.x);
  } else {
    wait(&full, 0);
    out[threadIdx.x - 32] = numbers[63 - threadIdx.x];
  }
}

// The second warp of producers arrives nowhere.
__global__ void not_all_arrive(int* out) {
  __shared__ int numbers[64];
  __shared__ __mbarrier_t full;
  begin(&full, 32);
  if (threadIdx.x < 64) numbers[threadIdx.x] = int(threadIdx.x);
  if (threadIdx.x < 32) (void)__mbarrier_arrive(&full);
  if (threadIdx.x >= 64) {
    wait(&full, 0);
    out[threadIdx.x - 64] = numbers[threadIdx.x - 64] + numbers[threadIdx.x - 32];
  }
}

// A phase may be over before the reader has looked at it: nobody waits for the reader.
__global__ void overtaken(int* out) {
  __shared__ int numbers[32];
  __shared__ __mbarrier_t full;
  begin(&full, 32);
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x < 32) {
      numbers[threadIdx.x] = int(threadIdx.x) + round;
      (void)__mbarrier_arrive(&full);
      wait(&full, round);
    } else {
      wait(&full, round);
      sum += numbers[63 - threadIdx.x];
    }
  }
  if (threadIdx.x >= 32) out[threadIdx.x - 32] = sum;
}

// Who waits without arriving does not hold up the others: they do not see what it does.
__global__ void reader_writes(int* out) {
  __shared__ int numbers[32];
  __shared__ __mbarrier_t full;
  begin(&full, 32);
  if (threadIdx.x < 32) {
    numbers[threadIdx.x] = int(threadIdx.x);
    (void)__mbarrier_arrive(&full);
    wait(&full, 0);
    out[threadIdx.x] = numbers[31 - threadIdx.x];
  } else {
    wait(&full, 0);
    numbers[threadIdx.x - 32] = 0;
  }
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  right<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  printf("right %d %d\n", out[0], out[31]);
  arrives_too_early<<<1, 64>>>(out);
  not_all_arrive<<<1, 96>>>(out);
  reader_writes<<<1, 64>>>(out);
  overtaken<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
