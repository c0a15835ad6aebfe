// Calibration: what is asked for again, by a thread, a warp, a block, or other blocks: how much of it L1 still has.
#include "caches.cuh"

__global__ void again(float* out, const float* in, int count, int times, int sharing) {
  const float* own = in + std::size_t(blockIdx.x / sharing) * count;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  keep(out, sum);
}

// Blocks far apart share: b, b + apart, b + 2 * apart, …
__global__ void shared_far_apart(float* out, const float* in, int count, int apart) {
  const float* own = in + std::size_t(blockIdx.x % apart) * count;
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  keep(out, sum);
}

__global__ void window(float* out, const float* in, int width) {
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += in[index() + k];
  out[index()] = sum;
}

__global__ void strided_window(float* out, const float* in, int width, int stride) {
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += in[index() + std::size_t(k) * stride];
  out[index()] = sum;
}

// Each thread walks along a row of its own.
__global__ void rows(float* out, const float* in, int length) {
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += in[index() * length + i];
  out[index()] = sum;
}

__global__ void stencil(float* out, const float* in, int side, int reach) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x + reach, row = blockIdx.y * blockDim.y + threadIdx.y + reach;
  if (col >= side - reach || row >= side - reach) return;
  float sum = in[row * side + col];
  for (int k = 1; k <= reach; ++k)
    sum +=
        in[row * side + col - k] + in[row * side + col + k] + in[(row - k) * side + col] + in[(row + k) * side + col];
  out[row * side + col] = sum;
}

int main() {
  constexpr int side = 1024, multiprocessors = 132;
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 21);
  for (const int kib : {16, 32, 96, 160, 208, 224, 232, 240, 248, 264, 288, 320})
    for (const int threads : {128, 256}) {
      label("again: %ld KiB by %ld threads", kib, threads);
      again<<<multiprocessors, threads>>>(out, in, kib * 256 / 2, 2, 1);
    }
  for (const int kib : {8, 24, 48, 72, 96, 128, 160, 200}) {
    require(cudaFuncSetAttribute(again, cudaFuncAttributeMaxDynamicSharedMemorySize, kib * 1024));
    label("again: 32 KiB beside %ld KiB of shared memory", kib);
    again<<<multiprocessors, 256, std::size_t(kib) * 1024>>>(out, in, 32 * 256, 2, 1);
  }
  for (const int sharing : {2, 3, 4, 8, 16, 33, 66}) {
    label("shared by %ld neighbours", sharing);
    again<<<4 * multiprocessors, 256>>>(out, in, 8 * 256, 1, sharing);
  }
  for (const int apart : {1, 2, 32, 66, 128, 132, 264}) {
    label("shared by blocks %ld apart", apart);
    shared_far_apart<<<4 * multiprocessors, 256>>>(out, in, 8 * 256, apart);
  }
  for (const int width : {2, 3, 4, 5, 8, 9, 16, 33}) {
    label("window of %ld", width);
    window<<<1024, 256>>>(out, in, width);
  }
  for (const int stride : {8, 32, 256, 1024, 4096}) {
    label("window of 8, %ld apart", stride);
    strided_window<<<1024, 256>>>(out, in, 8, stride);
  }
  for (const int length : {2, 4, 8, 16, 32, 64}) {
    label("rows of %ld floats", length);
    rows<<<512, 256>>>(out, in, length);
  }
  for (const int reach : {1, 2, 4})
    for (const dim3 block : {dim3(32, 4), dim3(32, 16), dim3(64, 4), dim3(8, 32), dim3(128, 1), dim3(16, 32)}) {
      printf("stencil of reach %d, ", reach);
      label("%ldx%ld", block.x, block.y);
      stencil<<<dim3(side / block.x, side / block.y), block>>>(out, in, side, reach);
    }
  return finish();
}
