// A barrier object that others use, or one thread ends, with nothing to say that it has been made or that all have done with it.
// environment: SIMT_CHECK=race
// expect: race shared line 13 says "thread (0,0) has written it, barrier_made_unmet.cu line 11, with no barrier in between"
// expect: race shared line 28 says "thread (40,0) has read it, barrier_made_unmet.cu line 27, with no barrier in between"
#include <cuda_awbarrier_primitives.h>

#include <cstdio>

__global__ void made(int* out, bool meet) {
  __shared__ __mbarrier_t object;
  if (threadIdx.x == 0) __mbarrier_init(&object, blockDim.x);
  if (meet) __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&object);
  while (!__mbarrier_try_wait(&object, token, 1000)) continue;
  out[threadIdx.x] = 1;
}

__global__ void ended(int* out, bool meet) {
  __shared__ __mbarrier_t object;
  if (threadIdx.x == 0) __mbarrier_init(&object, blockDim.x);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&object);
  while (!__mbarrier_try_wait(&object, token, 1000)) continue;
  out[threadIdx.x] = 1;
  __syncthreads();
  // Whoever looks again, later than the last barrier, may come behind the end.
  if (threadIdx.x == 40) out[0] = __mbarrier_test_wait_parity(&object, 0);
  if (threadIdx.x == 63 && !meet) __mbarrier_inval(&object);
  if (meet) __syncthreads();
  if (threadIdx.x == 0 && meet) __mbarrier_inval(&object);
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  for (const bool meet : {true, false}) {
    made<<<1, 64>>>(out, meet);
    ended<<<1, 64>>>(out, meet);
  }
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
}
