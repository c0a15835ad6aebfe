// Everyday: bodies, clusters, lattices and lookups in tables that all threads share.
#include "../caches.cuh"

__global__ void attracted(float3* out, const float4* all, int n) {
  const float4 me = all[index()];
  float3 sum = make_float3(0, 0, 0);
  for (int i = 0; i < n; ++i) {
    const float4 other = all[i];
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), f = other.w * inverse * inverse * inverse;
    sum.x += f * dx, sum.y += f * dy, sum.z += f * dz;
  }
  out[index()] = sum;
}
__global__ void attracted_in_tiles(float4* out, const float4* all, int n) {
  __shared__ float4 tile[128];
  const float4 me = all[index()];
  float4 sum = make_float4(0, 0, 0, 0);
  for (int first = 0; first < n; first += 128) {
    tile[threadIdx.x] = all[first + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i) {
      const float dx = tile[i].x - me.x, dy = tile[i].y - me.y;
      const float f = tile[i].w * rsqrtf(dx * dx + dy * dy + 1e-3f);
      sum.x += f * dx, sum.y += f * dy;
    }
    __syncthreads();
  }
  out[index()] = sum;
}
__global__ void nearest(int* out, const float* points, const float* centres, int n, int clusters, int dims) {
  const int i = int(index());
  if (i >= n) return;
  int best = 0;
  float least = 1e30f;
  for (int c = 0; c < clusters; ++c) {
    float far = 0;
    for (int d = 0; d < dims; ++d) {
      const float by = points[d * n + i] - centres[c * dims + d];
      far += by * by;
    }
    if (far < least) least = far, best = c;
  }
  out[i] = best;
}
__global__ void centres_of(float* sums, int* counts, const float* points, const int* cluster, int n, int dims) {
  const int i = int(index());
  if (i >= n) return;
  for (int d = 0; d < dims; ++d) atomicAdd(&sums[cluster[i] * dims + d], points[d * n + i]);
  atomicAdd(&counts[cluster[i]], 1);
}
__global__ void interpolated(float* out, const float* in, const float* table, int entries) {
  const float at = (in[index()] + (index() * 37 % 1000) / 1000.f) * (entries - 2);
  const int i = int(at);
  out[index()] = table[i] + (at - i) * (table[i + 1] - table[i]);
}
// Nine numbers a cell, moved to the neighbours.
__global__ void streamed(float* out, const float* in, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  for (int q = 0; q < 9; ++q) {
    const int from_x = (x - dx[q] + nx) % nx, from_y = (y - dy[q] + ny) % ny;
    out[(q * ny + y) * nx + x] = in[(q * ny + from_y) * nx + from_x];
  }
}
__global__ void cells_of(int* head, int* next, const float2* at, int side) {
  const unsigned i = unsigned(index());
  const int cell = (int(at[i].x) + int(i * 2654435761u >> 20)) % (side * side);
  next[i] = atomicExch(&head[cell], int(i));
}
__global__ void levenshtein_diagonal(
    int* now, const int* before, const int* before_that, const char* a, const char* b, int n) {
  const int i = int(index()) + 1;
  if (i >= n) return;
  now[i] = min(min(before[i] + 1, before[i - 1] + 1), before_that[i - 1] + (a[i] != b[n - i]));
}
__global__ void escape(unsigned char* out, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float a = 0, b = 0;
  int steps = 0;
  for (; steps < 20 && a * a + b * b < 4; ++steps) {
    const float next = a * a - b * b + x * 0.002f - 2;
    b = 2 * a * b + y * 0.002f - 1, a = next;
  }
  out[y * cols + x] = (unsigned char)steps;
}

int main() {
  float *in = zeros<float>(1 << 23), *out = zeros<float>(1 << 23);
  label("1024 bodies");
  attracted<<<8, 128>>>((float3*)out, (const float4*)in, 1024);
  label("4096 bodies, each by 200");
  attracted<<<32, 128>>>((float3*)out, (const float4*)in, 200);
  label("2048 bodies in tiles");
  attracted_in_tiles<<<16, 128>>>((float4*)out, (const float4*)in, 2048);
  label("nearest of 16 centres in 4 dimensions");
  nearest<<<256, 256>>>((int*)out, in, in + (1 << 20), 1 << 16, 16, 4);
  label("nearest of 50 centres in 16 dimensions");
  nearest<<<40, 128>>>((int*)out, in, in + (1 << 20), 5000, 50, 16);
  int* cluster = filled<int>(1 << 16, [](size_t i) { return int(i * 31 % 16); });
  label("centres of 16 clusters");
  centres_of<<<256, 256>>>(out, (int*)out + 4096, in, cluster, 1 << 16, 4);
  label("interpolated in a table of 4 KiB");
  interpolated<<<1024, 256>>>(out, in, in + (1 << 20), 1024);
  label("interpolated in a table of 400 KiB");
  interpolated<<<1024, 256>>>(out, in, in + (1 << 20), 100000);
  label("lattice of 512x256 streamed");
  streamed<<<dim3(4, 256), 128>>>(out, in, 512, 256);
  label("lattice of 100x300 streamed");
  streamed<<<dim3(2, 300), 50>>>(out, in, 100, 300);
  label("sorted into cells");
  cells_of<<<512, 256>>>((int*)out, (int*)out + (1 << 20), (const float2*)in, 64);
  label("diagonal of an edit distance");
  levenshtein_diagonal<<<1024, 256>>>(
      (int*)out, (int*)in, (int*)in + (1 << 20), (char*)in, (char*)in + (1 << 22), 1 << 18);
  label("escape of a plane by 32x8");
  escape<<<dim3(32, 64), dim3(32, 8)>>>((unsigned char*)out, 1024);
  return finish();
}
