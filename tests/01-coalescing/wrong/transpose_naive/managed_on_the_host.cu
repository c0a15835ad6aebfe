// A kernel moves all of it to managed memory and back; between the two the host does the work.
// fails: Correctness.OnTheDevice: memory that the host reaches
#include <cuda_runtime.h>

__global__ void move(float* to, const float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const int n = rows * cols;
  float *a, *b;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  move<<<(n + 255) / 256, 256>>>(a, in, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) b[i % cols * rows + i / cols] = a[i];
  move<<<(n + 255) / 256, 256>>>(out, b, n);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
