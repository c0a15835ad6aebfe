// A tiled product with n stages of shared memory: right with one to four of them, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: 1 stage: right
// prints: 2 stages: right
// prints: 3 stages: right
// prints: 4 stages: right
// prints: no wait: wrong
// prints: one stage too few: wrong
// prints: no barrier behind the wait: wrong
// prints: one stage ahead: right
// prints: no commit: wrong
// expect: race shared line 60 says "async_product.cu line 47 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 48 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 47 says "async_product.cu line 47 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 48 says "async_product.cu line 48 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 47 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 48 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 47 says "async_product.cu line 47 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 48 says "async_product.cu line 48 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 47, in commit group 0: that thread has waited for it, and behind that there is no"
// expect: race shared line 60 says "async_product.cu line 48, in commit group 0: that thread has waited for it, and behind that there is no"
// expect: race shared line 47 says "async_product.cu line 47 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 48 says "async_product.cu line 48 may still write it: it is in its thread's commit group 0 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 47 may still write it: it is in its thread's commit group 3 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 48 may still write it: it is in its thread's commit group 3 (the first is 0), and"
// expect: race shared line 60 says "async_product.cu line 47 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 60 says "async_product.cu line 48 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 47 says "async_product.cu line 47 may still write it: no commit has come behind it and no barrier counts it, so"
// expect: race shared line 48 says "async_product.cu line 48 may still write it: no commit has come behind it and no barrier counts it, so"
#include <cuda_pipeline.h>

#include <cstdio>

enum Mistake { none, no_wait, one_stage_too_few, no_barrier_behind_the_wait, one_stage_ahead, no_commit };

constexpr int size = 32, side = 8;

// out = a * b, a block for each tile of 8 x 8, a thread for each element.
template <int stages, Mistake mistake>
__global__ void product(const float* a, const float* b, float* out) {
  __shared__ float tile_a[stages][side][side], tile_b[stages][side][side];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * side + y, column = blockIdx.x * side + x;
  const auto fetch = [&](int step) {
    float* const to_a = &tile_a[step % stages][y][x];
    float* const to_b = &tile_b[step % stages][y][x];
    if (step < size / side) {
      __pipeline_memcpy_async(to_a, &a[row * size + step * side + x], sizeof(float));
      __pipeline_memcpy_async(to_b, &b[(step * side + y) * size + column], sizeof(float));
    }
    if (mistake != no_commit) __pipeline_commit();
  };
  constexpr int ahead = mistake == one_stage_ahead ? stages : stages - 1;
  for (int step = 0; step < ahead; ++step) fetch(step);
  float sum = 0;
  for (int step = 0; step < size / side; ++step) {
    fetch(step + ahead);
    if (mistake != no_wait) __pipeline_wait_prior(mistake == one_stage_too_few ? ahead + 1 : ahead);
    if (mistake != no_barrier_behind_the_wait) __syncthreads();
    for (int k = 0; k < side; ++k)
      sum += tile_a[step % stages][y][k] * tile_b[step % stages][k][x];
    __syncthreads();
  }
  out[row * size + column] = sum;
}

int main() {
  float *a, *b, *out;
  cudaMallocManaged(&a, size * size * sizeof(float));
  cudaMallocManaged(&b, size * size * sizeof(float));
  cudaMallocManaged(&out, size * size * sizeof(float));
  for (int i = 0; i < size * size; ++i) a[i] = float(i % 7), b[i] = float(i % 5);
  const auto run = [&](const char* name, void (*kernel)(const float*, const float*, float*)) {
    kernel<<<dim3(size / side, size / side), dim3(side, side)>>>(a, b, out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) {
        float sum = 0;
        for (int k = 0; k < size; ++k) sum += a[i * size + k] * b[k * size + j];
        wrong += sum != out[i * size + j];
      }
    printf("%s: %s\n", name, wrong ? "wrong" : "right");
  };
  run("1 stage", product<1, none>);
  run("2 stages", product<2, none>);
  run("3 stages", product<3, none>);
  run("4 stages", product<4, none>);
  run("no wait", product<3, no_wait>);
  run("one stage too few", product<3, one_stage_too_few>);
  run("no barrier behind the wait", product<3, no_barrier_behind_the_wait>);
  run("one stage ahead", product<3, one_stage_ahead>);
  run("no commit", product<3, no_commit>);
}
