// The clock that every thread reads before and after its work: the series, and loops of different lengths in one warp.
// Run: ./course bench timers --experiment lanes
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"
#include "tests/04-timers/series.hpp"

using namespace experiment;

namespace {

constexpr int threads = 128;

struct Seen {
  long long begin, end;
  unsigned long long began_ns, ended_ns;
  unsigned sm;
};

// Thread i computes a_(i+1).
__global__ void sums(double* out, Seen* seen, int terms) {
  Seen mine{clock64(), 0, global_nanoseconds(), 0, this_sm()};
  double sum = 0;
  for (int k = 1; k <= terms; ++k) sum += 1 / pow(double(threadIdx.x + 1), 1 + sin(double(k)));
  out[threadIdx.x] = sum;
  mine.end = clock64();
  mine.ended_ns = global_nanoseconds();
  seen[threadIdx.x] = mine;
}

// Lane l does l + 1 times as much as lane 0. `together`: the lanes wait for each other before they read the clock.
template <bool together>
__global__ void ragged(double* out, Seen* seen, int rounds) {
  Seen mine{clock64(), 0, global_nanoseconds(), 0, this_sm()};
  double x = threadIdx.x;
  for (unsigned i = 0; i < rounds * (threadIdx.x % 32 + 1); ++i) x = fma(x, 0.999, 1.0);
  out[threadIdx.x] = x;
  if (together) __syncwarp();
  mine.end = clock64();
  mine.ended_ns = global_nanoseconds();
  seen[threadIdx.x] = mine;
}

// The clock read inside the branch that each half of a warp takes alone.
__global__ void branches(double* out, Seen* seen, int rounds) {
  Seen mine{clock64(), 0, global_nanoseconds(), 0, this_sm()};
  double x = threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    for (int i = 0; i < rounds; ++i) x = fma(x, 0.999, 1.0);
    mine.end = clock64();
  } else {
    for (int i = 0; i < rounds; ++i) x = fma(x, 0.998, 2.0);
    mine.end = clock64();
  }
  out[threadIdx.x] = x;
  mine.ended_ns = global_nanoseconds();
  seen[threadIdx.x] = mine;
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "one block of 128 threads, each with its own clock readings, second launch; ticks from the earliest of the block",
      [](harness::Rows& rows) {
        Seen* seen = nullptr;
        double* out = nullptr;
        must(cudaMallocManaged(&seen, threads * sizeof *seen), "allocating");
        must(cudaMalloc(&out, threads * sizeof *out), "allocating");
        using Kernel = void (*)(double*, Seen*, int);
        struct Version {
          const char* name;
          Kernel kernel;
          int rounds;
        };
        const int part = harness::dry_run() ? 1000 : 1;  // a rehearsal does a thousandth
        const Version versions[] = {{"series", sums, series::terms / part}, {"ragged", ragged<false>, 1000 / part},
            {"ragged_syncwarp", ragged<true>, 1000 / part}, {"branches", branches, 4000 / part}};
        for (const auto& [name, kernel, rounds] : versions) {
          for (int i = 0; i < 2; ++i) kernel<<<1, threads>>>(out, seen, rounds);
          must(cudaDeviceSynchronize(), name);
          long long first = seen[0].begin;
          unsigned long long first_ns = seen[0].began_ns;
          for (int i = 0; i < threads; ++i) {
            first = std::min(first, seen[i].begin);
            first_ns = std::min(first_ns, seen[i].began_ns);
          }
          for (int i = 0; i < threads; ++i)
            rows.add({{"kernel", name}, {"thread", i}, {"sm", int(seen[i].sm)}, {"begin", int(seen[i].begin - first)},
                {"end", double(seen[i].end - first)}, {"began_ns", int(seen[i].began_ns - first_ns)},
                {"ended_ns", double(seen[i].ended_ns - first_ns)}});
        }
      });
}
