// One warp's load from shared memory in many patterns, for a profiler to count: what the lab is held against.
// Run: python3 tests/simt/calibrate.py --out data/02-bank-conflicts/wavefronts/nvidia-h200.csv
// tests/02-bank-conflicts/wavefronts.cu
//
// A launch makes one shared request and nothing else in shared memory, so its memory_l1_wavefronts_shared is that
// request's. Its label says all: the width in bytes, then the offset of every active lane, in order.
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

// What the window holds is of no interest, so nobody fills it: that would be counted too.
template <typename T>
__global__ void load(T* out, const unsigned* offsets, int lanes) {
  extern __shared__ __align__(16) unsigned char window[];
  const int lane = threadIdx.x;
  if (lane < lanes) out[lane] = *reinterpret_cast<const T*>(&window[offsets[lane]]);
}

constexpr int window_bytes = 20 * 1024;

unsigned random_below(unsigned limit) {
  static unsigned long long state = 2026;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return unsigned(state >> 33) % limit;
}

template <typename T>
void record(int lanes, const std::function<unsigned(unsigned)>& element) {
  static T* out = nullptr;
  static unsigned* offsets = nullptr;
  if (!out) cudaMalloc(&out, 32 * sizeof(T)), cudaMalloc(&offsets, 32 * sizeof(unsigned));
  std::vector<unsigned> values(32);
  printf("%d", int(sizeof(T)));
  for (int lane = 0; lane < lanes; ++lane) {
    values[lane] = element(lane) * unsigned(sizeof(T));
    printf(" %u", values[lane]);
  }
  printf("\n");
  cudaMemcpy(offsets, values.data(), 32 * sizeof(unsigned), cudaMemcpyHostToDevice);
  load<<<1, 32, window_bytes>>>(out, offsets, lanes);
}

template <typename T>
void patterns() {
  for (unsigned stride : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 31, 32, 33})
    record<T>(32, [=](unsigned lane) { return lane * stride; });
  for (int lanes : {1, 5, 8, 9, 15, 16, 17, 24, 31})
    for (unsigned stride : {1, 2}) record<T>(lanes, [=](unsigned lane) { return lane * stride; });
  // Lanes that share an address in some regular way; `spread` makes different ones meet in a bank.
  for (unsigned spread : {1u, 8u, 16u}) {
    for (unsigned group : {2, 4, 8, 16}) record<T>(32, [=](unsigned lane) { return lane / group * spread; });
    for (unsigned partner : {1, 2, 3, 4, 8, 16})
      record<T>(32, [=](unsigned lane) { return (lane & ~partner) * spread; });
  }
  // The same without gaps in between: lane number without its lowest bit, or without the next; and both by turns.
  for (unsigned spread : {1u, 3u, 8u}) {
    record<T>(32, [=](unsigned lane) { return (lane / 4 * 2 + lane % 2) * spread; });
    record<T>(32, [=](unsigned lane) { return (lane / 4 * 2 + (lane / 4 % 2 ? lane / 2 % 2 : lane % 2)) * spread; });
    record<T>(32, [=](unsigned lane) { return (lane / 8 * 4 + lane % 4) * spread; });
    record<T>(32, [=](unsigned lane) { return lane % 16 * spread; });
  }
  for (int lanes : {3, 7, 13, 18, 27, 31})
    for (unsigned partner : {1, 2}) record<T>(lanes, [=](unsigned lane) { return (lane & ~partner) * 8; });
  // The same with one lane, or one part of the warp, that does otherwise.
  for (unsigned odd : {0, 5, 14, 16, 31})
    for (unsigned partner : {1, 2})
      record<T>(32, [=](unsigned lane) { return lane == odd ? 7 : (lane & ~partner) * 8; });
  for (unsigned begin : {0, 8, 16, 24})
    for (unsigned length : {8, 16})
      record<T>(
          32, [=](unsigned lane) { return lane >= begin && lane < begin + length ? (lane & ~1u) * 8 : lane * 8; });
  // Chance, in windows from narrow to wide: all for themselves, in pairs, and with a partner two lanes away.
  for (unsigned range : {16, 64, 1024})
    for (unsigned partner : {0, 1, 2, 3})
      for (int lanes : {32, 32, 21}) {
        unsigned drawn[32];
        for (unsigned& value : drawn) value = random_below(range);
        record<T>(lanes, [&](unsigned lane) { return drawn[lane & ~partner]; });
      }
}

int main() {
  patterns<float>();
  patterns<float2>();
  patterns<float4>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
