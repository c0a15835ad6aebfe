// Four loads of a float.
// fails: Order.SixteenBytesEach: has 4 bytes a lane
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const int t = blockIdx.x * 512 + threadIdx.x;
  float v[4];
  for (int k = 0; k < 4; ++k)
    if (t + k * 128 < count) v[k] = in[t + k * 128];
  for (int k = 0; k < 4; ++k)
    if (t + k * 128 < count) out[t + k * 128] = v[k];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 512 + 1, 128>>>(out, in, count); }
