// Sums over a row of neighbours: the tile's halo from memory, or from the shared memory of the cluster's other blocks.
// Run: ./course bench async --experiment halos
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <stdexcept>
#include <vector>

#include "harness/experiment.hpp"

namespace {

namespace cg = cooperative_groups;

void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

constexpr int width = 256;  // elements, and threads, of a block
// from_cluster as the lab does it. The rest takes that apart: clusters that never meet, clusters that only meet.
enum class Halo { left_out, from_memory, from_memory_in_cluster, left_out_in_cluster, from_cluster };
enum class Sum { of_all, of_ends };  // of 2 radius + 1 elements, or only of the first and the last of them

__host__ __device__ int element(int i) { return int(unsigned(i) * 2654435761u >> 20); }

__global__ void fill(int* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) in[i] = element(i);
}

template <Halo halo, Sum which, int radius>
__global__ void sums(int* out, const int* in, int count) {
  __shared__ int tile[radius + width + radius];
  const int me = threadIdx.x, first = blockIdx.x * width;
  const auto load = [&](int at) {
    const int i = first + at - radius;
    tile[at] = i >= 0 && i < count ? in[i] : 0;
  };
  load(radius + me);
  const bool from_memory = halo == Halo::from_memory || halo == Halo::from_memory_in_cluster;
  if (me < radius && from_memory) load(me), load(radius + width + me);
  if (me < radius && !from_memory && halo != Halo::from_cluster) tile[me] = tile[radius + width + me] = 0;
  if constexpr (halo == Halo::left_out_in_cluster) {
    cg::this_cluster().sync();
    cg::this_cluster().sync();
  } else if constexpr (halo == Halo::from_cluster) {
    const cg::cluster_group cluster = cg::this_cluster();
    const int rank = cluster.block_rank(), last = cluster.num_blocks() - 1;
    if (rank == 0 && me < radius) load(me);
    if (rank == last && me < radius) load(radius + width + me);
    cluster.sync();
    if (rank > 0 && me < radius) tile[me] = cluster.map_shared_rank(tile, rank - 1)[width + me];
    if (rank < last && me < radius) tile[radius + width + me] = cluster.map_shared_rank(tile, rank + 1)[radius + me];
    cluster.sync();
  } else {
    __syncthreads();
  }
  int sum = 0;
  if constexpr (which == Sum::of_ends) sum = tile[me] + tile[me + 2 * radius];
  else
    for (int i = 0; i <= 2 * radius; ++i) sum += tile[me + i];
  if (first + me < count) out[first + me] = sum;
}

void check(const int* out, int count, int radius, Sum which) {
  std::vector<int> got(1 << 12);
  for (const int from : {0, count / 2 & -width, count - int(got.size())}) {
    require(cudaMemcpy(got.data(), out + from, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int k = 0; k < int(got.size()); ++k) {
      int sum = 0;
      for (int i = from + k - radius; i <= from + k + radius; i += which == Sum::of_ends ? 2 * radius : 1)
        if (i >= 0 && i < count) sum += element(i);
      if (got[k] != sum) throw std::runtime_error("a sum is wrong");
    }
  }
}

template <Halo halo, Sum which, int radius>
void measure(harness::Rows& rows, int* out, const int* in, int count, int blocks_of_cluster = 1) {
  const auto kernel = sums<halo, which, radius>;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = blocks_of_cluster, attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(count / width), config.blockDim = dim3(width);
  config.attrs = &attribute, config.numAttrs = blocks_of_cluster > 1;
  require(cudaMemset(out, 0xff, count * sizeof(int)));
  const auto time = harness::measure(
      *harness::device_stopwatch(), [&] { require(cudaLaunchKernelEx(&config, kernel, out, in, count)); });
  if (halo != Halo::left_out && halo != Halo::left_out_in_cluster) check(out, count, radius, which);
  const char* names[] = {"left out", "from memory", "from memory", "left out, met twice", "from the cluster"};
  rows.add({{"halo", names[int(halo)]}, {"cluster", blocks_of_cluster}, {"radius", radius},
      {"sum", which == Sum::of_all ? "of all" : "of the ends"}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms},
      {"q3_ms", time.q3_ms}, {"gb_per_s", 2.0 * count * sizeof(int) / time.median_ms / 1e6}});
}

template <Sum which, int radius>
void measure_ways(harness::Rows& rows, int* out, const int* in, int count) {
  measure<Halo::left_out, which, radius>(rows, out, in, count);
  measure<Halo::from_memory, which, radius>(rows, out, in, count);
  for (const int blocks : {2, 4, 8}) {
    measure<Halo::from_memory_in_cluster, which, radius>(rows, out, in, count, blocks);
    measure<Halo::left_out_in_cluster, which, radius>(rows, out, in, count, blocks);
    measure<Halo::from_cluster, which, radius>(rows, out, in, count, blocks);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median; blocks of 256 threads and elements; gb_per_s counts each element read and written "
      "once; left out: the halo is zeros, and the sums are wrong";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const int count = harness::dry_run() ? 1 << 14 : 1 << 26;
    int *in = nullptr, *out = nullptr;
    require(cudaMalloc(&in, count * sizeof(int)));
    require(cudaMalloc(&out, count * sizeof(int)));
    fill<<<count / width, width>>>(in, count);
    measure_ways<Sum::of_ends, 16>(rows, out, in, count);
    measure_ways<Sum::of_ends, 128>(rows, out, in, count);
    measure_ways<Sum::of_all, 16>(rows, out, in, count);
    require(cudaFree(in));
    require(cudaFree(out));
  });
}
