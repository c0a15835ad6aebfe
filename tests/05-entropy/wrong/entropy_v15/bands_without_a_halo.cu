// Bands of eight rows, each filtered as if it were a grid.
// fails: Correctness.Checkerboard: should be
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  for (int row = 0; row < rows; row += 8) solution(out + row * cols, in + row * cols, std::min(8, rows - row), cols);
}
