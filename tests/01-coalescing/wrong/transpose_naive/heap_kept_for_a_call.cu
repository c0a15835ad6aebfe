// Every second call frees what the call before has taken of the device's heap: the even ones leave nothing.
// fails: Correctness.NothingIsLeftBehind: leaves something behind: 4096 bytes of memory of the device's heap
#include <cuda_runtime.h>

__device__ void* held = nullptr;

__global__ void take_or_free() {
  if (!held) {
    held = malloc(4096);
  } else {
    free(held);
    held = nullptr;
  }
}
__global__ void swapped(float* out, const float* in, int rows, int cols) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int y = threadIdx.y; x < cols && y < rows; y += 16) out[x * rows + y] = in[y * cols + x];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  take_or_free<<<1, 1>>>();
  swapped<<<(cols + 31) / 32, dim3(32, 16)>>>(out, in, rows, cols);
}
