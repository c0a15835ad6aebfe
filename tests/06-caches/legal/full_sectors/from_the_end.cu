// A grid of a fixed size goes over the pixels from the last one to the first.
#include <cuda_runtime.h>

__global__ void backwards(float4* out, const float* in, int count) {
  const float *red = in, *green = red + count, *blue = green + count, *alpha = blue + count;
  for (int i = count - 1 - int(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= int(gridDim.x * blockDim.x))
    out[i] = {red[i], green[i], blue[i], alpha[i]};
}
void full_sectors(float* out, const float* in, int count) {
  backwards<<<min(1056, (count + 127) / 128), 128>>>(reinterpret_cast<float4*>(out), in, count);
}
