// One multiset of 25 counts has the entropy of another.
// fails: Correctness.EveryDivision: is 1.8297286, should be 1.8287285
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  static Tables made = make_tables();
  static const bool changed = [] { made.entry[1000].entropy += 1e-3f; return true; }();
  solution(out, in, 1, 1);
  if (changed) cudaMemcpyToSymbol(tables, &made, sizeof made);
  const int bytes = bytes_of(made, false), strips = (cols - 1) / strip_cols + 1;
  const Cut cut{strips, rows, strips};
  entropy_v15_kernel<false><<<strips, 32 * warps, bytes>>>(out, in, rows, cols, cut);
}
