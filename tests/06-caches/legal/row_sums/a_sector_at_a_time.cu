// Eight floats of a sector from the last to the first; single warps, each of which has its row as a tile of lanes.
#include <cuda_runtime.h>

__global__ void by_threads(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* from = in + size_t(row) * cols;
  float sum = 0;
  int col = 0;
  for (; col + 8 <= cols; col += 8)
    for (int i = 7; i >= 0; --i) sum += from[col + i];
  for (; col < cols; ++col) sum += from[col];
  out[row] = sum;
}
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  by_threads<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

__global__ void by_tiles(float* out, const float* in, int rows, int cols) {
  namespace cg = cooperative_groups;
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0;
    for (int col = tile.thread_rank(); col < cols; col += 32) sum += in[size_t(row) * cols + col];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0) out[row] = sum;
  }
}
void row_sums(float* out, const float* in, int rows, int cols) {
  const int blocks = min(rows, 4096);
  by_tiles<<<blocks, 32>>>(out, in, rows, cols);
}
