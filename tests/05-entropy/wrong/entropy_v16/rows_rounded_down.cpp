// As many bands of eight rows as fit.
// fails: Correctness.Constant: out[8][0] was not written
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
  static const Table table;
#pragma omp parallel for
  for (int band = 0; band < rows / 8; ++band)
    for (int left = 0; left < cols; left += tile_cols)
      filter_tile(out, in, rows, cols, band * 8, band * 8 + 8, left, std::min(left + tile_cols, cols), table);
}
