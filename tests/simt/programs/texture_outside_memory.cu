// A texture that is larger than its memory. One of a part of it, whose last row ends with the memory, is legal.
// expect: out-of-bounds global line 9 block (0,0,0) thread (0,0,0) says "reads a texture of 16×8 elements, whose 8 rows take 1856 bytes from byte 0 of an allocation of 1024 bytes, which has 1024, texture_outside_memory.cu line 9"
// prints: 9 700
#include <cstdio>

__global__ void read(float* out, cudaTextureObject_t texture) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * 16 + x] =
      tex2D<float>(texture, x, y);
}

cudaTextureObject_t over(float* data, size_t width, size_t height, size_t pitch) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {data, cudaCreateChannelDesc<float>(), width, height, pitch};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  float host[4 * 64] = {}, *data, *out;
  cudaMalloc(&data, sizeof host), cudaMalloc(&out, 16 * 8 * sizeof(float));
  host[3 * 64 + 40 + 5] = 9;
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  // The right part of each row: 3 × 256 + 96 bytes from byte 160 on.
  read<<<1, dim3(16, 4)>>>(out, over(data + 40, 24, 4, 256));
  cudaMemcpy(host, out, 16 * 4 * sizeof(float), cudaMemcpyDeviceToHost);
  read<<<1, dim3(16, 8)>>>(out, over(data, 16, 8, 256));
  printf("%g %d\n", host[3 * 16 + 5], cudaDeviceSynchronize());
}
