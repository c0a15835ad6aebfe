// Asks once, and keeps the answer.
// fails: Grid.OneWave: the grid follows no device
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x;
  for (int n = threadIdx.x + blockDim.x * blockIdx.x; n < count; n += all) out[n] = in[n] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  static int here = 0, many = 0, room = 0;
  if (!room) cudaGetDevice(&here);
  if (!room) cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, here);
  if (!room) cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, line, 128, 0);
  line<<<many * room, 128>>>(out, in, a, b, count);
}
