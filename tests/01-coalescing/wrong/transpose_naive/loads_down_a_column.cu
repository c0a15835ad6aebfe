// Right, but threadIdx.x walks down a column of in.
// fails: Memory.Loads: your loads touch 32 sectors a request, 4 would do: neighbouring lanes are `cols` floats apart
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid((rows + block.x - 1) / block.x, (cols + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
