// Texture object 0, because making it failed and nobody looked.
// expect: out-of-bounds global line 6 block (0,0,0) thread (0,0,0) says "reads texture object 0, texture_never_made.cu line 6: cudaCreateTextureObject failed before (invalid argument)"
// expect: api-error line 16 says "cudaCreateTextureObject failed with cudaErrorInvalidValue"
#include <cstdio>

__global__ void read(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

int main() {
  float* out;
  cudaMalloc(&out, 128);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {nullptr, cudaCreateChannelDesc<float>(), 128};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  read<<<1, 32>>>(out, texture);
}
