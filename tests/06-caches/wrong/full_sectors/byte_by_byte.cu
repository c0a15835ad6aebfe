// A pixel is put together, and copied byte by byte.
// fails: Memory.SentToL2: your stores send L2
#include <cuda_runtime.h>

__global__ void bytes(unsigned char* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int p = 0; p < 4; ++p) {
    const unsigned bits = __float_as_uint(in[size_t(p) * count + i]);
    for (int b = 0; b < 4; ++b) out[16 * size_t(i) + 4 * p + b] = (unsigned char)(bits >> 8 * b);
  }
}
void full_sectors(float* out, const float* in, int count) {
  bytes<<<(count + 255) / 256, 256>>>(reinterpret_cast<unsigned char*>(out), in, count);
}
