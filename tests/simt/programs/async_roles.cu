// A pipeline with roles: the last warp copies, two others add up. Right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 960 645
// prints: read behind release 960 645
// prints: one stage reused 960 773
// prints: consumer waits late 195 640
// prints: no acquire 195 640 and an error
// expect: race shared line 39 says "async_roles.cu line 39, and block (0,0), thread (63,0) has read it, async_roles.cu line 49,"
// expect: race shared line 39 says "async_roles.cu line 39, while its own asynchronous copy, async_roles.cu line 39 may still wr"
// expect: race shared line 49 says "async_roles.cu line 49, while an asynchronous copy of block (0,0), thread (95,0), async_role"
// expect: race shared line 39 says "async_roles.cu line 39, and block (0,0), thread (0,0) has read it, async_roles.cu line 46, w"
// expect: sync line 47 says "async_roles.cu line 47, for ever: phase 3 lacks 32 of its 32 arrivals; phase 2 is complete"
// expect: race shared line 39 says "async_roles.cu line 39, while its own asynchronous copy, async_roles.cu line 39 may still wr"
// expect: race shared line 49 says "async_roles.cu line 49, and an asynchronous copy of block (0,0), thread (95,0) has written i"
// expect: race shared line 71 says "thread (74,0) has an mbarrier, the shared array state at byte 0, wait for its copies"
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

enum Mistake { none, no_acquire, read_behind_release, one_stage_reused, consumer_waits_late };

constexpr int readers = 64, tiles = 5, stages = 2;

template <Mistake mistake>
__global__ void sums(const float* in, float* out) {
  __shared__ float ring[stages][readers];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  const auto block = cg::this_thread_block();
  const auto role = threadIdx.x < readers ? cuda::pipeline_role::consumer : cuda::pipeline_role::producer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (int tile = 0; tile < tiles; ++tile) {
      if (mistake != no_acquire) pipe.producer_acquire();
      float* const stage = ring[mistake == one_stage_reused ? 0 : tile % stages];
      for (int i = threadIdx.x - readers; i < readers; i += 32)
        cuda::memcpy_async(&stage[i], &in[tile * readers + i], cuda::aligned_size_t<4>(4), pipe);
      pipe.producer_commit();
    }
  } else {
    float sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
      const float* const stage = ring[mistake == one_stage_reused ? 0 : tile % stages];
      if (mistake == consumer_waits_late) sum += stage[threadIdx.x];
      pipe.consumer_wait();
      if (mistake == read_behind_release) pipe.consumer_release();
      if (mistake != consumer_waits_late) sum += stage[readers - 1 - threadIdx.x];
      if (mistake != read_behind_release) pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, tiles * readers * sizeof(float));
  cudaMallocManaged(&out, readers * sizeof(float));
  for (int i = 0; i < tiles * readers; ++i) in[i] = float(i + 1);
  const auto run = [&](const char* name, void (*kernel)(const float*, float*)) {
    kernel<<<1, readers + 32>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s %g %g%s\n", name, out[0], out[readers - 1], error ? " and an error" : "");
  };
  run("none", sums<none>);
  run("read behind release", sums<read_behind_release>);
  run("one stage reused", sums<one_stage_reused>);
  run("consumer waits late", sums<consumer_waits_late>);
  run("no acquire", sums<no_acquire>);
}
