// A number that is no texture object.
// expect: out-of-bounds global line 5 says "reads texture object 4660, which was never made, texture_without_value.cu line 5"
#include <cstdio>

__global__ void read(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }

int main() {
  float* out;
  cudaMalloc(&out, 128);
  read<<<1, 32>>>(out, 0x1234);
}
