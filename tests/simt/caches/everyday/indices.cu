// Everyday: gathers, scatters, histograms, permutations, tables and chains.
#include "../caches.cuh"

template <typename T>
__global__ void gathered(T* out, const T* in, const int* at) {
  out[index()] = in[at[index()]];
}
template <typename T>
__global__ void scattered(T* out, const T* in, const int* at) {
  out[at[index()]] = in[index()];
}
__global__ void strided(float* out, const float* in, unsigned stride, unsigned mask) {
  out[index()] = in[unsigned(index()) * stride & mask];
}
__global__ void strided_stores(float* out, const float* in, unsigned stride, unsigned mask) {
  out[unsigned(index()) * stride & mask] = in[index()];
}
__global__ void histogram(unsigned* bins, const unsigned char* in, int n) {
  for (int i = int(index()); i < n; i += int(all_threads())) atomicAdd(&bins[in[i]], 1);
}
__global__ void histogram_in_blocks(unsigned* bins, const unsigned char* in, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = int(index()); i < n; i += int(all_threads())) atomicAdd(&own[in[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void counted(unsigned* bins, const int* key) { atomicAdd(&bins[key[index()]], 1); }
__global__ void inserted(unsigned* table, const int* key, unsigned mask) {
  const unsigned mine = unsigned(key[index()]) + 1;
  for (unsigned at = mine * 2654435761u & mask;; at = (at + 1) & mask) {
    const unsigned before = atomicCAS(&table[at], 0, mine);
    if (before == 0 || before == mine) return;
  }
}
__global__ void chased(int* out, const int* next, int steps) {
  int at = int(index());
  for (int i = 0; i < steps; ++i) at = next[at];
  out[index()] = at;
}
__global__ void compacted(int* out, int* count, const int* in) {
  if (in[index()] % 3 == 0) out[atomicAdd(count, 1)] = in[index()];
}
__global__ void swapped(float* all, const int* at) {
  const float a = all[index()], b = all[at[index()]];
  all[index()] = b, all[at[index()]] = a;
}

static unsigned hashed(unsigned x) {
  x = (x ^ x >> 16) * 0x45d9f3bu;
  x = (x ^ x >> 16) * 0x45d9f3bu;
  return x ^ x >> 16;
}

int main() {
  const int n = 1 << 19;
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  for (const int kib : {64, 512, 4096, 65536}) {
    int* at = filled<int>(n, [=](size_t i) { return int(hashed(unsigned(i)) % (unsigned(kib) * 256)); });
    label("gathered at random from %ld KiB", kib);
    gathered<<<n / 256, 256>>>(out, in, at);
  }
  int* far = filled<int>(n, [=](size_t i) { return int(hashed(unsigned(i)) % n); });
  int* near = filled<int>(n, [=](size_t i) { return int(i / 1024 * 1024 + hashed(unsigned(i)) % 1024); });
  int* back = filled<int>(n, [=](size_t i) { return n - 1 - int(i); });
  int* shuffled = filled<int>(n, [=](size_t i) { return int((i * 2654435761u + 77) % n); });
  label("gathered float4 at random from 8 MiB");
  gathered<<<n / 4 / 128, 128>>>((float4*)out, (const float4*)in, far);
  label("gathered doubles near by");
  gathered<<<n / 256, 256>>>((double*)out, (const double*)in, near);
  label("gathered backwards");
  gathered<<<n / 256, 256>>>(out, in, back);
  label("gathered bytes at random from 512 KiB");
  gathered<<<n / 256, 256>>>((unsigned char*)out, (const unsigned char*)in, far);
  label("scattered at random");
  scattered<<<n / 256, 256>>>(out, in, far);
  label("scattered near by");
  scattered<<<n / 256, 256>>>(out, in, near);
  label("scattered, a permutation");
  scattered<<<n / 256, 256>>>(out, in, shuffled);
  label("scattered doubles, a permutation");
  scattered<<<n / 128, 128>>>((double*)out, (const double*)in, shuffled);
  for (const unsigned stride : {2u, 5u, 8u, 33u}) {
    label("loaded with stride %ld", stride);
    strided<<<n / 256, 256>>>(out, in, stride, (1 << 24) - 1);
  }
  for (const unsigned stride : {2u, 3u, 16u}) {
    label("stored with stride %ld", stride);
    strided_stores<<<n / 256, 256>>>(out, in, stride, (1 << 24) - 1);
  }
  unsigned char* bytes = filled<unsigned char>(n, [](size_t i) { return (unsigned char)hashed(unsigned(i)); });
  label("histogram of bytes");
  histogram<<<132, 256>>>((unsigned*)out, bytes, n);
  label("histogram of bytes in blocks");
  histogram_in_blocks<<<264, 256>>>((unsigned*)out, bytes, n);
  label("counted in 512 Ki bins");
  counted<<<n / 256, 256>>>((unsigned*)out, far);
  unsigned* table = zeros<unsigned>(1 << 21);
  label("inserted into a table of 8 MiB");
  inserted<<<n / 4 / 128, 128>>>(table, far, (1 << 21) - 1);
  label("chased 20 steps in 2 MiB");
  chased<<<256, 128>>>((int*)out, far, 20);
  label("chased 20 steps near by");
  chased<<<256, 128>>>((int*)out, near, 20);
  label("compacted");
  compacted<<<n / 256, 256>>>((int*)out, (int*)in, far);
  label("swapped at random");
  swapped<<<n / 4 / 256, 256>>>(out, far);
  return finish();
}
