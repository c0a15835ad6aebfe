// Held out: games, graphs, particles, clusters, colors and halves, as people write them. Simulated before a GPU counted them.
#include <cuda_fp16.h>

#include "results.cuh"

__global__ void life(const unsigned char* now, unsigned char* next, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      n += now[(y + dy + h) % h * w + (x + dx + w) % w];
    }
  next[y * w + x] = n == 3 || (n == 2 && now[y * w + x]);
}

// In bits: a word of 32 cells a thread, rows in shared memory.
__global__ void life_in_bits(const unsigned* now, unsigned* next, int words, int h) {
  __shared__ unsigned rows[3][64];
  const int t = threadIdx.x;
  for (int y = blockIdx.x; y < h; y += gridDim.x) {
    for (int r = 0; r < 3; ++r) rows[r][t] = now[(y + r - 1 + h) % h * words + t];
    __syncthreads();
    unsigned ones = 0, twos = 0, fours = 0;
    auto add = [&](unsigned bits) {
      const unsigned carry = ones & bits;
      ones ^= bits;
      const unsigned carry2 = twos & carry;
      twos ^= carry;
      fours |= carry2;
    };
    for (int r = 0; r < 3; ++r) {
      const unsigned left = rows[r][(t + words - 1) % words], here = rows[r][t], right = rows[r][(t + 1) % words];
      add(here << 1 | left >> 31);
      if (r != 1) add(here);
      add(here >> 1 | right << 31);
    }
    next[y * words + t] = twos & ~fours & (ones | rows[1][t]);
    __syncthreads();
  }
}

__device__ unsigned xorshift(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__global__ void monte_carlo_pi(unsigned long long* hits, int rounds) {
  __shared__ unsigned counts[256];
  unsigned state = 1234567u + blockIdx.x * blockDim.x + threadIdx.x;
  unsigned inside = 0;
  for (int i = 0; i < rounds; ++i) {
    const float x = float(xorshift(state) >> 8) / 16777216.0f, y = float(xorshift(state) >> 8) / 16777216.0f;
    if (x * x + y * y < 1.0f) inside++;
  }
  counts[threadIdx.x] = inside;
  __syncthreads();
  for (int s = blockDim.x / 2; s >= 1; s >>= 1) {
    if (threadIdx.x < s) counts[threadIdx.x] += counts[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(hits, (unsigned long long)counts[0]);
}

struct Walker {
  int x, y;
  unsigned state;
};

__global__ void random_walks(Walker* walkers, int n, int steps, unsigned* visits, int side) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Walker w = walkers[i];
  for (int s = 0; s < steps; ++s) {
    w.state = w.state * 1664525u + 1013904223u;
    switch (w.state >> 30) {
      case 0:
        w.x = (w.x + 1) % side;
        break;
      case 1:
        w.x = (w.x + side - 1) % side;
        break;
      case 2:
        w.y = (w.y + 1) % side;
        break;
      default:
        w.y = (w.y + side - 1) % side;
        break;
    }
    atomicAdd(&visits[w.y * side + w.x], 1u);
  }
  walkers[i] = w;
}

__global__ void mandelbrot(unsigned char* image, int w, int h, int most) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  const float cx = -2.0f + 3.0f * px / w, cy = -1.0f + 2.0f * py / h;
  float x = 0, y = 0;
  int i = 0;
  while (i < most && x * x + y * y <= 4.0f) {
    const float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++i;
  }
  image[py * w + px] = (unsigned char)(i * 255 / most);
}

struct Body {
  float4 place;
  float3 speed;
};

// A structure of 32 bytes; places and masses in shared memory.
__global__ void attract(Body* bodies, float3* forces, int n) {
  __shared__ float4 tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = bodies[i].place;
  float3 f = make_float3(0, 0, 0);
  for (int base = 0; base < n; base += 64) {
    tile[threadIdx.x] = bodies[base + threadIdx.x].place;
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 64; ++j) {
      const float4 other = tile[j];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float s = other.w * inverse * inverse * inverse;
      f.x += dx * s, f.y += dy * s, f.z += dz * s;
    }
    __syncthreads();
  }
  forces[i] = f;
}

