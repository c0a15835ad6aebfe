// A band begins at a row that is counted in a byte.
// fails: Correctness.LongAndThin: out[256][0]
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int width = 256;
constexpr int band = 32;

__global__ void double_buffer_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  const int first = blockIdx.x * width, me = threadIdx.x;
  const int begin = static_cast<unsigned char>(blockIdx.y * band), end = min(begin + band, rows);

  const auto fetch = [&](int row) {
    if (row < end)
      for (int i = me; i < width + 2; i += width) {
        const int col = first + i - 1;
        const bool inside = col >= 0 && col < cols;
        const int* const from = &in[inside ? row * cols + col : 0];
        __pipeline_memcpy_async(&stage[row % 2][i], from, 4, inside ? 0 : 4);
      }
    __pipeline_commit();
  };

  fetch(begin);
  for (int row = begin; row < end; ++row) {
    fetch(row + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    const int* const line = &stage[row % 2][me];
    if (first + me < cols) out[row * cols + first + me] = line[0] + 2 * line[1] + line[2];
    __syncthreads();
  }
}

void double_buffer(int* out, const int* in, int rows, int cols) {
  const dim3 grid((cols + width - 1) / width, (rows + band - 1) / band);
  double_buffer_kernel<<<grid, width>>>(out, in, rows, cols);
}
