// Later: blocks that stay and take one piece of work after the other, and grids that are walked over in strides; said by the model
// before an H100 counted them.
#include "../caches.cuh"

__global__ void walked_over(float* out, const float* in, size_t count) {
  for (size_t i = index(); i < count; i += all_threads()) out[i] = in[i] * 2;
}
// Tiles of 64 rows in an order of their own, each with those above and below it.
__global__ void tiles_by_turns(float* out, const float* in, int width, int tiles) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int x = tile % (width / 128) * 128 + threadIdx.x, y = tile / (width / 128) * 8 + threadIdx.y + 1;
    const float* const here = in + size_t(y) * width + x;
    out[size_t(y) * width + x] = here[-width] + here[0] + here[width];
  }
}
// All that stay have the same table, 24 KiB, and a stream of rows.
__global__ void rows_by_a_table(float* out, const float* in, const float* table, int rows) {
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0;
    for (int i = threadIdx.x; i < 6144; i += blockDim.x) sum += in[size_t(row) * 6144 + i] * table[i];
    out[size_t(row) * blockDim.x + threadIdx.x] = sum;
  }
}
// Two passes over what a block has, which is taken in pieces.
__global__ void pieces_twice(float* out, const float* in, int piece, int pieces) {
  float sum = 0;
  for (int p = blockIdx.x; p < pieces; p += gridDim.x)
    for (int t = 0; t < 2; ++t)
      for (int i = threadIdx.x; i < piece; i += blockDim.x) sum += in[size_t(p) * piece + i] * float(t + 1);
  out[index()] = sum;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24), *table = zeros<float>(6144);
  label("walked over 24 MB by 264 blocks");
  walked_over<<<264, 512>>>(out, in, 6'000'000);
  label("tiles by turns, 132 blocks");
  tiles_by_turns<<<132, dim3(128, 8)>>>(out, in, 2048, 16 * 100);
  label("tiles by turns, 264 blocks");
  tiles_by_turns<<<264, dim3(128, 8)>>>(out, in, 2048, 16 * 100);
  label("rows by a table of 24 KiB");
  rows_by_a_table<<<132, 256>>>(out, in, table, 600);
  label("pieces of 16 KiB twice");
  pieces_twice<<<264, 256>>>(out, in, 16 << 8, 1000);
  label("pieces of 120 KiB twice");
  pieces_twice<<<264, 256>>>(out, in, 120 << 8, 500);
  return finish();
}
