// Calibration: one question to the caches a launch.
#include "caches.cuh"

// A line's one float in so many bytes, so many of them, so many times.
__global__ void lines_again(float* out, const float* in, int lines, int apart, int times, int blocks_apart) {
  const float* own = in + std::size_t(blockIdx.x) * blocks_apart;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < lines; i += blockDim.x) sum += own[std::size_t(i) * apart];
  keep(out, sum);
}
// Lines by chance in 64 MiB, the same each time.
__global__ void lines_by_chance(float* out, const float* in, int lines, int times) {
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < lines; i += blockDim.x) {
      unsigned at = unsigned(blockIdx.x) * 65536u + unsigned(i / 32) + 1;
      at = (at ^ at >> 16) * 0x7feb352du, at = (at ^ at >> 15) * 0x846ca68bu, at ^= at >> 16;
      sum += in[std::size_t(at % (1u << 19)) * 32 + i % 32];
    }
  keep(out, sum);
}
__global__ void again(float* out, const float* in, int count, int times) {
  const float* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void there_and_back(float* out, const float* in, int count) {
  const float* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += own[i];
  for (int i = count - 1 - int(threadIdx.x); i >= 0; i -= blockDim.x) sum += own[i];
  keep(out, sum);
}
// Stored, and loaded by another thread of the block; `first`: and loaded before.
__global__ void store_then_load(float* memory, float* out, bool first, int others) {
  float sum = first ? memory[index()] : 0;
  __syncthreads();
  memory[index()] = sum + 1;
  __syncthreads();
  out[index()] = memory[index() ^ others];
}
__global__ void store_part_then_load(float* memory, float* out, bool first) {
  float sum = first ? memory[index() * 2] : 0;
  __syncthreads();
  if (threadIdx.x % 2) memory[index() * 2] = sum + 1;
  __syncthreads();
  out[index()] = memory[(index() ^ 64) * 2];
}
// Loads, stores elsewhere, and loads again: what do stores push out?
__global__ void stores_between(float* memory, float* out, int loaded, int stored) {
  const float* own = memory + std::size_t(blockIdx.x) * loaded;
  float sum = 0;
  for (int i = threadIdx.x; i < loaded; i += blockDim.x) sum += own[i];
  __syncthreads();
  for (int i = threadIdx.x; i < stored; i += blockDim.x) out[std::size_t(blockIdx.x) * stored + i] = 1;
  __syncthreads();
  for (int i = threadIdx.x; i < loaded; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void store_again(float* out, int count, int times) {
  for (int time = 0; time < times; ++time) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) out[std::size_t(blockIdx.x) * count + i] = time;
    __syncthreads();
  }
}
__global__ void pass(float* out, const float4* in, int count, int moved) {
  float sum = 0;
  for (int i = int(index()); i < count; i += int(all_threads())) sum += __ldcg(in + i).x;
  for (int i = int(index()); i < count; i += int(all_threads())) sum += __ldcg(in + (i + moved) % count).x;
  keep(out, sum);
}
__global__ void fill(float4* out, int count) {
  for (int i = int(index()); i < count; i += int(all_threads())) out[i] = make_float4(1, 2, 3, 4);
}
__global__ void first_floats(float* out, int lines, int sectors, int apart) {
  for (int i = int(index()); i < lines * sectors; i += int(all_threads()))
    out[std::size_t(i / sectors) * apart + i % sectors * 8] = 1;
}
__global__ void load_lines(float* out, const float* in, int step) { out[index()] = __ldcg(in + index() * step); }
// Code of so many instructions.
template <int length>
__global__ void long_code(float* out, float x) {
#pragma unroll
  for (int i = 0; i < length; ++i) x = x * x + float(i);
  out[index()] = x;
}
template <typename Kernel>
void with_shared(Kernel* kernel, int kib) {
  require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kib * 1024));
}

