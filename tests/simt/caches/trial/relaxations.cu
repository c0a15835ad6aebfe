// Trial: stencils in several shapes of blocks, written and said by the model before an H100 counted them.
#include "../caches.cuh"

__global__ void five_points(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const float* at = in + y * width + x;
  out[y * width + x] = 0.25f * (at[-1] + at[1] + at[-width] + at[width]) - at[0];
}
// Wide rows of neighbours and of rows: each way `reach`.
template <int reach>
__global__ void box(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < reach || y < reach || x >= width - reach || y >= height - reach) return;
  float sum = 0;
#pragma unroll
  for (int dy = -reach; dy <= reach; ++dy)
#pragma unroll
    for (int dx = -reach; dx <= reach; ++dx) sum += in[(y + dy) * width + x + dx];
  out[y * width + x] = sum;
}
// Each thread goes down eight rows.
__global__ void marching(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, from = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
  if (x < 1 || x >= width - 1) return;
  for (int y = from; y < from + 8; ++y)
    if (y >= 1 && y < height - 1)
      out[y * width + x] =
          in[(y - 1) * width + x] + in[(y + 1) * width + x] + in[y * width + x - 1] + in[y * width + x + 1];
}

int main() {
  const int width = 1536, height = 1024;
  float *in = zeros<float>(width * height), *out = zeros<float>(width * height);
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(8, 32), dim3(128, 2), dim3(512, 1)}) {
    label("five points by %ldx%ld", block.x, block.y);
    five_points<<<dim3(width / block.x, height / block.y), block>>>(out, in, width, height);
  }
  label("box of 25 by 32x4");
  box<2><<<dim3(width / 32, height / 4), dim3(32, 4)>>>(out, in, width, height);
  label("box of 49 by 64x8");
  box<3><<<dim3(width / 64, height / 8), dim3(64, 8)>>>(out, in, width, height);
  label("eight rows a thread by 64x4");
  marching<<<dim3(width / 64, height / 32), dim3(64, 4)>>>(out, in, width, height);
  return finish();
}
