// rows and cols are unsigned: another function, as C++ sees it.
// fails: Correctness.Square: The name is right, the arguments are not
#include <cuda_runtime.h>

void transpose_naive(float*, const float*, unsigned, unsigned) {}
