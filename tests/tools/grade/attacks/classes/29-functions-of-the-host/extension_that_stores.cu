// Has an extension of C++'s library scatter, by its adding of a difference; what the kernel stores itself looks well.
// transpose_block_shape, 0 points: a library's function that is the host's alone
#include <cuda_runtime.h>

extern "C" int _ZN9__gnu_cxx18__exchange_and_addEPVii(volatile int* at, int more);
extern "C" void _ZN9__gnu_cxx12__atomic_addEPVii(volatile int* at, int more);

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void scatter(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const int number = __float_as_int(in[(size_t)row * cols + col]);
  volatile int* const at = (volatile int*)(out + (size_t)col * rows + row);
  _ZN9__gnu_cxx12__atomic_addEPVii(at, number - _ZN9__gnu_cxx18__exchange_and_addEPVii(at, 0));
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  copy<<<(rows * cols + 255) / 256, 256>>>(out, in, rows * cols);
  scatter<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
