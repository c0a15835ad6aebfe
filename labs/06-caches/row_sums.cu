// Lab row_sums: the sums of a matrix's rows, with reuse that L1 forgives, and with none to forgive.
// Run: ./course check row_sums        Stuck: ./course hint row_sums
#include <cuda_runtime.h>

// out[row] becomes the sum of in[row * cols … row * cols + cols - 1]. in: rows × cols, row-major, out: rows floats,
// all of it device memory. rows and cols are at most 500,000 each, rows * cols at most 2^28. The values are such that no
// sum is rounded, in whatever order it is made.

// A thread a row. Neighbouring lanes are a whole row apart: 32 sectors a load. And yet no sector is to be brought
// from L2 much more than once. In which order must a thread walk?
void row_sums_by_thread(float* out, const float* in, int rows, int cols) {
  // TODO: a kernel with a thread for each row
}

// The same sums, but no sector is to be *asked for* twice: what nobody wants again, L1 need not have. (Where rows begin within
// a sector, two neighbouring loads may share one: 32 floats that begin there lie in five sectors.) Who takes float4
// loads each of them whole, into a variable: .x, .y, .z and .w read from memory are counted as four loads.
void row_sums(float* out, const float* in, int rows, int cols) {
  // TODO: a kernel whose lanes lie side by side in a row
}
