// How much of what L1 and shared memory have in common the driver gives to shared memory, by threads and shared memory of a block,
// by registers, and by what the program prefers. For measure.py --launch: nothing is asked of memory here.
#include "../calibration/calibration.cuh"

extern __shared__ float shared[];

__global__ void few_registers(float* out) {
  if (out[threadIdx.x] != 12345) return;  // always: there may be none
  shared[threadIdx.x] = 1;
  __syncthreads();
  out[0] = shared[threadIdx.x ^ 1];
}
__global__ void __launch_bounds__(256) many_registers(float* out, int times) {
  float kept[96];
#pragma unroll
  for (int k = 0; k < 96; ++k) kept[k] = k;
  for (int i = 0; i < times; ++i) {
#pragma unroll
    for (int k = 0; k < 96; ++k) kept[k] = kept[k] * out[i] + kept[(k + 1) % 96];
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 96; ++k) sum += kept[k];
  if (sum == 12345) out[0] = sum + shared[0];
}
template <int floats>
__global__ void own_array(float* out) {
  __shared__ float own[floats];
  own[threadIdx.x % floats] = out[threadIdx.x];
  __syncthreads();
  if (own[(threadIdx.x + 1) % floats] == 12345) out[0] = 1;
}

int main() {
  float* out = zeros<float>(1 << 18);
  const long sizes[] = {0, 32, 64, 256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768,
      49152, 65536, 90000, 120000, 200000};
  require(cudaFuncSetAttribute(few_registers, cudaFuncAttributeMaxDynamicSharedMemorySize, 220 << 10));
  require(cudaFuncSetAttribute(many_registers, cudaFuncAttributeMaxDynamicSharedMemorySize, 220 << 10));
  for (const long threads : {32, 64, 96, 128, 160, 192, 256, 320, 384, 512, 544, 640, 672, 768, 896, 960, 1024})
    for (const long bytes : sizes) {
      label("few registers, preferred -1, threads %ld, shared bytes %ld", threads, bytes);
      few_registers<<<132, threads, bytes>>>(out);
    }
  for (const long threads : {32, 64, 96, 128, 192, 256})
    for (const long bytes : sizes) {
      label("many registers, preferred -1, threads %ld, shared bytes %ld", threads, bytes);
      many_registers<<<132, threads, bytes>>>(out, 1);
    }
  for (const long share : {0, 1, 5, 10, 25, 40, 50, 75, 90, 100}) {
    require(cudaFuncSetAttribute(few_registers, cudaFuncAttributePreferredSharedMemoryCarveout, share));
    for (const long threads : {64, 256, 1024})
      for (const long bytes : {0, 64, 512, 2048, 4096, 8192, 16384, 40960}) {
        label("few registers, preferred %ld, threads %ld, shared bytes %ld", share, threads, bytes);
        few_registers<<<132, threads, bytes>>>(out);
      }
  }
  for (const long threads : {64, 256, 512, 1024}) {
    label("array, preferred -1, threads %ld, shared bytes 1024", threads);
    own_array<256><<<132, threads>>>(out);
    label("array, preferred -1, threads %ld, shared bytes 4096", threads);
    own_array<1024><<<132, threads>>>(out);
    label("array, preferred -1, threads %ld, shared bytes 16384", threads);
    own_array<4096><<<132, threads>>>(out);
    label("array, preferred -1, threads %ld, shared bytes 32768", threads);
    own_array<8192><<<132, threads>>>(out);
  }
  return finish();
}
