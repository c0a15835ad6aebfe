// Copies by tiles of 16 lanes and of a block, waited for by tile: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 1313 1620
// prints: neighbour read 1313 1620
// prints: no wait 0 0
// prints: one on its way 865 1010
// prints: last not waited for 801 1108
// prints: too short 417 1620
// expect: race shared line 57 says "async_tiles.cu line 57, and an asynchronous copy of block (0,0), thread (16,0) has written i"
// expect: race shared line 42 says "async_tiles.cu line 42, and block (0,0), thread (2,0) has read it, async_tiles.cu line 53, w"
// expect: race shared line 46 says "async_tiles.cu line 46, while its own asynchronous copy, async_tiles.cu line 42 may still wr"
// expect: race shared line 53 says "async_tiles.cu line 53, while an asynchronous copy of block (0,0), thread (3,0), async_tiles"
// expect: race shared line 46 says "async_tiles.cu line 46, while its own asynchronous copy, async_tiles.cu line 46 may still wr"
// expect: race shared line 57 says "async_tiles.cu line 57, while an asynchronous copy of block (0,0), thread (16,0), async_tile"
// expect: race shared line 53 says "async_tiles.cu line 53, while an asynchronous copy of block (0,0), thread (3,0), async_tiles"
// expect: race shared line 46 says "async_tiles.cu line 46, while its own asynchronous copy, async_tiles.cu line 42 may still wr"
// expect: race shared line 53 says "async_tiles.cu line 53, while an asynchronous copy of block (0,0), thread (3,0), async_tiles"
// expect: race shared line 46 says "async_tiles.cu line 46, while its own asynchronous copy, async_tiles.cu line 46 may still wr"
// expect: race shared line 53 says "async_tiles.cu line 53, while an asynchronous copy of block (0,0), thread (3,0), async_tiles"
// expect: race shared line 57 says "async_tiles.cu line 57, while an asynchronous copy of block (0,0), thread (16,0), async_tile"
// expect: uninitialized shared line 53 says "async_tiles.cu line 53, which nothing has written in this block"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>

namespace cg = cooperative_groups;

enum Mistake { none, neighbour_read, no_wait, one_on_its_way, last_not_waited_for, too_short };

constexpr int threads = 64, lanes = 16, rounds = 4;

// Each tile adds up its own rows; at the end each thread reads what the tile beside has fetched last.
template <Mistake mistake>
__global__ void rows(const short* in, int* out) {
  __shared__ alignas(16) short mine[threads / lanes][2][2 * lanes];
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<lanes>(block);
  const int rank = tile.meta_group_rank(), lane = tile.thread_rank();
  const auto row = [&](int round) { return in + (round * (threads / lanes) + rank) * 2 * lanes; };
  const size_t bytes = sizeof mine[0][0] - (mistake == too_short ? 4 : 0);
  cg::memcpy_async(tile, mine[rank][0], row(0), bytes);
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds) {
      cg::memcpy_async(tile, mine[rank][(round + 1) % 2], row(round + 1), bytes);
      if (mistake == one_on_its_way) cg::wait_prior<2>(tile);
      else if (mistake != no_wait) cg::wait_prior<1>(tile);
    } else if (mistake != no_wait) {
      if (mistake == last_not_waited_for) cg::wait_prior<1>(tile);
      else cg::wait(tile);
    }
    sum += mine[rank][round % 2][2 * lanes - 1 - lane];
    tile.sync();
  }
  if (mistake != neighbour_read) block.sync();
  out[threadIdx.x] = sum + mine[(rank + 1) % (threads / lanes)][(rounds - 1) % 2][lane];
}

int main() {
  short* in;
  int* out;
  constexpr int count = rounds * threads * 2;
  cudaMallocManaged(&in, count * sizeof(short));
  cudaMallocManaged(&out, threads * sizeof(int));
  for (int i = 0; i < count; ++i) in[i] = short(i + 1);
  const auto run = [&](const char* name, void (*kernel)(const short*, int*)) {
    kernel<<<1, threads>>>(in, out);
    cudaDeviceSynchronize();
    printf("%s %d %d\n", name, out[0], out[threads - 1]);
  };
  run("none", rows<none>);
  run("neighbour read", rows<neighbour_read>);
  run("no wait", rows<no_wait>);
  run("one on its way", rows<one_on_its_way>);
  run("last not waited for", rows<last_not_waited_for>);
  run("too short", rows<too_short>);
}
