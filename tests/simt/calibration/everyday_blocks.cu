// Held out: sums, scans and groups of a block, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "results.cuh"

namespace cg = cooperative_groups;

// The reduction of the samples that comes before the last: warps finish by shuffles.
template <class T, unsigned blockSize, bool nIsPow2>
__global__ void reduce5(const T* g_idata, T* g_odata, unsigned n) {
  __shared__ T sdata[blockSize];
  const unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * blockSize * 2 + tid;
  const unsigned gridSize = blockSize * gridDim.x * 2;
  T mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = mySum;
  __syncthreads();
  if (blockSize >= 512 && tid < 256) sdata[tid] = mySum = mySum + sdata[tid + 256];
  __syncthreads();
  if (blockSize >= 256 && tid < 128) sdata[tid] = mySum = mySum + sdata[tid + 128];
  __syncthreads();
  if (blockSize >= 128 && tid < 64) sdata[tid] = mySum = mySum + sdata[tid + 64];
  __syncthreads();
  if (tid < 32) {
    if (blockSize >= 64) mySum += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) mySum += __shfl_down_sync(0xffffffff, mySum, offset);
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

__device__ int thread_sum(const int* input, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    const int4 in = reinterpret_cast<const int4*>(input)[i];
    sum += in.x + in.y + in.z + in.w;
  }
  return sum;
}

__device__ int reduce_sum(cg::thread_group g, int* temp, int val) {
  const int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}

// The example of the first article on cooperative groups.
__global__ void sum_kernel_block(int* sum, const int* input, int n) {
  const int my_sum = thread_sum(input, n);
  extern __shared__ int temp[];
  const auto g = cg::this_thread_block();
  const int block_sum = reduce_sum(g, temp, my_sum);
  if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
}

template <int tile_sz>
__global__ void sum_kernel_tile(int* sum, const int* input, int n) {
  int val = thread_sum(input, n);
  const auto tile = cg::tiled_partition<tile_sz>(cg::this_thread_block());
  for (int i = tile.size() / 2; i > 0; i /= 2) val += tile.shfl_down(val, i);
  if (tile.thread_rank() == 0) atomicAdd(sum, val);
}

__global__ void variance(float* out, const float* x, int n) {
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  __shared__ float shared_sum[32], shared_sum2[32];
  float sum = 0, sum2 = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float v = x[blockIdx.x * n + i];
    sum += v;
    sum2 += v * v;
  }
  shared_sum[warp.meta_group_rank()] = cg::reduce(warp, sum, cg::plus<float>{});
  shared_sum2[warp.meta_group_rank()] = cg::reduce(warp, sum2, cg::plus<float>{});
  __syncthreads();
  const int lane = warp.thread_rank();
  sum = lane < warp.meta_group_size() ? shared_sum[lane] : 0.0f;
  sum2 = lane < warp.meta_group_size() ? shared_sum2[lane] : 0.0f;
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  sum2 = cg::reduce(warp, sum2, cg::plus<float>{});
  if (threadIdx.x == 0) {
    out[2 * blockIdx.x] = sum / n;
    out[2 * blockIdx.x + 1] = sum2 / n - sum / n * (sum / n);
  }
}

// Kogge and Stone, in place.
__global__ void kogge_stone(float* y, float* x, unsigned n) {
  __shared__ float xy[256];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  xy[threadIdx.x] = i < n ? x[i] : 0.0f;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float temp;
    if (threadIdx.x >= stride) temp = xy[threadIdx.x] + xy[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) xy[threadIdx.x] = temp;
  }
  if (i < n) y[i] = xy[threadIdx.x];
}

