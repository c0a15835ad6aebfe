// A ring of four stages, three tiles on their way, with no empty commit at the end: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 7196 2702 2676
// prints: ring of three 7196 2702 2676
// prints: tail not waited for 2588 1166 2034
// prints: one warp waits 7196 2702 0
// prints: commit in front 1298 390 762
// prints: zero fill read 5404 2190 3058
// expect: race shared line 35 says "async_ahead.cu line 35, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
// expect: race shared line 54 says "async_ahead.cu line 54, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
// expect: race shared line 54 says "async_ahead.cu line 54, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
// expect: race shared line 54 says "async_ahead.cu line 54, while an asynchronous copy of block (0,0), thread (32,0), async_ahea"
// expect: race shared line 35 says "async_ahead.cu line 35, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
// expect: race shared line 54 says "async_ahead.cu line 54, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
// expect: race shared line 35 says "async_ahead.cu line 35, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
// expect: race shared line 54 says "async_ahead.cu line 54, while its own asynchronous copy, async_ahead.cu line 35 may still wr"
#include <cuda_pipeline.h>

#include <cstdio>

enum Mistake { none, ring_of_three, tail_not_waited_for, one_warp_waits, commit_in_front, zero_fill_read };

constexpr int width = 64, tiles = 7, ahead = 3;

// Each pair of neighbouring elements, the second of which another thread has copied.
template <Mistake mistake>
__global__ void pairs(const int2* in, int2* out) {
  constexpr int stages = mistake == ring_of_three ? 3 : 4;
  __shared__ int2 ring[stages][width];
  const int me = threadIdx.x;
  const auto fetch = [&](int tile) {
    if (mistake == commit_in_front) __pipeline_commit();
    // The last element of the last tile is zeros.
    const size_t zeros = tile == tiles - 1 && me == width - 1 ? sizeof(int2) : 0;
    __pipeline_memcpy_async(&ring[tile % stages][me], &in[tile * width + me], sizeof(int2), zeros);
    if (mistake != commit_in_front) __pipeline_commit();
  };
  for (int tile = 0; tile < ahead; ++tile) fetch(tile);
  int2 sum = {0, 0};
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + ahead < tiles) fetch(tile + ahead);
    const int behind = min(ahead, tiles - 1 - tile);
    if (mistake == one_warp_waits && me >= 32) {
    } else if (mistake == tail_not_waited_for || behind == 3) {
      __pipeline_wait_prior(3);
    } else if (behind == 2) {
      __pipeline_wait_prior(2);
    } else if (behind == 1) {
      __pipeline_wait_prior(1);
    } else if (mistake != zero_fill_read) {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    const int2 a = ring[tile % stages][me], b = ring[tile % stages][(me + 1) % width];
    sum.x += a.x * (tile + 1);
    sum.y += b.y;
    __syncthreads();
  }
  out[me] = sum;
}

int main() {
  int2 *in, *out;
  cudaMallocManaged(&in, tiles * width * sizeof(int2));
  cudaMallocManaged(&out, width * sizeof(int2));
  for (int i = 0; i < tiles * width; ++i) in[i] = {i + 1, 2 * i};
  const auto run = [&](const char* name, void (*kernel)(const int2*, int2*)) {
    kernel<<<1, width>>>(in, out);
    cudaDeviceSynchronize();
    printf("%s %d %d %d\n", name, out[0].x, out[0].y, out[width - 2].y);
  };
  run("none", pairs<none>);
  run("ring of three", pairs<ring_of_three>);
  run("tail not waited for", pairs<tail_not_waited_for>);
  run("one warp waits", pairs<one_warp_waits>);
  run("commit in front", pairs<commit_in_front>);
  run("zero fill read", pairs<zero_fill_read>);
}
