// A linear texture whose memory has been freed.
// expect: use-after-free global line 5 says "reads a texture of 32 elements over an allocation of 128 bytes after it was freed"
#include <cstdio>

__global__ void read(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

int main() {
  float *data, *out;
  cudaMalloc(&data, 128), cudaMalloc(&out, 128);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<float>(), 128};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaFree(data);
  read<<<1, 32>>>(out, texture);
}
