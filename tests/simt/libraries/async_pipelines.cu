// cuda::pipeline of a thread, of a block, and of producers and consumers, and cuda::barrier: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: thread: none 1344 1158
// prints: thread: no wait 0 0
// prints: thread: no commit 0 0
// prints: thread: one stage too few 640 516
// prints: thread: no barrier behind the wait 640 516
// prints: block: none 1344 1158
// prints: block: no wait 1152 516
// prints: block: released too early 1344 1158
// prints: roles: none 672 486
// prints: roles: released too early 672 486
// prints: roles: read by those that do not wait 672 486
// prints: barrier: none 384 291
// prints: barrier: no wait 256 194
// prints: barrier: copied too early 384 291
// expect: race shared line 76 says "async_pipelines.cu line 66 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 66 says "async_pipelines.cu line 66 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 76 says "async_pipelines.cu line 66 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 66 says "async_pipelines.cu line 66 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 76 says "async_pipelines.cu line 66 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 66 says "async_pipelines.cu line 66 may still write it: it is in its thread's commit group 0 (the first is 0),"
// expect: race shared line 66 says "async_pipelines.cu line 76, with no barrier in between: if that is behind the copy, it needs a wait for"
// expect: race shared line 96 says "async_pipelines.cu line 101, with no barrier in between: if that is behind the copy, it needs a wait for"
// expect: race shared line 96 says "async_pipelines.cu line 96 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 96 says "async_pipelines.cu line 101, with no barrier in between"
// expect: race shared line 120 says "async_pipelines.cu line 126, with no barrier in between"
// expect: race shared line 120 says "async_pipelines.cu line 122, with no barrier in between: if that is behind the copy, it needs a wait for"
// expect: sync line 124 says "async_pipelines.cu line 124, for ever: phase 0 lacks 32 of its 32 arrivals"
// expect: race shared line 120 says "async_pipelines.cu line 120 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 148 says "async_pipelines.cu line 145 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 145 says "async_pipelines.cu line 145 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: sync shared line 145 says "async_pipelines.cu line 145, and the block ends while it may still write the shared array tile at byte"
// expect: race shared line 145 says "async_pipelines.cu line 148, with no barrier in between"
// expect: sync line 147 says "async_pipelines.cu line 147, for ever: phase 0 lacks 1 of its 65 arrivals"
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

enum Mistake {
  none,
  no_wait,
  no_commit,
  one_stage_too_few,
  no_barrier_behind_the_wait,
  released_too_early,
  read_by_those_that_do_not_wait,
  never_committed,
  one_too_many_expected
};

constexpr int width = 64, tiles = 6, stages = 2;

template <Mistake mistake>
__global__ void by_thread(const int* in, int* out) {
  __shared__ int stage[stages][width];
  auto pipeline = cuda::make_pipeline();
  const int me = threadIdx.x;
  const auto fetch = [&](int tile) {
    pipeline.producer_acquire();
    int& to = stage[tile % stages][me];
    if (tile < tiles) cuda::memcpy_async(&to, &in[tile * width + me], sizeof(int), pipeline);
    if (mistake != no_commit) pipeline.producer_commit();
  };
  fetch(0);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    if (mistake == one_stage_too_few) cuda::pipeline_consumer_wait_prior<2>(pipeline);
    else if (mistake != no_wait) pipeline.consumer_wait();
    if (mistake != no_barrier_behind_the_wait) __syncthreads();
    sum += stage[tile % stages][width - 1 - me];
    pipeline.consumer_release();
    __syncthreads();
  }
  out[me] = sum;
}

// All threads of the block produce and consume.
template <Mistake mistake>
__global__ void by_block(const int* in, int* out) {
  __shared__ int stage[stages][width];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  const int me = threadIdx.x;
  int sum = 0;
  for (int fetched = 0, tile = 0; tile < tiles; ++tile) {
    for (; fetched < tiles && fetched < tile + stages; ++fetched) {
      pipeline.producer_acquire();
      int* const to = stage[fetched % stages];
      cuda::memcpy_async(block, to, in + fetched * width, width * sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    if (mistake != no_wait) pipeline.consumer_wait();
    if (mistake == released_too_early) pipeline.consumer_release();
    sum += stage[tile % stages][width - 1 - me];
    if (mistake != released_too_early) pipeline.consumer_release();
  }
  out[me] = sum;
}

// One warp produces, the others consume.
template <Mistake mistake>
__global__ void by_roles(const int* in, int* out) {
  __shared__ int stage[stages][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const bool produces = threadIdx.x < 32;
  auto pipeline = cuda::make_pipeline(
      cg::this_thread_block(), &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int me = threadIdx.x % 32;
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (produces) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&stage[tile % stages][me], &in[tile * 32 + me], sizeof(int), pipeline);
      if (mistake != never_committed) pipeline.producer_commit();
      if (mistake == read_by_those_that_do_not_wait) sum += stage[tile % stages][31 - me];
    } else {
      pipeline.consumer_wait();
      if (mistake == released_too_early) pipeline.consumer_release();
      sum += stage[tile % stages][31 - me];
      if (mistake != released_too_early) pipeline.consumer_release();
    }
  }
  if (!produces) out[me] = sum;
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Bytes that the barrier counts by itself: aligned to 16, they are a bulk copy.
template <Mistake mistake>
__global__ void by_barrier(const int* in, int* out) {
  __shared__ alignas(16) int tile[width];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x + (mistake == one_too_many_expected ? 1 : 0));
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    const cuda::aligned_size_t<16> bytes(sizeof tile);
    cuda::memcpy_async(cg::this_thread_block(), tile, in + round * width, bytes, barrier);
    Barrier::arrival_token token = barrier.arrive();
    if (mistake != no_wait) barrier.wait(std::move(token));
    sum += tile[width - 1 - threadIdx.x];
    if (mistake != released_too_early) __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  const auto run = [](const char* name, void (*kernel)(const int*, int*)) {
    int *in, *out;
    cudaMallocManaged(&in, tiles * width * sizeof(int));
    cudaMallocManaged(&out, width * sizeof(int));
    for (int i = 0; i < tiles * width; ++i) in[i] = i + 1;
    kernel<<<1, width>>>(in, out);
    if (cudaDeviceSynchronize() == cudaSuccess) printf("%s %d %d\n", name, out[0], out[31]);
    else cudaDeviceReset();
  };
  run("thread: none", by_thread<none>);
  run("thread: no wait", by_thread<no_wait>);
  run("thread: no commit", by_thread<no_commit>);
  run("thread: one stage too few", by_thread<one_stage_too_few>);
  run("thread: no barrier behind the wait", by_thread<no_barrier_behind_the_wait>);
  run("block: none", by_block<none>);
  run("block: no wait", by_block<no_wait>);
  run("block: released too early", by_block<released_too_early>);
  run("roles: none", by_roles<none>);
  run("roles: released too early", by_roles<released_too_early>);
  run("roles: read by those that do not wait", by_roles<read_by_those_that_do_not_wait>);
  run("roles: never committed", by_roles<never_committed>);
  run("barrier: none", by_barrier<none>);
  run("barrier: no wait", by_barrier<no_wait>);
  run("barrier: copied too early", by_barrier<released_too_early>);
  run("barrier: one too many expected", by_barrier<one_too_many_expected>);
}
// What follows from a block that does not wait: the next copy's arrival is left to a phase that others may have completed.
// expect: race shared line 71 says "wait for its copies, memcpy_completion.h line 71, and nothing says that it does so before all"
