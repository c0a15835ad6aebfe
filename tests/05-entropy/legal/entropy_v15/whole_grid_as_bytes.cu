// A first kernel makes bytes of the symbols; the second loads a tile of them.
#include <cuda_runtime.h>

__global__ void to_bytes(unsigned char* out, const float* in, int cells) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) out[i] = (unsigned char)in[i];
}

__global__ void __launch_bounds__(1024) entropy_v15_kernel(float* out, const unsigned char* in, int rows, int cols) {
  const int across = (cols - 1) / 28 + 1;
  const int col = blockIdx.x % across * 28 + threadIdx.x - 2;
  const int row = blockIdx.x / across * 28 + threadIdx.y - 2;
  __shared__ unsigned char tile[32][32];
  __shared__ double logs[26];
  const bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
  if (inside) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  if (threadIdx.y == 0 && threadIdx.x < 26) logs[threadIdx.x] = threadIdx.x == 0 ? 0 : log(double(threadIdx.x));
  __syncthreads();
  if (threadIdx.x < 2 || threadIdx.x >= 30 || threadIdx.y < 2 || threadIdx.y >= 30 || !inside) return;
  unsigned long long count[2] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c, ++n) {
      const int symbol = tile[threadIdx.y + r - row][threadIdx.x + c - col];
      count[symbol / 8] += 1ull << symbol % 8 * 8;
    }
  double sum = 0;
  for (int i = 0; i < 16; ++i) {
    const int c = count[i / 8] >> i % 8 * 8 & 255;
    sum += c * logs[c];
  }
  out[row * cols + col] = max(0.0, logs[n] - sum / n);
}

void entropy_v15(float* out, const float* in, int rows, int cols) {
  const int cells = rows * cols;
  unsigned char* bytes = nullptr;
  cudaMalloc(&bytes, cells);
  to_bytes<<<min((cells - 1) / 256 + 1, 1000), 256>>>(bytes, in, cells);
  entropy_v15_kernel<<<((cols - 1) / 28 + 1) * ((rows - 1) / 28 + 1), dim3(32, 32)>>>(out, bytes, rows, cols);
  cudaDeviceSynchronize();
  cudaFree(bytes);
}