__constant__ float2 centers[8];

__global__ void assign(const float2* points, int* cluster, int n, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 p = points[i];
  int best = 0;
  float nearest = 1e30f;
  for (int c = 0; c < k; ++c) {
    const float dx = p.x - centers[c].x, dy = p.y - centers[c].y;
    const float d = dx * dx + dy * dy;
    if (d < nearest) nearest = d, best = c;
  }
  cluster[i] = best;
}

// Sums of clusters: in whole numbers, so that any order comes to the same.
__global__ void sum_clusters(const int2* points, const int* cluster, int3* sums, int n) {
  __shared__ int sx[8], sy[8], count[8];
  if (threadIdx.x < 8) sx[threadIdx.x] = sy[threadIdx.x] = count[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int c = cluster[i];
    atomicAdd(&sx[c], points[i].x);
    atomicAdd(&sy[c], points[i].y);
    atomicAdd(&count[c], 1);
  }
  __syncthreads();
  if (threadIdx.x < 8) {
    atomicAdd(&sums[threadIdx.x].x, sx[threadIdx.x]);
    atomicAdd(&sums[threadIdx.x].y, sy[threadIdx.x]);
    atomicAdd(&sums[threadIdx.x].z, count[threadIdx.x]);
  }
}

// A step from the frontier; which order the next one has is left open, so only distances are looked at.
__global__ void bfs_step(const int* first, const int* edges, int* distance, int n, int level, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  for (int e = first[v]; e < first[v + 1]; ++e) {
    const int to = edges[e];
    if (distance[to] == -1) {
      distance[to] = level + 1;
      *changed = 1;
    }
  }
}

// Roots by jumping from parent to parent; the forest stays as it is.
__global__ void roots(const int* parent, int* root, int* depth, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  int at = v, steps = 0;
  while (parent[at] != at) {
    at = parent[at];
    ++steps;
  }
  root[v] = at;
  depth[v] = steps;
}

__global__ void page_rank(
    const int* first, const int* from, const int* out_degree, const float* rank, float* next, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  float sum = 0;
  for (int e = first[v]; e < first[v + 1]; ++e) sum += rank[from[e]] / out_degree[from[e]];
  next[v] = 0.15f / n + 0.85f * sum;
}

// Keys and values together, in shared memory.
__global__ void bitonic_pairs(unsigned* keys, unsigned* values, unsigned n) {
  __shared__ unsigned k[512], v[512];
  const unsigned t = threadIdx.x;
  k[t] = keys[blockIdx.x * 512 + t];
  v[t] = values[blockIdx.x * 512 + t];
  k[t + 256] = keys[blockIdx.x * 512 + t + 256];
  v[t + 256] = values[blockIdx.x * 512 + t + 256];
  for (unsigned size = 2; size <= n; size <<= 1) {
    const unsigned up = (t & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      const unsigned at = 2 * t - (t & (stride - 1));
      if ((k[at] > k[at + stride]) == up) {
        const unsigned tk = k[at], tv = v[at];
        k[at] = k[at + stride];
        v[at] = v[at + stride];
        k[at + stride] = tk;
        v[at + stride] = tv;
      }
    }
  }
  __syncthreads();
  keys[blockIdx.x * 512 + t] = k[t];
  values[blockIdx.x * 512 + t] = v[t];
  keys[blockIdx.x * 512 + t + 256] = k[t + 256];
  values[blockIdx.x * 512 + t + 256] = v[t + 256];
}

__global__ void rgb_to_gray(const uchar3* in, unsigned char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const uchar3 p = in[i];
    out[i] = (unsigned char)((p.x * 299 + p.y * 587 + p.z * 114) / 1000);
  }
}

