// The sums of windows clipped at the border are looked up among those of 25 cells, which leads out of the table.
// fails: Correctness.Constant: reads 4 bytes through a pointer that is not device memory
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  Tables made = make_tables();
  for (unsigned& start : made.start) start = 0;
  solution(out, in, 1, 1);
  cudaMemcpyToSymbol(tables, &made, sizeof made);
  const int bytes = bytes_of(made, false), strips = (cols - 1) / strip_cols + 1;
  const Cut cut{strips, rows, strips};
  entropy_v15_kernel<false><<<strips, 32 * warps, bytes>>>(out, in, rows, cols, cut);
}
