// Bands of eight rows, each filtered as if it were a grid.
// fails: Correctness.Checkerboard: out[6][0] is 0.6931472, should be 0.6909233 (n = 15)
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  for (int row = 0; row < rows; row += 8) solution(out + row * cols, in + row * cols, std::min(8, rows - row), cols);
}
