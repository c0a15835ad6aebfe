// A copy (and a sum) with so many loads of so many bytes before the first result is needed, at so many warps an SM.
// Run: ./course bench latency --experiment surface

#include "tests/07-latency/ring.cuh"

namespace {

// Loads are written as instructions so that they stay where they stand: all of a round before its first store.
__device__ inline void load(unsigned (&to)[1], const void* from) {
#ifdef __SIMTCC__
  to[0] = *static_cast<const unsigned*>(from);
#else
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(to[0]) : "l"(from));
#endif
}
__device__ inline void load(unsigned (&to)[2], const void* from) {
#ifdef __SIMTCC__
  for (int i = 0; i < 2; ++i) to[i] = static_cast<const unsigned*>(from)[i];
#else
  asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(to[0]), "=r"(to[1]) : "l"(from));
#endif
}
__device__ inline void load(unsigned (&to)[4], const void* from) {
#ifdef __SIMTCC__
  for (int i = 0; i < 4; ++i) to[i] = static_cast<const unsigned*>(from)[i];
#else
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
      : "l"(from));
#endif
}

template <int words>
struct alignas(words * 4) Piece {
  unsigned word[words];
};

constexpr int threads = 64;

// `count` pieces, a multiple of what all threads take in one round.
template <int loads, int words, bool copies>
__global__ void __launch_bounds__(threads) move_kernel(Piece<words>* out, const Piece<words>* in, unsigned count) {
  unsigned sum = 0;
  const unsigned step = gridDim.x * threads;
  for (unsigned i = blockIdx.x * threads + threadIdx.x; i < count; i += step * loads) {
    unsigned piece[loads][words];
#pragma unroll
    for (int k = 0; k < loads; ++k) load(piece[k], in + (i + k * step));
#pragma unroll
    for (int k = 0; k < loads; ++k) {
      if (copies) {
        Piece<words> moved;
#pragma unroll
        for (int w = 0; w < words; ++w) moved.word[w] = piece[k][w];
        out[i + k * step] = moved;
      } else {
#pragma unroll
        for (int w = 0; w < words; ++w) sum ^= piece[k][w];
      }
    }
  }
  if (!copies && sum == 0x9E3779B9u) out[0].word[0] = sum;
}

struct Surface {
  harness::Rows& rows;
  int sms;
  std::size_t bytes;
  harness::DeviceBuffer<unsigned> in{bytes / 4, "in"}, out{bytes / 4, "out"};
  std::unique_ptr<harness::Stopwatch> stopwatch = harness::device_stopwatch();

  template <int loads, int words, bool copies>
  void measure() {
    const auto kernel = move_kernel<loads, words, copies>;
    cudaFuncAttributes attributes{};
    cudaFuncGetAttributes(&attributes, kernel);
    for (const int wanted : {1, 2, 4, 6, 8, 12, 16, 24, 32}) {  // blocks an SM
      if (harness::dry_run() && wanted > 1) continue;
      // Shared memory that nobody uses, so that no more blocks fit.
      int fit = wanted, shared = 0;
      if (!harness::dry_run()) {
        shared = std::min(227 * 1024, 228 * 1024 / wanted - 1024) / 128 * 128;
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, std::size_t(shared));
      }
      if (fit != wanted) continue;  // the registers do not allow it
      const std::size_t round = std::size_t(sms) * wanted * threads * loads;
      const std::size_t count = bytes / (words * 4) / round * round;
      const harness::Timing time = harness::measure(*stopwatch,
          [&] {
            kernel<<<sms * wanted, threads, shared>>>(reinterpret_cast<Piece<words>*>(out.get()),
                reinterpret_cast<const Piece<words>*>(in.get()), unsigned(count));
          },
          {.warm_up = 1, .min_samples = 9, .max_samples = 15, .max_total_ms = 40});
      if (cudaGetLastError() != cudaSuccess) throw harness::DeviceError("a launch of the surface failed");
      const double moved = double(count) * words * 4 * (copies ? 2 : 1);
      rows.add({{"what", copies ? "copy" : "sum"}, {"loads", loads}, {"bytes", words * 4}, {"blocks_per_sm", wanted},
          {"warps_per_sm", wanted * threads / 32}, {"registers", attributes.numRegs}, {"sms", sms},
          {"in_flight_per_sm", wanted * threads * loads * words * 4}, {"moved", std::int64_t(moved)},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
          {"gb_per_s", moved / time.median_ms / 1e6}});
    }
  }

  template <bool copies, int words>
  void all_loads() {
    measure<1, words, copies>();
    measure<2, words, copies>();
    measure<4, words, copies>();
    measure<8, words, copies>();
    measure<16, words, copies>();
  }
};

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median of 9 to 15 launches; blocks of 64 threads, as many as fit at a time and no more, "
      "each goes"
      " through 256 MiB in rounds of so many loads; copy: bytes read + written, sum: bytes read";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    int sms = 2;
    if (!harness::dry_run()) cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    Surface surface{rows, sms, harness::dry_run() ? std::size_t(1) << 16 : std::size_t(256) << 20};
    surface.all_loads<true, 1>();
    surface.all_loads<true, 2>();
    surface.all_loads<true, 4>();
    surface.all_loads<false, 1>();
    surface.all_loads<false, 2>();
    surface.all_loads<false, 4>();
  });
}
