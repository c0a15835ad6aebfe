// Held out: filters, pictures and grids, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

constexpr int radius = 2;
__constant__ float weights[2 * radius + 1][2 * radius + 1];

// Tile with halo, a thread an input; only inner threads write.
__global__ void convolution_in_tile(float* out, const float* in, int width, int height) {
  constexpr int in_tile = 32, out_tile = in_tile - 2 * radius;
  __shared__ float tile[in_tile][in_tile];
  const int col = blockIdx.x * out_tile + threadIdx.x - radius, row = blockIdx.y * out_tile + threadIdx.y - radius;
  if (row >= 0 && row < height && col >= 0 && col < width) tile[threadIdx.y][threadIdx.x] = in[row * width + col];
  else tile[threadIdx.y][threadIdx.x] = 0.0f;
  __syncthreads();
  const int tile_col = threadIdx.x - radius, tile_row = threadIdx.y - radius;
  if (row >= 0 && row < height && col >= 0 && col < width)
    if (tile_col >= 0 && tile_col < out_tile && tile_row >= 0 && tile_row < out_tile) {
      float sum = 0.0f;
      for (int y = 0; y < 2 * radius + 1; y++)
        for (int x = 0; x < 2 * radius + 1; x++) sum += weights[y][x] * tile[tile_row + y][tile_col + x];
      out[row * width + col] = sum;
    }
}

__global__ void box_blur(unsigned char* out, const unsigned char* in, int w, int h, int blur) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= w || row >= h) return;
  int sum = 0, pixels = 0;
  for (int dy = -blur; dy < blur + 1; ++dy)
    for (int dx = -blur; dx < blur + 1; ++dx) {
      const int y = row + dy, x = col + dx;
      if (y >= 0 && y < h && x >= 0 && x < w) {
        sum += in[y * w + x];
        ++pixels;
      }
    }
  out[row * w + col] = (unsigned char)(sum / pixels);
}

// Planes of a volume, the middle ones in registers and one in shared memory.
__global__ void volume_sweep(float* out, const float* in, int n) {
  __shared__ float plane[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, pitch = n * n;
  int at = y * n + x;
  float below = in[at], mine = in[at + pitch];
  for (int z = 1; z < n - 1; ++z) {
    const float above = in[at + 2 * pitch];
    at += pitch;
    __syncthreads();
    plane[ty][tx] = mine;
    if (threadIdx.x == 0) plane[ty][0] = in[at - 1];
    if (threadIdx.x == 31) plane[ty][33] = in[at + 1];
    if (threadIdx.y == 0) plane[0][tx] = in[at - n];
    if (threadIdx.y == 7) plane[9][tx] = in[at + n];
    __syncthreads();
    out[at] = 0.5f * mine + 0.25f * (below + above) +
              0.125f * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx]);
    below = mine;
    mine = above;
  }
}

__device__ void order(int& a, int& b) {
  const int low = min(a, b);
  b = max(a, b);
  a = low;
}

// The median of nine.
__global__ void median(int* out, const int* in, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int v[9];
  for (int i = 0; i < 9; ++i) v[i] = in[(y + i / 3 - 1) * w + x + i % 3 - 1];
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j) order(v[i], v[j]);
  out[y * w + x] = v[4];
}

// Bilinear, by hand.
__global__ void resize(float* out, const float* in, int w, int h, int out_w, int out_h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out_w || y >= out_h) return;
  const float fx = x * float(w - 1) / (out_w - 1), fy = y * float(h - 1) / (out_h - 1);
  const int x0 = int(fx), y0 = int(fy), x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  const float ax = fx - x0, ay = fy - y0;
  out[y * out_w + x] = (in[y0 * w + x0] * (1 - ax) + in[y0 * w + x1] * ax) * (1 - ay) +
                       (in[y1 * w + x0] * (1 - ax) + in[y1 * w + x1] * ax) * ay;
}

__global__ void rotate(float* out, cudaTextureObject_t tex, int width, int height, float theta) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = tex1Dfetch<float>(tex, (int(y + x * theta) % height) * width + x);
}

__global__ void sepia(uchar3* out, const uchar3* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uchar3 p = in[i];
  const int r = (p.x * 393 + p.y * 769 + p.z * 189) / 1000, g = (p.x * 349 + p.y * 686 + p.z * 168) / 1000;
  out[i] = make_uchar3(min(r, 255), min(g, 255), p.z / 2);
}

// Haar's wavelet of a row, level by level in shared memory.
__global__ void haar(float* out, const float* in, int levels) {
  __shared__ float s[256], t[256];
  const int tid = threadIdx.x;
  s[2 * tid] = in[blockIdx.x * 256 + 2 * tid];
  s[2 * tid + 1] = in[blockIdx.x * 256 + 2 * tid + 1];
  __syncthreads();
  int length = 128;
  for (int level = 0; level < levels; ++level, length /= 2) {
    if (tid < length) {
      t[tid] = (s[2 * tid] + s[2 * tid + 1]) * 0.5f;
      t[length + tid] = (s[2 * tid] - s[2 * tid + 1]) * 0.5f;
    }
    __syncthreads();
    if (tid < length) {
      s[tid] = t[tid];
      s[length + tid] = t[length + tid];
    }
    __syncthreads();
  }
  out[blockIdx.x * 256 + tid] = s[tid];
  out[blockIdx.x * 256 + tid + 128] = s[tid + 128];
}

int main() {
  float* image = filled<float>(64 * 1024, [](size_t i) { return float(i * 29 % 31); });
  int* ints = filled<int>(16 * 1024, [](size_t i) { return int(i * 7919 % 251); });
  unsigned char* bytes = filled<unsigned char>(16 * 1024, [](size_t i) { return (unsigned char)(i * i / 7); });
  float* out = zeros<float>(64 * 1024);
  float host[25];
  for (int i = 0; i < 25; ++i) host[i] = float(i % 4) * 0.25f;
  require(cudaMemcpyToSymbol(weights, host, sizeof host));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = image;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 64 * 1024 * sizeof(float);
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  require(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  measured_nearly("convolution in a tile", out, 70 * 50,
      [&] { convolution_in_tile<<<dim3(3, 2), dim3(32, 32)>>>(out, image, 70, 50); });
  measured("box blur", (unsigned char*)out, 90 * 40,
      [&] { box_blur<<<dim3(6, 3), dim3(16, 16)>>>((unsigned char*)out, bytes, 90, 40, 2); });
  measured_nearly(
      "sweep of a volume", out, 34 * 34 * 34, [&] { volume_sweep<<<dim3(1, 4), dim3(32, 8)>>>(out, image, 34); });
  measured("median of nine", (int*)out, 90 * 40, [&] { median<<<dim3(3, 5), dim3(32, 8)>>>((int*)out, ints, 90, 40); });
  measured_nearly("resize", out, 77 * 55, [&] { resize<<<dim3(5, 4), dim3(16, 16)>>>(out, image, 50, 40, 77, 55); });
  measured_nearly(
      "texels turned", out, 64 * 64, [&] { rotate<<<dim3(4, 8), dim3(16, 8)>>>(out, texture, 64, 64, 0.75f); });
  measured("sepia", (uchar3*)out, 1000, [&] { sepia<<<4, 256>>>((uchar3*)out, (uchar3*)bytes, 1000); });
  measured_nearly("haar", out, 1024, [&] { haar<<<4, 128>>>(out, image, 5); });
  return finish();
}
