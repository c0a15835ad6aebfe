// What the clocks of a GPU resolve and what reading one costs: clock64, clock, globaltimer in a kernel, events around it.
// Run: ./course bench timers --experiment clocks_gpu
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

namespace {

using namespace experiment;
constexpr int readings = 4096;

struct Clock64 {
  __device__ static unsigned long long read() { return clock64(); }
};
struct GlobalTimer {
  __device__ static unsigned long long read() { return global_nanoseconds(); }
};
struct Clock32 {
  __device__ static unsigned long long read() {
#ifdef __CUDACC_VER_BUILD__  // nvcc
    unsigned ticks;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks));
    return ticks;
#else
    return unsigned(clock64());
#endif
  }
};

// One thread: readings[] one after the other, kept in shared memory meanwhile, and what 256 of them cost.
template <typename Timer>
__global__ void read_clock(unsigned long long* out, unsigned long long* ticks_of_256) {
  __shared__ unsigned long long kept[readings];
  for (int i = 0; i < readings; ++i) kept[i] = Timer::read();
  const long long begin = clock64();
  unsigned long long sink = 0;
#pragma unroll 16
  for (int i = 0; i < 256; ++i) sink ^= Timer::read();
  *ticks_of_256 = (unsigned long long)(clock64() - begin);
  for (int i = 0; i < readings; ++i) out[i] = kept[i];
  if (sink == 1) out[0] = 0;
}

// Ticks of clock64 in a nanosecond of globaltimer.
__global__ void rate(double* ticks_per_ns, unsigned long long nanoseconds) {
  const unsigned long long begin = global_nanoseconds();
  const long long ticks = clock64();
  unsigned long long now = begin;
  while (now - begin < nanoseconds) now = global_nanoseconds();
  *ticks_per_ns = double(clock64() - ticks) / double(now - begin);
}

template <typename Timer>
void add(harness::Rows& rows, const char* name, double ns_per_unit, double ns_per_tick) {
  unsigned long long *out = nullptr, *cost = nullptr;
  must(cudaMallocManaged(&out, readings * sizeof *out), "allocating");
  must(cudaMallocManaged(&cost, sizeof *cost), "allocating");
  for (int i = 0; i < 2; ++i) read_clock<Timer><<<1, 1>>>(out, cost);  // the first loads the code
  must(cudaDeviceSynchronize(), name);
  std::vector<double> values, distances;
  for (int i = 0; i < readings; ++i) values.push_back(double(out[i] - out[0]) * ns_per_unit);
  for (int i = 1; i < readings; ++i) distances.push_back(values[std::size_t(i)] - values[std::size_t(i) - 1]);
  rows.add({{"clock", name}, {"smallest_step_ns", smallest_step(values)}, {"nothing_ns", median(distances)},
      {"read_ns", double(*cost) / 256 * ns_per_tick}, {"read_ticks", double(*cost) / 256}});
  cudaFree(out);
  cudaFree(cost);
}

void add_events(harness::Rows& rows) {
  cudaEvent_t begin, end;
  must(cudaEventCreate(&begin), "an event");
  must(cudaEventCreate(&end), "an event");
  std::vector<double> elapsed, nothing, cost;
  for (int i = 0; i < (harness::dry_run() ? 40 : 2000); ++i) {
    // Kernels of many lengths, so that the differences between their times show what an event can tell apart.
    const bool empty = i % 2 == 0;
    const auto called = Clock::now();
    cudaEventRecord(begin);
    cost.push_back(1000 * microseconds(Clock::now() - called));
    if (!empty) spin<<<1, 1>>>(2'000 + 37ull * (unsigned long long)(i % 499));
    cudaEventRecord(end);
    must(cudaEventSynchronize(end), "waiting");
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    (empty ? nothing : elapsed).push_back(double(ms) * 1e6);
  }
  // A float's last bit at 20 µs is far below a nanosecond; what differs by less is the same reading.
  rows.add({{"clock", "events"}, {"smallest_step_ns", smallest_step(elapsed, 0.5)}, {"nothing_ns", median(nothing)},
      {"read_ns", median(cost)}, {"read_ticks", 0.0}});
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "4096 readings in a row by one thread; events: 1000 pairs with nothing between, 1000 around spins of 2 to 20 µs",
      [](harness::Rows& rows) {
        double* measured = nullptr;
        must(cudaMallocManaged(&measured, sizeof *measured), "allocating");
        for (int i = 0; i < 3; ++i) rate<<<1, 1>>>(measured, harness::dry_run() ? 1000 : 20'000'000);
        must(cudaDeviceSynchronize(), "measuring the clock rate");
        const double ns_per_tick = 1 / *measured;
        add<Clock64>(rows, "clock64", ns_per_tick, ns_per_tick);
        add<Clock32>(rows, "clock32", ns_per_tick, ns_per_tick);
        add<GlobalTimer>(rows, "globaltimer", 1, ns_per_tick);
        add_events(rows);
        rows.add({{"clock", "sm_tick"}, {"smallest_step_ns", ns_per_tick}, {"nothing_ns", 0.0}, {"read_ns", 0.0},
            {"read_ticks", 0.0}});
      });
}
