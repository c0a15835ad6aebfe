// Ends the process with success before anything can be judged.
// fails: Correctness.Square: ended the process
// fails: Memory.Loads: ended the process
#include <cuda_runtime.h>

#include <cstdlib>

void transpose_naive(float*, const float*, int, int) { std::exit(0); }
