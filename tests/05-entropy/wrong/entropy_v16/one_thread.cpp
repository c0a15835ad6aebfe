// No other thread takes part.
// fails: Threads.Several: no other thread took part
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
  static const Table table;
  for (int top = 0; top < rows; top += tile_rows)
    for (int left = 0; left < cols; left += tile_cols)
      filter_tile(out, in, rows, cols, top, std::min(top + tile_rows, rows), left, std::min(left + tile_cols, cols), table);
}
