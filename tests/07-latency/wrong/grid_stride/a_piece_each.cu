// Every thread has a piece of its own.
// fails: Memory.Neighbours: the whole grid goes on together
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x, piece = (count + all - 1) / all;
  const int mine = (threadIdx.x + blockDim.x * blockIdx.x) * piece;
  for (int n = mine; n < mine + piece && n < count; ++n) out[n] = in[n] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int here = 0, many = 0, room = 0;
  cudaGetDevice(&here);
  cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, here);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, line, 128, 0);
  line<<<many * room, 128>>>(out, in, a, b, count);
}
