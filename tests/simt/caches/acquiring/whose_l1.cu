// Whose L1 a fence empties: the block's own, or all of its multiprocessor's. Two blocks wait for each other, which the simulator has
// run one after the other: only a GPU runs this.
#include "../caches.cuh"

// Of two blocks on a multiprocessor the one that comes second makes a fence while the other one stands between two passes.
__global__ void beside_another(float* out, const float* in, int* come, int* turn, bool fences) {
  __shared__ int place, multiprocessor;
  if (threadIdx.x == 0) {
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    place = atomicAdd(&come[multiprocessor], 1);
  }
  __syncthreads();
  volatile int* const now = &turn[multiprocessor * 32];
  float sum = 0;
  if (place == 0) {
    const float* own = in + size_t(blockIdx.x) * (32 << 8);
    for (int t = 0; t < 2; ++t) {
      for (int i = threadIdx.x; i < 32 << 8; i += blockDim.x) sum += own[i];
      __syncthreads();
      if (t) continue;
      if (threadIdx.x == 0) {
        *now = 1;
        while (*now != 2) {
        }
      }
      __syncthreads();
    }
  } else if (threadIdx.x == 0) {
    while (*now != 1) {
    }
    if (fences) __threadfence();
    *now = 2;
  }
  keep(out, sum);
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1);
  int* come = zeros<int>(1024);
  int* turn = zeros<int>(1 << 15);
  label("another block makes a fence");
  beside_another<<<264, 1024>>>(out, in, come, turn, true);
  label("another block makes none");
  beside_another<<<264, 1024>>>(out, in, come + 512, turn + (1 << 14), false);
  return finish();
}
