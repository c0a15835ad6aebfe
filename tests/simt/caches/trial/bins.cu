// Trial: histograms, written and said by the model before an H100 counted them.
#include "../caches.cuh"

__global__ void of_bytes(unsigned* bins, const uchar4* in, int quads) {
  __shared__ unsigned own[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = int(index()); i < quads; i += int(all_threads())) {
    const uchar4 v = in[i];
    atomicAdd(&own[v.x], 1u), atomicAdd(&own[v.y], 1u), atomicAdd(&own[v.z], 1u), atomicAdd(&own[v.w], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}
// Two loads say which of many bins.
__global__ void of_pairs(unsigned* bins, const int* x, const int* y, int across) {
  atomicAdd(&bins[y[index()] * across + x[index()]], 1u);
}
// Each thread counts into bins of its own in global memory: its loads and stores are of one place.
__global__ void of_own(int* bins, const int* in, int each) {
  for (int i = 0; i < each; ++i) ++bins[(in[i * all_threads() + index()] & 3) * all_threads() + index()];
}

int main() {
  const size_t many = 1 << 20;
  unsigned* bins = zeros<unsigned>(1 << 22);
  uchar4* bytes = filled<uchar4>(many, [](size_t i) {
    const unsigned v = unsigned(i) * 2654435761u;
    return uchar4{(unsigned char)(v >> 24), (unsigned char)(v >> 16), (unsigned char)(v >> 8), (unsigned char)v};
  });
  int* x = filled<int>(many, [](size_t i) { return int(unsigned(i) * 2654435761u >> 23); });
  int* y = filled<int>(many, [](size_t i) { return int(unsigned(i) * 40503u >> 7 & 511); });
  label("bytes, 264 blocks");
  of_bytes<<<264, 256>>>(bins, bytes, many);
  label("pairs, 512x512 bins");
  of_pairs<<<2048, 512>>>(bins, x, y, 512);
  label("own bins, 16 numbers each");
  of_own<<<256, 256>>>((int*)bins, x, 16);
  return finish();
}
