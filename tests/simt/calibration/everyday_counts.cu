// Held out, the third time: bins, sorts, merges, bodies, nearest points, searches, random walks, a graph's frontier.
#include "results.cuh"

__global__ void histogram_256(unsigned* bins, const unsigned* data, int n) {
  __shared__ unsigned s_hist[256];
  s_hist[threadIdx.x] = 0;
  __syncthreads();
  for (int pos = blockIdx.x * blockDim.x + threadIdx.x; pos < n; pos += blockDim.x * gridDim.x) {
    const unsigned word = data[pos];
    atomicAdd(&s_hist[word & 0xff], 1);
    atomicAdd(&s_hist[word >> 8 & 0xff], 1);
    atomicAdd(&s_hist[word >> 16 & 0xff], 1);
    atomicAdd(&s_hist[word >> 24], 1);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], s_hist[threadIdx.x]);
}

// A histogram a warp, merged.
__global__ void histogram_of_warps(unsigned* bins, const unsigned* data, int n) {
  __shared__ unsigned s_hist[4 * 64];
  unsigned* s_warp = s_hist + (threadIdx.x >> 5) * 64;
  for (int i = 0; i < 2; i++) s_hist[threadIdx.x + i * 128] = 0;
  __syncthreads();
  for (int pos = blockIdx.x * 128 + threadIdx.x; pos < n; pos += 128 * gridDim.x)
    atomicAdd(s_warp + (data[pos] >> 26), 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 64; bin += 128) {
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) sum += s_hist[bin + i * 64];
    bins[blockIdx.x * 64 + bin] = sum;
  }
}

__device__ inline void comparator(unsigned& keyA, unsigned& valA, unsigned& keyB, unsigned& valB, unsigned dir) {
  if ((keyA > keyB) == dir) {
    unsigned t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}

// The bitonic sort of the samples.
__global__ void bitonic_sort(
    unsigned* dstKey, unsigned* dstVal, const unsigned* srcKey, const unsigned* srcVal, unsigned length, unsigned dir) {
  __shared__ unsigned s_key[512], s_val[512];
  srcKey += blockIdx.x * 512 + threadIdx.x;
  srcVal += blockIdx.x * 512 + threadIdx.x;
  dstKey += blockIdx.x * 512 + threadIdx.x;
  dstVal += blockIdx.x * 512 + threadIdx.x;
  s_key[threadIdx.x] = srcKey[0];
  s_val[threadIdx.x] = srcVal[0];
  s_key[threadIdx.x + 256] = srcKey[256];
  s_val[threadIdx.x + 256] = srcVal[256];
  for (unsigned size = 2; size < length; size <<= 1) {
    const unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], dir);
  }
  __syncthreads();
  dstKey[0] = s_key[threadIdx.x];
  dstVal[0] = s_val[threadIdx.x];
  dstKey[256] = s_key[threadIdx.x + 256];
  dstVal[256] = s_val[threadIdx.x + 256];
}

__global__ void odd_even_sort(int* data, int n) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  s[2 * t] = data[2 * t];
  s[2 * t + 1] = data[2 * t + 1];
  __syncthreads();
  for (int phase = 0; phase < n; ++phase) {
    const int i = 2 * t + (phase & 1);
    if (i + 1 < n && s[i] > s[i + 1]) {
      const int swap = s[i];
      s[i] = s[i + 1];
      s[i + 1] = swap;
    }
    __syncthreads();
  }
  data[2 * t] = s[2 * t];
  data[2 * t + 1] = s[2 * t + 1];
}

// One bit of a radix sort in a block: a scan of flags.
__global__ void radix_bit(unsigned* out, const unsigned* in, int bit) {
  __shared__ unsigned ones[256], keys[256];
  const int t = threadIdx.x;
  const unsigned key = in[blockIdx.x * 256 + t], one = key >> bit & 1;
  ones[t] = one;
  __syncthreads();
  for (int step = 1; step < 256; step <<= 1) {
    unsigned add = 0;
    if (t >= step) add = ones[t - step];
    __syncthreads();
    ones[t] += add;
    __syncthreads();
  }
  const unsigned before = ones[t] - one, zeros_total = 256 - ones[255];
  keys[one ? zeros_total + before : t - before] = key;
  __syncthreads();
  out[blockIdx.x * 256 + t] = keys[t];
}

