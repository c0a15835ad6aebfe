// Follows a null pointer on the host.
// fails: Correctness.Square: segmentation fault
#include <cuda_runtime.h>

void transpose_naive(float*, const float*, int, int) {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}
