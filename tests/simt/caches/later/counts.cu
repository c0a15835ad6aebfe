// Later: histograms, said by the model before an H100 counted them.
#include "../caches.cuh"

// Bins of a block in shared memory, then added to all.
__global__ void of_block(unsigned* bins, const unsigned* in, int each) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < each; ++i) atomicAdd(&own[in[(size_t(blockIdx.x) * each + i) * 256 + threadIdx.x] & 255], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void of_all(unsigned* bins, const unsigned* in, unsigned mask) { atomicAdd(&bins[in[index()] & mask], 1u); }
// A copy of the bins for each block, which are added up behind that.
__global__ void copies_added(unsigned* bins, const unsigned* copies, int count, int bins_of_each) {
  unsigned sum = 0;
  for (int i = 0; i < count; ++i) sum += copies[size_t(i) * bins_of_each + index()];
  bins[index()] = sum;
}
// How often each of many keys comes, and the sum of their values: two arrays, one key.
__global__ void groups(unsigned* counts, float* sums, const unsigned* key, const float* value, unsigned mask) {
  const unsigned k = key[index()] & mask;
  atomicAdd(&counts[k], 1u);
  atomicAdd(&sums[k], value[index()]);
}

int main() {
  unsigned* in = filled<unsigned>(1 << 21, [](size_t i) { return unsigned(i * 2654435761u) >> 7; });
  unsigned* bins = zeros<unsigned>(1 << 21);
  float *value = zeros<float>(1 << 21), *sums = zeros<float>(1 << 21);
  label("256 bins a block, 512 blocks");
  of_block<<<512, 256>>>(bins, in, 16);
  label("65536 bins of all");
  of_all<<<4096, 512>>>(bins, in, 0xffff);
  label("a million bins of all");
  of_all<<<4096, 512>>>(bins, in, 0xfffff);
  label("264 copies of 4096 bins added");
  copies_added<<<32, 128>>>(bins, in, 264, 4096);
  label("groups of 262144 keys");
  groups<<<4096, 512>>>(bins, sums, in, value, 0x3ffff);
  return finish();
}
