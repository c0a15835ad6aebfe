// Held out: stencils and filters with their halos in shared memory, as courses write them. Simulated before a GPU counted them.
#include "results.cuh"

constexpr int radius = 3, block_size = 128;

__global__ void stencil_1d(const int* in, int* out, int n) {
  __shared__ int temp[block_size + 2 * radius];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + radius;
  temp[lindex] = gindex < n ? in[gindex] : 0;
  if (threadIdx.x < radius) {
    temp[lindex - radius] = gindex >= radius ? in[gindex - radius] : 0;
    temp[lindex + block_size] = gindex + block_size < n ? in[gindex + block_size] : 0;
  }
  __syncthreads();
  int result = 0;
  for (int offset = -radius; offset <= radius; offset++) result += temp[lindex + offset];
  if (gindex < n) out[gindex] = result;
}

// Five points; the halo by those at the tile's edges.
__global__ void heat(const float* in, float* out, int w, int h, float k) {
  __shared__ float tile[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int i = y * w + x;
  tile[ty][tx] = in[i];
  if (threadIdx.x == 0) tile[ty][0] = x > 0 ? in[i - 1] : in[i];
  if (threadIdx.x == 15) tile[ty][17] = x < w - 1 ? in[i + 1] : in[i];
  if (threadIdx.y == 0) tile[0][tx] = y > 0 ? in[i - w] : in[i];
  if (threadIdx.y == 15) tile[17][tx] = y < h - 1 ? in[i + w] : in[i];
  __syncthreads();
  const float c = tile[ty][tx];
  out[i] = c + k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * c);
}

// Nine points; the block loads its tile of 34 by 10 in a row.
__global__ void box_blur(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ unsigned char s[10 * 34];
  const int left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256) {
    const int x = min(max(left + i % 34, 0), w - 1), y = min(max(top + i / 34, 0), h - 1);
    s[i] = in[y * w + x];
  }
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int dy = 0; dy < 3; ++dy)
#pragma unroll
    for (int dx = 0; dx < 3; ++dx) sum += s[(threadIdx.y + dy) * 34 + threadIdx.x + dx];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = (unsigned char)(sum / 9);
}

// Seven points in space: layers in registers, the plane in shared memory.
__global__ void march(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float plane[10][18];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int layer = nx * ny;
  int i = y * nx + x;
  float behind = 0, here = in[i], ahead = in[i + layer];
  for (int z = 1; z < nz - 1; ++z) {
    i += layer;
    behind = here;
    here = ahead;
    ahead = in[i + layer];
    __syncthreads();
    plane[ty][tx] = here;
    if (threadIdx.y == 0) plane[0][tx] = y > 0 ? in[i - nx] : 0;
    if (threadIdx.y == 7) plane[9][tx] = y < ny - 1 ? in[i + nx] : 0;
    if (threadIdx.x == 0) plane[ty][0] = x > 0 ? in[i - 1] : 0;
    if (threadIdx.x == 15) plane[ty][17] = x < nx - 1 ? in[i + 1] : 0;
    __syncthreads();
    out[i] = behind + ahead + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] - 6 * here;
  }
}

__constant__ float mask_1d[9];
__constant__ int mask_2d[5][5];

__global__ void conv_1d_tiled(const float* N, float* P, int width) {
  __shared__ float N_ds[128 + 9 - 1];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = 4;
  const int halo_left = (int(blockIdx.x) - 1) * int(blockDim.x) + int(threadIdx.x);
  if (threadIdx.x >= blockDim.x - n) N_ds[threadIdx.x - (blockDim.x - n)] = halo_left < 0 ? 0 : N[halo_left];
  N_ds[n + threadIdx.x] = N[i];
  const int halo_right = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x < n) N_ds[n + blockDim.x + threadIdx.x] = halo_right >= width ? 0 : N[halo_right];
  __syncthreads();
  float value = 0;
  for (int j = 0; j < 9; j++) value += N_ds[threadIdx.x + j] * mask_1d[j];
  P[i] = value;
}

