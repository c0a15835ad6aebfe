// Warps share a row and add their parts by atomics, after a memset; a thread a row has two sums.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void by_thread(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float* const at = in + size_t(row) * cols;
  float even = 0, odd = 0;
  int col = 0;
  for (; col + 1 < cols; col += 2) { even += at[col]; odd += at[col + 1]; }
  if (col < cols) even += at[col];
  out[row] = even + odd;
}
void row_sums_by_thread(float* out, const float* in, int rows, int cols) { by_thread<<<(rows + 31) / 32, 32>>>(out, in, rows, cols); }
__global__ void parts(float* out, const float* in, int rows, int cols, int pieces) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const long long me = blockIdx.x * (long long)(blockDim.x / 32) + warp.meta_group_rank();
  const int row = int(me / pieces), piece = int(me % pieces);
  if (row >= rows) return;
  float sum = 0;
  for (int col = piece * 1024 + warp.thread_rank(); col < min(cols, piece * 1024 + 1024); col += 32) sum += in[size_t(row) * cols + col];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) atomicAdd(&out[row], sum);
}
void row_sums(float* out, const float* in, int rows, int cols) {
  const int pieces = (cols + 1023) / 1024;
  cudaMemsetAsync(out, 0, size_t(rows) * sizeof(float));
  parts<<<unsigned(((long long)rows * pieces + 3) / 4), 128>>>(out, in, rows, cols, pieces);
}
