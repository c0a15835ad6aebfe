// Lanes of a warp that wait for each other: one that holds a lock gets its turn at some time.
// prints: waiting 32
// prints: trying 32
// prints: each its own 64
// prints: flag 31
// prints: maximum 31.5
// counts: trying l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum 64
#include <cstdio>

__device__ int lock, inside;

// The lane that has the lock is behind the loop in which the others wait.
__global__ void waiting() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  *(volatile int*)&inside = inside + 1;
  __threadfence();
  atomicExch(&lock, 0);
}
// In a loop that all go round together: 32 rounds, and in each one lane gets it. Some say that it must be written so.
__global__ void trying() {
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      *(volatile int*)&inside = inside + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}
__global__ void each_its_own(int* locks, int* sums) {
  const int mine = threadIdx.x % 4;
  for (int i = 0; i < 2; ++i) {
    while (atomicExch(&locks[mine], 1)) {
    }
    *(volatile int*)&sums[mine] = sums[mine] + 1;
    __threadfence();
    atomicExch(&locks[mine], 0);
  }
}
__global__ void flag(int* out) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncwarp();
  if (threadIdx.x == 31) {
    out[0] = 31;
    __threadfence_block();
    ready = 1;
  } else {
    while (!ready) {
    }
  }
}
__device__ void maximum_of(float* to, float value) {
  int* const bits = reinterpret_cast<int*>(to);
  int old = *bits;
  while (__int_as_float(old) < value) {
    const int before = old;
    old = atomicCAS(bits, before, __float_as_int(value));
    if (old == before) break;
  }
}
__global__ void maximum(float* to) { maximum_of(to, threadIdx.x + 0.5f); }

int take() {
  int value = 0, zero = 0;
  cudaMemcpyFromSymbol(&value, inside, 4);
  cudaMemcpyToSymbol(inside, &zero, 4);
  return value;
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64);
  waiting<<<1, 32>>>();
  std::printf("waiting %d\n", take());
  trying<<<1, 32>>>();
  std::printf("trying %d\n", take());
  each_its_own<<<1, 32>>>(data, data + 4);
  cudaDeviceSynchronize();
  std::printf("each its own %d\n", data[4] + data[5] + data[6] + data[7]);
  flag<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  std::printf("flag %d\n", data[0]);
  float* top = reinterpret_cast<float*>(data + 8);
  maximum<<<1, 32>>>(top);
  cudaDeviceSynchronize();
  std::printf("maximum %.1f\n", *top);
}
