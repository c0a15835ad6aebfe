// A pipeline of the whole block, three stages, copies by the block: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 1344 588
// prints: released before read 1344 588
// prints: stage read ahead 640 394
// prints: source written 1223 530
// prints: no wait 0 0 and an error
// prints: no commit 0 0 and an error
// expect: race shared line 37 says "async_shared_pipeline.cu line 37, and block (0,0), thread (63,0) has read it, async_shared_p"
// expect: race shared line 44 says "async_shared_pipeline.cu line 44, while an asynchronous copy of block (0,0), thread (0,0), a"
// expect: race global line 40 says "async_shared_pipeline.cu line 40, while its own asynchronous copy, async_shared_pipeline.cu"
// expect: sync line 36 says "async_shared_pipeline.cu line 36, for ever: phase 0 lacks 64 of its 64 arrivals"
// expect: race shared line 44 says "async_shared_pipeline.cu line 44, while its own asynchronous copy, async_shared_pipeline.cu"
// expect: sync line 41 says "async_shared_pipeline.cu line 41, for ever: phase 0 lacks 64 of its 64 arrivals"
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

enum Mistake { none, no_wait, released_before_read, no_commit, stage_read_ahead, source_written };

constexpr int width = 64, tiles = 6, stages = 3;

template <Mistake mistake>
__global__ void differences(int* in, int* out) {
  __shared__ alignas(16) int ring[stages][width];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int me = threadIdx.x;
  int sum = 0;
  for (int tile = 0, next = 0; tile < tiles; ++tile) {
    for (; next < tiles && next < tile + stages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, ring[next % stages], in + next * width, cuda::aligned_size_t<16>(sizeof ring[0]), pipe);
      if (mistake != no_commit) pipe.producer_commit();
    }
    if (mistake == source_written && tile == 0) in[width + me] = 7;
    if (mistake != no_wait) pipe.consumer_wait();
    if (mistake == released_before_read) pipe.consumer_release();
    const int stage = mistake == stage_read_ahead ? tile + 1 : tile;
    sum += ring[stage % stages][width - 1 - me] - me;
    if (mistake != released_before_read && mistake != no_wait) pipe.consumer_release();
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
  run("none", differences<none>);
  run("released before read", differences<released_before_read>);
  run("stage read ahead", differences<stage_read_ahead>);
  run("source written", differences<source_written>);
  run("no wait", differences<no_wait>);
  run("no commit", differences<no_commit>);
}
