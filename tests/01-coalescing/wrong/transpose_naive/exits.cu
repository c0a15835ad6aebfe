// Ends the process with success before anything can be judged.
// fails: Correctness.Square: ended from inside with exit status 0
// fails: Memory.Loads: ended from inside
#include <cuda_runtime.h>

#include <cstdlib>

void transpose_naive(float*, const float*, int, int) { std::exit(0); }
