// The sums of windows clipped at the border are looked up among those of 25 cells.
// fails: Correctness.Constant: all within two cells of the grid's edge, where the window is clipped
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

static Table without_starts() {
  Table made;
  for (std::uint16_t& start : made.start) start = made.start[25];
  return made;
}

void entropy_v16(float* out, const float* in, int rows, int cols) {
  static const Table table = without_starts();
#pragma omp parallel for
  for (int top = 0; top < rows; top += tile_rows)
    for (int left = 0; left < cols; left += tile_cols)
      filter_tile(out, in, rows, cols, top, std::min(top + tile_rows, rows), left, std::min(left + tile_cols, cols), table);
}
