// A stream for each call, and none destroyed.
// fails: Correctness.NothingLeft: leaves something behind: a stream
#define entropy_v15 solution
#include "../../../../solutions/05-entropy/entropy_v15.cu"
#undef entropy_v15

void entropy_v15(float* out, const float* in, int rows, int cols) {
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  solution(out, in, rows, cols);
  cudaStreamSynchronize(stream);
}
