// Everyday: working sets about as large as L1, with shared memory, carve-outs, registers and few or many blocks beside.
#include "../caches.cuh"

extern __shared__ float shared[];

__global__ void again(float* out, const float* in, int floats, int times) {
  const float* own = in + size_t(blockIdx.x) * floats;
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void again_beside(float* out, const float* in, int floats, int times) {
  shared[threadIdx.x] = 0;
  const float* own = in + size_t(blockIdx.x) * floats;
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += own[i];
  keep(out, sum + shared[threadIdx.x]);
}
// So many registers that few blocks are there at a time. The simulator's threads have none, and ask for the same with fewer.
#ifdef __SIMTCC__
constexpr int kept_floats = 1;
#else
constexpr int kept_floats = 96;
#endif
__global__ void __launch_bounds__(256) again_with_registers(float* out, const float* in, int floats, int times) {
  const float* own = in + size_t(blockIdx.x) * floats;
  float kept[kept_floats];
#pragma unroll
  for (int k = 0; k < kept_floats; ++k) kept[k] = k;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) {
      const float v = own[i];
#pragma unroll
      for (int k = 0; k < kept_floats; ++k) kept[k] = kept[k] * v + kept[(k + 1) % kept_floats];
    }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < kept_floats; ++k) sum += kept[k];
  keep(out, sum);
}
__global__ void random_in(float* out, const float* in, unsigned floats, int times) {
  const float* own = in + size_t(blockIdx.x) * floats;
  unsigned at = threadIdx.x * 2654435761u + 12345;
  float sum = 0;
  for (int t = 0; t < times; ++t) {
    at = at * 1664525u + 1013904223u;
    sum += own[(at >> 8) % floats];
  }
  keep(out, sum);
}
__global__ void same_for_all(float* out, const float* in, int floats, int times) {
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += in[i];
  keep(out, sum);
}
// Each thread walks along a row of its own: a line a thread must stay for 32 steps.
__global__ void own_rows(float* out, const float* in, int cols) {
  float sum = 0;
  for (int i = 0; i < cols; ++i) sum += in[index() * cols + i];
  out[index()] = sum;
}

int main() {
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 22);
  require(cudaFuncSetAttribute(again_beside, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  for (const int kib : {30, 100, 200, 230}) {
    label("%ld KiB three times, a block an SM", kib);
    again<<<132, 512>>>(out, in, kib * 256, 3);
  }
  for (const int kib : {12, 24, 40}) {
    label("%ld KiB three times, 8 blocks an SM", kib);
    again<<<1056, 256>>>(out, in, kib * 256, 3);
  }
  label("50 KiB three times, 4 blocks an SM");
  again<<<528, 256>>>(out, in, 50 * 256, 3);
  for (const int kib : {16, 48, 96}) {
    label("60 KiB three times beside %ld KiB of shared memory", kib);
    again_beside<<<132, 256, kib << 10>>>(out, in, 60 * 256, 3);
  }
  label("16 KiB three times beside 40 KiB of shared memory, 4 blocks an SM");
  again_beside<<<528, 256, 40 << 10>>>(out, in, 16 * 256, 3);
  for (const int share : {0, 50, 100}) {
    require(cudaFuncSetAttribute(again, cudaFuncAttributePreferredSharedMemoryCarveout, share));
    label("60 KiB three times, %ld %% for shared memory", share);
    again<<<132, 256>>>(out, in, 60 * 256, 3);
    label("140 KiB twice, %ld %% for shared memory", share);
    again<<<132, 256>>>(out, in, 140 * 256, 2);
  }
  require(cudaFuncSetAttribute(again_beside, cudaFuncAttributePreferredSharedMemoryCarveout, 0));
  label("40 KiB three times beside 10 KiB of shared memory, the rest for L1");
  again_beside<<<528, 256, 10 << 10>>>(out, in, 40 * 256, 3);
  for (const int kib : {20, 40, 60}) {
    label("%ld KiB four times with many registers", kib);
    again_with_registers<<<1056, 256>>>(out, in, kib * 256, 4);
  }
  for (const int kib : {16, 64, 128, 256}) {
    label("at random in %ld KiB", kib);
    random_in<<<132, 512>>>(out, in, kib * 256, 100);
  }
  label("the same 100 KiB for all, 264 blocks");
  same_for_all<<<264, 256>>>(out, in, 25600, 2);
  label("the same 400 KiB for all, 132 blocks");
  same_for_all<<<132, 512>>>(out, in, 102400, 2);
  label("own rows of 64 by 128 threads, 132 blocks");
  own_rows<<<132, 128>>>(out, in, 64);
  label("own rows of 64 by 256 threads, 1056 blocks");
  own_rows<<<1056, 256>>>(out, in, 64);
  label("own rows of 96 by 1024 threads, 264 blocks");
  own_rows<<<264, 1024>>>(out, in, 96);
  return finish();
}
