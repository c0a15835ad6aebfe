// Held out: sums, bins, scans, sorts and lists, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cfloat>

#include "results.cuh"

namespace cg = cooperative_groups;

// A block's sum: two values a thread and turn of the grid, then halves.
template <unsigned threads>
__global__ void halved_sum(float* out, const float* in, unsigned n) {
  __shared__ float s[threads];
  const unsigned t = threadIdx.x;
  float sum = 0;
  for (unsigned i = blockIdx.x * threads * 2 + t; i < n; i += threads * 2 * gridDim.x) {
    sum += in[i];
    if (i + threads < n) sum += in[i + threads];
  }
  s[t] = sum;
  __syncthreads();
  for (unsigned step = threads / 2; step > 32; step >>= 1) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  if (t < 32) {
    sum = s[t] + s[t + 32];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (t == 0) out[blockIdx.x] = sum;
  }
}

__inline__ __device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffff, value, offset);
  return value;
}

__global__ void sum_of_squares(float* out, const float4* in, int n) {
  static __shared__ float shared[32];
  const int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const float4 v = in[i];
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  sum = warp_sum(sum);
  if (lane == 0) shared[wid] = sum;
  __syncthreads();
  sum = threadIdx.x < blockDim.x / 32 ? shared[lane] : 0;
  if (wid == 0) sum = warp_sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void tile_sums(int* out, const int* in, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int sum = 0;
  for (int i = block.group_index().x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size())
    sum += in[i];
  sum = cg::reduce(tile, sum, cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(out, sum);
}

__global__ void bins_of_pixels(unsigned* bins, const uchar4* pixels, int n) {
  __shared__ unsigned mine[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const uchar4 p = pixels[i];
    atomicAdd(&mine[(p.x * 77 + p.y * 150 + p.z * 29) >> 8], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

// Hillis and Steele, two buffers.
__global__ void scanned(int* out, const int* in, int n) {
  extern __shared__ int temp[];
  const int t = threadIdx.x;
  int pout = 0, pin = 1;
  temp[t] = t > 0 ? in[blockIdx.x * n + t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset <<= 1) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (t >= offset) temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - offset];
    else temp[pout * n + t] = temp[pin * n + t];
    __syncthreads();
  }
  out[blockIdx.x * n + t] = temp[pout * n + t];
}

__global__ void scanned_by_warps(int* out, const int* in, int n) {
  __shared__ int sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int value = i < n ? in[i] : 0;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(~0u, value, d);
    if (lane >= d) value += other;
  }
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int s = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (int d = 1; d < 32; d *= 2) {
      const int other = __shfl_up_sync(~0u, s, d);
      if (lane >= d) s += other;
    }
    sums[lane] = s;
  }
  __syncthreads();
  if (warp > 0) value += sums[warp - 1];
  if (i < n) out[i] = value;
}

__global__ void bitonic(unsigned* keys) {
  __shared__ unsigned s[512];
  const unsigned t = threadIdx.x;
  s[t] = keys[blockIdx.x * 512 + t];
  s[t + 256] = keys[blockIdx.x * 512 + t + 256];
  for (unsigned size = 2; size <= 512; size *= 2) {
    const bool up = (t & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const unsigned at = 2 * t - (t & (stride - 1));
      const unsigned a = s[at], b = s[at + stride];
      if ((a > b) == up) {
        s[at] = b;
        s[at + stride] = a;
      }
    }
  }
  __syncthreads();
  keys[blockIdx.x * 512 + t] = s[t];
  keys[blockIdx.x * 512 + t + 256] = s[t + 256];
}

// A block's 128 keys by eight bits, one bit a time.
__global__ void split_sort(unsigned* keys) {
  __shared__ unsigned s[128], before[129];
  const int t = threadIdx.x;
  unsigned key = keys[blockIdx.x * 128 + t];
  for (int bit = 0; bit < 8; ++bit) {
    const unsigned zero = !(key >> bit & 1);
    before[t + 1] = zero;
    if (t == 0) before[0] = 0;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
      const unsigned add = t + 1 >= d + 1 ? before[t + 1 - d] : 0;
      __syncthreads();
      before[t + 1] += add;
      __syncthreads();
    }
    const unsigned zeros = before[128], rank = before[t];
    s[zero ? rank : zeros + t - rank] = key;
    __syncthreads();
    key = s[t];
    __syncthreads();
  }
  keys[blockIdx.x * 128 + t] = key;
}