// The block is as large as what it loads; those at its edges compute nothing.
__global__ void conv_2d_input_tile(const int* in, int* out, int w, int h) {
  __shared__ int s[16][16];
  const int col = blockIdx.x * 12 + threadIdx.x - 2, row = blockIdx.y * 12 + threadIdx.y - 2;
  if (row >= 0 && row < h && col >= 0 && col < w) s[threadIdx.y][threadIdx.x] = in[row * w + col];
  else s[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  const int tx = int(threadIdx.x) - 2, ty = int(threadIdx.y) - 2;
  if (row >= 0 && row < h && col >= 0 && col < w) {
    if (tx >= 0 && tx < 12 && ty >= 0 && ty < 12) {
      int value = 0;
      for (int fy = 0; fy < 5; fy++)
        for (int fx = 0; fx < 5; fx++) value += mask_2d[fy][fx] * s[ty + fy][tx + fx];
      out[row * w + col] = value;
    }
  }
}

// Waves on a ring, in place of the step before.
__global__ void wave(const float* u, float* older, int n, float c2) {
  extern __shared__ float line[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  line[threadIdx.x + 1] = u[i];
  if (threadIdx.x == 0) line[0] = u[(i + n - 1) % n];
  if (threadIdx.x == blockDim.x - 1) line[blockDim.x + 1] = u[(i + 1) % n];
  __syncthreads();
  const float here = line[threadIdx.x + 1];
  older[i] = 2 * here - older[i] + c2 * (line[threadIdx.x] - 2 * here + line[threadIdx.x + 2]);
}

// The middle of nine by a few rounds of bubble sort.
__global__ void median(const int* in, int* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int v[9];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) v[(dy + 1) * 3 + dx + 1] = in[(y + dy) * w + x + dx];
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j)
      if (v[j] < v[i]) {
        const int t = v[i];
        v[i] = v[j];
        v[j] = t;
      }
  out[y * w + x] = v[4];
}

int main() {
  constexpr int n = 1000, w = 64, h = 48, layers = 6;
  int* in = filled<int>(w * h, [](size_t i) { return int(i * 31 % 101); });
  int* out = zeros<int>(w * h);
  float* in_f = filled<float>(w * h * layers, [](size_t i) { return float(i * 17 % 64) * 0.25f; });
  float* out_f = zeros<float>(w * h * layers);
  unsigned char* in_c = filled<unsigned char>(w * h, [](size_t i) { return (unsigned char)(i * 37); });
  unsigned char* out_c = zeros<unsigned char>(w * h);
  float m1[9];
  int m2[25];
  for (int i = 0; i < 9; ++i) m1[i] = float(5 - abs(i - 4)) * 0.125f;
  for (int i = 0; i < 25; ++i) m2[i] = i % 7 - 3;
  require(cudaMemcpyToSymbol(mask_1d, m1, sizeof m1));
  require(cudaMemcpyToSymbol(mask_2d, m2, sizeof m2));
  const dim3 grid(w / 16, h / 16), block(16, 16);
  measured("line", out, n, [&] { stencil_1d<<<8, block_size>>>(in, out, n); });
  measured_closely("heat", out_f, w * h, [&] { heat<<<grid, block>>>(in_f, out_f, w, h, 0.125f); });
  measured("box", out_c, 60 * 44, [&] { box_blur<<<dim3(2, 6), dim3(32, 8)>>>(in_c, out_c, 60, 44); });
  measured_closely(
      "march", out_f, w * h * layers, [&] { march<<<dim3(4, 6), dim3(16, 8)>>>(in_f, out_f, w, h, layers); });
  measured_closely("mask on a line", out_f, 1024, [&] { conv_1d_tiled<<<8, 128>>>(in_f, out_f, 1024); });
  measured("mask in a tile", out, 60 * 45, [&] { conv_2d_input_tile<<<dim3(5, 4), block>>>(in, out, 60, 45); });
  measured_closely("wave", out_f, 1024, [&] { wave<<<8, 128, 130 * sizeof(float)>>>(in_f, out_f, 1024, 0.25f); });
  measured("median", out, w * h, [&] { median<<<dim3(2, 6), dim3(32, 8)>>>(in, out, w, h); });
  return finish();
}
