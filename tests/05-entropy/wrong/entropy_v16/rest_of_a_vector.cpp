// Only whole vectors of 32 columns: the rest is left out.
// fails: Correctness.NearTilesAndBlocks: was not written, nor were
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
  std::vector<float> result(std::size_t(rows) * std::size_t(cols));
  solution(result.data(), in, rows, cols);
  for (int row = 0; row < rows; ++row) std::copy_n(&result[std::size_t(row * cols)], cols / 32 * 32, out + row * cols);
}
