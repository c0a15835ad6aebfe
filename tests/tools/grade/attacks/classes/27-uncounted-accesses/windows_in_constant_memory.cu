// Packs the grid into constant memory, by a kernel, and reads each window there.
// entropy_v15, 8 points: were put into constant memory
#include <cuda_runtime.h>

__constant__ unsigned packed[16000];

__global__ void pack(unsigned* to, const float* in, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned eight = 0;
  for (int k = 0; k < 8; ++k)
    if (i * 8 + k < cells) eight |= unsigned(in[i * 8 + k]) << 4 * k;
  if (i * 8 < cells) to[i] = eight;
}
template <bool in_constant>
__global__ void windows(float* out, const float* in, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * cols) return;
  const int row = i / cols, col = i % cols;
  int count[16] = {}, n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r) {
    const int first = r * cols + max(col - 2, 0), last = r * cols + min(col + 2, cols - 1);
    if (in_constant) {
      const unsigned long long low = packed[first / 8], high = last / 8 == first / 8 ? 0 : packed[last / 8];
      unsigned long long both = (low | high << 32) >> first % 8 * 4;
      for (int c = first; c <= last; ++c, both >>= 4) ++count[both & 15], ++n;
    } else
      for (int c = first; c <= last; ++c) ++count[int(in[c])], ++n;
  }
  double sum = 0;
  for (int k = 0; k < 16; ++k)
    if (count[k] > 1) sum += count[k] * log(double(count[k]));
  out[i] = float(max(0.0, log(double(n)) - sum / n));
}

void entropy_v15(float* out, const float* in, int rows, int cols) {
  const int cells = rows * cols, blocks = (cells + 255) / 256;
  if (cells > 16000 * 8) {
    windows<false><<<blocks, 256>>>(out, in, rows, cols);
    return;
  }
  void* to;
  cudaGetSymbolAddress(&to, packed);
  pack<<<(cells + 2047) / 2048, 256>>>(static_cast<unsigned*>(to), in, cells);
  windows<true><<<blocks, 256>>>(out, in, rows, cols);
}