__global__ void swap_and_blend(const uchar4* in, uchar4* out, const unsigned char* alpha, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const uchar4 p = in[i];
    const int a = alpha[i];
    uchar4 q = out[i];
    q.x = (p.z * a + q.x * (255 - a)) / 255;
    q.y = (p.y * a + q.y * (255 - a)) / 255;
    q.z = (p.x * a + q.z * (255 - a)) / 255;
    out[i] = q;
  }
}

// Two pixels share their colors: planes of bytes.
__global__ void yuv_planes(const uchar3* in, unsigned char* Y, unsigned char* U, unsigned char* V, int w, int h) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const uchar3 a = in[y * w + x], b = in[y * w + x + 1];
  Y[y * w + x] = (unsigned char)((66 * a.x + 129 * a.y + 25 * a.z + 128 >> 8) + 16);
  Y[y * w + x + 1] = (unsigned char)((66 * b.x + 129 * b.y + 25 * b.z + 128 >> 8) + 16);
  const int r = (a.x + b.x) / 2, g = (a.y + b.y) / 2, c = (a.z + b.z) / 2;
  U[(y * w + x) / 2] = (unsigned char)((-38 * r - 74 * g + 112 * c + 128 >> 8) + 128);
  V[(y * w + x) / 2] = (unsigned char)((112 * r - 94 * g - 18 * c + 128 >> 8) + 128);
}

__global__ void axpy_half2(int n, half2 a, const half2* x, half2* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = __hfma2(a, x[i], y[i]);
}

// Halves turned through a tile: 2 bytes a lane.
__global__ void turn_shorts(const short* in, short* out, int n) {
  __shared__ short tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x] = in[(blockIdx.y * 32 + j) * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) out[(blockIdx.x * 32 + j) * n + tx] = tile[threadIdx.x][j];
}

