// A texture object that has been destroyed is used. (Those before it are live, two in a kernel.)
// expect: use-after-free global line 7 block (0,0,0) thread (0,0,0) says "reads a texture object that has been destroyed, texture_destroyed.cu line 7"
// prints: 0 700
#include <cstdio>

__global__ void sum(float* out, cudaTextureObject_t a, cudaTextureObject_t b) {
  out[threadIdx.x] = tex1Dfetch<float>(a, threadIdx.x) + tex1Dfetch<float>(b, threadIdx.x);
}

cudaTextureObject_t over(float* data) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<float>(), 128};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  float* data;
  cudaMalloc(&data, 128);
  cudaMemset(data, 0, 128);
  const cudaTextureObject_t a = over(data), b = over(data);
  sum<<<1, 32>>>(data, a, b);
  const int both = cudaDeviceSynchronize();
  cudaDestroyTextureObject(b);
  sum<<<1, 32>>>(data, a, b);
  printf("%d %d\n", both, cudaDeviceSynchronize());
}
