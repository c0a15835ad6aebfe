// Trial: producers and consumers in one launch, written and said by the model before an H100 counted them.
#include <cooperative_groups.h>

#include "../caches.cuh"

// What is made of a chunk is used before the next one is made.
__global__ void chunk_by_chunk(float* out, float* work, const float* in, int chunk, int chunks) {
  const auto grid = cooperative_groups::this_grid();
  for (int c = 0; c < chunks; ++c) {
    const float* from = in + size_t(c) * chunk;
    for (int i = int(index()); i < chunk; i += int(all_threads())) work[i] = from[i] * 2;
    grid.sync();
    for (int i = int(index()); i < chunk; i += int(all_threads())) out[size_t(c) * chunk + i] = work[chunk - 1 - i];
    grid.sync();
  }
}
// Half of a block's warps store what the other half loads, through global memory.
__global__ void by_halves(float* out, float* work, const float* in, int rounds) {
  const int half = blockDim.x / 2, lane = threadIdx.x % half;
  float* own = work + size_t(blockIdx.x) * half;
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    if (int(threadIdx.x) < half) own[lane] = in[(size_t(blockIdx.x) * rounds + r) * half + lane];
    __syncthreads();
    if (int(threadIdx.x) >= half) sum += own[half - 1 - lane];
    __syncthreads();
  }
  if (int(threadIdx.x) >= half) out[blockIdx.x * half + lane] = sum;
}

int main() {
  float *in = zeros<float>(1 << 24), *work = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  for (const int kib : {512, 8192}) {
    int chunk = kib << 8, chunks = kib == 512 ? 16 : 4;
    void* arguments[] = {&out, &work, &in, &chunk, &chunks};
    label("%ld chunks of %ld KiB", chunks, kib);
    require(cudaLaunchCooperativeKernel((void*)chunk_by_chunk, dim3(132), dim3(1024), arguments, 0, nullptr));
  }
  label("halves of 512, 12 rounds");
  by_halves<<<600, 512>>>(out, work, in, 12);
  return finish();
}