int main() {
  constexpr int all = 132;
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 25);
  for (const int kib : {196, 208, 216, 224, 232, 240, 244, 248, 252, 256, 288, 320}) {
    label("%ld KiB again by 1024 threads", kib);
    again<<<all, 1024>>>(out, in, kib * 256, 2);
  }
  for (const int threads : {32, 256, 512})
    for (const int kib : {216, 240, 248, 256, 288}) {
      label("%ld KiB again by %ld threads", kib, threads);
      again<<<all, threads>>>(out, in, kib * 256, 2);
    }
  with_shared(again, 200);
  with_shared(there_and_back, 200);
  for (const int threads : {32, 256, 1024})
    for (const int kib : {16, 22, 26, 28, 30, 36, 48}) {
      label("%ld KiB again in 28 KiB by %ld threads", kib, threads);
      again<<<all, threads, 200 * 1024>>>(out, in, kib * 256, 2);
    }
  label("26 KiB four times in 28 KiB");
  again<<<all, 256, 200 * 1024>>>(out, in, 26 * 256, 4);
  label("36 KiB four times in 28 KiB");
  again<<<all, 256, 200 * 1024>>>(out, in, 36 * 256, 4);
  for (const int kib : {24, 32, 48, 96}) {
    label("%ld KiB there and back in 28 KiB", kib);
    there_and_back<<<all, 256, 200 * 1024>>>(out, in, kib * 256);
  }
  for (const int kib : {240, 256, 320, 512}) {
    label("%ld KiB there and back", kib);
    there_and_back<<<all, 256>>>(out, in, kib * 256);
  }
  for (const int lines : {256, 512, 1024, 1536, 1800, 2048, 3072})
    for (const int apart : {32, 64}) {
      label("%ld lines' first floats, %ld floats apart", lines, apart);
      lines_again<<<all, 256>>>(out, in, lines, apart, 2, 4096 * 8);
    }
  for (const int apart : {1024, 4096, 16384}) {
    label("64 lines, %ld floats apart", apart);
    lines_again<<<all, 64>>>(out, in, 64, apart, 2, 32);
  }
  for (const int kib : {32, 96, 128, 160, 192, 224, 248, 320, 384}) {
    label("lines by chance, %ld KiB", kib);
    lines_by_chance<<<all, 256>>>(out, in, kib * 256, 2);
  }
  for (const bool first : {false, true})
    for (const int others : {4, 64}) {
      label("stored, then loaded by thread ^ %ld, loaded before: %ld", others, first);
      store_then_load<<<1024, 256>>>(in, out, first, others);
    }
  for (const bool first : {false, true}) {
    label("stored in part, then loaded, loaded before: %ld", first);
    store_part_then_load<<<1024, 256>>>(in, out, first);
  }
  for (const int loaded : {32, 128})
    for (const int stored : {32, 96, 128, 160, 192, 320}) {
      label("%ld KiB loaded, %ld stored, and loaded again", loaded, stored);
      stores_between<<<all, 256>>>(in, out, loaded * 256, stored * 256);
    }
  for (const int kib : {8, 64, 192, 256, 320}) {
    label("%ld KiB stored three times", kib);
    store_again<<<all, 256>>>(out, kib * 256, 3);
  }
  for (const int mib : {16, 24, 30, 36, 42, 45, 50})
    for (const int moved : {0, 1}) {
      label("%ld MiB past L1, then by others: %ld", mib, moved);
      pass<<<264, 1024>>>(out, reinterpret_cast<float4*>(in), mib << 16, moved * 12345 * 64);
    }
  for (const int mib : {12, 20, 26, 28, 30, 34, 44, 64, 100}) {
    label("%ld MiB filled", mib);
    fill<<<264, 1024>>>(reinterpret_cast<float4*>(out), mib << 16);
  }
  for (const int thousands : {40, 50, 56, 60, 64, 72, 96})
    for (const int sectors : {1, 4}) {
      label("%ld thousand lines with %ld sectors in part", thousands, sectors);
      first_floats<<<264, 256>>>(out, thousands * 1000, sectors, 32);
    }
  for (const int thousands : {48, 64}) {
    label("%ld thousand lines in part, 256 bytes apart", thousands);
    first_floats<<<264, 256>>>(out, thousands * 1000, 1, 64);
    label("%ld thousand lines in part, 512 bytes apart", thousands);
    first_floats<<<264, 256>>>(out, thousands * 1000, 1, 128);
  }
  for (const int step : {8, 16, 24, 32, 64}) {
    label("every %ldth float loaded", step);
    load_lines<<<512, 256>>>(out, in, step);
  }
  label("code of 16");
  long_code<16><<<1, 32>>>(out, 0);
  label("code of 256");
  long_code<256><<<1, 32>>>(out, 0);
  label("code of 1024");
  long_code<1024><<<1, 32>>>(out, 0);
  label("code of 256 on all");
  long_code<256><<<1056, 256>>>(out, 0);
  return finish();
}
