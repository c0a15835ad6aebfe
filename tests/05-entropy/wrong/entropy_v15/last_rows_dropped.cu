// Bands of eight rows, as many as fit.
// fails: Correctness.Constant: out[8][0] was not written
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  solution(out, in, 1, 1);  // fills the tables
  const int bytes = bytes_of(make_tables(), false), strips = (cols - 1) / strip_cols + 1;
  const Cut cut{strips, 8, strips * (rows / 8)};
  if (cut.tasks) entropy_v15_kernel<false><<<cut.tasks, 32 * warps, bytes>>>(out, in, rows, cols, cut);
}
