// Every result is a negative not-a-number.
// entropy_v10, 0 points: is -nan, should be
#include <algorithm>
#include <limits>

void entropy_v10(float* out, const float* in, int rows, int cols) {
  std::fill(out, out + rows * cols, -std::numeric_limits<float>::quiet_NaN());
}
