// A thread a row in both: the rate is high, and so is what is asked for.
// fails: Memory.AskedForOnce: whose floats lie side by side
#include <cuda_runtime.h>

__global__ void thread_sums(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* mine = in + std::size_t(r) * cols;
  float all = 0;
  for (int c = 0; c < cols; ++c) all += mine[c];
  out[r] = all;
}

void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  thread_sums<<<(rows + 255) / 256, 256>>>(out, in, rows, cols);
}

void row_sums(float* out, const float* in, int rows, int cols) {
  thread_sums<<<(rows + 127) / 128, 128>>>(out, in, rows, cols);
}
