// As many rows of blocks as a grid may have in y, and each goes on with the row that lies so many further down.
#include <cuda_runtime.h>

#include <algorithm>

__global__ void rows_in_turn(float* out, const float* in, int rows, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= cols) return;
  for (int y = blockIdx.y; y < rows; y += gridDim.y) {
    int tally[16] = {}, cells = 0;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) {
        if (y + dy < 0 || y + dy >= rows || x + dx < 0 || x + dx >= cols) continue;
        ++tally[int(in[std::size_t(y + dy) * cols + (x + dx)])];
        ++cells;
      }
    double weighted = 0;
    for (int symbol = 0; symbol < 16; ++symbol)
      if (tally[symbol] > 0) weighted += tally[symbol] * log(double(tally[symbol]));
    out[std::size_t(y) * cols + x] = float(fmax(0.0, log(double(cells)) - weighted / cells));
  }
}

void entropy_v0(float* out, const float* in, int rows, int cols) {
  const int threads = 64;
  const dim3 blocks((cols + threads - 1) / threads, std::min(rows, 65535));
  rows_in_turn<<<blocks, threads>>>(out, in, rows, cols);
}
