// Blocks of 32×16 threads, all of which have a result: the halo is loaded besides.
// Legal: the lab asks for a tile, of whatever shape, and for few loads.
#include <cuda_runtime.h>

constexpr int across = 32, down = 16;  // results of a block of 32×16 threads
__global__ void __launch_bounds__(across* down) filter(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[down + 4][across + 4];
  const float logs[26] = {0, 0, 0.693147181f, 1.09861229f, 1.38629436f, 1.60943791f, 1.79175947f, 1.94591015f,
      2.07944154f, 2.19722458f, 2.30258509f, 2.39789527f, 2.48490665f, 2.56494936f, 2.63905733f, 2.7080502f,
      2.77258872f, 2.83321334f, 2.89037176f, 2.94443898f, 2.99573227f, 3.04452244f, 3.09104245f, 3.13549422f,
      3.17805383f, 3.21887582f};
  const int strips = (cols + across - 1) / across;
  const int left = blockIdx.x % strips * across, top = int(blockIdx.x / strips) * down;
  for (int k = threadIdx.y * across + threadIdx.x; k < (down + 4) * (across + 4); k += across * down) {
    const int r = top - 2 + k / (across + 4), c = left - 2 + k % (across + 4);
    if (r >= 0 && r < rows && c >= 0 && c < cols) tile[k / (across + 4)][k % (across + 4)] = in[1LL * r * cols + c];
  }
  __syncthreads();
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= cols || y >= rows) return;
  signed char often[16] = {};
  int n = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      if (y + dy < 0 || y + dy >= rows || x + dx < 0 || x + dx >= cols) continue;
      ++often[int(tile[threadIdx.y + 2 + dy][threadIdx.x + 2 + dx])];
      ++n;
    }
  double all = 0;
  for (int s = 15; s >= 0; --s) all += often[s] * double(logs[often[s]]);
  out[1LL * y * cols + x] = float(fmax(0.0, logs[n] - all / n));
}
void entropy_v9(float* out, const float* in, int rows, int cols) {
  const int blocks = ((cols + across - 1) / across) * ((rows + down - 1) / down);
  filter<<<blocks, dim3(across, down)>>>(out, in, rows, cols);
}
