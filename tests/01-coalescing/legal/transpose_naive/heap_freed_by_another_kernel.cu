// One kernel takes memory of the device's heap, the next one uses it, a third one gives it back.
// legal: nothing of it is held when the function's work is done
#include <cuda_runtime.h>

__device__ int* sides;

__global__ void take(int rows, int cols) {
  sides = static_cast<int*>(malloc(2 * sizeof(int)));
  sides[0] = rows;
  sides[1] = cols;
}
__global__ void turn(float* out, const float* in) {
  const int rows = sides[0], cols = sides[1];
  for (int y = blockIdx.x * 4 + threadIdx.y; y < rows; y += gridDim.x * 4)
    for (int x = threadIdx.x; x < cols; x += 32) out[x * rows + y] = in[y * cols + x];
}
__global__ void give_back() { free(sides); }

void transpose_naive(float* out, const float* in, int rows, int cols) {
  take<<<1, 1>>>(rows, cols);
  turn<<<64, dim3(32, 4)>>>(out, in);
  give_back<<<1, 1>>>();
}
