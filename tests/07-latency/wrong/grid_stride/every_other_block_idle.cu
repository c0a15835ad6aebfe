// The first block has its share; of the others every second one does nothing, and its neighbour does its work, too.
// fails: Grid.EqualShares: numbers
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x, me = threadIdx.x + blockDim.x * blockIdx.x;
  const bool last_of_odd = gridDim.x % 2 == 0 && blockIdx.x == gridDim.x - 1;
  if (blockIdx.x % 2 == 0 && blockIdx.x > 0) return;
  for (int n = me; n < count; n += all) {
    out[n] = in[n] * a + b;
    const int next = n + int(blockDim.x);
    if (blockIdx.x > 0 && !last_of_odd && next < count) out[next] = in[next] * a + b;
  }
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int here = 0, many = 0, room = 0;
  cudaGetDevice(&here);
  cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, here);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, line, 128, 0);
  line<<<many * room, 128>>>(out, in, a, b, count);
}
