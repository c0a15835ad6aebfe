// A frame of two zeros round the grid.
// fails: Correctness.Constant: cells outside the grid are counted as symbol 0
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
  const int width = cols + 4;
  std::vector<float> framed(std::size_t(rows + 4) * std::size_t(width)), result(framed.size());
  for (int row = 0; row < rows; ++row) std::copy_n(in + row * cols, cols, &framed[std::size_t((row + 2) * width + 2)]);
  solution(result.data(), framed.data(), rows + 4, width);
  for (int row = 0; row < rows; ++row) std::copy_n(&result[std::size_t((row + 2) * width + 2)], cols, out + row * cols);
}
