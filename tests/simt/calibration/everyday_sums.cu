// Held out, the third time: sums and scans as samples and textbooks have them, from shared memory and by shuffles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void reduce_interleaved(int* g_odata, const int* g_idata, unsigned n) {
  extern __shared__ int sdata[];
  const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__global__ void reduce_strided(int* g_odata, const int* g_idata, unsigned n) {
  extern __shared__ int sdata[];
  const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned index = 2 * s * tid;
    if (index < blockDim.x) sdata[index] += sdata[index + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <unsigned blockSize>
__global__ void reduce_unrolled(int* g_odata, const int* g_idata, unsigned n) {
  __shared__ int sdata[blockSize];
  const unsigned tid = threadIdx.x, gridSize = blockSize * 2 * gridDim.x;
  unsigned i = blockIdx.x * blockSize * 2 + tid;
  int mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (i + blockSize < n) mySum += g_idata[i + blockSize];
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
  const cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cg::this_thread_block());
  if (tid < 32) {
    if (blockSize >= 64) mySum += sdata[tid + 32];
    for (int offset = tile32.size() / 2; offset > 0; offset /= 2) mySum += tile32.shfl_down(mySum, offset);
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

__inline__ __device__ int warp_reduce_sum(int val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

__inline__ __device__ int block_reduce_sum(int val) {
  static __shared__ int shared[32];
  const int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize;
  val = warp_reduce_sum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = threadIdx.x < blockDim.x / warpSize ? shared[lane] : 0;
  if (wid == 0) val = warp_reduce_sum(val);
  return val;
}

__global__ void reduce_vector4(int* out, const int* in, int n) {
  int sum = 0;
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < n / 4; i += blockDim.x * gridDim.x) {
    const int4 val = reinterpret_cast<const int4*>(in)[i];
    sum += (val.x + val.y) + (val.z + val.w);
  }
  const int i = idx + n / 4 * 4;
  if (i < n) sum += in[i];
  sum = block_reduce_sum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__global__ void dot_product(float* c, const float* a, const float* b, int n) {
  __shared__ float cache[256];
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  const int cacheIndex = threadIdx.x;
  float temp = 0;
  while (tid < n) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[cacheIndex] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
    __syncthreads();
    i /= 2;
  }
  if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}

__global__ void scan_naive(float* g_odata, const float* g_idata, int n) {
  extern __shared__ float temp[];
  const int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[thid] = thid > 0 ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    temp[pout * n + thid] = temp[pin * n + thid];
    if (thid >= offset) temp[pout * n + thid] += temp[pin * n + thid - offset];
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

__global__ void scan_best(float* g_odata, const float* g_idata, int n) {
  extern __shared__ float temp[];
  const int thid = threadIdx.x;
  int offset = 1;
  temp[2 * thid] = g_idata[2 * thid];
  temp[2 * thid + 1] = g_idata[2 * thid + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      const int ai = offset * (2 * thid + 1) - 1;
      const int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) temp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      const int ai = offset * (2 * thid + 1) - 1;
      const int bi = offset * (2 * thid + 2) - 1;
      const float t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  g_odata[2 * thid] = temp[2 * thid];
  g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

__global__ void shfl_scan(int* data, int* partial_sums, int width) {
  extern __shared__ int sums[];
  const int id = blockIdx.x * blockDim.x + threadIdx.x, lane_id = id % warpSize, warp_id = threadIdx.x / warpSize;
  int value = data[id];
#pragma unroll
  for (int i = 1; i <= width; i *= 2) {
    const int n = __shfl_up_sync(0xffffffff, value, i, width);
    if (lane_id >= i) value += n;
  }
  if (threadIdx.x % warpSize == warpSize - 1) sums[warp_id] = value;
  __syncthreads();
  if (warp_id == 0 && lane_id < blockDim.x / warpSize) {
    int warp_sum = sums[lane_id];
    const int mask = (1 << (blockDim.x / warpSize)) - 1;
    for (int i = 1; i <= blockDim.x / warpSize; i *= 2) {
      const int n = __shfl_up_sync(mask, warp_sum, i, blockDim.x / warpSize);
      if (lane_id >= i) warp_sum += n;
    }
    sums[lane_id] = warp_sum;
  }
  __syncthreads();
  int blockSum = 0;
  if (warp_id > 0) blockSum = sums[warp_id - 1];
  value += blockSum;
  data[id] = value;
  if (partial_sums != nullptr && threadIdx.x == blockDim.x - 1) partial_sums[blockIdx.x] = value;
}

// Each thread scans four of its own, then the block its sums.
__global__ void scan_of_four(int* out, const int* in) {
  __shared__ int sums[256];
  const int t = threadIdx.x, base = (blockIdx.x * 256 + t) * 4;
  int item[4];
  for (int i = 0; i < 4; ++i) item[i] = in[base + i];
  for (int i = 1; i < 4; ++i) item[i] += item[i - 1];
  sums[t] = item[3];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const int before = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  const int above = t ? sums[t - 1] : 0;
  for (int i = 0; i < 4; ++i) out[base + i] = item[i] + above;
}

int main() {
  constexpr int n = 6000;
  int* in = filled<int>(8192, [](size_t i) { return int(i * 7 % 23) - 5; });
  float* a = filled<float>(8192, [](size_t i) { return float(i % 9); });
  float* b = filled<float>(8192, [](size_t i) { return float(i % 7) - 3; });
  int* out = zeros<int>(8192);
  int* sums = zeros<int>(64);
  float* f = reinterpret_cast<float*>(out);
  measured("reduce, interleaved", out, 64, [&] { reduce_interleaved<<<24, 256, 1024>>>(out, in, n); });
  measured("reduce, strided", out, 64, [&] { reduce_strided<<<24, 256, 1024>>>(out, in, n); });
  measured("reduce, unrolled", out, 64, [&] { reduce_unrolled<256><<<4, 256>>>(out, in, n); });
  measured("reduce, by four", out, 64, [&] { reduce_vector4<<<3, 256>>>(out, in, n + 3); });
  measured("dot product", f, 64, [&] { dot_product<<<6, 256>>>(f, a, b, n); });
  measured("scan, two buffers", f, 512, [&] { scan_naive<<<1, 512, 4096>>>(f, a, 512); });
  measured("scan, up and down", f, 512, [&] { scan_best<<<1, 256, 2048>>>(f, a, 512); });
  measured("scan by shuffles", sums, 64, [&] { shfl_scan<<<8, 256, 32>>>(in, sums, 32); });
  measured("scan, four a thread", out, 2048, [&] { scan_of_four<<<2, 256>>>(out, in); });
  return finish();
}
