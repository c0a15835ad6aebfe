// Stores the first halves of all sectors of a chunk of memory, then their second halves: how far apart may they come?
// Run: ./course bench coalescing --experiment sector_halves
#include <cooperative_groups.h>

#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/common/memory_traffic.hpp"

namespace {

constexpr int block = 1024;

// 16 bytes, half a sector, for each sector of a chunk that begins at sector `first`.
__device__ void store_half(float4* out, long first, long chunk, int half) {
  const long threads = long(gridDim.x) * block;
  for (long i = long(blockIdx.x) * block + threadIdx.x; i < chunk; i += threads)
    out[2 * (first + i) + half] = make_float4(1, 2, 3, 4);
}

// One launch: nobody begins with a half before all have stored the one before.
__global__ void store_in_halves(float4* out, long sectors, long chunk) {
  for (long first = 0; first < sectors; first += chunk)
    for (int half = 0; half < 2; ++half) {
      store_half(out, first, min(chunk, sectors - first), half);
      cooperative_groups::this_grid().sync();
    }
}

__global__ void store_one_half(float4* out, long first, long chunk, int half) { store_half(out, first, chunk, half); }

// All at once: neighbouring lanes have the two halves.
__global__ void store_whole(float4* out, long sectors) {
  const long threads = long(gridDim.x) * block;
  for (long i = long(blockIdx.x) * block + threadIdx.x; i < 2 * sectors; i += threads) out[i] = make_float4(1, 2, 3, 4);
}

// As many blocks as run at the same time, which a barrier for the whole grid needs.
int blocks() {
  int device = 0, sms = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  return harness::dry_run() ? 2 : 2 * sms;
}

std::vector<experiments::Work> list() {
  const long sectors =
      harness::dry_run() ? 1l << 11 : 1l << 23;  // 256 MiB; a dry run's chunks are smaller in proportion
  const auto memory = std::make_shared<harness::DeviceBuffer<float4>>(2 * sectors, "out");
  const int grid = blocks();
  std::vector<experiments::Work> all;
  for (const double mib : {0.25, 1., 2., 3., 4., 5., 6., 8., 12., 16., 24., 32., 48., 64., 96., 128., 256.}) {
    const long chunk = long(double(sectors) / 256 * mib);
    const auto add = [&](const char* order, long touched, auto launch) {
      all.push_back({{{"order", order}, {"chunk_mib", mib}}, touched, launch});
    };
    add("one launch", sectors, [=] {
      float4* out = memory->get();
      long all_sectors = sectors, size = chunk;
      void* arguments[] = {&out, &all_sectors, &size};
      experiments::must(cudaLaunchCooperativeKernel(store_in_halves, dim3(grid), dim3(block), arguments, 0, nullptr),
          "launching blocks that wait for each other");
    });
    add("a launch for each half", sectors, [=] {
      for (long first = 0; first < sectors; first += chunk)
        for (int half = 0; half < 2; ++half)
          store_one_half<<<grid, block>>>(memory->get(), first, std::min(chunk, sectors - first), half);
    });
    // So much memory in all, and no second halves; or both at once.
    add("first halves only", chunk, [=] { store_one_half<<<grid, block>>>(memory->get(), 0, chunk, 0); });
    add("whole sectors", chunk, [=] { store_whole<<<grid, block>>>(memory->get(), chunk); });
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
