// Two buffers, filled by __pipeline_memcpy_async while the other one is read: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 1344 966
// prints: no wait 0 0
// prints: no commit 0 0
// prints: one group too few 640 388
// prints: no barrier behind the wait 640 966
// prints: no barrier before the next copy 1344 966
// prints: source overwritten 1216 901
// prints: destination overwritten 1344 966
// expect: race shared line 58 says "async_double_buffer.cu line 45 may still write it: it is in its thread's commit group 0 (the first is"
// expect: race shared line 45 says "async_double_buffer.cu line 45 may still write it: it is in its thread's commit group 0 (the first is"
// expect: race shared line 58 says "async_double_buffer.cu line 45 may still write it: no commit has come behind it and no barrier counts"
// expect: race shared line 45 says "async_double_buffer.cu line 45 may still write it: no commit has come behind it and no barrier counts"
// expect: race shared line 58 says "async_double_buffer.cu line 45 may still write it: it is in its thread's commit group 0 (the first is"
// expect: race shared line 45 says "async_double_buffer.cu line 45 may still write it: it is in its thread's commit group 0 (the first is"
// expect: race shared line 45 says "async_double_buffer.cu line 58, with no barrier in between: if that is behind the copy, it needs a wait"
// expect: race shared line 58 says "async_double_buffer.cu line 45 may still write it: it is in its thread's commit group 2 (the first is"
// expect: race global line 53 says "async_double_buffer.cu line 45 may still read it: it is in its thread's commit group 1 (the first is 0),"
// expect: race shared line 55 says "async_double_buffer.cu line 45 may still write it: it is in its thread's commit group 1 (the first is"
#include <cuda_pipeline.h>

#include <cstdio>

enum Mistake {
  none,
  no_wait,
  no_commit,
  one_group_too_few,
  no_barrier_behind_the_wait,
  no_barrier_before_the_next_copy,
  source_overwritten,
  destination_overwritten
};

constexpr int width = 64, tiles = 6;

// Thread t adds up what thread 63 - t has copied.
template <Mistake mistake>
__global__ void sums(int* in, int* out) {
  __shared__ int buffer[2][width];
  const int me = threadIdx.x;
  const auto fetch = [&](int tile) {
    if (tile < tiles)
      __pipeline_memcpy_async(&buffer[tile % 2][me], &in[tile * width + me], sizeof(int));
    if (mistake != no_commit) __pipeline_commit();
  };
  fetch(0);
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    if (mistake == source_overwritten && tile == 0)
      in[width + me] = 0;
    if (mistake == destination_overwritten && tile == 0)
      buffer[1][me] = 0;
    if (mistake != no_wait) __pipeline_wait_prior(mistake == one_group_too_few ? 2 : 1);
    if (mistake != no_barrier_behind_the_wait) __syncthreads();
    sum += buffer[tile % 2][width - 1 - me];
    if (mistake != no_barrier_before_the_next_copy) __syncthreads();
  }
  out[me] = sum;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, tiles * width * sizeof(int));
  cudaMallocManaged(&out, width * sizeof(int));
  const auto run = [&](const char* name, void (*kernel)(int*, int*)) {
    for (int i = 0; i < tiles * width; ++i) in[i] = i + 1;
    kernel<<<1, width>>>(in, out);
    cudaDeviceSynchronize();
    printf("%s %d %d\n", name, out[0], out[width - 1]);
  };
  run("none", sums<none>);
  run("no wait", sums<no_wait>);
  run("no commit", sums<no_commit>);
  run("one group too few", sums<one_group_too_few>);
  run("no barrier behind the wait", sums<no_barrier_behind_the_wait>);
  run("no barrier before the next copy", sums<no_barrier_before_the_next_copy>);
  run("source overwritten", sums<source_overwritten>);
  run("destination overwritten", sums<destination_overwritten>);
}
