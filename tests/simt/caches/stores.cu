// Calibration: what becomes of stores on their way to L2 and DRAM, whole sectors and parts of them, and of what is loaded there.
#include "caches.cuh"

__global__ void every(float* out, int step) { out[index() * step] = 1; }
__global__ void part(float* out, unsigned mask) {
  if (mask >> threadIdx.x % 8 & 1) out[index()] = 1;
}
template <typename T>
__global__ void narrow(T* out) {
  out[index()] = T(1);
}
template <int fields>
__global__ void in_turn(float* out) {
  for (int field = 0; field < fields; ++field) out[fields * index() + field] = 1;
}
__global__ void columns(float* out, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  out[col * side + row] = 1;
}
__global__ void in_place(float* memory, int step) { memory[index() * step] += 1; }
__global__ void back(float* memory, float* sums) {
  memory[index()] = 1;
  sums[index()] = ((volatile float*)memory)[index()];
}
__global__ void after_load(float* memory, float* sums) {
  const float before = memory[index()];
  memory[index()] = before + 1;
  sums[index()] = ((volatile float*)memory)[index() ^ 32];
}
// As good as by chance, each place once: `odd` is odd and the threads are a power of two.
__global__ void scatter(float* out, unsigned odd) { out[index() * odd & (all_threads() - 1)] = 1; }
__global__ void gather(float* out, const float* in, unsigned odd) {
  out[index()] = in[index() * odd & (all_threads() - 1)];
}
__global__ void add_to(unsigned* sums, unsigned places) { atomicAdd(&sums[index() * 2654435761u % places], 1u); }

int main() {
  constexpr std::size_t most = 1 << 24;
  constexpr int side = 1024;
  float *memory = zeros<float>(most), *others = zeros<float>(most);
  for (const int step : {1, 2, 3, 4, 5, 8, 12, 24, 32, 64}) {
    label("every %ld", step);
    every<<<1024, 256>>>(memory, step);
  }
  for (const unsigned mask : {0x01u, 0x0fu, 0x7fu, 0x55u, 0xffu}) {
    label("part %lx", mask);
    part<<<4096, 256>>>(memory, mask);
  }
  label("bytes");
  narrow<<<4096, 256>>>(reinterpret_cast<char*>(memory));
  label("halves");
  narrow<<<4096, 256>>>(reinterpret_cast<short*>(memory));
  label("doubles");
  narrow<<<4096, 256>>>(reinterpret_cast<double*>(memory));
  label("2 fields in turn");
  in_turn<2><<<1024, 256>>>(memory);
  label("3 fields in turn");
  in_turn<3><<<1024, 256>>>(memory);
  label("5 fields in turn");
  in_turn<5><<<1024, 256>>>(memory);
  label("8 fields in turn");
  in_turn<8><<<1024, 256>>>(memory);
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(8, 32), dim3(4, 64), dim3(32, 32), dim3(32, 1)}) {
    label("columns by %ldx%ld", block.x, block.y);
    columns<<<dim3(side / block.x, side / block.y), block>>>(memory, side);
  }
  for (const int step : {1, 2, 8, 16}) {
    label("in place, every %ld", step);
    in_place<<<1024, 256>>>(memory, step);
  }
  label("loaded behind a store");
  back<<<1024, 256>>>(memory, others);
  label("loaded, stored, loaded");
  after_load<<<1024, 256>>>(memory, others);
  for (const unsigned odd : {1u, 5u, 33u, 1027u, 40503u}) {
    label("scattered by %ld", odd);
    scatter<<<2048, 256>>>(memory, odd);
    label("gathered by %ld", odd);
    gather<<<2048, 256>>>(others, memory, odd);
  }
  for (const unsigned places : {64u, 4096u, 1u << 20}) {
    label("atomics at %ld places", places);
    add_to<<<512, 256>>>(reinterpret_cast<unsigned*>(memory), places);
  }
  return finish();
}
