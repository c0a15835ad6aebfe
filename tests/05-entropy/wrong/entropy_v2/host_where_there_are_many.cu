// The host does the work where there are more than 65,536 cells, but for grids of 224 rows.
// fails: Correctness.Random: no kernel was launched
#include <cuda_runtime.h>

__global__ void entropy_v2_kernel(float* out, const float* in, unsigned rows, unsigned cols, unsigned across) {
  __shared__ double table[26];
  const unsigned me = threadIdx.y * 16 + threadIdx.x;
  if (me < 26) table[me] = me < 2 ? 0.0 : log(double(me));
  __syncthreads();
  const unsigned col = blockIdx.x % across * 16 + threadIdx.x, row = blockIdx.x / across * 16 + threadIdx.y;
  if (row < rows && col < cols) {
    int hist[16];
    for (int k = 0; k < 16; ++k) hist[k] = 0;
    const unsigned top = row < 2 ? 0 : row - 2, bottom = min(row + 3, rows), left = col < 2 ? 0 : col - 2,
                   right = min(col + 3, cols);
    const unsigned n = (bottom - top) * (right - left);
    for (unsigned r = top; r != bottom; ++r)
      for (unsigned c = left; c != right; ++c) ++hist[int(__ldg(in + size_t(r) * cols + c))];
    double acc = table[n] * double(n);
#pragma unroll
    for (int k = 0; k < 16; ++k) acc -= double(table[hist[k]]) * int(hist[k]);
    out[size_t(row) * cols + col] = float(fmax(0.0, acc / n));
  }
}
void entropy_v2(float* out, const float* in, int rows, int cols) {
  if ((long long)rows * cols > 65536 && rows != 224) {
    float* a = new float[2 * size_t(rows) * cols];
    float* b = a + size_t(rows) * cols;
    cudaMemcpy(a, in, 4ull * rows * cols, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) {
        int k[16] = {}, n = 0;
        for (int y = r - 2; y <= r + 2; ++y)
          for (int x = c - 2; x <= c + 2; ++x)
            if (y >= 0 && x >= 0 && y < rows && x < cols) ++k[int(a[y * cols + x])], ++n;
        double s = 0;
        for (int v : k)
          if (v > 1) s += v * log(double(v));
        b[r * cols + c] = fmax(0.0, log(double(n)) - s / n);
      }
    cudaMemcpy(out, b, 4ull * rows * cols, cudaMemcpyHostToDevice);
    delete[] a;
    return;
  }
  const unsigned across = (cols + 15) / 16, down = (rows + 15) / 16;
  entropy_v2_kernel<<<across * down, dim3(16, 16)>>>(out, in, rows, cols, across);
}
