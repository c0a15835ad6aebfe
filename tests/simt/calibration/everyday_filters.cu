// Held out: filters of images, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

__device__ int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

__global__ void invert(uchar4* image, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 p = image[i];
  p.x = 255 - p.x, p.y = 255 - p.y, p.z = 255 - p.z;
  image[i] = p;
}

__global__ void brightness(const uchar4* in, uchar4* out, int w, int h, int add) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    const uchar4 p = in[y * w + x];
    out[y * w + x] = make_uchar4(clamp(p.x + add, 0, 255), clamp(p.y + add, 0, 255), clamp(p.z + add, 0, 255), p.w);
  }
}

// Edges by Sobel, borders repeated.
__global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  auto at = [&](int dx, int dy) { return int(in[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)]); };
  const int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  out[y * w + x] = (unsigned char)min(abs(gx) + abs(gy), 255);
}

// Rows blurred: a row's part and its halo in shared memory.
template <int R>
__global__ void blur_rows(const float* in, float* out, int w, const float* weights) {
  __shared__ float s[128 + 2 * R];
  const int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
  const float* row = in + y * w;
  s[threadIdx.x + R] = x < w ? row[x] : 0;
  if (threadIdx.x < R) {
    s[threadIdx.x] = x >= R ? row[x - R] : 0;
    s[threadIdx.x + 128 + R] = x + 128 < w ? row[x + 128] : 0;
  }
  __syncthreads();
  if (x >= w) return;
  float sum = 0;
#pragma unroll
  for (int k = -R; k <= R; ++k) sum += s[threadIdx.x + R + k] * weights[k + R];
  out[y * w + x] = sum;
}

// Columns, straight from memory.
__global__ void blur_columns(const float* in, float* out, int w, int h, const float* weights, int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int k = -r; k <= r; ++k) {
    const int yy = min(max(y + k, 0), h - 1);
    sum += in[yy * w + x] * weights[k + r];
  }
  out[y * w + x] = sum;
}

// The largest of a window: dilation, tile in shared memory.
__global__ void dilate(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ unsigned char tile[18][20];
  const int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
    const int tx = i % 18, ty = i / 18, x = x0 + tx, y = y0 + ty;
    tile[ty][tx] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
  }
  __syncthreads();
  unsigned char most = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) most = max(most, tile[threadIdx.y + dy][threadIdx.x + dx]);
  const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = most;
}

// Half the size, four pixels to one.
__global__ void halve(const float4* in, float4* out, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w / 2) return;
  const float4 a = in[2 * y * w + 2 * x], b = in[2 * y * w + 2 * x + 1];
  const float4 c = in[(2 * y + 1) * w + 2 * x], d = in[(2 * y + 1) * w + 2 * x + 1];
  out[y * (w / 2) + x] = make_float4((a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4,
      (a.z + b.z + c.z + d.z) / 4, (a.w + b.w + c.w + d.w) / 4);
}

// Another size, by the four nearest.
__global__ void resize(const float* in, int w, int h, float* out, int W, int H) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  const float fx = (x + 0.5f) * w / W - 0.5f, fy = (y + 0.5f) * h / H - 0.5f;
  const int x0 = max(int(floorf(fx)), 0), y0 = max(int(floorf(fy)), 0);
  const int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  const float ax = fx - x0, ay = fy - y0;
  out[y * W + x] = (in[y0 * w + x0] * (1 - ax) + in[y0 * w + x1] * ax) * (1 - ay) +
                   (in[y1 * w + x0] * (1 - ax) + in[y1 * w + x1] * ax) * ay;
}

// Sums over rectangles: a row's running sum, a warp a row.
__global__ void integral_rows(const unsigned char* in, int* out, int w) {
  const int row = blockIdx.x, lane = threadIdx.x;
  int carried = 0;
  for (int x = lane; x < w; x += 32) {
    int v = in[row * w + x];
    for (int d = 1; d < 32; d *= 2) {
      const int other = __shfl_up_sync(~0u, v, d);
      if (lane >= d) v += other;
    }
    v += carried;
    out[row * w + x] = v;
    carried = __shfl_sync(~0u, v, 31);
  }
}

// Turned by a quarter, tile by tile.
__global__ void quarter_turn(const uchar4* in, uchar4* out, int n) {
  __shared__ uchar4 tile[16][17];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * n + (gridDim.y - 1 - blockIdx.y) * 16 + threadIdx.x] =
      tile[15 - threadIdx.x][threadIdx.y];
}

// Brightness counted, then each pixel through the table.
__global__ void equalize(unsigned char* image, const int* table, int n) {
  __shared__ unsigned char map[256];
  map[threadIdx.x] = (unsigned char)table[threadIdx.x];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) image[i] = map[image[i]];
}

int main() {
  constexpr int w = 96, h = 64;
  auto* image = filled<uchar4>(w * h, [](size_t i) { return make_uchar4(i * 3, i * 5, i * 7, 255); });
  auto* image_out = zeros<uchar4>(w * h);
  auto* gray = filled<unsigned char>(w * h, [](size_t i) { return (unsigned char)(i * i / 7); });
  auto* gray_out = zeros<unsigned char>(w * h);
  float* in = filled<float>(w * h, [](size_t i) { return float(i * 31 % 64) * 0.25f; });
  float* out = zeros<float>(w * h);
  float* weights = filled<float>(9, [](size_t i) { return float(5 - abs(int(i) - 4)) * 0.04f; });
  const dim3 block(32, 8), grid(w / 32, h / 8);
  measured("inverted", gray_out, 1, [&] { invert<<<(w * h + 255) / 256, 256>>>(image, w * h - 100); });
  measured("brighter", image_out, w * h, [&] { brightness<<<grid, block>>>(image, image_out, w - 5, h, 40); });
  measured("edges", gray_out, w * h, [&] { sobel<<<grid, block>>>(gray, gray_out, w, h); });
  measured_closely("rows blurred", out, w * h, [&] { blur_rows<4><<<dim3(1, h), 128>>>(in, out, w, weights); });
  measured_closely("columns blurred", out, w * h, [&] { blur_columns<<<grid, block>>>(in, out, w, h, weights, 4); });
  measured("dilated", gray_out, w * h, [&] { dilate<<<dim3(6, 4), dim3(16, 16)>>>(gray, gray_out, 90, 60); });
  measured_closely("half as large", out, w * h / 4, [&] { halve<<<dim3(1, 16), 32>>>((float4*)in, (float4*)out, 48); });
  measured_closely("resized", out, 70 * 50, [&] { resize<<<dim3(3, 7), block>>>(in, w, h, out, 70, 50); });
  int* sums = zeros<int>(w * h);
  measured("sums of rows so far", sums, 40 * 96, [&] { integral_rows<<<40, 32>>>(gray, sums, 96); });
  measured("a quarter turned", image_out, 64 * 64,
      [&] { quarter_turn<<<dim3(4, 4), dim3(16, 16)>>>(image, image_out, 64); });
  int* table = filled<int>(256, [](size_t i) { return int(255 - i); });
  measured("through a table", sums, 1, [&] { equalize<<<4, 256>>>(gray, table, w * h - 10); });
  return finish();
}
