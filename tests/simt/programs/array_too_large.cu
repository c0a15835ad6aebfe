// An array has at most what the device says of textures or, where it is for a surface, of surfaces.
// prints: no error, invalid argument
// prints: no error, invalid argument
// prints: no error, invalid argument
// prints: no error, invalid argument
#include <cstdio>

const char* made(std::size_t width, std::size_t height, unsigned flags = 0) {
  const auto element = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  const cudaError_t error = cudaMallocArray(&array, &element, width, height, flags);
  if (error == cudaSuccess) cudaFreeArray(array);
  return cudaGetErrorString(error);
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  printf("%s, %s\n", made(device.maxTexture1D, 0), made(device.maxTexture1D + 1, 0));
  printf("%s, %s\n", made(device.maxTexture2D[0], 1), made(device.maxTexture2D[0] + 1, 1));
  printf("%s, %s\n", made(1, device.maxTexture2D[1]), made(1, device.maxTexture2D[1] + 1));
  printf("%s, %s\n", made(device.maxSurface1D, 0, cudaArraySurfaceLoadStore),
      made(device.maxSurface1D + 1, 0, cudaArraySurfaceLoadStore));
}
