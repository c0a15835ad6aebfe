// Later: blocks that hand over to others of the launch, by flags that acquire and release, and kernels in a row; said by the model
// before an H100 counted them.
#include <cuda/atomic>

#include "../caches.cuh"

// Each block waits for the one before, and reads what that has left together with a table of its own that it has read before.
__global__ void relayed(float* data, const float* table, int each, int* ready) {
  using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
  const float* const own = table + size_t(blockIdx.x) * each;
  float sum = 0;
  for (int i = threadIdx.x; i < each; i += blockDim.x) sum += own[i];
  if (blockIdx.x) {
    if (threadIdx.x == 0)
      while (Flag(ready[blockIdx.x - 1]).load(cuda::memory_order_acquire) == 0) {
      }
    __syncthreads();
    for (int i = threadIdx.x; i < each; i += blockDim.x) sum += own[i] * data[size_t(blockIdx.x - 1) * each + i];
  }
  for (int i = threadIdx.x; i < each; i += blockDim.x) data[size_t(blockIdx.x) * each + i] = sum;
  __syncthreads();
  if (threadIdx.x == 0) Flag(ready[blockIdx.x]).store(1, cuda::memory_order_release);
}
// The same with nobody waited for: each block adds what it has to a sum, under a lock of its group.
__global__ void locked(float* sums, const float* in, int* locks, int each, int groups) {
  const float* const own = in + size_t(blockIdx.x) * each;
  float* const to = sums + size_t(blockIdx.x % groups) * each;
  int* const lock = &locks[blockIdx.x % groups];
  if (threadIdx.x == 0)
    while (atomicCAS(lock, 0, 1)) {
    }
  __syncthreads();
  if (threadIdx.x == 0) __threadfence();
  __syncthreads();
  for (int i = threadIdx.x; i < each; i += blockDim.x) to[i] += own[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void made(float* out, const float* in) { out[index()] = in[index()] * 2; }
__global__ void smoothed(float* out, const float* in, size_t count) {
  const size_t i = index();
  out[i] = in[i] + in[i + 1 < count ? i + 1 : i] + in[i ? i - 1 : 0];
}

int main() {
  float *a = zeros<float>(1 << 22), *b = zeros<float>(1 << 22);
  int* flag = zeros<int>(4096);
  label("relayed, 16 KiB by 120 blocks");
  relayed<<<120, 512>>>(a, b, 16 << 8, flag);
  label("locked, 8 KiB by 64 groups, 512 blocks");
  locked<<<512, 256>>>(a, b, flag + 2048, 8 << 8, 64);
  label("made, 8 MiB");
  made<<<8192, 256>>>(a, b);
  label("smoothed, 8 MiB");
  smoothed<<<8192, 256>>>(b, a, size_t(8192) * 256);
  return finish();
}
