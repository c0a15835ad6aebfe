// A warp arrives once, and its other lanes may not have read yet.
// fails: Order.NobodyMeets: has read it
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__device__ void sleep_until(__mbarrier_t* b, bool parity) {
  while (!__mbarrier_test_wait_parity(b, parity)) {
  }
}

__global__ void roles(int* out, const int* in, int rows, int cols) {
  __shared__ int ring[3][130];
  __shared__ __mbarrier_t there[3], gone[3];
  const int top = blockIdx.y * 24, count = min(24, rows - top), left = blockIdx.x * 128, t = threadIdx.x;
  if (t < 3) {
    __mbarrier_init(there + t, 32);
    __mbarrier_init(gone + t, 4);
  }
  __syncthreads();
  if (t >= 128) {
    for (int n = 0; n < count; ++n) {
      const int s = n % 3;
      if (n >= 3) sleep_until(gone + s, (n / 3 - 1) & 1);
      for (int k = t - 128; k < 130; k += 32) {
        const int c = left + k - 1;
        const bool real = c >= 0 && c < cols;
        __pipeline_memcpy_async(&ring[s][k], real ? in + (top + n) * cols + c : in, 4, real ? 0 : 4);
      }
      __pipeline_arrive_on(there + s);
      (void)__mbarrier_arrive(there + s);
    }
    return;
  }
  for (int n = 0; n < count; ++n) {
    const int s = n % 3;
    sleep_until(there + s, n / 3 & 1);
    const int* b = ring[s] + t;
    const int sum = b[0] + 2 * b[1] + b[2];
    if (t % 32 == 0) (void)__mbarrier_arrive(gone + s);
    if (left + t < cols) out[(top + n) * cols + left + t] = sum;
  }
}

void producer_consumer(int* out, const int* in, int rows, int cols) {
  roles<<<dim3((cols + 127) / 128, (rows + 23) / 24), 160>>>(out, in, rows, cols);
}
