// The first half of the blocks takes what the others leave.
// fails: Grid.EqualShares: numbers
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x / 2, me = threadIdx.x + blockDim.x * blockIdx.x;
  if (me >= all) return;
  for (int n = me; n < count; n += all) out[n] = in[n] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int here = 0, many = 0, room = 0;
  cudaGetDevice(&here);
  cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, here);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, line, 128, 0);
  line<<<many * room, 128>>>(out, in, a, b, count);
}
