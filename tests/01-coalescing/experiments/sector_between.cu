// Stores the first halves of a few sectors, lets other things happen, stores the second halves: what makes L2 give them up?
// Run: ./course bench coalescing --experiment sector_between
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/common/memory_traffic.hpp"

namespace {

constexpr int block = 256;

__device__ long index() { return long(blockIdx.x) * block + threadIdx.x; }
unsigned grid_for(long threads) { return unsigned((threads + block - 1) / block); }

__global__ void store_half(float4* out, long sectors, int half) {
  if (index() < sectors) out[2 * index() + half] = make_float4(1, 2, 3, 4);
}

__global__ void store_whole(float4* out, long sectors) {
  if (index() < 2 * sectors) out[index()] = make_float4(1, 2, 3, 4);
}

// Never true is what the compiler cannot know, so that it has to load.
__global__ void load_whole(const float4* in, long sectors, float4* sink) {
  if (index() < 2 * sectors && in[index()].x == 0.12345f) *sink = make_float4(1, 2, 3, 4);
}

__global__ void wait_for(long long cycles) {
  for (const long long begin = clock64(); clock64() - begin < cycles;) {
  }
}

std::vector<experiments::Work> list() {
  const long mib = harness::dry_run() ? 4 : 1l << 15;  // in sectors; a dry run's are smaller
  const long waiting = 2 * mib, most = 256 * mib;
  const auto halves = std::make_shared<harness::DeviceBuffer<float4>>(2 * waiting, "the sectors in question");
  const auto others = std::make_shared<harness::DeviceBuffer<float4>>(2 * most, "others");
  experiments::must(cudaMemset(others->get(), 0, 2 * most * sizeof(float4)), "clearing");
  std::vector<experiments::Work> all;
  const auto add = [&](const char* what, long amount, auto between) {
    all.push_back({{{"between", what}, {"amount", amount}}, waiting, [=] {
                     store_half<<<grid_for(waiting), block>>>(halves->get(), waiting, 0);
                     between(others->get());
                     store_half<<<grid_for(waiting), block>>>(halves->get(), waiting, 1);
                   }});
  };
  // amount: of MiB, and of cycles in the last ones.
  for (const long amount : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
    const long sectors = amount * mib;
    add("whole sectors stored", amount,
        [=](float4* out) { store_whole<<<grid_for(2 * sectors), block>>>(out, sectors); });
    add("sectors loaded", amount, [=](float4* in) { load_whole<<<grid_for(2 * sectors), block>>>(in, sectors, in); });
  }
  for (const long cycles : {10'000l, 1'000'000l, 100'000'000l})
    add("nothing but waiting", cycles, [=](float4*) { wait_for<<<1, 1>>>(harness::dry_run() ? 1 : cycles); });
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
