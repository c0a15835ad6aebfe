// A column is kept in 16 bits without a sign.
// fails: Correctness.ManyColumns: columns kept in 16 bits
#include <cuda_runtime.h>
__global__ void __launch_bounds__(1024) entropy_v9_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int across = (cols - 1) / 28 + 1;
  const int col0 = blockIdx.x % across * 28 + int(threadIdx.x) - 2;
  const int col = col0 < 0 ? col0 : (unsigned short)col0;
  const int row = blockIdx.x / across * 28 + int(threadIdx.y) - 2;
  if (row >= 0 && row < rows && col >= 0 && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  if (threadIdx.x < 2 || threadIdx.x > 29 || threadIdx.y < 2 || threadIdx.y > 29 || row >= rows || col >= cols) return;
  const float table[26] = {0, 0, 0.6931472f, 1.0986123f, 1.3862944f, 1.609438f, 1.7917595f, 1.9459101f, 2.0794415f,
      2.1972246f, 2.3025851f, 2.3978953f, 2.4849067f, 2.5649493f, 2.6390574f, 2.7080503f, 2.7725887f, 2.8332133f,
      2.8903718f, 2.944439f, 2.9957323f, 3.0445225f, 3.0910425f, 3.1354942f, 3.1780539f, 3.218876f};
  signed char count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) {
      ++count[int(tile[int(threadIdx.y) + r - row][int(threadIdx.x) + c - col])];
      ++n;
    }
  double sum = 0;
#pragma unroll 4
  for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
  out[row * cols + col] = max(0.0, table[n] - sum / n);
}
void entropy_v9(float* out, const float* in, int rows, int cols) {
  entropy_v9_kernel<<<((cols - 1) / 28 + 1) * ((rows - 1) / 28 + 1), dim3(32, 32)>>>(out, in, rows, cols);
}
