// Trial: many blocks that read the same tile, written and said by the model before an H100 counted them.
#include "../caches.cuh"

// `by` blocks, `apart` from each other in the grid, read the same tile.
__global__ void common(float* out, const float4* in, int quads, int by, int apart) {
  const int group = blockIdx.x / (by * apart), tile = group * apart + blockIdx.x % apart;
  const float4* own = in + size_t(tile) * quads;
  float sum = 0;
  for (int i = threadIdx.x; i < quads; i += blockDim.x) sum += own[i].x;
  keep(out, sum);
}
// Each block reads its own tile with those at its sides.
__global__ void with_neighbours(float* out, const float* in, int floats) {
  float sum = 0;
  for (int t = -1; t <= 1; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += in[(size_t(blockIdx.x) + 1 + t) * floats + i];
  keep(out, sum);
}
__global__ void all_of_one(float* out, const float* in, int floats) {
  float sum = 0;
  for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += in[i];
  out[index()] = sum;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 20);
  label("16 KiB by 2 blocks side by side");
  common<<<1056, 256>>>(out, (const float4*)in, 1024, 2, 1);
  label("16 KiB by 8 blocks side by side");
  common<<<1056, 256>>>(out, (const float4*)in, 1024, 8, 1);
  label("16 KiB by 4 blocks, 16 apart");
  common<<<1056, 128>>>(out, (const float4*)in, 1024, 4, 16);
  label("8 KiB with those at its sides, 1500 blocks");
  with_neighbours<<<1500, 256>>>(out, in, 2048);
  label("48 KiB by all of 528 blocks");
  all_of_one<<<528, 256>>>(out, in, 48 << 8);
  return finish();
}
