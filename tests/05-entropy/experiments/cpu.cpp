// Times v16 beside v10 … v13 on one thread: each round takes them one after the other, so that all see the same machine.
// Run: ./course bench entropy --experiment cpu
//
// v16 four times: as it is, which takes the widest vectors that its CPU has, and for 16, 32 and 64 bytes alone.
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/grids.hpp"
#include "tests/05-entropy/sample_cells.hpp"

// The same source, not cloned; what it includes is included above, for any CPU.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#pragma push_macro("target_clones")
#define target_clones(...) noinline
namespace solutions::v16_sse2 {
#include "solutions/05-entropy/entropy_v16.cpp"
}
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v3")
namespace solutions::v16_avx2 {
#include "solutions/05-entropy/entropy_v16.cpp"
}
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
namespace solutions::v16_avx512 {
#include "solutions/05-entropy/entropy_v16.cpp"
}
#pragma GCC pop_options
#pragma pop_macro("target_clones")
#endif

namespace {

using namespace experiments;

std::vector<CpuVersion> versions() {
  std::vector<CpuVersion> all = cpu_versions;
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
  all.push_back({"v16, SSE2", solutions::v16_sse2::entropy_v16});
  if (__builtin_cpu_supports("avx2")) all.push_back({"v16, AVX2", solutions::v16_avx2::entropy_v16});
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    all.push_back({"v16, AVX-512", solutions::v16_avx512::entropy_v16});
#endif
  return all;
}

void fill(const std::string& content, std::vector<float>& in, int side) {
  if (content == "random") fill_random(in.data(), side, side);
  else in = grids::smooth(side, side).cells;
}

void time_versions(harness::Rows& rows) {
  omp_set_num_threads(1);
  const int rounds = harness::dry_run() ? 1 : 9;
  for (const int side : harness::dry_run() ? std::vector{40} : std::vector{400, 2560})
    for (const std::string content : {"random", "smooth"}) {
      std::vector<float> in(std::size_t(side) * std::size_t(side)), out(in.size());
      fill(content, in, side);
      std::map<std::string, std::vector<double>> samples;
      for (int round = -1; round < rounds; ++round)  // the first warms up
        for (const CpuVersion& version : versions()) {
          // v10 and v11 take their time, and are here for their order only.
          if (side > 1000 && round > 2 && std::string(version.name) < "v12") continue;
          harness::CpuStopwatch stopwatch;
          stopwatch.start();
          version.filter(out.data(), in.data(), side, side);
          const double ms = harness::dry_run() ? 1 : stopwatch.stop();
          if (round < 0) must_be_right(version.name, out.data(), in.data(), side, side);
          else samples[version.name].push_back(ms);
        }
      const harness::Timing v12 = harness::summarize(samples["v12"]);
      for (const CpuVersion& version : versions()) {
        const harness::Timing found = harness::summarize(samples[version.name]);
        rows.add({{"version", version.name}, {"rows", side}, {"cols", side}, {"content", content},
            {"median_ms", found.median_ms}, {"q1_ms", found.q1_ms}, {"q3_ms", found.q3_ms}, {"min_ms", found.min_ms},
            {"samples", found.samples}, {"ns_per_cell", found.median_ms * 1e6 / double(in.size())},
            {"times_v12", v12.median_ms / found.median_ms}, {"times_v12_of_minima", v12.min_ms / found.min_ms}});
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "one thread; steady_clock, median of rounds that take every version in turn; the host's memory, touched before",
      time_versions);
}
