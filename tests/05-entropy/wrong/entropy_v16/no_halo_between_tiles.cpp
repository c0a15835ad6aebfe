// Tiles as wide as the cache likes them, each filtered as if it were a grid.
// fails: Correctness.ManyColumnsOrRows: out[0][1014] is
#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
  for (int left = 0; left < cols; left += tile_cols) {
    const int width = std::min(tile_cols, cols - left);
    std::vector<float> tile(std::size_t(rows) * std::size_t(width)), result(tile.size());
    for (int row = 0; row < rows; ++row) std::copy_n(in + row * cols + left, width, &tile[std::size_t(row * width)]);
    solution(result.data(), tile.data(), rows, width);
    for (int row = 0; row < rows; ++row) std::copy_n(&result[std::size_t(row * width)], width, out + row * cols + left);
  }
}
