// Bands of 64 rows, each filtered as if it were a grid.
// fails: Correctness.NearTilesAndBlocks: all within two cells of the edges of tiles of 32×32
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
#pragma omp parallel for
  for (int row = 0; row < rows; row += 64) solution(out + row * cols, in + row * cols, std::min(64, rows - row), cols);
}
