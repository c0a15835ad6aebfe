// Later: a sort by digits in its steps, said by the model before an H100 counted them.
#include "../caches.cuh"

constexpr int radix = 16;

// How many of each digit a block has: a column of counts a block.
__global__ void counted(unsigned* counts, const unsigned* key, int shift) {
  __shared__ unsigned own[radix];
  if (threadIdx.x < radix) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[key[index()] >> shift & (radix - 1)], 1u);
  __syncthreads();
  if (threadIdx.x < radix) counts[size_t(threadIdx.x) * gridDim.x + blockIdx.x] = own[threadIdx.x];
}
// Keys that lie by digit within a block's part go to where the digit's part begins.
__global__ void moved(unsigned* out, const unsigned* key, const unsigned* begin, int shift) {
  const unsigned k = key[index()], digit = k >> shift & (radix - 1);
  out[begin[size_t(digit) * gridDim.x + blockIdx.x] + threadIdx.x / radix] = k;
}
// Each thread looks up where its key would stand in a sorted list.
__global__ void ranked(int* rank, const unsigned* key, const unsigned* sorted, int count) {
  const unsigned k = key[index()];
  int low = 0;
  for (int step = count / 2; step; step /= 2)
    if (sorted[low + step - 1] < k) low += step;
  rank[index()] = low;
}
// Pairs of a distance change places when they are out of order: a step of a bitonic sort.
__global__ void compared(unsigned* key, int apart) {
  const unsigned i = unsigned(index()) / apart * apart * 2 + unsigned(index()) % apart;
  const unsigned a = key[i], b = key[i + apart];
  key[i] = a < b ? a : b;
  key[i + apart] = a < b ? b : a;
}

int main() {
  const int blocks = 4096;
  unsigned* key = filled<unsigned>(1 << 20, [](size_t i) { return unsigned(i * 2654435761u) >> 3; });
  unsigned *out = zeros<unsigned>(1 << 21), *counts = zeros<unsigned>(1 << 20);
  unsigned* begin = filled<unsigned>(radix * blocks, [&](size_t i) { return unsigned(i * 16); });
  unsigned* sorted = filled<unsigned>(1 << 18, [](size_t i) { return unsigned(i << 11); });
  label("digits counted");
  counted<<<blocks, 256>>>(counts, key, 4);
  label("moved by digit");
  moved<<<blocks, 256>>>(out, key, begin, 4);
  label("ranked among 262144");
  ranked<<<1024, 256>>>((int*)out, key, sorted, 1 << 18);
  label("ranked among 4096");
  ranked<<<1024, 256>>>((int*)out, key, sorted, 1 << 12);
  label("compared 8 apart");
  compared<<<2048, 256>>>(key, 8);
  label("compared 65536 apart");
  compared<<<2048, 256>>>(key, 1 << 16);
  return finish();
}
