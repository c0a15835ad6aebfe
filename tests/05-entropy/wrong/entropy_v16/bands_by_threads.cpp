// As many bands as threads, each filtered as if it were a grid: right on one thread.
// fails: Threads.SameBits: share what each should have
#include <omp.h>

#define entropy_v16 solution
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

void entropy_v16(float* out, const float* in, int rows, int cols) {
  const int bands = std::min(omp_get_max_threads(), rows);
#pragma omp parallel for
  for (int band = 0; band < bands; ++band) {
    const int first = band * rows / bands, end = (band + 1) * rows / bands;
    solution(out + first * cols, in + first * cols, end - first, cols);
  }
}
