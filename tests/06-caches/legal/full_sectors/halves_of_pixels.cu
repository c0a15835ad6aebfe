// Two lanes a pixel, each stores half of it: two pixels of four lanes are a sector, in one request.
#include <cuda_runtime.h>

__global__ void halves(float2* out, const float* in, int count) {
  const long at = long(blockIdx.x) * blockDim.x + threadIdx.x;
  const long pixel = at / 2, p = at % 2 * 2;
  if (pixel < count) out[at] = make_float2(in[p * count + pixel], in[(p + 1) * count + pixel]);
}

void full_sectors(float* out, const float* in, int count) {
  halves<<<unsigned((2l * count + 255) / 256), 256>>>(reinterpret_cast<float2*>(out), in, count);
}
