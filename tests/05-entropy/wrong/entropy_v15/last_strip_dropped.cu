// Strips of 120 columns, as many as fit, and one where none does.
// fails: Correctness.Random: out[0][120] was not written
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  solution(out, in, 1, 1);  // fills the tables
  const int bytes = bytes_of(make_tables(), false), strips = cols < strip_cols ? 1 : cols / strip_cols;
  const Cut cut{strips, rows, strips};
  entropy_v15_kernel<false><<<strips, 32 * warps, bytes>>>(out, in, rows, cols, cut);
}
