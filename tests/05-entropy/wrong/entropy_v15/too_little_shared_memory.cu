// Room for the entropies of 25 cells only.
// fails: Correctness.Constant: past the end of dynamic shared memory
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  solution(out, in, 1, 1);  // fills the tables
  const int strips = (cols - 1) / strip_cols + 1;
  const Cut cut{strips, rows, strips};
  entropy_v15_kernel<false><<<strips, 32 * warps, 75000>>>(out, in, rows, cols, cut);
}
