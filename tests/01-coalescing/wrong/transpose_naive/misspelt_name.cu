// The function has another name.
// fails: Correctness.Square: did you mean your
#include <cuda_runtime.h>

void transpose_naiv(float*, const float*, int, int) {}
