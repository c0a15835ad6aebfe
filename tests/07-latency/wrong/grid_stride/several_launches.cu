// Launches wave after wave.
// fails: Grid.OneWave: kernels were launched
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
  const int wave = many * room * 128;
  for (int done = 0; done < count; done += wave)
    line<<<many * room, 128>>>(out + done, in + done, a, b, count - done < wave ? count - done : wave);
}
