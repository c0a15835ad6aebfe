// However large the grid is, 264 blocks take turns with its tiles.
#include <cuda_runtime.h>

#include <algorithm>

__global__ void __launch_bounds__(1024) entropy_v0_kernel(float* out, const float* in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1, tiles = across * ((rows - 1) / 32 + 1);
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int col = tile % across * 32 + threadIdx.x;
    const int row = tile / across * 32 + threadIdx.y;
    if (row >= rows || col >= cols) continue;

    int count[16] = {};
    int n = 0;
    for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
      for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
        ++count[int(in[r * cols + c])];
        ++n;
      }

    double sum = 0;
    for (int i = 0; i < 16; ++i)
      if (count[i] > 1) sum += count[i] * log(double(count[i]));
    out[row * cols + col] = max(0.0, log(double(n)) - sum / n);
  }
}

void entropy_v0(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const int grid = ((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1);
  entropy_v0_kernel<<<std::min(grid, 264), block>>>(out, in, rows, cols);
}
