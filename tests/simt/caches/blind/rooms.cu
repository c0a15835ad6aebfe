// Blind: how much is used again beside how much else: rows, tables, tiles and shared memory of several sizes.
#include "../caches.cuh"

// Blocks go over their own stretch several times, by float4.
__global__ void again_by_fours(float4* out, const float4* in, int count, int times) {
  const float4* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i].x;
  keep(&out->x, sum);
}
// A table that all read, between a stream of their own.
__global__ void table_and_stream(float* out, const float* table, const float* stream, int entries, int times) {
  float sum = 0;
  for (int i = 0; i < times; ++i) sum += table[(index() * 31 + i * 97) % entries] + stream[i * all_threads() + index()];
  keep(out, sum);
}
// Each block keeps some shared memory and walks a stretch three times.
__global__ void beside_shared(float* out, const float* in, int count) {
  extern __shared__ float room[];
  room[threadIdx.x] = 0;
  const float* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int time = 0; time < 3; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  __syncthreads();
  keep(out, sum + room[(threadIdx.x + 1) % blockDim.x]);
}
__global__ void rows_by_warps_twice(float* out, const float* in, int length) {
  const std::size_t row = index() / 32 * length;
  float sum = 0;
  for (int time = 0; time < 2; ++time)
    for (int i = threadIdx.x % 32; i < length; i += 32) sum += in[row + i] * float(time + 1);
  keep(out, sum);
}
__global__ void overlapping(float* out, const float* in, int length, int step) {
  const float* own = in + std::size_t(blockIdx.x) * step;
  float sum = 0;
  for (int i = threadIdx.x; i < length; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void in_place(float* all, int times) {
  for (int i = 0; i < times; ++i) all[index()] += float(i);
}
__global__ void own_lists(float* out, const float* in, int length, int apart) {
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += in[index() * length + (i * apart) % length];
  out[index()] = sum;
}
__global__ void partly(unsigned char* out, int of, int step) {
  if (int(index() % of) < of - 1) out[index() * step] = 1;
}
__global__ void set_and_read(float* out, float* scratch, int each) {
  for (int i = 0; i < each; ++i) scratch[i * all_threads() + index()] = float(i);
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < each; ++i) sum += scratch[i * all_threads() + (index() ^ 32)];
  out[index()] = sum;
}

int main() {
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 24);
  const auto fours = [](float* pointer) { return reinterpret_cast<float4*>(pointer); };
  for (const int kib : {20, 50, 110, 180}) {
    label("%ld KiB three times by float4, 256 threads", kib);
    again_by_fours<<<132, 256>>>(fours(out), fours(in), kib * 64, 3);
  }
  for (const int kib : {6, 14, 21, 40}) {
    label("%ld KiB three times by float4, 8 blocks each", kib);
    again_by_fours<<<1056, 256>>>(fours(out), fours(in), kib * 64, 3);
  }
  for (const int kib : {8, 48, 120, 400}) {
    label("a table of %ld KiB beside a stream", kib);
    table_and_stream<<<264, 256>>>(out, in + (1 << 24), in, kib * 256, 16);
  }
  cudaFuncSetAttribute(beside_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
  for (const int kib : {6, 40, 120, 180}) {
    label("40 KiB three times beside %ld KiB", kib);
    beside_shared<<<132, 512, kib * 1024>>>(out, in, 40 * 256);
  }
  label("12 KiB three times beside 20 KiB, many blocks");
  beside_shared<<<1320, 128, 20 * 1024>>>(out, in, 12 * 256);
  for (const int length : {160, 2000}) {
    label("rows of %ld twice by warps", length);
    rows_by_warps_twice<<<264, 256>>>(out, in, length);
  }
  label("overlapping by half");
  overlapping<<<1056, 256>>>(out, in, 4096, 2048);
  label("overlapping by seven eighths");
  overlapping<<<1056, 256>>>(out, in, 4096, 512);
  label("in place, 5 times");
  in_place<<<1056, 256>>>(out, 5);
  for (const int apart : {1, 5, 9}) {
    label("own lists of 32, %ld apart", apart);
    own_lists<<<264, 256>>>(out, in, 32, apart);
  }
  label("own lists of 100");
  own_lists<<<66, 128>>>(out, in, 100, 1);
  label("seven of eight bytes");
  partly<<<8192, 256>>>(reinterpret_cast<unsigned char*>(out), 8, 1);
  label("a byte of four, three of four");
  partly<<<4096, 256>>>(reinterpret_cast<unsigned char*>(out), 4, 4);
  label("a byte a sector, 48 MiB");
  partly<<<6144, 256>>>(reinterpret_cast<unsigned char*>(out), 4, 32);
  label("set and read, 4 each");
  set_and_read<<<528, 256>>>(out, in, 4);
  label("set and read, 12 each");
  set_and_read<<<528, 256>>>(out, in, 12);
  return finish();
}
