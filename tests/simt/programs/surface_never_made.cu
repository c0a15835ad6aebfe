// Surface object 0, because the array was not made for surfaces and nobody looked.
// expect: out-of-bounds global line 6 says "reads surface object 0, surface_never_made.cu line 6: cudaCreateSurfaceObject failed before (invalid argument)"
// expect: api-error line 17 says "cudaCreateSurfaceObject failed with cudaErrorInvalidValue"
#include <cstdio>

__global__ void read(float* out, cudaSurfaceObject_t surface) { out[threadIdx.x] = surf2Dread<float>(surface, int(threadIdx.x * sizeof(float)), 0); }

int main() {
  float* out;
  cudaMalloc(&out, 128);
  cudaArray_t array;
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &element, 32, 1);  // without cudaArraySurfaceLoadStore
  cudaResourceDesc resource{};
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  read<<<1, 32>>>(out, surface);
}
