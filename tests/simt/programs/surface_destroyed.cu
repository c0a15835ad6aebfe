// Surface objects that are gone, or something else: each launch uses another one, and says what it is.
// expect: use-after-free global line 11 says "writes to a surface object that has been destroyed, surface_destroyed.cu line 11"
// expect: use-after-free global line 11 says "writes to a surface over an array after it was freed, surface_destroyed.cu line 11"
// expect: out-of-bounds global line 11 says "writes to surface object 4660, which was never made, surface_destroyed.cu line 11"
// expect: out-of-bounds global line 11 says "writes to a texture object as if it were a surface object, surface_destroyed.cu line 11"
// expect: use-after-free global line 12 says "reads a texture of 32×8 elements over an array after it was freed, surface_destroyed.cu line 12"
// expect: out-of-bounds global line 12 says "reads a surface object as if it were a texture object, surface_destroyed.cu line 12"
// prints: 0, then 700 700 700 700 700 700
#include <cstdio>

__global__ void draw(cudaSurfaceObject_t to) { surf2Dwrite(1.0f, to, int(threadIdx.x * sizeof(float)), 0); }
__global__ void read(float* out, cudaTextureObject_t from) { out[threadIdx.x] = tex2D<float>(from, threadIdx.x, 0); }

struct Picture {
  cudaResourceDesc resource{};
  cudaSurfaceObject_t surface = 0;
  cudaTextureObject_t texture = 0;
  Picture() {
    const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
    cudaMallocArray(&resource.res.array.array, &element, 32, 8, cudaArraySurfaceLoadStore);
    const cudaTextureDesc how{};
    cudaCreateSurfaceObject(&surface, &resource);
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  }
};

// The error sticks until the device is reset; then all objects are gone, and the next case makes its own.
template <typename Case>
int result_of(Case wrong) {
  Picture picture;
  wrong(picture);
  const int error = cudaDeviceSynchronize();
  cudaDeviceReset();
  return error;
}

int main() {
  printf("%d, then", result_of([](Picture& p) { draw<<<1, 32>>>(p.surface); }));
  printf(" %d", result_of([](Picture& p) { cudaDestroySurfaceObject(p.surface), draw<<<1, 32>>>(p.surface); }));
  printf(" %d", result_of([](Picture& p) { cudaFreeArray(p.resource.res.array.array), draw<<<1, 32>>>(p.surface); }));
  printf(" %d", result_of([](Picture&) { draw<<<1, 32>>>(0x1234); }));
  printf(" %d", result_of([](Picture& p) { draw<<<1, 32>>>(p.texture); }));
  printf(" %d", result_of([](Picture& p) {
    float* out;
    cudaMalloc(&out, 128), cudaFreeArray(p.resource.res.array.array), read<<<1, 32>>>(out, p.texture);
  }));
  printf(" %d\n", result_of([](Picture& p) {
    float* out;
    cudaMalloc(&out, 128), read<<<1, 32>>>(out, p.surface);
  }));
}
