// The same arguments, so the same result: it is kept.
// fails: Correctness.AgainAndAgain: keeps something from call to call
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  static float* last_out = nullptr;
  static const float* last_in = nullptr;
  static float last_a = 0, last_b = 0;
  static int last_count = 0;
  if (out == last_out && in == last_in && a == last_a && b == last_b && count == last_count) return;
  last_out = out, last_in = in, last_a = a, last_b = b, last_count = count;
  line_kernel<<<(count + 255) / 256, 256>>>(out, in, a, b, count);
}