// Brent and Kung, two elements a thread.
__global__ void brent_kung(float* y, const float* x, unsigned n) {
  __shared__ float xy[512];
  unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) xy[threadIdx.x] = x[i];
  if (i + blockDim.x < n) xy[threadIdx.x + blockDim.x] = x[i + blockDim.x];
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < 512) xy[index] += xy[index - stride];
  }
  for (int stride = 512 / 4; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < 512) xy[index + stride] += xy[index];
  }
  __syncthreads();
  if (i < n) y[i] = xy[threadIdx.x];
  if (i + blockDim.x < n) y[i + blockDim.x] = xy[threadIdx.x + blockDim.x];
}

// Each thread a section of its own, then their sums.
__global__ void coarsened_scan(int* out, const int* in, int n) {
  constexpr int section = 4;
  __shared__ int s[128 * section], last[128];
  const int start = blockIdx.x * blockDim.x * section;
  for (int i = 0; i < section; ++i) {
    const int at = start + i * blockDim.x + threadIdx.x;
    s[i * blockDim.x + threadIdx.x] = at < n ? in[at] : 0;
  }
  __syncthreads();
  const int mine = threadIdx.x * section;
  for (int i = 1; i < section; ++i) s[mine + i] += s[mine + i - 1];
  last[threadIdx.x] = s[mine + section - 1];
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    int v = 0;
    if (threadIdx.x >= stride) v = last[threadIdx.x - stride];
    __syncthreads();
    last[threadIdx.x] += v;
    __syncthreads();
  }
  if (threadIdx.x > 0)
    for (int i = 0; i < section; ++i) s[mine + i] += last[threadIdx.x - 1];
  __syncthreads();
  for (int i = 0; i < section; ++i) {
    const int at = start + i * blockDim.x + threadIdx.x;
    if (at < n) out[at] = s[i * blockDim.x + threadIdx.x];
  }
}

// The largest and where it is.
struct Best {
  float value;
  int at;
};

__global__ void arg_max(Best* out, const float* x, int n) {
  __shared__ Best best[256];
  Best mine = {-1e30f, -1};
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[i] > mine.value) mine = {x[i], i};
  best[threadIdx.x] = mine;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s && best[threadIdx.x + s].value > best[threadIdx.x].value)
      best[threadIdx.x] = best[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = best[0];
}

__device__ unsigned finished = 0;

// The last block adds up what the others left.
__global__ void one_pass(float* total, volatile float* parts, const float* x, int n) {
  __shared__ float s[128];
  __shared__ bool last;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += parts[b];
    *total = all;
    finished = 0;
  }
}

int main() {
  int* ints = filled<int>(8192, [](size_t i) { return int(i * 37 % 101) - 20; });
  float* floats = filled<float>(8192, [](size_t i) { return float(i * 13 % 17) - 4; });
  int* out = zeros<int>(8192);
  float* fout = reinterpret_cast<float*>(out);
  float* parts = zeros<float>(64);
  measured("reduction of the samples", out, 4, [&] { reduce5<int, 256, false><<<4, 256>>>(ints, out, 5000); });
  measured("sum by a group", out, 1, [&] { sum_kernel_block<<<4, 256, 1024>>>(out, ints, 4096); });
  measured("sum by tiles of 16", out, 1, [&] { sum_kernel_tile<16><<<4, 256>>>(out, ints, 4096); });
  measured_nearly("mean and variance", fout, 16, [&] { variance<<<8, 128>>>(fout, floats, 777); });
  measured_nearly("kogge and stone", fout, 1000, [&] { kogge_stone<<<4, 256>>>(fout, floats, 1000); });
  measured_nearly("brent and kung", fout, 1024, [&] { brent_kung<<<2, 256>>>(fout, floats, 1024); });
  measured("coarsened scan", out, 1500, [&] { coarsened_scan<<<3, 128>>>(out, ints, 1500); });
  measured("largest and where", (Best*)out, 1, [&] { arg_max<<<1, 256>>>((Best*)out, floats, 3000); });
  measured_nearly("one pass", fout, 1, [&] { one_pass<<<6, 128>>>(fout, parts, floats, 4000); });
  return finish();
}
