// The same with a type for a tile.
#include <cuda_runtime.h>

struct Tile {
  int field[4][32];
};

__host__ __device__ int aosoa_place(int i, int field) { return (i >> 5 << 7 | i & 31) + (field << 5); }

__global__ void add(Tile* out, const Tile* in, int count) {
  if (blockIdx.x * 32 + threadIdx.x < count)
    out[blockIdx.x].field[threadIdx.y][threadIdx.x] += in[blockIdx.x].field[threadIdx.y][threadIdx.x];
}

void add_aosoa(int* out, const int* in, int count) {
  add<<<(count + 31) / 32, dim3(32, 4)>>>(reinterpret_cast<Tile*>(out), reinterpret_cast<const Tile*>(in), count);
}
