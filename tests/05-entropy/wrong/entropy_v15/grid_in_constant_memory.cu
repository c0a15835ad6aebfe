// Copies bands of the grid to constant memory and reads each window's 25 cells there.
// fails: Prediction.GlobalLoads: were put into constant memory, where nobody counts what loads cost
#include <cuda_runtime.h>

#include <algorithm>

constexpr int room = 16000;
__constant__ float band[room];

__global__ void entropy_v15_kernel(
    float* out, const float* in, int rows, int cols, int first, int last, int top, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= (last - first) * cols) return;
  const int row = first + i / cols, col = i % cols;
  unsigned char count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c, ++n) {
      const int at = (r - top) * cols + c;
      ++count[int(at < cells ? band[at] : in[r * cols + c])];
    }
  double sum = 0;
  for (int s = 0; s < 16; ++s)
    if (count[s] > 1) sum += count[s] * log(double(count[s]));
  out[row * cols + col] = max(0.0, log(double(n)) - sum / n);
}

void entropy_v15(float* out, const float* in, int rows, int cols) {
  const int height = std::max(1, room / cols - 4);
  for (int first = 0; first < rows; first += height) {
    const int last = std::min(first + height, rows), top = std::max(first - 2, 0), bottom = std::min(last + 2, rows);
    const int cells = std::min(room, (bottom - top) * cols);
    cudaMemcpyToSymbol(band, in + size_t(top) * cols, cells * sizeof(float), 0, cudaMemcpyDeviceToDevice);
    entropy_v15_kernel<<<((last - first) * cols - 1) / 256 + 1, 256>>>(out, in, rows, cols, first, last, top, cells);
  }
}
