// What is left behind the last float4 is brought by threads of the last block that have not made four loads.
// fails: Correctness.TailsOfAnyBlock: was never written
#include <cuda_runtime.h>
__global__ void unrolled_copy_kernel(float* out, const float* in, int count) {
  const int vectors = count / 4, first = blockIdx.x * 1024 + threadIdx.x;
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  if (first + 768 < vectors) {
    const float4 a = from[first], b = from[first + 256], c = from[first + 512], d = from[first + 768];
    to[first] = a, to[first + 256] = b, to[first + 512] = c, to[first + 768] = d;
  } else {
    for (int i = first; i < vectors; i += 256) to[i] = from[i];
  }
  if (blockIdx.x == gridDim.x - 1 && first + 768 >= vectors)
    for (int i = vectors * 4 + threadIdx.x; i < count; i += 256) out[i] = in[i];
}
void unrolled_copy(float* out, const float* in, int count) {
  unrolled_copy_kernel<<<(count + 4095) / 4096, 256>>>(out, in, count);
}
