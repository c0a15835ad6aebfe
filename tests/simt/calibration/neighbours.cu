// Held out: neighbouring elements of shared memory: pairs, structures of odd sizes, volatile ones, by loops.
#include "results.cuh"

struct Three {
  float x, y, z;
};
struct Body {
  float x, y, z, mass;
};
struct Mixed {
  double value;
  int key;
};
struct Small {
  short a, b;
  int c;
};

__global__ void pairs_reduced(float* out, const float* a) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[t] = a[t];
  s[t + 256] = a[t + 256];
  for (int live = 256; live; live /= 2) {
    __syncthreads();
    float sum = 0;
    if (t < live) sum = s[2 * t] + s[2 * t + 1];
    __syncthreads();
    if (t < live) s[t] = sum;
  }
  if (t == 0) *out = s[0];
}

__global__ void threes(Three* out, const Three* a) {
  __shared__ Three s[128];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  const Three v = s[127 - t];
  out[t] = {v.y, v.z, v.x};
}

__global__ void bodies(Body* out, const Body* a) {
  __shared__ Body s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float x = 0, y = 0;
  for (int k = 0; k < 64; ++k) {
    x += s[k].x * s[k].mass;
    y += s[k].y * s[k].mass;
  }
  out[t] = {x, y, s[t].z, s[t].mass};
}

__global__ void mixed(Mixed* out, const Mixed* a) {
  __shared__ Mixed s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  out[t].value = s[t ^ 1].value;
  out[t].key = s[t ^ 2].key;
}

__global__ void small(int* out, const Small* a) {
  __shared__ Small s[128];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  out[t] = s[t ^ 5].a + s[t ^ 5].b * s[t ^ 5].c;
}

__global__ void volatile_tail(float* out, const float* a) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = a[t] + a[t + 128];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) {
    volatile float* v = s;
    v[t] += v[t + 32];
    v[t] += v[t + 16];
    v[t] += v[t + 8];
    v[t] += v[t + 4];
    v[t] += v[t + 2];
    v[t] += v[t + 1];
  }
  if (t == 0) *out = s[0];
}

// Four elements a thread, by a loop that is unrolled.
__global__ void four_each(float* out, const float* a) {
  __shared__ float s[512];
  const int t = threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) s[4 * t + k] = a[4 * t + k];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) sum += s[4 * t + k];
  __syncthreads();
  s[t] = sum;
  __syncthreads();
  if (t < 32)
#pragma unroll
    for (int k = 0; k < 4; ++k) out[4 * t + k] = s[4 * t + k];
}

__global__ void sums_of_columns(float* out, const float* a) {
  __shared__ float s[32][36];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8) s[r][x] = a[r * 32 + x];
  __syncthreads();
  float row = 0, col = 0;
#pragma unroll 4
  for (int k = 0; k < 32; ++k) {
    row += s[x][k];
    col += s[k][x];
  }
  if (y == 0) out[x] = row, out[32 + x] = col;
}

__global__ void up_and_down(int* out, const int* a) {
  extern __shared__ int tree[];
  const int t = threadIdx.x;
  tree[2 * t] = a[2 * t];
  tree[2 * t + 1] = a[2 * t + 1];
  int offset = 1;
  for (int d = 64; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) tree[offset * (2 * t + 2) - 1] += tree[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) tree[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      const int v = tree[left];
      tree[left] = tree[right];
      tree[right] += v;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

__global__ void sorted_pairs(int* out, const int* a) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[2 * t] = a[2 * t];
  s[2 * t + 1] = a[2 * t + 1];
  for (int round = 0; round < 8; ++round) {
    __syncthreads();
    const int i = 2 * t + round % 2;
    if (i + 1 < 256 && s[i] > s[i + 1]) {
      const int v = s[i];
      s[i] = s[i + 1];
      s[i + 1] = v;
    }
  }
  __syncthreads();
  out[t] = s[t];
  out[t + 128] = s[t + 128];
}

int main() {
  constexpr int n = 8192;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  int* ints = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 13) % 100); });
  Mixed* pairs = filled<Mixed>(64, [](size_t i) { return Mixed{double(i), int(i)}; });
  float* out = zeros<float>(n);
  measured("pairs reduced", out, n, [&] { pairs_reduced<<<1, 256>>>(out, a); });
  measured("threes", out, n, [&] { threes<<<1, 128>>>((Three*)out, (Three*)a); });
  measured("bodies", out, n, [&] { bodies<<<1, 64>>>((Body*)out, (Body*)a); });
  measured("mixed", out, n, [&] { mixed<<<1, 64>>>((Mixed*)out, pairs); });
  measured("small", out, n, [&] { small<<<1, 128>>>((int*)out, (Small*)ints); });
  measured("volatile tail", out, n, [&] { volatile_tail<<<1, 128>>>(out, a); });
  measured("four each", out, n, [&] { four_each<<<1, 128>>>(out, a); });
  measured("sums of columns", out, n, [&] { sums_of_columns<<<1, dim3(32, 8)>>>(out, a); });
  measured("up and down", out, n, [&] { up_and_down<<<1, 64, 512>>>((int*)out, ints); });
  measured("sorted pairs", out, n, [&] { sorted_pairs<<<1, 128>>>((int*)out, ints); });
  return finish();
}
