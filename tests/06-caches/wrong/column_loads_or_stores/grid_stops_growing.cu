// At most 4096 blocks of 32 rows, and no loop: there may be more rows.
// fails: Correctness.WidestAndTallest: rows = 500000, cols = 1
#include <cuda_runtime.h>

constexpr int lanes = 32, beside = 8;
__global__ void turn(float* out, const float* in, size_t rows, size_t cols) {
  const size_t r = size_t(blockIdx.x) * lanes + threadIdx.x % lanes,
               c = size_t(blockIdx.y) * beside + threadIdx.x / lanes;
  if (r >= rows || c >= cols) return;
  float* const to = out + c * rows;
  to[r] = in[r * cols + c];
}
void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  turn<<<dim3((rows + 31) / 32 < 4096 ? (rows + 31) / 32 : 4096, (cols + 7) / 8), lanes * beside>>>(
      out, in, rows, cols);
}
double load_hit_rate(bool loads_are_scattered) {
  if (loads_are_scattered) return 100.0 * 7 / 8;
  return 0.0;
}
double stored_sectors_sent(bool loads_are_scattered) {
  constexpr double sent[] = {32, 32 / 8};
  return sent[loads_are_scattered ? 1 : 0];
}
