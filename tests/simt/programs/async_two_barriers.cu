// Copies that a cuda::barrier counts, two buffers and two barriers, waited for by tokens and by parity: right, and with one
// mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 3520 2575
// prints: other barrier 2304 1422
// prints: other parity 0 0 and an error
// prints: refilled early 3520 2575
// prints: source written 2947 2191
// prints: half waits 3520 2574
// prints: one arrival too many 0 0 and an error
// expect: race shared line 62 says "async_two_barriers.cu line 62, while an asynchronous copy of block (0,0), thread (0,0), asyn"
// expect: race shared line 42 says "async_two_barriers.cu line 42, while its own asynchronous copy, async_two_barriers.cu line 4"
// expect: sync shared line 42 says "async_two_barriers.cu line 42, and the block ends while it may still write the shared array"
// expect: sync line 57 says "async_two_barriers.cu line 57, for ever: phase 2 lacks 64 of its 64 arrivals; phase 1 is com"
// expect: race shared line 62 says "async_two_barriers.cu line 62, while its own asynchronous copy, async_two_barriers.cu line 4"
// expect: race shared line 42 says "async_two_barriers.cu line 42, while its own asynchronous copy, async_two_barriers.cu line 4"
// expect: race shared line 42 says "async_two_barriers.cu line 42, and block (0,0), thread (63,0) has read it, async_two_barrier"
// expect: race global line 54 says "async_two_barriers.cu line 54, while its own asynchronous copy, async_two_barriers.cu line 4"
// expect: race shared line 62 says "async_two_barriers.cu line 62, while an asynchronous copy of block (0,0), thread (0,0), asyn"
// expect: sync line 59 says "async_two_barriers.cu line 59, for ever: phase 0 lacks 1 of its 65 arrivals"
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/barrier>

namespace cg = cooperative_groups;

enum Mistake { none, other_barrier, other_parity, refilled_early, source_written, one_arrival_too_many, half_waits };

constexpr int width = 64, tiles = 5;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

template <Mistake mistake>
__global__ void turned(int* in, int* out) {
  __shared__ alignas(16) int buffer[2][width];
  __shared__ Barrier full[2];
  const auto block = cg::this_thread_block();
  const int me = threadIdx.x;
  if (me < 2) init(&full[me], width + (mistake == one_arrival_too_many));
  block.sync();
  const auto fetch = [&](int tile) {
    cuda::memcpy_async(block, buffer[tile % 2], in + tile * width, cuda::aligned_size_t<16>(sizeof buffer[0]),
        full[mistake == other_barrier ? 1 - tile % 2 : tile % 2]);
    return full[tile % 2].arrive();
  };
  auto token = fetch(0);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (mistake == refilled_early || tile == 0) {
    } else {
      block.sync();
    }
    auto next = tile + 1 < tiles ? fetch(tile + 1) : Barrier::arrival_token{};
    if (mistake == source_written && tile == 1) in[2 * width + me] = 1;
    if (mistake == half_waits && me >= width / 2) {
    } else if (tile % 2) {
      full[tile % 2].wait_parity((tile / 2 + (mistake == other_parity)) % 2);
    } else {
      full[tile % 2].wait(std::move(token));
    }
    token = std::move(next);
    sum += (tile + 1) * buffer[tile % 2][width - 1 - me];
  }
  out[me] = sum;
}

int main() {
  // Each with a device that has seen no error.
  const auto run = [&](const char* name, void (*kernel)(int*, int*)) {
    int *in, *out;
    cudaMallocManaged(&in, tiles * width * sizeof(int));
    cudaMallocManaged(&out, width * sizeof(int));
    for (int i = 0; i < tiles * width; ++i) in[i] = i + 1;
    kernel<<<1, width>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s %d %d%s\n", name, out[0], out[width - 1], error ? " and an error" : "");
    cudaDeviceReset();
  };
  run("none", turned<none>);
  run("other barrier", turned<other_barrier>);
  run("other parity", turned<other_parity>);
  run("refilled early", turned<refilled_early>);
  run("source written", turned<source_written>);
  run("half waits", turned<half_waits>);
  run("one arrival too many", turned<one_arrival_too_many>);
}
