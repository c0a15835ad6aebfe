// Surface object 0, because nobody made it.
// expect: out-of-bounds global line 5 block (0,0,0) thread (0,0,0) says "writes to surface object 0, surface_forgotten.cu line 5: was cudaCreateSurfaceObject called?"
// prints: an illegal memory access was encountered
#include <cstdio>
__global__ void draw(cudaSurfaceObject_t surface) { surf1Dwrite(1.0f, surface, int(threadIdx.x * sizeof(float))); }

int main() {
  cudaSurfaceObject_t surface{};
  draw<<<1, 32>>>(surface);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
