// Reads and writes float4 in rows that do not begin at multiples of 16 bytes.
// fails: Correctness.Constant: which is not a multiple of 16
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  solution(out, in, 1, 1);  // fills the tables
  const int bytes = make_tables().size * int(sizeof(float)), strips = (cols - 1) / strip_cols + 1;
  const Cut cut{strips, rows, strips};
  entropy_v15_kernel<true><<<strips, 32 * warps, bytes>>>(out, in, rows, cols, cut);
}
