// cooperative_groups::memcpy_async by a block in three stages, and by a warp's tile: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 1792 1351
// prints: no wait 0 0
// prints: one stage too few 640 388
// prints: stage reused too early 1792 1351
// prints: source overwritten 1664 1286
// prints: destination overwritten 1792 1351
// prints: rows 32 33
// prints: rows without wait 0 0
// expect: race shared line 49 says "async_group_copies.cu line 36 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 36 says "async_group_copies.cu line 36 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 49 says "async_group_copies.cu line 36 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 36 says "async_group_copies.cu line 49, with no barrier in between"
// expect: race global line 45 says "async_group_copies.cu line 36 may still read it: it is in its thread's commit group 1 (the first is 0),"
// expect: race shared line 47 says "async_group_copies.cu line 36 may still write it: it is in its thread's commit group 1 (the first is 0),"
// expect: race shared line 63 says "async_group_copies.cu line 65, with no barrier in between: if that is behind the copy, it needs a wait"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>

namespace cg = cooperative_groups;

enum Mistake { none, no_wait, one_stage_too_few, stage_reused_too_early, source_overwritten, destination_overwritten };

constexpr int width = 64, tiles = 7, stages = 3;

template <Mistake mistake>
__global__ void sums(int* in, int* out) {
  __shared__ int stage[stages][width];
  const auto block = cg::this_thread_block();
  const int me = threadIdx.x;
  const auto fetch = [&](int tile) {
    const int count = tile < tiles ? width : 0;
    cg::memcpy_async(block, stage[tile % stages], count, in + tile * width, count);
  };
  constexpr int ahead = mistake == stage_reused_too_early ? stages : stages - 1;
  for (int tile = 0; tile < ahead; ++tile) fetch(tile);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (mistake != no_wait) cg::wait_prior<mistake == one_stage_too_few ? stages - 1 : ahead - 1>(block);
    else block.sync();
    if (mistake == source_overwritten && tile == 0)
      in[width + me] = 0;
    if (mistake == destination_overwritten && tile == 0)
      stage[1][me] = 0;
    if (mistake == stage_reused_too_early) fetch(tile + ahead);
    sum += stage[tile % stages][width - 1 - me];
    block.sync();
    if (mistake != stage_reused_too_early) fetch(tile + ahead);
  }
  cg::wait(block);
  out[me] = sum;
}

// Each warp its own row: its own wait is enough, but not without the tile's sync.
template <bool right>
__global__ void rows(const int* in, int* out) {
  __shared__ int row[2][32];
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int* const mine = row[tile.meta_group_rank()];
  cg::memcpy_async(tile, mine, in + tile.meta_group_rank() * 32, 32 * sizeof(int));
  if (right) cg::wait(tile);
  out[threadIdx.x] = mine[31 - tile.thread_rank()];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, (tiles + stages) * width * sizeof(int));
  cudaMallocManaged(&out, width * sizeof(int));
  const auto run = [&](const char* name, auto kernel) {
    for (int i = 0; i < tiles * width; ++i) in[i] = i + 1;
    kernel<<<1, width>>>(in, out);
    cudaDeviceSynchronize();
    printf("%s %d %d\n", name, out[0], out[width - 1]);
  };
  run("none", sums<none>);
  run("no wait", sums<no_wait>);
  run("one stage too few", sums<one_stage_too_few>);
  run("stage reused too early", sums<stage_reused_too_early>);
  run("source overwritten", sums<source_overwritten>);
  run("destination overwritten", sums<destination_overwritten>);
  run("rows", rows<true>);
  run("rows without wait", rows<false>);
}
