// The sums are made of what a texture gives. The copies come, too, on time, and nobody reads what they bring.
// fails: Copies.WithoutRegisters: bytes of in through registers
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int width = 256, band = 32;

__global__ void double_buffer_kernel(int* out, const int* in, cudaTextureObject_t all, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  const int first = blockIdx.x * width, me = threadIdx.x;
  const int begin = blockIdx.y * band, end = min(begin + band, rows);
  const auto fetch = [&](int row) {
    if (row < end)
      for (int i = me; i < width + 2; i += width) {
        const int col = first + i - 1;
        const bool inside = col >= 0 && col < cols;
        __pipeline_memcpy_async(&stage[row % 2][i], &in[inside ? row * cols + col : 0], 4, inside ? 0 : 4);
      }
    __pipeline_commit();
  };
  const int col = first + me;
  fetch(begin);
  for (int row = begin; row < end; ++row) {
    fetch(row + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    if (col < cols) {
      const int at = row * cols + col;
      const int left = col > 0 ? tex1Dfetch<int>(all, at - 1) : 0;
      const int right = col + 1 < cols ? tex1Dfetch<int>(all, at + 1) : 0;
      out[at] = left + 2 * tex1Dfetch<int>(all, at) + right + 0 * stage[row % 2][me];
    }
    __syncthreads();
  }
}

void double_buffer(int* out, const int* in, int rows, int cols) {
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeLinear;
  what.res.linear = {const_cast<int*>(in), cudaCreateChannelDesc<int>(), sizeof(int) * rows * cols};
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t all = 0;
  cudaCreateTextureObject(&all, &what, &how, nullptr);
  const dim3 grid((cols + width - 1) / width, (rows + band - 1) / band);
  double_buffer_kernel<<<grid, width>>>(out, in, all, rows, cols);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(all);
}
