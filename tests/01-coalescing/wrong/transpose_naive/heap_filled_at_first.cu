// The first call's warps take all that there is of the device's heap; later calls find it full, and leave nothing more.
// fails: Correctness.NothingIsLeftBehind: leaves something behind: 8388608 bytes of memory of the device's heap
#include <cuda_runtime.h>

__global__ void greedy(float* out, const float* in, int rows, int cols) {
  if (threadIdx.x == 0)
    while (malloc(1 << 16)) continue;
  const int across = (cols + 31) / 32;
  const int x = blockIdx.x % across * 32 + threadIdx.x, y = blockIdx.x / across * 4 + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  greedy<<<(cols + 31) / 32 * ((rows + 3) / 4), dim3(32, 4)>>>(out, in, rows, cols);
}
