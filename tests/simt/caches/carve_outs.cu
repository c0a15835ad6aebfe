// Calibration: how much of what L1 is left with beside shared memory holds what comes again, and in which order it goes.
#include "caches.cuh"

__global__ void again(float* out, const float* in, int count, int times) {
  const float* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void there_and_back(float* out, const float* in, int count) {
  const float* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  for (int i = count - 1 - int(threadIdx.x); i >= 0; i -= blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void lines_by_chance(float* out, const float* in, int lines, int times) {
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < lines; i += blockDim.x) {
      unsigned at = unsigned(blockIdx.x) * 65536u + unsigned(i / 32) + 1;
      at = (at ^ at >> 16) * 0x7feb352du, at = (at ^ at >> 15) * 0x846ca68bu, at ^= at >> 16;
      sum += in[std::size_t(at % (1u << 19)) * 32 + i % 32];
    }
  keep(out, sum);
}
// Some lines, then so many others, then the first again.
__global__ void after_others(float* out, const float* in, int first, int others) {
  const float* own = in + std::size_t(blockIdx.x) * (first + others);
  float sum = 0;
  for (int i = threadIdx.x; i < first + others; i += blockDim.x) sum += own[i];
  __syncthreads();
  for (int i = threadIdx.x; i < first; i += blockDim.x) sum += own[i];
  keep(out, sum);
}

int main() {
  constexpr int all = 132;
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 20);
  const void* const kernels[] = {
      (const void*)again, (const void*)lines_by_chance, (const void*)there_and_back, (const void*)after_others};
  for (const void* kernel : kernels)
    require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 226 * 1024));
  for (const int shared : {99, 131, 163, 195}) {
    const int left = 255 - shared;  // KiB
    for (const int share : {50, 70, 80, 90, 100, 110, 130}) {
      const int kib = left * share / 100;
      label("%ld KiB again in %ld KiB", kib, left);
      again<<<all, 256, std::size_t(shared) * 1024>>>(out, in, kib * 256, 2);
      if (share % 20 == 0 || share == 50) {
        label("%ld KiB by chance in %ld KiB", kib, left);
        lines_by_chance<<<all, 256, std::size_t(shared) * 1024>>>(out, in, kib * 256, 2);
      }
    }
    label("%ld KiB there and back in %ld KiB", left * 3 / 2, left);
    there_and_back<<<all, 32, std::size_t(shared) * 1024>>>(out, in, left * 3 / 2 * 256);
  }
  for (const int threads : {32, 1024})
    for (const int kib : {24, 32, 48, 96}) {
      label("%ld KiB there and back in 28 KiB, %ld threads", kib, threads);
      there_and_back<<<all, threads, 200 * 1024>>>(out, in, kib * 256);
    }
  for (const int threads : {32, 1024})
    for (const int kib : {240, 256, 320, 512}) {
      label("%ld KiB there and back, %ld threads", kib, threads);
      there_and_back<<<all, threads>>>(out, in, kib * 256);
    }
  for (const int others : {4, 8, 12, 16, 20, 24, 32}) {
    label("8 KiB after %ld others in 28 KiB", others);
    after_others<<<all, 32, 200 * 1024>>>(out, in, 8 * 256, others * 256);
  }
  for (const int others : {96, 128, 160, 176, 192, 208, 224, 256}) {
    label("32 KiB after %ld others", others);
    after_others<<<all, 32>>>(out, in, 32 * 256, others * 256);
  }
  return finish();
}
