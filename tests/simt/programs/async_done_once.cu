// A copy that an object has counted is done, and is not done again when its thread waits for the group that it is in as well.
// environment: SIMT_CHECK=all
// expect: clean
// prints: right
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void by_object_and_by_group(float* out, const float* in) {
  __shared__ __mbarrier_t barrier;
  __shared__ float there[64];
  const int me = threadIdx.x;
  if (me == 0) __mbarrier_init(&barrier, 64);
  __syncthreads();
  __pipeline_memcpy_async(&there[me], &in[me], sizeof(float));
  __pipeline_arrive_on(&barrier);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  there[me] += 1;
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[me] = there[63 - me];
}

int main() {
  float *in = nullptr, *out = nullptr, all[64];
  cudaMallocManaged(&in, sizeof all);
  cudaMallocManaged(&out, sizeof all);
  for (int i = 0; i < 64; ++i) in[i] = float(i);
  by_object_and_by_group<<<1, 64>>>(out, in);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < 64; ++i) right &= out[i] == float(64 - i);
  std::puts(right ? "right" : "wrong");
  cudaFree(in);
  cudaFree(out);
}
