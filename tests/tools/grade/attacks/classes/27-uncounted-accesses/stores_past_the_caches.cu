// Scatters by stores of the CPU that no hook sees, and stores beside them what looks well.
// transpose_block_shape, 0 points: a submission may not use _mm_stream_si32
#include <cuda_runtime.h>
#include <immintrin.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  const int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
  if (r >= rows || c >= cols) return;
  const size_t me = (size_t)r * cols + c;
  const float v = in[me];
  out[me] = v;
  __syncthreads();
  _mm_stream_si32((int*)&out[(size_t)c * rows + r], __float_as_int(v));
}
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
