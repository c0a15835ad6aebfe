// Later: running sums, said by the model before an H100 counted them.
#include "../caches.cuh"

__device__ float of_warp(float value) {
  for (int by = 1; by < 32; by *= 2) {
    const float other = __shfl_up_sync(~0u, value, by);
    if (int(threadIdx.x % 32) >= by) value += other;
  }
  return value;
}
// A block waits for the sum of the one before, adds its own and hands it on.
__global__ void handed_on(float* out, const float* in, volatile float* sums, volatile int* ready) {
  __shared__ float of_warps[8], before;
  const float own = of_warp(in[index()]);
  if (threadIdx.x % 32 == 31) of_warps[threadIdx.x / 32] = own;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int i = 0; i < 8; ++i) all += of_warps[i];
    float sum = 0;
    if (blockIdx.x) {
      while (ready[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      sum = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = sum + all;
    __threadfence();
    ready[blockIdx.x] = 1;
    before = sum;
  }
  __syncthreads();
  float sum = before + own;
  for (int i = 0; i < int(threadIdx.x / 32); ++i) sum += of_warps[i];
  out[index()] = sum;
}
// Up and down a tree in global memory, a level a launch.
__global__ void up(float* a, int apart) {
  a[(index() + 1) * apart * 2 - 1] += a[(index() + 1) * apart * 2 - 1 - apart];
}
// Columns of a matrix, a thread a column.
__global__ void down_columns(float* out, const float* in, int rows, int cols) {
  float sum = 0;
  for (int r = 0; r < rows; ++r) out[size_t(r) * cols + index()] = sum += in[size_t(r) * cols + index()];
}
// Rows by single warps, 32 at a time.
__global__ void along_rows(float* out, const float* in, int cols) {
  const size_t row = index() / 32;
  float before = 0;
  for (int c = threadIdx.x % 32; c < cols; c += 32) {
    const float sum = before + of_warp(in[row * cols + c]);
    out[row * cols + c] = sum;
    before = __shfl_sync(~0u, sum, 31);
  }
}

int main() {
  float *in = zeros<float>(1 << 22), *out = zeros<float>(1 << 22), *sums = zeros<float>(1 << 14);
  int* ready = zeros<int>(1 << 14);
  label("handed on, 500 blocks");
  handed_on<<<500, 256>>>(out, in, sums, ready);
  label("up a tree, 2 apart");
  up<<<4096, 256>>>(in, 2);
  label("up a tree, 32 apart");
  up<<<256, 256>>>(in, 32);
  label("down 200 rows of 8192");
  down_columns<<<64, 128>>>(out, in, 200, 8192);
  label("along rows of 1000");
  along_rows<<<512, 256>>>(out, in, 1000);
  return finish();
}
