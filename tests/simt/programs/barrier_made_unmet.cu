// A barrier object that others use, with nothing to say that it has been made.
// environment: SIMT_CHECK=race
// prints: no error
// expect: race shared line 14 says "thread (0,0) has written it, barrier_made_unmet.cu line 12, with no barrier in between"
#include <cuda_awbarrier_primitives.h>

#include <cstdio>

__global__ void made(int* out, bool meet) {
  __shared__ __mbarrier_t object;
  // Warp 0 makes it, and so far nobody else has been told.
  if (threadIdx.x == 0) __mbarrier_init(&object, blockDim.x);
  if (meet) __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&object);
  while (!__mbarrier_try_wait(&object, token, 1000)) continue;
  out[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&object);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  for (const bool meet : {true, false}) made<<<1, 64>>>(out, meet);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
