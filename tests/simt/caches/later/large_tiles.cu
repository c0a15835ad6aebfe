// Later: much shared memory, and what is left of L1 beside it; said by the model before an H100 counted them.
#include "../caches.cuh"

extern __shared__ float tile[];

// A piece goes into shared memory; `more` floats beside it are read twice from memory.
__global__ void beside(float* out, const float* in, int piece, int more) {
  const float* const own = in + size_t(blockIdx.x) * (piece + more);
  for (int i = threadIdx.x; i < piece; i += blockDim.x) tile[i] = own[i];
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = threadIdx.x; i < more; i += blockDim.x) sum += own[piece + i] * tile[i % piece];
    __syncthreads();
  }
  out[index()] = sum;
}
// A table of all in shared memory, filled by each block, and looked up by a stream of indices.
__global__ void looked_up(float* out, const float* table, const int* at, int entries, int each) {
  for (int i = threadIdx.x; i < entries; i += blockDim.x) tile[i] = table[i];
  __syncthreads();
  for (int i = 0; i < each; ++i) {
    const size_t place = (size_t(blockIdx.x) * each + i) * blockDim.x + threadIdx.x;
    out[place] = tile[at[place] % entries];
  }
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 22);
  int* at = zeros<int>(1 << 22);
  require(cudaFuncSetAttribute(beside, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  require(cudaFuncSetAttribute(looked_up, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
  for (const int kib : {24, 64, 96, 160}) {
    label("%ld KiB of shared memory beside 32 KiB read twice", kib);
    beside<<<264, 512, kib << 10>>>(out, in, kib << 8, 32 << 8);
  }
  label("table of 48 KiB looked up");
  looked_up<<<300, 1024, 48 << 10>>>(out, in, at, 48 << 8, 8);
  label("table of 128 KiB looked up");
  looked_up<<<300, 1024, 128 << 10>>>(out, in, at, 128 << 8, 8);
  return finish();
}
