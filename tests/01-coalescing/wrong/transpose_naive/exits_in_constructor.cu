// Ends the process with success as soon as it is loaded.
// fails: Correctness.Square: ended the process
// fails: Memory.Loads: ended the process
#include <cuda_runtime.h>

#include <unistd.h>

static const int gone = (_exit(0), 0);

void transpose_naive(float*, const float*, int, int) {}
