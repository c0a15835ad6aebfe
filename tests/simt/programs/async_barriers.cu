// Producers and consumers, and copies that a barrier object of <cuda_pipeline.h> counts: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 672 486
// prints: plain arrival 0 0
// prints: one arrival too many 544 486
// expect: sync line 39 says "async_barriers.cu line 39, for ever: phase 3 lacks 32 of its 32 arrivals; phase 2 is complete"
// expect: race shared line 69 says "async_barriers.cu line 59 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 59 says "async_barriers.cu line 59 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: sync line 39 says "async_barriers.cu line 39, for ever: phase 0 lacks 30 of its 32 arrivals"
// expect: race shared line 69 says "async_barriers.cu line 59 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: sync line 39 says "async_barriers.cu line 39, for ever: phase 3 lacks 32 of its 32 arrivals; phase 2 is complete"
// expect: race shared line 59 says "async_barriers.cu line 59 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 69 says "async_barriers.cu line 59 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 59 says "async_barriers.cu line 59 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: sync line 39 says "async_barriers.cu line 39, for ever: phase 0 lacks 1 of its 32 arrivals"
// expect: sync line 39 says "async_barriers.cu line 39, for ever: phase 0 lacks 32 of its 32 arrivals"
// expect: race shared line 69 says "async_barriers.cu line 59 may still write it: it belongs to phase 3 of the barrier in the shared array"
// expect: race shared line 60 says "thread (0,0) has an mbarrier, the shared array full at byte 0, wait for its copies"
// expect: race shared line 60 says "thread (10,0) has an mbarrier, the shared array full at byte 0, wait for its copies"
// expect: race shared line 60 says "thread (31,0) has an mbarrier, the shared array full at byte 0, wait for its copies"
#include <cuda_pipeline.h>

#include <cstdio>

enum Mistake {
  none,
  no_wait_for_full,
  wrong_parity,
  no_wait_for_empty,
  plain_arrival,
  empty_never_complete,
  full_never_complete,
  one_arrival_too_many
};

constexpr int width = 32, tiles = 6, stages = 2;

__device__ void wait(__mbarrier_t* barrier, int phase) {
  while (!__mbarrier_try_wait_parity(barrier, phase % 2, 1000)) {
  }
}

// Warp 0 copies tiles, warp 1 adds them up.
template <Mistake mistake>
__global__ void sums(const int* in, int* out) {
  __shared__ int stage[stages][width];
  __shared__ __mbarrier_t full[stages], empty[stages];
  if (threadIdx.x == 0)
    for (int i = 0; i < stages; ++i) {
      __mbarrier_init(&full[i], mistake == full_never_complete ? width + 1 : width);
      __mbarrier_init(&empty[i], width);
    }
  __syncthreads();
  const int me = threadIdx.x % width;
  if (threadIdx.x < width) {
    for (int tile = 0; tile < tiles; ++tile) {
      const int at = tile % stages, round = tile / stages;
      if (round > 0 && mistake != no_wait_for_empty) wait(&empty[at], round - 1);
      __pipeline_memcpy_async(&stage[at][me], &in[tile * width + me], sizeof(int));
      if (mistake != plain_arrival) __pipeline_arrive_on(&full[at]);
      (void)__mbarrier_arrive(&full[at]);
      if (mistake == one_arrival_too_many && me == 31) (void)__mbarrier_arrive(&full[at]);
    }
  } else {
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
      const int at = tile % stages, round = tile / stages;
      if (mistake != no_wait_for_full) wait(&full[at], mistake == wrong_parity ? round + 1 : round);
      sum += stage[at][width - 1 - me];
      if (mistake != empty_never_complete || me > 0) (void)__mbarrier_arrive(&empty[at]);
    }
    out[me] = sum;
  }
}

int main() {
  const auto run = [](const char* name, void (*kernel)(const int*, int*)) {
    int *in, *out;
    cudaMallocManaged(&in, tiles * width * sizeof(int));
    cudaMallocManaged(&out, width * sizeof(int));
    for (int i = 0; i < tiles * width; ++i) in[i] = i + 1;
    kernel<<<1, 2 * width>>>(in, out);
    if (cudaDeviceSynchronize() == cudaSuccess) printf("%s %d %d\n", name, out[0], out[width - 1]);
    else cudaDeviceReset();
  };
  run("none", sums<none>);
  run("no wait for full", sums<no_wait_for_full>);
  run("wrong parity", sums<wrong_parity>);
  run("no wait for empty", sums<no_wait_for_empty>);
  run("plain arrival", sums<plain_arrival>);
  run("empty never complete", sums<empty_never_complete>);
  run("full never complete", sums<full_never_complete>);
  run("one arrival too many", sums<one_arrival_too_many>);
}
