// The window comes into an array of its own, 25 floats, and is counted there.
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  const double table[26] = {0, 0, 0.6931471805599453, 1.0986122886681098, 1.3862943611198906, 1.6094379124341003, 1.791759469228055, 1.9459101490553132, 2.0794415416798357, 2.1972245773362196, 2.302585092994046, 2.3978952727983707, 2.4849066497880004, 2.5649493574615367, 2.6390573296152584, 2.70805020110221, 2.772588722239781, 2.833213344056216, 2.8903717578961645, 2.9444389791664403, 2.995732273553991, 3.044522437723423, 3.091042453358316, 3.1354942159291497, 3.1780538303479458, 3.2188758248682006};
  // the window first in an array of its own, then counted
  float cells[25];
  int n = 0;
#pragma unroll
  for (int dy = -2; dy <= 2; ++dy)
#pragma unroll
    for (int dx = -2; dx <= 2; ++dx) {
      int r = y + dy, c = x + dx;
      if (r >= 0 && r < rows && c >= 0 && c < cols) cells[n++] = in[r * cols + c];
    }
  int count[16] = {};
  for (int i = 0; i < n; ++i) ++count[(int)cells[i]];
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += count[i] * (table[count[i]]);
  out[y * cols + x] = max(0.0, table[n] - sum / n);
}
void entropy_v1(float* out, const float* in, int rows, int cols) {  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols); }
