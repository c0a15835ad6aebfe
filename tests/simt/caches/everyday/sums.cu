// Everyday: sums over an array and running sums, as tutorials write them.
#include "../caches.cuh"

__global__ void sum_interleaved(float* out, const float* in, int n) {
  __shared__ float part[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (threadIdx.x % (2 * s) == 0) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
__global__ void sum_grid_stride(float* out, const float* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
__global__ void sum_float4(float* out, const float4* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (int s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
// Each thread a piece of its own, so that neighbours are far apart.
__global__ void sum_chunks(float* out, const float* in, int each) {
  float sum = 0;
  const size_t first = index() * each;
  for (int i = 0; i < each; ++i) sum += in[first + i];
  out[index()] = sum;
}
__global__ void dot(double* out, const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = int(index()); i < n; i += int(all_threads())) sum += a[i] * b[i];
  for (int s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
__global__ void scan_block(float* out, float* totals, const float* in) {
  __shared__ float part[2][512];
  int now = 0;
  part[0][threadIdx.x] = in[index()];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    const float mine = part[now][threadIdx.x];
    part[1 - now][threadIdx.x] = int(threadIdx.x) >= s ? mine + part[now][threadIdx.x - s] : mine;
    now = 1 - now;
    __syncthreads();
  }
  out[index()] = part[now][threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = part[now][threadIdx.x];
}
__global__ void add_totals(float* out, const float* totals) {
  if (blockIdx.x > 0) out[index()] += totals[blockIdx.x - 1];
}
__global__ void scan_pass(float* out, const float* in, int n, int apart) {
  const int i = int(index());
  if (i < n) out[i] = i >= apart ? in[i] + in[i - apart] : in[i];
}
__global__ void moving_mean(float* out, const float* in, int n, int window) {
  const int i = int(index());
  if (i + window > n) return;
  float sum = 0;
  for (int k = 0; k < window; ++k) sum += in[i + k];
  out[i] = sum / window;
}

int main() {
  const int n = 1 << 20;
  float *in = zeros<float>(4 * n), *out = zeros<float>(4 * n);
  label("sum by blocks of 256");
  sum_interleaved<<<n / 256, 256>>>(out, in, n);
  label("sum in grid strides, 528 blocks");
  sum_grid_stride<<<528, 256>>>(out, in, 2 * n);
  label("sum of float4, 264 blocks");
  sum_float4<<<264, 512>>>(out, (const float4*)in, n / 2);
  for (const int each : {8, 32, 128}) {
    label("sums of %ld in a row by a thread", each);
    sum_chunks<<<n / each / 128, 128>>>(out, in, each);
  }
  label("dot product of doubles");
  dot<<<264, 256>>>((double*)out, (const double*)in, (const double*)in + n / 2, n / 2);
  label("scan of blocks of 512");
  scan_block<<<n / 512, 512>>>(out, out + n, in);
  label("scan: totals added");
  add_totals<<<n / 512, 512>>>(out, in + n);
  for (const int apart : {1, 64, 65536}) {
    label("scan pass, %ld apart", apart);
    scan_pass<<<n / 256, 256>>>(out, in, n, apart);
  }
  for (const int window : {5, 50}) {
    label("moving mean of %ld", window);
    moving_mean<<<n / 4 / 256, 256>>>(out, in, n / 4, window);
  }
  return finish();
}
