// Trial: reductions in two passes, written and said by the model before an H100 counted them.
#include "../caches.cuh"

__device__ float of_block(float sum) {
  __shared__ float part[32];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  return sum;
}
__global__ void first_pass(float* parts, const float4* in, int quads) {
  float sum = 0;
  for (int i = int(index()); i < quads; i += int(all_threads())) sum += in[i].x + in[i].y + in[i].z + in[i].w;
  sum = of_block(sum);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}
// A stretch a thread: neighbours' loads lie apart.
__global__ void stretches(float* parts, const float* in, int each) {
  float sum = 0;
  for (int i = 0; i < each; ++i) sum += in[index() * each + i];
  sum = of_block(sum);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}
__global__ void second_pass(float* out, const float* parts, int count) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += parts[i];
  sum = of_block(sum);
  if (threadIdx.x == 0) *out = sum;
}
// Mean first, then the squares about it, of the same stretch.
__global__ void variance(float* out, const float* in, int each) {
  const float* own = in + size_t(blockIdx.x) * each;
  __shared__ float mean;
  float sum = 0;
  for (int i = threadIdx.x; i < each; i += blockDim.x) sum += own[i];
  sum = of_block(sum);
  if (threadIdx.x == 0) mean = sum / each;
  __syncthreads();
  float squares = 0;
  for (int i = threadIdx.x; i < each; i += blockDim.x) squares += (own[i] - mean) * (own[i] - mean);
  squares = of_block(squares);
  if (threadIdx.x == 0) out[blockIdx.x] = squares;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 20);
  label("first pass over 32 MiB by float4");
  first_pass<<<528, 256>>>(out, (const float4*)in, 1 << 21);
  label("stretches of 48 a thread");
  stretches<<<512, 256>>>(out, in, 48);
  label("second pass over 100000 parts");
  second_pass<<<1, 1024>>>(out, in, 100000);
  label("variance of stretches of 30000 floats");
  variance<<<264, 512>>>(out, in, 30000);
  label("variance of stretches of 6000 floats");
  variance<<<1000, 256>>>(out, in, 6000);
  return finish();
}
