// Blocks have neighbouring pieces of whole sectors, as even as can be, and walk through them: no turn is the whole grid's.
// fails: Grid.WholeGridInTurn: in each turn the whole grid takes
#include <cuda_runtime.h>

__global__ void grid_stride_kernel(float* out, const float* in, float a, float b, int count) {
  const long groups = (long(count) + 7) / 8;
  const long first = groups * blockIdx.x / gridDim.x * 8, last = groups * (blockIdx.x + 1) / gridDim.x * 8;
  for (long i = first + threadIdx.x; i < last && i < count; i += blockDim.x) out[i] = a * in[i] + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device, sms, room;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&room, grid_stride_kernel, 256, 0);
  grid_stride_kernel<<<sms * room, 256>>>(out, in, a, b, count);
}
