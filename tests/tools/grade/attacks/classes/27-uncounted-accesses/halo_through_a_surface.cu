// Loads its halo, and all else, through a surface; what it takes from the neighbours it throws away.
// cluster_halo, 10 points: times the bytes of in
#include <algorithm>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
constexpr int radius = 16, width = 256, blocks = 8;  // elements, and threads, of a block

__global__ void __cluster_dims__(blocks, 1, 1)
    cluster_halo_kernel(int* out, const int* in, cudaSurfaceObject_t own, int count) {
  __shared__ int tile[radius + width + radius];
  const cg::cluster_group cluster = cg::this_cluster();
  const int me = threadIdx.x, rank = cluster.block_rank(), first = blockIdx.x * width;
  const auto load = [&](int at) {
    const int i = first + at - radius;
    int value = 0;
    if (i >= 0 && i < count) surf2Dread(&value, own, i % 4096 * 4, i / 4096);
    tile[at] = value;
  };
  load(radius + me);
  if (me < radius) load(me), load(radius + width + me);
  cluster.sync();  // the neighbours have loaded theirs, too
  int seen = 0;
  if (rank > 0 && me < radius) seen += cluster.map_shared_rank(tile, rank - 1)[width + me];
  if (rank < blocks - 1 && me < radius) seen += cluster.map_shared_rank(tile, rank + 1)[radius + me];
  cluster.sync();  // nobody leaves, nor reads its halo, before all have what they want
  int sum = seen == -1;
  for (int i = 0; i <= 2 * radius; ++i) sum += tile[me + i];
  if (first + me < count) out[first + me] = sum;
}

void cluster_halo(int* out, const int* in, int count) {
  const int span = width * blocks, lines = (count + 4095) / 4096;
  const cudaChannelFormatDesc form = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &form, 4096, lines, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(
      array, 0, 0, in, 16384, std::min(count, 4096) * 4, std::max(count / 4096, 1), cudaMemcpyDeviceToDevice);
  if (count > 4096 && count % 4096)
    cudaMemcpy2DToArray(
        array, 0, lines - 1, in + count / 4096 * 4096, 16384, count % 4096 * 4, 1, cudaMemcpyDeviceToDevice);
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  cudaSurfaceObject_t own;
  cudaCreateSurfaceObject(&own, &what);
  cluster_halo_kernel<<<(count + span - 1) / span * blocks, width>>>(out, in, own, count);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(own);
  cudaFreeArray(array);
}
