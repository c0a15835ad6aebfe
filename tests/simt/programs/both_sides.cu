// Managed and pinned memory is touched by both sides; copies in any direction, advice and attributes.
// prints: 3 6 9
// prints: 3 1 2 0
// prints: invalid argument
#include <cstdio>

__global__ void triple(int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 3;
}

int main() {
  constexpr int n = 100;
  int *managed, *pinned, *device, local = 0;
  cudaMallocManaged(&managed, n * sizeof(int));
  cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocMapped);
  cudaMalloc(&device, n * sizeof(int));
  for (int i = 0; i < n; ++i) managed[i] = i, pinned[i] = i;
  cudaMemPrefetchAsync(managed, n * sizeof(int), {cudaMemLocationTypeDevice, 0}, 0);
  cudaMemAdvise(managed, n * sizeof(int), cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0});
  triple<<<1, 128>>>(managed, n);
  int* mapped;
  cudaHostGetDevicePointer(&mapped, pinned, 0);
  triple<<<1, 128>>>(mapped, n);
  cudaMemcpy(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice);
  triple<<<1, 128>>>(device, n);
  cudaMemcpy(pinned, device, n * sizeof(int), cudaMemcpyDefault);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", managed[1], managed[2], pinned[1]);
  cudaPointerAttributes a, b, c, d;
  cudaPointerGetAttributes(&a, managed);
  cudaPointerGetAttributes(&b, pinned);
  cudaPointerGetAttributes(&c, device);
  cudaPointerGetAttributes(&d, &local);
  printf("%d %d %d %d\n", a.type, b.type, c.type, d.type);
  printf("%s\n", cudaGetErrorString(cudaMemAdvise(device, 4, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeDevice, 0})));
  cudaFree(managed);
  cudaFreeHost(pinned);
  cudaFree(device);
}