// A product of rows of shorts in shared memory: eight neighbours a thread.
__global__ void dot_shorts(const short* a, const short* b, int* out) {
  __shared__ short sa[256], sb[256];
  for (int i = threadIdx.x; i < 256; i += 32) sa[i] = a[blockIdx.x * 256 + i], sb[i] = b[blockIdx.x * 256 + i];
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += sa[threadIdx.x * 8 + i] * sb[threadIdx.x * 8 + i];
  for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(~0u, sum, o);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

int main() {
  constexpr int n = 4096;
  auto* cells = filled<unsigned char>(n, [](size_t i) { return (unsigned char)(i * i % 7 < 3); });
  auto* cells_out = zeros<unsigned char>(2 * n);
  auto* words = filled<unsigned>(n, [](size_t i) { return unsigned(i * 2654435761u); });
  auto* words_out = zeros<unsigned>(n);
  measured("life", cells_out, 60 * 40, [&] { life<<<dim3(4, 5), dim3(16, 8)>>>(cells, cells_out, 60, 40); });
  measured("life in bits", words_out, 64 * 30, [&] { life_in_bits<<<8, 64>>>(words, words_out, 64, 30); });
  auto* hits = zeros<unsigned long long>(1);
  measured("pi by chance", hits, 1, [&] { monte_carlo_pi<<<4, 256>>>(hits, 50); });
  auto* walkers = filled<Walker>(200, [](size_t i) { return Walker{int(i % 16), int(i / 16), unsigned(i * 7919)}; });
  measured("random walks", words_out, 256, [&] { random_walks<<<2, 128>>>(walkers, 200, 20, words_out, 16); });
  measured("mandelbrot", cells_out, 0, [&] { mandelbrot<<<dim3(3, 5), dim3(16, 8)>>>(cells_out, 48, 40, 60); });
  auto* bodies = filled<Body>(256, [](size_t i) {
    return Body{make_float4(float(i % 8), float(i / 8 % 8), float(i / 64), 1 + float(i % 3)), make_float3(0, 0, 0)};
  });
  auto* forces = zeros<float3>(256);
  measured_closely("attraction", (float*)forces, 768, [&] { attract<<<4, 64>>>(bodies, forces, 256); });
  float2 c[8];
  for (int i = 0; i < 8; ++i) c[i] = make_float2(float(i * 5 % 8), float(i * 3 % 8));
  require(cudaMemcpyToSymbol(centers, c, sizeof c));
  auto* points =
      filled<float2>(1000, [](size_t i) { return make_float2(float(i * 13 % 71) / 8, float(i * 7 % 67) / 8); });
  int* numbers = zeros<int>(n);
  measured("nearest center", numbers, 1000, [&] { assign<<<4, 256>>>(points, numbers, 1000, 8); });
  auto* places = filled<int2>(1000, [](size_t i) { return make_int2(int(i % 50), int(i % 31)); });
  auto* cluster = filled<int>(1000, [](size_t i) { return int(i * i % 8); });
  auto* sums = zeros<int3>(8);
  measured("sums of clusters", sums, 8, [&] { sum_clusters<<<4, 256>>>(places, cluster, sums, 1000); });
  int* first = filled<int>(501, [](size_t i) { return int(i * 4 + i % 5); });
  int* edges = filled<int>(2100, [](size_t i) { return int(i * 101 % 500); });
  int* distance = filled<int>(500, [](size_t i) { return i % 9 == 0 ? 0 : i % 4 == 1 ? 1 : -1; });
  measured("step of a frontier", numbers, 1, [&] { bfs_step<<<4, 128>>>(first, edges, distance, 500, 0, numbers); });
  int* parent = filled<int>(500, [](size_t i) { return int(i % 3 == 0 ? i / 2 : i * 3 / 4); });
  measured("roots", numbers, 500, [&] { roots<<<4, 128>>>(parent, numbers, numbers + 500, 500); });
  int* degree = filled<int>(500, [](size_t i) { return int(i % 5 + 1); });
  auto* rank = filled<float>(500, [](size_t i) { return float(i % 10) / 500; });
  auto* next = zeros<float>(500);
  measured_closely("ranks of pages", next, 500, [&] { page_rank<<<4, 128>>>(first, edges, degree, rank, next, 500); });
  auto* keys = filled<unsigned>(1024, [](size_t i) { return unsigned(i * 7919 % 1009); });
  measured("pairs in order", words_out, 1, [&] { bitonic_pairs<<<2, 256>>>(keys, words, 512); });
  auto* pixels = filled<uchar3>(2400, [](size_t i) { return make_uchar3(i * 3, i * 5, i * 7); });
  auto* pixels4 = filled<uchar4>(2400, [](size_t i) { return make_uchar4(i * 3, i * 5, i * 7, 255); });
  auto* out4 = zeros<uchar4>(2400);
  measured("gray", cells_out, 2400, [&] { rgb_to_gray<<<10, 256>>>(pixels, cells_out, 2400); });
  measured("blended", out4, 2400, [&] { swap_and_blend<<<4, 256>>>(pixels4, out4, cells, 2400); });
  measured("planes", cells_out, 4800,
      [&] { yuv_planes<<<dim3(2, 10), dim3(16, 4)>>>(pixels, cells_out, cells_out + 2400, cells_out + 3600, 60, 40); });
  auto* halves = filled<half2>(2000, [](size_t i) { return __floats2half2_rn(float(i % 16), 0.5f); });
  auto* halves_out = zeros<half2>(2000);
  measured("halves added", halves_out, 2000,
      [&] { axpy_half2<<<4, 128>>>(2000, __floats2half2_rn(2, 4), halves, halves_out); });
  auto* shorts = filled<short>(n, [](size_t i) { return short(i * 5); });
  auto* shorts_out = zeros<short>(n);
  measured("shorts turned", shorts_out, n, [&] { turn_shorts<<<dim3(2, 2), dim3(32, 8)>>>(shorts, shorts_out, 64); });
  measured("product of shorts", numbers, 8, [&] { dot_shorts<<<8, 32>>>(shorts, shorts + 2048, numbers); });
  return finish();
}
