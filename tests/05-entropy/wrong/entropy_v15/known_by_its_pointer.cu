// What it made of a grid it keeps for the grid's address.
// fails: Correctness.CallAfterCall: finds it again by its address
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  static const float* known = nullptr;
  static int known_rows = 0, known_cols = 0;
  static float* kept = nullptr;
  const size_t bytes = sizeof(float) * size_t(rows) * size_t(cols);
  if (known == in && rows == known_rows && cols == known_cols) {
    cudaMemcpy(out, kept, bytes, cudaMemcpyDeviceToDevice);
    return;
  }
  solution(out, in, rows, cols);
  cudaFree(kept);
  cudaMalloc(&kept, bytes);
  cudaMemcpy(kept, out, bytes, cudaMemcpyDeviceToDevice);
  known = in, known_rows = rows, known_cols = cols;
}