__global__ void merge_by_path(int* c, const int* a, const int* b, int na, int nb) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, diagonal = t * 8;
  if (diagonal >= na + nb) return;
  int low = max(0, diagonal - nb), high = min(diagonal, na);
  while (low < high) {
    const int mid = (low + high) / 2;
    if (a[mid] <= b[diagonal - 1 - mid]) low = mid + 1;
    else high = mid;
  }
  int i = low, j = diagonal - low;
  for (int k = 0; k < 8 && diagonal + k < na + nb; ++k)
    c[diagonal + k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

__device__ float3 body_body(float4 bi, float4 bj, float3 ai) {
  const float3 r = {bj.x - bi.x, bj.y - bi.y, bj.z - bi.z};
  const float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  const float invDist = rsqrtf(distSqr), s = bj.w * invDist * invDist * invDist;
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}

__global__ void n_body(float4* acc, const float4* pos, int n) {
  __shared__ float4 shPosition[64];
  float3 a = {0, 0, 0};
  const int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 mine = pos[gtid];
  for (int i = 0, tile = 0; i < n; i += 64, tile++) {
    shPosition[threadIdx.x] = pos[tile * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) a = body_body(mine, shPosition[j], a);
    __syncthreads();
  }
  acc[gtid] = {a.x, a.y, a.z, 0};
}

__global__ void kmeans_assign(
    int* membership, const float* feature, const float* clusters, int npoints, int nclusters, int nfeatures) {
  const int point_id = blockIdx.x * blockDim.x + threadIdx.x;
  if (point_id >= npoints) return;
  int index = -1;
  float min_dist = 3.40282347e+38f;
  for (int i = 0; i < nclusters; i++) {
    const int cluster_base_index = i * nfeatures;
    float ans = 0;
    for (int j = 0; j < nfeatures; j++) {
      const float diff = feature[point_id + j * npoints] - clusters[cluster_base_index + j];
      ans += diff * diff;
    }
    if (ans < min_dist) {
      min_dist = ans;
      index = i;
    }
  }
  membership[point_id] = index;
}

// Centroids in shared memory, points by three.
__global__ void nearest_centroid(int* nearest, const float3* points, const float3* centroid, int n, int k) {
  __shared__ float3 s[32];
  if (threadIdx.x < k) s[threadIdx.x] = centroid[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 p = points[i];
  float best = 1e30f;
  int which = 0;
  for (int c = 0; c < k; ++c) {
    const float dx = p.x - s[c].x, dy = p.y - s[c].y, dz = p.z - s[c].z, d = dx * dx + dy * dy + dz * dz;
    if (d < best) best = d, which = c;
  }
  nearest[i] = which;
}

// Rodinia's breadth-first search, a level.
__global__ void bfs_level(
    const int2* nodes, const int* edges, bool* mask, bool* updating, const bool* visited, int* cost, int n) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n && mask[tid]) {
    mask[tid] = false;
    for (int i = nodes[tid].x; i < nodes[tid].y + nodes[tid].x; i++) {
      const int id = edges[i];
      if (!visited[id]) {
        cost[id] = cost[tid] + 1;
        updating[id] = true;
      }
    }
  }
}

__global__ void mandelbrot(int* image, int width, int height, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float cr = float(x) / 32 - 2, ci = float(y) / 32 - 1;
  float zr = 0, zi = 0;
  int i = 0;
  for (; i < most && zr * zr + zi * zi < 4; ++i) {
    const float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
  }
  image[y * width + x] = i;
}

int main() {
  constexpr int n = 5000;
  const auto mixed = [](size_t i) { return unsigned(i * 2654435761u) ^ unsigned(i * 40503u << 7); };
  unsigned* keys = filled<unsigned>(8192, mixed);
  unsigned* values = filled<unsigned>(8192, [](size_t i) { return unsigned(i); });
  int* some = filled<int>(256, [](size_t i) { return int(i * 73 % 256); });
  int* rising = filled<int>(8192, [](size_t i) { return int(i * 3 + i % 2); });
  int* slower = filled<int>(8192, [](size_t i) { return int(i * 2); });
  float4* bodies = filled<float4>(256, [](size_t i) { return make_float4(i % 7, i % 11, i % 13, 1 + i % 2); });
  float* features = filled<float>(8192, [](size_t i) { return float(i * 31 % 19); });
  int2* nodes = filled<int2>(1024, [](size_t i) { return make_int2(i * 4, i % 6); });
  int* edges = filled<int>(8192, [](size_t i) { return int(i * 97 % 1024); });
  bool* mask = filled<bool>(1024, [](size_t i) { return i % 3 != 0; });
  bool* visited = filled<bool>(1024, [](size_t i) { return i % 3 != 0; });
  bool* updating = zeros<bool>(1024);
  unsigned* out = zeros<unsigned>(8192);
  unsigned* more = zeros<unsigned>(8192);
  int* iout = reinterpret_cast<int*>(out);
  measured("bins of 256", out, 256, [&] { histogram_256<<<4, 256>>>(out, keys, n); });
  measured("bins of each warp", out, 512, [&] { histogram_of_warps<<<4, 128>>>(out, keys, n); });
  measured("bitonic sort", out, 2048, [&] { bitonic_sort<<<4, 256>>>(out, more, keys, values, 512, 1); });
  measured("odd and even sort", iout, 256, [&] {
    require(cudaMemcpy(iout, some, 256 * sizeof(int), cudaMemcpyDeviceToDevice));
    odd_even_sort<<<1, 128, 1024>>>(iout, 256);
  });
  measured("a bit of a radix sort", out, 1024, [&] { radix_bit<<<4, 256>>>(out, keys, 5); });
  measured("merge by diagonals", iout, 3000, [&] { merge_by_path<<<3, 128>>>(iout, rising, slower, 1300, 1700); });
  measured_nearly("bodies", (float*)out, 1024, [&] { n_body<<<4, 64>>>((float4*)out, bodies, 256); });
  measured("k-means", iout, 700, [&] { kmeans_assign<<<3, 256>>>(iout, features, features + 6000, 700, 5, 8); });
  measured("nearest centroid", iout, 900,
      [&] { nearest_centroid<<<4, 256>>>(iout, (float3*)features, (float3*)(features + 4000), 900, 21); });
  measured("level of a graph", iout, 1024,
      [&] { bfs_level<<<4, 256>>>(nodes, edges, mask, updating, visited, iout, 1000); });
  measured("mandelbrot", iout, 90 * 60, [&] { mandelbrot<<<dim3(6, 4), dim3(16, 16)>>>(iout, 90, 60, 64); });
  return finish();
}
