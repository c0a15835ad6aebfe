// libcu++'s barrier and its asynchronous copies need PTX that is not there: the kernel ends where it comes to it.
// expect: trap says "inline PTX mbarrier.init.shared.b64"
// expect: trap says "inline PTX cp.async.ca.shared.global"
// prints: unspecified launch failure
// prints: unspecified launch failure
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void meets() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  barrier.arrive_and_wait();
}

__global__ void copies(const int* in, int* out) {
  __shared__ int staged[64];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&staged[threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] = staged[threadIdx.x];
  pipeline.consumer_release();
}

int main() {
  meets<<<1, 64>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaDeviceReset();
  int* numbers;
  cudaMallocManaged(&numbers, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) numbers[i] = i;
  copies<<<1, 64>>>(numbers, numbers + 64);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
