// Calls a function that is declared and not defined.
// fails: Correctness.Square: nowhere defines
#include <cuda_runtime.h>

void launch_it(float* out, const float* in, int rows, int cols);

void transpose_naive(float* out, const float* in, int rows, int cols) { launch_it(out, in, rows, cols); }
