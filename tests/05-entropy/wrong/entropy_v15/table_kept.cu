// Each call takes memory for a copy of the tables, and keeps it.
// fails: Correctness.NothingLeft: leaves something behind: 4096 bytes of device memory
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  void* spare = nullptr;
  cudaMalloc(&spare, 4096);
  solution(out, in, rows, cols);
}
