// Sixteen counters in 64 bits: one that reaches 16 runs into the next.
// fails: Correctness.Smooth: a counter overflows into its neighbour
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= cols || y >= rows) return;
  const double table[26] = {0, 0, 0.6931471805599453, 1.0986122886681098, 1.3862943611198906, 1.6094379124341003, 1.791759469228055, 1.9459101490553132, 2.0794415416798357, 2.1972245773362196, 2.302585092994046, 2.3978952727983707, 2.4849066497880004, 2.5649493574615367, 2.6390573296152584, 2.70805020110221, 2.772588722239781, 2.833213344056216, 2.8903717578961645, 2.9444389791664403, 2.995732273553991, 3.044522437723423, 3.091042453358316, 3.1354942159291497, 3.1780538303479458, 3.2188758248682006};
  unsigned long long p = 0;
  int n = 0;
  for (int r = max(y - 2, 0); r <= min(y + 2, rows - 1); ++r)
    for (int c = max(x - 2, 0); c <= min(x + 2, cols - 1); ++c) { p += 1ull << (4 * (int)in[r * cols + c]); ++n; }
  double sum = 0;
  for (int i = 0; i < 16; ++i) { int a = p >> 4 * i & 15; sum += a * table[a]; }
  out[y * cols + x] = max(0.0, table[n] - sum / n);
}
void entropy_v6(float* out, const float* in, int rows, int cols) {  k<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols); }
