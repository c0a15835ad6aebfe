// Held out, too: structures and arrays in shared memory, carved, padded, packed, by loops of unknown length.
#include "results.cuh"

struct Particle {
  float2 at, speed;
  int kind;
};
struct Cell {
  int count;
  float sum;
};
struct alignas(8) Edge {
  unsigned short from, to;
  float weight;
};

__global__ void particles(Particle* out, const Particle* in, int rounds) {
  __shared__ Particle s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  Particle me = s[t];
  for (int k = 0; k < rounds; ++k) {
    const Particle& other = s[(t + k) % 64];
    me.at.x += other.speed.x;
    me.at.y += other.speed.y;
    me.kind ^= other.kind;
  }
  out[t] = me;
}

__global__ void cells(Cell* out, const int* key, const float* value, int n) {
  __shared__ Cell s[32];
  const int t = threadIdx.x;
  if (t < 32) s[t] = {0, 0};
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) {
    atomicAdd(&s[key[i] % 32].count, 1);
    atomicAdd(&s[key[i] % 32].sum, value[i]);
  }
  __syncthreads();
  if (t < 32) out[t] = s[t];
}

__global__ void edges(float* out, const Edge* in) {
  __shared__ Edge s[128];
  __shared__ float at[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (t < 64) at[t] = t;
  __syncthreads();
  const Edge e = s[127 - t];
  out[t] = (at[e.from] - at[e.to]) * e.weight;
}

__global__ void carved(double* out, const float* in, int n) {
  extern __shared__ double memory[];
  double* sums = memory;
  int* counts = reinterpret_cast<int*>(sums + 64);
  unsigned char* flags = reinterpret_cast<unsigned char*>(counts + 64);
  const int t = threadIdx.x;
  sums[t] = in[t];
  counts[t] = t % 5;
  flags[t] = in[t] > 20;
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < n; ++k)
    if (flags[k]) sum += sums[k] * counts[k];
  out[t] = sum + sums[63 - t];
}

#define PADDED(i) ((i) + ((i) >> 5))
__global__ void padded_scan(int* out, const int* in) {
  __shared__ int s[PADDED(256) + 1];
  const int t = threadIdx.x;
  s[PADDED(t)] = in[t];
  s[PADDED(t + 128)] = in[t + 128];
  int offset = 1;
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[PADDED(offset * (2 * t + 2) - 1)] += s[PADDED(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  __syncthreads();
  out[t] = s[PADDED(t)];
  out[t + 128] = s[PADDED(t + 128)];
}

__global__ void strided_pairs(float* out, const float* in, int stride) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  for (int i = t; i < 1024; i += 128) s[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += s[(t * stride + k) % 1024] - s[(t * stride + k + 512) % 1024];
  out[t] = sum;
}

__global__ void nearest(int* out, const float3* points, const float3* query, int n) {
  __shared__ float3 s[64];
  const int t = threadIdx.x;
  const float3 q = query[t];
  float best = 1e30f;
  int where = -1;
  for (int first = 0; first < n; first += 64) {
    s[t] = points[first + t];
    __syncthreads();
    for (int k = 0; k < 64; ++k) {
      const float dx = s[k].x - q.x, dy = s[k].y - q.y, dz = s[k].z - q.z, d = dx * dx + dy * dy + dz * dz;
      if (d < best) best = d, where = first + k;
    }
    __syncthreads();
  }
  out[t] = where;
}

__global__ void reversed_rows(short4* out, const short4* in) {
  __shared__ short s[4][64];
  const int t = threadIdx.x, row = threadIdx.y;
  *reinterpret_cast<short4*>(&s[row][4 * t]) = in[row * 16 + t];
  __syncthreads();
  short4 v;
  v.x = s[row][63 - 4 * t];
  v.y = s[row][62 - 4 * t];
  v.z = s[row][61 - 4 * t];
  v.w = s[row][60 - 4 * t];
  out[row * 16 + t] = v;
}

int main() {
  constexpr int n = 8192;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  int* key = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 9) % 89); });
  Edge* list = filled<Edge>(128, [](size_t i) { return Edge{(unsigned short)(i % 64), (unsigned short)(i * 7 % 64), float(i % 3)}; });
  float* out = zeros<float>(n);
  int* ints = reinterpret_cast<int*>(out);
  measured("particles", out, n, [&] { particles<<<1, 64>>>((Particle*)out, (Particle*)a, 10); });
  measured("cells", ints, n, [&] { cells<<<1, 128>>>((Cell*)out, key, a, 1000); });
  measured("edges", out, n, [&] { edges<<<1, 128>>>(out, list); });
  measured("carved", (double*)out, n / 2, [&] { carved<<<1, 64, 64 * 13>>>((double*)out, a, 50); });
  measured("padded scan", ints, n, [&] { padded_scan<<<1, 128>>>(ints, key); });
  measured("strided pairs", out, n, [&] { strided_pairs<<<1, 128>>>(out, a, 4); });
  measured("nearest", ints, n, [&] { nearest<<<1, 64>>>(ints, (float3*)a, (float3*)(a + 999), 192); });
  measured("reversed rows", ints, n, [&] { reversed_rows<<<1, dim3(16, 4)>>>((short4*)out, (short4*)key); });
  return finish();
}
