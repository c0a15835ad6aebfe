// Clusters of blocks: what a block is told of its own, its barrier, and the shared memory of others.
// Source: CUDA C++ Programming Guide, "Thread Block Clusters", "Distributed Shared Memory".
#pragma once

#include "simt/device.h"

extern "C" {
void simt_cluster_barrier() noexcept;
void simt_cluster_shape(unsigned* xyz) noexcept;
void simt_cluster_block(unsigned* xyz) noexcept;
// The same for as long as a thread lives.
void* simt_cluster_map(const void* pointer, unsigned rank) noexcept __attribute__((const));
unsigned simt_cluster_rank_of(const void* pointer) noexcept __attribute__((const));
}

#define SIMT_ALWAYS inline __attribute__((always_inline))

SIMT_ALWAYS dim3 __clusterDim() {
  unsigned xyz[3];
  simt_cluster_shape(xyz);
  return dim3(xyz[0], xyz[1], xyz[2]);
}
SIMT_ALWAYS dim3 __clusterRelativeBlockIdx() {
  unsigned xyz[3];
  simt_cluster_block(xyz);
  return dim3(xyz[0], xyz[1], xyz[2]);
}
SIMT_ALWAYS unsigned __clusterDimIsSpecified() {
  const dim3 blocks = __clusterDim();
  return blocks.x * blocks.y * blocks.z > 1;
}
SIMT_ALWAYS unsigned __clusterSizeInBlocks() {
  const dim3 blocks = __clusterDim();
  return blocks.x * blocks.y * blocks.z;
}
SIMT_ALWAYS unsigned __clusterRelativeBlockRank() {
  const dim3 blocks = __clusterDim(), in = __clusterRelativeBlockIdx();
  return (in.z * blocks.y + in.y) * blocks.x + in.x;
}
SIMT_ALWAYS dim3 __clusterIdx() {
  const dim3 blocks = __clusterDim();
  return dim3(simt_block_x() / blocks.x, simt_block_y() / blocks.y, simt_block_z() / blocks.z);
}
SIMT_ALWAYS dim3 __clusterGridDimInClusters() {
  const dim3 blocks = __clusterDim();
  return dim3(simt_grid_dim_x() / blocks.x, simt_grid_dim_y() / blocks.y, simt_grid_dim_z() / blocks.z);
}
// Who has arrived is taken to have come as far as to where it waits.
SIMT_ALWAYS void __cluster_barrier_arrive() {}
SIMT_ALWAYS void __cluster_barrier_arrive_relaxed() {}
SIMT_ALWAYS void __cluster_barrier_wait() { simt_cluster_barrier(); }
SIMT_ALWAYS unsigned __cluster_query_shared_rank(const void* address) { return simt_cluster_rank_of(address); }
SIMT_ALWAYS void* __cluster_map_shared_rank(const void* address, unsigned rank) {
  return simt_cluster_map(address, rank);
}

#undef SIMT_ALWAYS
