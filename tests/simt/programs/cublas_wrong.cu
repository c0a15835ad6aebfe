// What is wrong with cuBLAS's operands: too few numbers, numbers that nobody has written, the host's memory; and a host that
// does not wait.
// environment: SIMT_CHECK=all
// skipped: and there is none: apt-get install libopenblas0
// expect: out-of-bounds global line 26 says "cublasSgemm reads 64 bytes from byte 0 of an allocation of 60 bytes, which has 60"
// expect: uninitialized global line 28 says "cublasSaxpy reads an allocation of 64 bytes at byte 0, which nothing has written"
// expect: host-pointer global line 30 says "cublasSscal writes 64 bytes as device memory at an address that is not device memory"
// expect: race global line 33 says "cublasSscal"
// notes: unsupported line 26 says "computed on the CPU"
// prints: the function failed to launch on the GPU
#include <cublas_v2.h>

#include <cstdio>

int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *a, *b, *managed, host[16] = {};
  const float one = 1, zero = 0;
  cudaMalloc(&a, 15 * sizeof(float));
  cudaMalloc(&b, 16 * sizeof(float));
  cudaMallocManaged(&managed, 16 * sizeof(float));
  cudaMemset(a, 0, 15 * sizeof(float));
  for (int i = 0; i < 16; ++i) managed[i] = 1;
  const auto status =
      cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &zero, b, 4);
  printf("%s\n", cublasGetStatusString(status));
  cublasSaxpy(handle, 16, &one, b, 1, managed, 1);
  cudaDeviceSynchronize();
  cublasSscal(handle, 16, &one, host, 1);
  cudaGetLastError();
  cublasSscal(handle, 16, &one, managed, 1);
  printf("%g\n", managed[0]);
  cudaFree(a), cudaFree(b), cudaFree(managed);
  cublasDestroy(handle);
}
