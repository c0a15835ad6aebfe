// Memory given back by the wrong function, twice, or in the middle.
// expect: invalid-free says "cudaFree was given host memory, which cudaFreeHost frees"
// expect: invalid-free says "cudaFreeHost was given device memory, which cudaFree frees"
// expect: invalid-free says "cudaFree was given an allocation of 400 bytes, which was freed already"
// expect: invalid-free says "cudaFree was given a pointer that is not the start of a live allocation"
int main() {
  char *device, *pinned, *other;
  cudaMalloc(&device, 400);
  cudaMallocHost(&pinned, 400);
  cudaMalloc(&other, 400);
  cudaFree(pinned);
  cudaFreeHost(device);
  cudaFree(device);
  cudaFree(device);
  cudaFree(other + 4);
  cudaFree(nullptr);
  cudaFree(other);
  cudaFreeHost(pinned);
}
