// One load at a time out of L2, each with the clock before and behind it: does it matter which line it is, and which SM asks?
// Run: ./course bench latency --experiment near_and_far
#include "tests/07-latency/ring.cuh"

namespace {

constexpr int most_lines = 8192;

// Block b is the only one that works, so that it is asked from whatever SM it runs on.
__global__ void lines_kernel(char* memory, int lines, int worker, int* cycles, int* sm) {
  if (int(blockIdx.x) != worker) return;
  unsigned id = 0;
#ifndef __SIMTCC__
  asm("mov.u32 %0, %%smid;" : "=r"(id));
#endif
  *sm = int(id);
  char* at = memory;
  for (int i = 0; i < lines; ++i) {
    const long long begin = clock64();
    at = experiments::hop<false>(at);
    cycles[i] = int((at == nullptr ? 0 : clock64()) - begin);  // the comparison waits for the load
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "one thread of one block; clock64() before and behind each of 8192 loads past L1 (ld.global.cg), lines of 128 "
      "bytes in"
      " a mixed order, third lap; the reading of the clock is in it; cycles are quantiles over the lines";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const bool dry = harness::dry_run();
    const int lines = dry ? 8 : most_lines;
    const harness::DeviceBuffer<char> memory(std::size_t(lines) * 128, "memory");
    const harness::DeviceBuffer<int> cycles(std::size_t(lines), "cycles"), sm(1, "sm");
    char* const first = experiments::make_ring(memory.get(), std::uint64_t(lines) * 128, 128);
    for (const int worker : {0, 1, 16, 40, 77, 100, 131}) {
      if (dry && worker) continue;
      std::vector<int> found;
      for (int lap = 0; lap < (dry ? 1 : 3); ++lap) {
        lines_kernel<<<132, 1>>>(first, lines, worker, cycles.get(), sm.get());
        found = cycles.download();
      }
      std::sort(found.begin(), found.end());
      for (const int percent : {0, 5, 10, 25, 50, 75, 90, 95, 100})
        rows.add({{"sm", sm.download()[0]}, {"percent", percent},
            {"cycles", found[std::size_t(percent) * (found.size() - 1) / 100]}});
    }
  });
}
