// A block takes tile after tile, and fills the next before all have read the last.
// fails: Correctness.Random: with no barrier in between
#include <cuda_runtime.h>
// a persistent block: tile after tile, with no barrier before the tile is filled anew
__global__ void k(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int across = (cols + 27) / 28, down = (rows + 27) / 28;
  const float table[26] = {0.f, 0.f, 0.693147181f, 1.09861229f, 1.38629436f, 1.60943791f, 1.79175947f, 1.94591015f, 2.07944154f, 2.19722458f, 2.30258509f, 2.39789527f, 2.48490665f, 2.56494936f, 2.63905733f, 2.7080502f, 2.77258872f, 2.83321334f, 2.89037176f, 2.94443898f, 2.99573227f, 3.04452244f, 3.09104245f, 3.13549422f, 3.17805383f, 3.21887582f};
  for (int b = blockIdx.x; b < across * down; b += gridDim.x) {
    const int x = b % across * 28 + threadIdx.x - 2, y = b / across * 28 + threadIdx.y - 2;
    const bool inside = x >= 0 && x < cols && y >= 0 && y < rows;
    if (inside) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    const bool halo = threadIdx.x < 2 || threadIdx.x >= 30 || threadIdx.y < 2 || threadIdx.y >= 30;
    if (halo || !inside) continue;
    signed char count[16] = {};
  int n = 0;
  for (int r = max(y - 2, 0); r <= min(y + 2, rows - 1); ++r)
    for (int c = max(x - 2, 0); c <= min(x + 2, cols - 1); ++c) { ++count[int(tile[threadIdx.y + r - y][threadIdx.x + c - x])]; ++n; }
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
  out[y * cols + x] = max(0.0, table[n] - sum / n);
  }
}
#include <algorithm>
void entropy_v9(float* out, const float* in, int rows, int cols) {  k<<<std::min(2, (cols + 27) / 28 * ((rows + 27) / 28)), dim3(32, 32)>>>(out, in, rows, cols); }
