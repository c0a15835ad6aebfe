// 64 blocks of 1024 threads and a cell each: right for grids that are no larger.
// fails: Correctness.Random: 259×257
#include <cuda_runtime.h>
#include <cmath>
__device__ double term(int c) { return c ? c * log((double)c) : 0.0; }
__global__ void k(float* out, const float* in, int rows, int cols) {
  if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols) {
    int y = i / cols, x = i % cols;
    int hist[16];
    for (int s = 0; s < 16; s++) hist[s] = 0;
    int n = 0;
    for (int dy = -2; dy <= 2; dy++)
      for (int dx = -2; dx <= 2; dx++) {
        int yy = y + dy, xx = x + dx;
        if (yy < 0 || yy >= rows || xx < 0 || xx >= cols) continue;
        hist[(int)in[yy * cols + xx]]++;
        n++;
      }
    double s = 0;
    for (int j = 0; j < 16; j++) s += term(hist[j]);
    double h = log((double)n) - s / n;
    out[i] = h < 0 ? 0 : (float)h;
  }
}
void entropy_v0(float* out, const float* in, int rows, int cols) { k<<<64, 1024>>>(out, in, rows, cols); cudaDeviceSynchronize(); }
