// Launches of which it is known what they found on an H200 (data/simt/caches/seen.csv).
// Run: simtcc facts.cu -o facts && SIMT_CACHES=h200 SIMT_REPORT=facts.json ./facts
#include "caches.cuh"

__global__ void copy(float* out, const float* in, int shift) { out[index()] = in[index() + shift]; }

__global__ void load_columns(float* out, const float* in, int side) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  out[col * side + row] = in[row * side + col];
}

// Structures of four fields, one field after the other.
__global__ void load_fields(float* out, const float* in) {
  float sum = 0;
  for (int field = 0; field < 4; ++field) sum += in[4 * index() + field];
  out[index()] = sum;
}

__global__ void window(float* out, const float* in) {
  float sum = 0;
  for (int k = 0; k < 17; ++k) sum += in[index() + k];
  out[index() + 8] = sum;
}

__global__ void stencil(float* out, const float* in, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row == 0 || col == 0 || row >= side - 1 || col >= side - 1) return;
  const int here = row * side + col;
  out[here] = in[here] + in[here - 1] + in[here + 1] + in[here - side] + in[here + side];
}

// So many neighbouring blocks read the same `count` floats, each so many times.
__global__ void read_again(float* out, const float* in, int count, int times, int sharing) {
  const float* own = in + std::size_t(blockIdx.x / sharing) * count;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void read_again_round_l1(float* out, const float* in, int count) {
  float sum = 0;
  for (int time = 0; time < 2; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += __ldcg(in + blockIdx.x * count + i);
  keep(out, sum);
}
__global__ void read_again_streaming(float* out, const float* in, int count) {
  float sum = 0;
  for (int time = 0; time < 2; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += __ldcs(in + blockIdx.x * count + i);
  keep(out, sum);
}

__global__ void load_behind_store(volatile float* out, float* sums) {
  out[index()] = 1;
  sums[index()] = out[index()] + 1;
}

int main() {
  constexpr std::size_t most = std::size_t(1) << 24;  // floats
  constexpr int side = 1024, multiprocessors = 132;
  float *in = zeros<float>(most), *out = zeros<float>(most);
  label("column loads");
  load_columns<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(out, in, side);
  label("four fields in turn");
  load_fields<<<4096, 256>>>(out, in);
  for (const int shift : {1, 8}) {
    label("copy shifted by %ld", shift);
    copy<<<4096, 256>>>(out, in, shift);
  }
  label("window of 17");
  window<<<4096, 256>>>(out, in);
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(256, 1)}) {
    label("stencil %ldx%ld", block.x, block.y);
    stencil<<<dim3(side / block.x, side / block.y), block>>>(out, in, side);
  }
  for (const int kib : {64, 128, 192, 256, 384}) {
    label("%ld KiB twice", kib);
    read_again<<<multiprocessors, 256>>>(out, in, kib * 256, 2, 1);
  }
  constexpr int shared = 100 * 1024;
  require(cudaFuncSetAttribute(read_again, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  label("64 KiB four times, 100 KiB of shared memory");
  read_again<<<multiprocessors, 256, shared>>>(out, in, 64 * 256, 4, 1);
  label("__ldcg twice");
  read_again_round_l1<<<multiprocessors, 256>>>(out, in, 64 * 256);
  label("__ldcs twice");
  read_again_streaming<<<multiprocessors, 256>>>(out, in, 64 * 256);
  label("load behind store");
  load_behind_store<<<4096, 256>>>(out, in);
  label("132 blocks read the same 16 KiB");
  read_again<<<multiprocessors, 256>>>(out, in, 16 * 256, 1, multiprocessors);
  label("blocks share 32 KiB by four");
  read_again<<<16 * multiprocessors, 256>>>(out, in, 32 * 256, 1, 4);
  return finish();
}
