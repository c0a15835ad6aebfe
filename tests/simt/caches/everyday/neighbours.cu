// Everyday: stencils and convolutions in one, two and three dimensions, by blocks of several shapes.
#include "../caches.cuh"

__constant__ float weights[128];

template <typename T>
__global__ void five_points(T* out, const T* in, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1) return;
  const int i = y * cols + x;
  out[i] = T(0.2) * (in[i] + in[i - 1] + in[i + 1] + in[i - cols] + in[i + cols]);
}
__global__ void nine_points(float* out, const float* in, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= cols - 1 || y >= rows - 1) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * cols + x + dx];
  out[y * cols + x] = sum / 9;
}
__global__ void seven_points(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
            z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  const int i = (z * ny + y) * nx + x;
  out[i] = in[i] * 6 - in[i - 1] - in[i + 1] - in[i - nx] - in[i + nx] - in[i - nx * ny] - in[i + nx * ny];
}
// A thread a column of the volume.
__global__ void seven_points_along_z(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  float below = in[y * nx + x], here = in[(ny + y) * nx + x];
  for (int z = 1; z < nz - 1; ++z) {
    const int i = (z * ny + y) * nx + x;
    const float above = in[i + nx * ny];
    out[i] = here * 6 - in[i - 1] - in[i + 1] - in[i - nx] - in[i + nx] - below - above;
    below = here, here = above;
  }
}
__global__ void convolve(float* out, const float* in, int n, int taps) {
  const int i = int(index());
  if (i + taps > n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += in[i + k] * weights[k];
  out[i] = sum;
}
__global__ void convolve_2d(float* out, const float* in, int rows, int cols, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + side > cols || y + side > rows) return;
  float sum = 0;
  for (int dy = 0; dy < side; ++dy)
    for (int dx = 0; dx < side; ++dx) sum += in[(y + dy) * cols + x + dx] * weights[dy * side + dx];
  out[y * cols + x] = sum;
}
__global__ void life(unsigned char* out, const unsigned char* in, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  const int left = (x + cols - 1) % cols, right = (x + 1) % cols, up = (y + rows - 1) % rows, down = (y + 1) % rows;
  const int alive = in[up * cols + left] + in[up * cols + x] + in[up * cols + right] + in[y * cols + left] +
                    in[y * cols + right] + in[down * cols + left] + in[down * cols + x] + in[down * cols + right];
  out[y * cols + x] = alive == 3 || (alive == 2 && in[y * cols + x]);
}
__global__ void tiled_nine_points(float* out, const float* in, int cols) {
  __shared__ float tile[18][18];
  const int x = blockIdx.x * 16, y = blockIdx.y * 16;
  for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256)
    tile[i / 18][i % 18] = in[(y + i / 18) * cols + x + i % 18];
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  out[(y + threadIdx.y) * cols + x + threadIdx.x] = sum;
}

int main() {
  float *in = zeros<float>(1 << 23), *out = zeros<float>(1 << 23);
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(8, 32), dim3(64, 4), dim3(256, 1), dim3(32, 32)}) {
    label("five points by %ldx%ld", block.x, block.y);
    five_points<<<dim3(1024 / block.x, 1024 / block.y), block>>>(out, in, 1024, 1024);
  }
  label("five points of doubles by 32x4");
  five_points<<<dim3(32, 128), dim3(32, 4)>>>((double*)out, (const double*)in, 512, 1024);
  label("five points, 4000 columns by 128x2");
  five_points<<<dim3(32, 128), dim3(128, 2)>>>(out, in, 256, 4000);
  for (const dim3 block : {dim3(32, 8), dim3(128, 1), dim3(8, 8)}) {
    label("nine points by %ldx%ld", block.x, block.y);
    nine_points<<<dim3(1024 / block.x, 512 / block.y), block>>>(out, in, 512, 1024);
  }
  for (const dim3 block : {dim3(32, 4, 2), dim3(8, 8, 8), dim3(64, 4, 1), dim3(16, 4, 4)}) {
    label("seven points by %ldx%ldx%ld", block.x, block.y, block.z);
    seven_points<<<dim3(128 / block.x, 64 / block.y, 64 / block.z), block>>>(out, in, 128, 64, 64);
  }
  label("seven points along z by 32x8");
  seven_points_along_z<<<dim3(8, 32), dim3(32, 8)>>>(out, in, 256, 256, 24);
  for (const int taps : {9, 64}) {
    label("convolution of %ld", taps);
    convolve<<<512, 256>>>(out, in, 512 * 256, taps);
  }
  label("convolution 3x3 by 32x8");
  convolve_2d<<<dim3(24, 64), dim3(32, 8)>>>(out, in, 512, 768, 3);
  label("convolution 7x7 by 16x16");
  convolve_2d<<<dim3(32, 16), dim3(16, 16)>>>(out, in, 256, 512, 7);
  label("convolution 7x7 by 128x1");
  convolve_2d<<<dim3(4, 256), dim3(128, 1)>>>(out, in, 256, 512, 7);
  label("life of bytes by 32x8");
  life<<<dim3(32, 64), dim3(32, 8)>>>((unsigned char*)out, (const unsigned char*)in, 512, 1024);
  label("nine points in tiles of 16");
  tiled_nine_points<<<dim3(32, 32), dim3(16, 16)>>>(out, in, 1024);
  return finish();
}
