// One small block for each SM.
// fails: Grid.OneWave: some of them stay empty
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x;
  for (int n = threadIdx.x + blockDim.x * blockIdx.x; n < count; n += all) out[n] = in[n] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int here = 0, many = 0, room = 0;
  cudaGetDevice(&here);
  cudaDeviceGetAttribute(&many, cudaDevAttrMultiProcessorCount, here);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, line, 128, 0);
  line<<<many, 128>>>(out, in, a, b, count);
}
