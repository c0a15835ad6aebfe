// Texture object 0, because nobody made it.
// expect: out-of-bounds global line 5 says "reads texture object 0, texture_forgotten.cu line 5: was cudaCreateTextureObject called?"
#include <cstdio>

__global__ void read(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }

int main() {
  float* out;
  cudaMalloc(&out, 128);
  cudaTextureObject_t texture{};
  read<<<1, 32>>>(out, texture);
}
