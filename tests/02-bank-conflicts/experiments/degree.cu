// What a wavefront costs: 32 warps of one SM load from shared memory and do nothing else, by the SM's own clock.
// Run: ./course bench bank --experiment degree
#include <algorithm>
#include <vector>

#include "solutions/02-bank-conflicts/bank_conflict_degree.cpp"
#include "tests/02-bank-conflicts/matrices.cuh"

namespace {

constexpr int threads = 1024, warps = threads / 32, rounds = 1024;

// Written as instructions, for the compiler would load once and keep it. The simulator, which only rehearses, has none.
template <int bytes>
__device__ void load_once(const unsigned char* from) {
#ifndef __SIMTCC__
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(from));
  float a, b, c, d;
  if (bytes == 4) asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(a) : "r"(address));
  if (bytes == 8) asm volatile("ld.volatile.shared.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "r"(address));
  if (bytes == 16)
    asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
        : "r"(address));
#else
  *reinterpret_cast<const volatile float*>(from);
#endif
}

template <int bytes>
__global__ void __launch_bounds__(threads) load_kernel(int stride, long long* cycles) {
  extern __shared__ __align__(16) unsigned char window[];
  const unsigned char* from = &window[threadIdx.x % 32 * stride * bytes];
  load_once<bytes>(from);
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 4
  for (int round = 0; round < rounds; ++round) load_once<bytes>(from);
  __syncthreads();  // nobody is past it before all loads have come back
  if (threadIdx.x == 0) *cycles = clock64() - begin;
}

template <int bytes>
void measure(int stride, harness::Rows& rows) {
  std::uint32_t offsets[32];
  for (int lane = 0; lane < 32; ++lane) offsets[lane] = std::uint32_t(lane * stride * bytes);
  const int window = 32 * 33 * bytes;
  harness::DeviceBuffer<long long> cycles(1, "cycles");
  std::vector<long long> samples;
  for (int i = 0; i < (harness::dry_run() ? 1 : 21); ++i) {
    load_kernel<bytes><<<1, threads, window>>>(stride, cycles.get());
    samples.push_back(cycles.download()[0]);
  }
  std::sort(samples.begin(), samples.end());
  rows.add({{"bytes", bytes}, {"stride", stride}, {"wavefronts", wavefronts(offsets, 32, bytes)},
      {"cycles", double(samples[samples.size() / 2]) / (double(warps) * rounds)}});
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "clock64() around 1024 loads of each of 32 warps of one block, median of 21 launches; cycles are a request's;"
      " wavefronts come from the lab's solution; stride counts elements";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    for (int stride : {0, 1, 2, 3, 4, 5, 8, 16, 32, 33}) measure<4>(stride, rows);
    for (int stride : {0, 1, 2, 4, 8, 16, 32, 33}) measure<8>(stride, rows);
    for (int stride : {0, 1, 2, 4, 8, 16, 32, 33}) measure<16>(stride, rows);
  });
}