__global__ void kept(int* out, int* count, const int* in, int n) {
  __shared__ int warps[8], base;
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
  const int value = i < n ? in[i] : 0;
  const bool keep = i < n && value % 3 == 0;
  const unsigned votes = __ballot_sync(0xffffffff, keep);
  if (lane == 0) warps[w] = __popc(votes);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int k = 0; k < 8; ++k) {
      const int c = warps[k];
      warps[k] = sum;
      sum += c;
    }
    base = atomicAdd(count, sum);
  }
  __syncthreads();
  if (keep) out[base + warps[w] + __popc(votes & ((1u << lane) - 1))] = value;
}

__global__ void least(float* value, int* index, const float* in, int n) {
  __shared__ float v[256];
  __shared__ int at[256];
  const int t = threadIdx.x;
  float best = FLT_MAX;
  int where = -1;
  for (int i = t; i < n; i += 256)
    if (in[i] < best) best = in[i], where = i;
  v[t] = best;
  at[t] = where;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step && (v[t + step] < v[t] || (v[t + step] == v[t] && at[t + step] < at[t]))) {
      v[t] = v[t + step];
      at[t] = at[t + step];
    }
    __syncthreads();
  }
  if (t == 0) *value = v[0], *index = at[0];
}

int main() {
  const int n = 1 << 14;
  std::vector<unsigned> words(n);
  std::vector<float> floats(n);
  for (int i = 0; i < n; ++i) words[i] = unsigned(i) * 2654435761u >> 7, floats[i] = float(words[i] % 977) / 64 - 5;
  unsigned *w, *wo;
  float *f, *fo;
  require(cudaMalloc(&w, n * 4));
  require(cudaMalloc(&wo, n * 4));
  require(cudaMalloc(&f, n * 4));
  require(cudaMalloc(&fo, n * 4));
  const auto again = [&] {
    require(cudaMemcpy(w, words.data(), n * 4, cudaMemcpyHostToDevice));
    require(cudaMemcpy(f, floats.data(), n * 4, cudaMemcpyHostToDevice));
  };
  again();
  measured_closely("halved sum", fo, 4, [&] { halved_sum<256><<<4, 256>>>(fo, f, 9000); });
  measured_closely("sum of squares", fo, 5, [&] { sum_of_squares<<<5, 192>>>(fo, (float4*)f, 3333); });
  measured("tile sums", (int*)wo, 1, [&] { tile_sums<<<6, 128>>>((int*)wo, (int*)w, 5000); });
  measured("bins of pixels", wo, 256, [&] { bins_of_pixels<<<4, 128>>>(wo, (uchar4*)w, 6000); });
  measured("scanned", (int*)wo, 1024, [&] { scanned<<<4, 256, 2048>>>((int*)wo, (int*)w, 256); });
  measured("scanned by warps", (int*)wo, 3000, [&] { scanned_by_warps<<<6, 512>>>((int*)wo, (int*)w, 3000); });
  label("bitonic");
  bitonic<<<3, 256>>>(w);
  require(cudaMemcpy(wo, w, 1536 * 4, cudaMemcpyDeviceToDevice));
  unsigned long long sum = 0;
  std::vector<unsigned> back(1536);
  require(cudaMemcpy(back.data(), wo, 1536 * 4, cudaMemcpyDeviceToHost));
  for (const unsigned key : back) sum = (sum ^ key) * 1099511628211ull;
  fprintf(stderr, "%016llx bitonic\n", sum);
  again();
  label("split sort");
  split_sort<<<4, 128>>>(w);
  back.resize(512);
  require(cudaMemcpy(back.data(), w, 512 * 4, cudaMemcpyDeviceToHost));
  sum = 0;
  for (const unsigned key : back) sum = (sum ^ key) * 1099511628211ull;
  fprintf(stderr, "%016llx split sort\n", sum);
  again();
  require(cudaMemset(wo + 4000, 0, 4));
  measured("kept", (int*)wo, 2000, [&] { kept<<<1, 256>>>((int*)wo, (int*)wo + 4000, (int*)w, 250); });
  measured("least", fo, 2, [&] { least<<<1, 256>>>(fo, (int*)fo + 1, f, 7000); });
  return finish();
}
