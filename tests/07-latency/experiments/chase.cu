// How long a load takes that nothing overlaps: one thread follows a ring of pointers, over footprint and stride.
// Run: ./course bench latency --experiment chase
#include "tests/07-latency/ring.cuh"

namespace {

constexpr int most_hops = 2048;
constexpr std::uint64_t most_lap = 1 << 19;

// Goes `warm` hops, then `hops` more: their cycles. Begins where the launch before has ended.
template <bool l1>
__global__ void chase_kernel(char** where, long long* cycles, int warm, int hops) {
  char* at = *where;
  for (int i = 0; i < warm; ++i) at = experiments::hop<l1>(at);
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < hops; ++i) at = experiments::hop<l1>(at);
  *where = at;  // needs the last load, so the clock is read behind it
  *cycles = (at == nullptr ? 0 : clock64()) - begin;
}

// All sectors of the footprint once, by many: into L2 and into the tables of pages, as far as they hold.
__global__ void touch_kernel(const char* memory, std::uint64_t slots, std::uint64_t stride, int* sink) {
  int sum = 0;
  const std::uint64_t step = std::uint64_t(gridDim.x) * blockDim.x;
  for (std::uint64_t k = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; k < slots; k += step)
    sum += memory[k * stride];
  if (sum == 1 << 30) *sink = sum;
}

struct Chase {
  char* memory;
  harness::DeviceBuffer<char*> where{1, "where"};
  harness::DeviceBuffer<long long> cycles{1, "cycles"};
  harness::DeviceBuffer<int> sink{1, "sink"};

  // `laps`: whether the thread itself has come by everything once before, if that is no more than 2^19 slots.
  template <bool l1>
  void measure(std::uint64_t bytes, std::uint64_t stride, bool laps, harness::Rows& rows) {
    const std::uint64_t slots = bytes / stride;
    char* const first = experiments::make_ring(memory, bytes, stride);
    where.upload(std::vector<char*>{first});
    if (slots > 64)
      touch_kernel<<<unsigned(std::min<std::uint64_t>(4096, slots / 64)), 64>>>(memory, slots, stride, sink.get());
    std::vector<double> samples;
    const int hops = harness::dry_run() ? 16 : most_hops;
    for (int i = 0; i < (harness::dry_run() ? 1 : 7); ++i) {
      // L1 is empty when a kernel begins, so what fits into it is gone through once in each launch; L2 keeps.
      const std::uint64_t lap = i == 0 && laps && slots <= most_lap ? slots : slots <= 4096 ? slots : 256;
      chase_kernel<l1><<<1, 1>>>(where.get(), cycles.get(), harness::dry_run() ? 16 : int(lap), hops);
      samples.push_back(double(cycles.download()[0]) / hops);
    }
    std::sort(samples.begin(), samples.end());
    const auto quantile = [&](double q) { return samples[std::size_t(q * double(samples.size() - 1) + 0.5)]; };
    rows.add({{"caches", l1 ? "L1 and L2" : "L2"}, {"before", laps && slots <= most_lap ? "a lap" : "others"},
        {"footprint", bytes}, {"stride", stride}, {"slots", slots}, {"cycles", quantile(0.5)}, {"q1", quantile(0.25)},
        {"q3", quantile(0.75)}});
  }
};

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "one thread, each load's address comes out of the load before; clock64() around 2048 of them, median and "
      "quartiles of 7"
      " launches; mixed order; before: all of the footprint read by others, then (a lap) by the thread itself";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const std::uint64_t most = harness::dry_run() ? 1 << 16 : std::uint64_t(16) << 30;
    char* memory = nullptr;
    if (cudaMalloc(&memory, most) != cudaSuccess) throw harness::DeviceError("there is no room for the ring");
    Chase chase{memory};
    for (std::uint64_t power = 1024; power <= most; power *= 2)
      for (const std::uint64_t bytes : {power, power / 2 * 3}) {
        if (bytes > most) continue;
        for (const std::uint64_t stride : {32ull, 128ull, 4096ull, 65536ull, 2097152ull})
          if (bytes / stride >= 4) chase.measure<true>(bytes, stride, true, rows);
        if (bytes > std::uint64_t(512) << 20) continue;
        chase.measure<false>(bytes, 128, true, rows);
        if (bytes >= std::uint64_t(1) << 20) chase.measure<false>(bytes, 128, false, rows);
      }
    cudaFree(memory);
  });
}
