// The host turns the matrix in memory of both sides, four bytes at a time, by a library's function of which nobody is told.
// transpose_block_shape, 4 points: The work is to be done by kernels
#include <cuda_runtime.h>

#include <streambuf>

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
struct Buffer : std::streambuf {
  Buffer(float* at, long n) { setp((char*)at, (char*)(at + n)); }
  void put(const float* at) { std::streambuf::xsputn((const char*)at, 4); }
};

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const int n = rows * cols;
  if (n < 4000 || n > 4000000) {
    tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
    return;
  }
  float *from, *to;
  cudaMallocManaged(&from, n * 4ul);
  cudaMallocManaged(&to, n * 4ul);
  copy<<<(n + 255) / 256, 256>>>(from, in, n);
  cudaDeviceSynchronize();
  Buffer buffer(to, n);
  for (int c = 0; c < cols; ++c)
    for (const float *at = from + c, *end = at + (size_t)n; at < end; at += cols) buffer.put(at);
  copy<<<(n + 255) / 256, 256>>>(out, to, n);
  cudaFree(from);
  cudaFree(to);
}
