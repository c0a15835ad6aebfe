// Ends the process with success as soon as it is loaded.
// fails: Correctness.Square: ended from inside with exit status 0
// fails: Memory.Loads: ended from inside
#include <cuda_runtime.h>

#include <unistd.h>

static const int gone = (_exit(0), 0);

void transpose_naive(float*, const float*, int, int) {}
