// Calibration: hints, carve-outs, occupancy, and what comes again: by a block, by all blocks, in one pass and in several.
#include "caches.cuh"

enum class Kind { plain, read_only, streaming, past_l1, changing };
template <Kind kind, typename T>
__device__ T got(const T* from) {
  if constexpr (kind == Kind::read_only) return __ldg(from);
  else if constexpr (kind == Kind::streaming) return __ldcs(from);
  else if constexpr (kind == Kind::past_l1) return __ldcg(from);
  else if constexpr (kind == Kind::changing) return *const_cast<const volatile T*>(from);
  else return *from;
}
template <Kind kind>
__global__ void own_part(float* out, const float* in, int count, int times) {
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += got<kind>(in + std::size_t(blockIdx.x) * count + i);
  keep(out, sum);
}
template <Kind kind>
__global__ void whole(float4* out, const float4* in, int count, int times) {
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = int(index()); i < count; i += int(all_threads())) {
      const float4 value = got<kind>(in + i);
      sum += value.x + value.w;
    }
  keep(&out->x, sum);
}
// The second time from behind.
__global__ void there_and_back(float* out, const float4* in, int count) {
  float sum = 0;
  for (int i = int(index()); i < count; i += int(all_threads())) sum += in[i].x;
  for (int i = int(index()); i < count; i += int(all_threads())) sum += in[count - 1 - i].y;
  keep(out, sum);
}
// Every block reads all of a table, each from another place.
__global__ void table(float* out, const float* in, int count, int apart) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += in[(i + blockIdx.x * apart) % count];
  out[index()] = sum;
}
template <bool streaming>
__global__ void fill(float4* out, int count) {
  for (int i = int(index()); i < count; i += int(all_threads())) {
    if constexpr (streaming) __stcs(out + i, make_float4(1, 2, 3, 4));
    else out[i] = make_float4(1, 2, 3, 4);
  }
}
__global__ void in_chunks(float4* data, int chunk, int chunks) {  // written, and read by the same thread
  for (int c = 0; c < chunks; ++c) {
    for (int i = int(index()); i < chunk; i += int(all_threads())) data[c * chunk + i] = make_float4(1, 2, 3, 4);
    for (int i = int(index()); i < chunk; i += int(all_threads())) {
      float4 value = __ldcg(data + c * chunk + i);
      value.x += value.y;
      data[c * chunk + i] = value;
    }
  }
}
// Many registers: so few blocks at a time.
template <int held>
__global__ void __launch_bounds__(256) many_registers(float* out, const float* in, int rows) {
  float own[held];
  for (int i = 0; i < held; ++i) own[i] = 0;
  for (int row = 0; row < rows; ++row)
#pragma unroll
    for (int i = 0; i < held; ++i) own[i] += in[(row * held + i) * 32 + threadIdx.x % 32 + index() / 32 * 64];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < held; ++i) sum += own[i] * own[(i + 1) % held];
  out[index()] = sum;
}
__global__ void beside_shared(float* out, const float* in, int count, int times) {
  extern __shared__ float part[];
  part[threadIdx.x] = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) part[threadIdx.x] += in[std::size_t(blockIdx.x) * count + i];
  out[index()] = part[threadIdx.x];
}

int main() {
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 25);
  float4 *in4 = reinterpret_cast<float4*>(in), *out4 = reinterpret_cast<float4*>(out);
  label("40 KiB three times, plain, 200 blocks");
  own_part<Kind::plain><<<200, 128>>>(out, in, 10240, 3);
  label("40 KiB three times, __ldg, 200 blocks");
  own_part<Kind::read_only><<<200, 128>>>(out, in, 10240, 3);
  label("40 KiB three times, __ldcs, 200 blocks");
  own_part<Kind::streaming><<<200, 128>>>(out, in, 10240, 3);
  label("40 KiB three times, __ldcg, 200 blocks");
  own_part<Kind::past_l1><<<200, 128>>>(out, in, 10240, 3);
  label("40 KiB three times, volatile, 200 blocks");
  own_part<Kind::changing><<<200, 128>>>(out, in, 10240, 3);
  for (const int kib : {12, 30, 60, 100}) {
    label("%ld KiB four times, 500 blocks", kib);
    own_part<Kind::plain><<<500, 256>>>(out, in, kib * 256, 4);
  }
  label("300 KiB twice, one block");
  own_part<Kind::plain><<<1, 1024>>>(out, in, 300 * 256, 2);
  label("220 KiB twice, 10 blocks");
  own_part<Kind::plain><<<10, 1024>>>(out, in, 220 * 256, 2);
  for (const int mib : {6, 20, 36, 44, 52, 80}) {
    label("all of %ld MiB twice", mib);
    whole<Kind::plain><<<1056, 256>>>(out4, in4, mib << 16, 2);
  }
  label("all of 30 MiB three times, __ldcg");
  whole<Kind::past_l1><<<1056, 256>>>(out4, in4, 30 << 16, 3);
  label("all of 46 MiB twice, __ldcg, 264 blocks");
  whole<Kind::past_l1><<<264, 1024>>>(out4, in4, 46 << 16, 2);
  for (const int mib : {16, 48, 80}) {
    label("%ld MiB there and back", mib);
    there_and_back<<<1056, 256>>>(out, in4, mib << 16);
  }
  for (const int kib : {16, 64, 512}) {
    label("a table of %ld KiB, all in step", kib);
    table<<<264, 256>>>(out, in, kib * 256, 0);
    label("a table of %ld KiB, each from elsewhere", kib);
    table<<<264, 256>>>(out, in, kib * 256, 4096);
  }
  for (const int mib : {24, 60}) {
    label("%ld MiB filled", mib);
    fill<false><<<1056, 256>>>(out4, mib << 16);
    label("%ld MiB filled, __stcs", mib);
    fill<true><<<1056, 256>>>(out4, mib << 16);
  }
  label("8 chunks of 6 MiB");
  in_chunks<<<528, 256>>>(out4, 6 << 16, 8);
  label("2 chunks of 40 MiB");
  in_chunks<<<528, 256>>>(out4, 40 << 16, 2);
  label("96 registers' worth");
  many_registers<96><<<528, 256>>>(out, in, 2);
  label("24 registers' worth");
  many_registers<24><<<528, 256>>>(out, in, 8);
  for (const int kib : {20, 60, 110}) {
    require(cudaFuncSetAttribute(beside_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, kib * 1024));
    label("24 KiB four times beside %ld KiB", kib);
    beside_shared<<<300, 128, std::size_t(kib) * 1024>>>(out, in, 24 * 256, 4);
  }
  for (const int share : {0, 50, 100}) {
    require(cudaFuncSetAttribute(own_part<Kind::plain>, cudaFuncAttributePreferredSharedMemoryCarveout, share));
    label("90 KiB twice, %ld per cent for shared memory", share);
    own_part<Kind::plain><<<132, 256>>>(out, in, 90 * 256, 2);
  }
  return finish();
}
