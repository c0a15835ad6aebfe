// Held out: particles, bits, narrow numbers and small groups, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include "results.cuh"

namespace cg = cooperative_groups;

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

__device__ float3 pull(float4 i, float4 j, float3 a) {
  const float dx = j.x - i.x, dy = j.y - i.y, dz = j.z - i.z;
  const float r2 = dx * dx + dy * dy + dz * dz + 0.5f, inv = 1 / sqrtf(r2), f = j.w * inv * inv * inv;
  a.x += dx * f;
  a.y += dy * f;
  a.z += dz * f;
  return a;
}

__global__ void attracted(float4* acc, const float4* pos, int n) {
  extern __shared__ float4 near[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 mine = pos[i];
  float3 a = {0, 0, 0};
  for (int tile = 0; tile < n / blockDim.x; ++tile) {
    near[threadIdx.x] = pos[tile * blockDim.x + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < blockDim.x; ++j) a = pull(mine, near[j], a);
    __syncthreads();
  }
  acc[i] = make_float4(a.x, a.y, a.z, 0);
}

__global__ void moved(Particle* p, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].vz -= 9.81f * dt;
  p[i].x += p[i].vx * dt;
  p[i].y += p[i].vy * dt;
  p[i].z += p[i].vz * dt;
  if (p[i].z < 0) {
    p[i].z = -p[i].z;
    p[i].vz = -p[i].vz;
  }
}

__global__ void moved_apart(float* x, float* y, float* vx, float* vy, int n, float dt) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    x[i] += vx[i] * dt;
    y[i] += vy[i] * dt;
    if (x[i] < -1 || x[i] > 1) vx[i] = -vx[i];
    if (y[i] < -1 || y[i] > 1) vy[i] = -vy[i];
  }
}

__global__ void scaled_halves(__half2* y, const __half2* x, __half a, int n) {
  const __half2 aa = __half2half2(a);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) y[i] = __hfma2(aa, x[i], y[i]);
}

__global__ void dots_of_bytes(int* out, const char4* a, const char4* b, int length) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int k = threadIdx.x; k < length; k += 32) {
    const char4 p = a[row * length + k], q = b[k];
    sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x == 0) out[row] = sum;
}

// Conway's life, a byte a cell, on a torus.
__global__ void lives(unsigned char* out, const unsigned char* in, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) neighbours += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
  out[y * w + x] = neighbours == 3 || (neighbours == 2 && (in[y * w + x] & 1));
}

// The bits of 32 words a warp, turned.
__global__ void turned_bits(unsigned* out, const unsigned* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned word = in[i];
  unsigned turned = 0;
  for (int bit = 0; bit < 32; ++bit) {
    const unsigned votes = __ballot_sync(~0u, word >> bit & 1);
    if (lane == bit) turned = votes;
  }
  out[i] = turned;
}

__global__ void walsh(float* data) {
  __shared__ float s[256];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  s[t] = data[base + t];
  s[t + 128] = data[base + t + 128];
  for (int stride = 128; stride >= 1; stride >>= 1) {
    __syncthreads();
    const int lo = t & (stride - 1), i0 = ((t - lo) << 1) + lo, i1 = i0 + stride;
    const float a = s[i0], b = s[i1];
    s[i0] = a + b;
    s[i1] = a - b;
  }
  __syncthreads();
  data[base + t] = s[t];
  data[base + t + 128] = s[t + 128];
}

__global__ void sums_of_rows(float* out, const float* in, int rows, int columns) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (row >= rows) return;
  float sum = 0;
  for (int k = tile.thread_rank(); k < columns; k += 8) sum += in[row * columns + k];
  for (int d = 4; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) out[row] = sum;
}

__global__ void counted_together(int* out, const int* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keys[i] % 5 == 0) {
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(out + keys[i] % 2, (int)active.size());
  }
}

__global__ void escapes(unsigned char* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const float cx = x * 0.0625f - 2, cy = y * 0.0625f - 1;
  float zx = 0, zy = 0;
  int k = 0;
  while (k < 50 && zx * zx + zy * zy < 4) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = next;
    ++k;
  }
  out[y * w + x] = (unsigned char)(k >= 50);
}

int main() {
  const int n = 1 << 14;
  std::vector<float> values(n);
  std::vector<unsigned> words(n);
  std::vector<__half> halves(n);
  for (int i = 0; i < n; ++i) {
    words[i] = unsigned(i) * 2654435761u >> 5;
    values[i] = float(words[i] % 255) / 64 - 2;
    halves[i] = __float2half(values[i]);
  }
  float *f, *out;
  unsigned* w;
  __half* h;
  require(cudaMalloc(&f, n * 4));
  require(cudaMalloc(&out, n * 4));
  require(cudaMalloc(&w, n * 4));
  require(cudaMalloc(&h, n * 2));
  require(cudaMemcpy(f, values.data(), n * 4, cudaMemcpyHostToDevice));
  require(cudaMemcpy(w, words.data(), n * 4, cudaMemcpyHostToDevice));
  require(cudaMemcpy(h, halves.data(), n * 2, cudaMemcpyHostToDevice));
  const auto filled = [&] { require(cudaMemcpy(out, f, n * 4, cudaMemcpyDeviceToDevice)); };
  measured_closely("attracted", out, 1024, [&] { attracted<<<4, 64, 1024>>>((float4*)out, (float4*)f, 256); });
  measured_closely("moved", out, 7000, [&] { filled(), moved<<<8, 128>>>((Particle*)out, 1000, 0.125f); });
  measured_closely("moved apart", out, 4000,
      [&] { filled(), moved_apart<<<4, 128>>>(out, out + 1000, out + 2000, out + 3000, 1000, 0.25f); });
  measured("scaled halves", (__half*)out, 3000,
      [&] { filled(), scaled_halves<<<12, 128>>>((__half2*)out, (__half2*)h, __float2half(0.5f), 3000); });
  measured("dots of bytes", (int*)out, 24, [&] { dots_of_bytes<<<6, dim3(32, 4)>>>((int*)out, (char4*)w, (char4*)h, 90); });
  measured("lives", (unsigned char*)out, 80 * 40,
      [&] { lives<<<dim3(3, 5), dim3(32, 8)>>>((unsigned char*)out, (unsigned char*)w, 80, 40); });
  measured("turned bits", (unsigned*)out, 512, [&] { turned_bits<<<4, 128>>>((unsigned*)out, w); });
  measured_closely("walsh", out, 1024, [&] { filled(), walsh<<<4, 128>>>(out); });
  measured_closely("sums of rows", out, 100, [&] { sums_of_rows<<<4, 256>>>(out, f, 100, 45); });
  measured("counted together", (int*)out, 2, [&] { counted_together<<<16, 128>>>((int*)out, (int*)w, 2000); });
  measured("escapes", (unsigned char*)out, 48 * 32,
      [&] { escapes<<<dim3(3, 4), dim3(16, 8)>>>((unsigned char*)out, 48, 32); });
  return finish();
}
