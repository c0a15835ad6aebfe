// Lab l2_chunks: two passes over a matrix, of which DRAM is to notice one.
// Run: ./course check l2_chunks        Stuck: ./course hint l2_chunks
#include <cuda_runtime.h>

// Every row is divided by the largest of its elements:
//
//   largest[row] becomes the largest of in[row][0 … cols-1], which are all greater than 0;
//   out[row][col] becomes in[row][col] / largest[row], to a millionth of itself: so much a factor of 1 / largest[row] may
//   change.
//
// in, out: rows × cols, row-major; largest: rows floats; all of it device memory. rows * cols is at most 2^28.
//
// One kernel finds the largest of each row, another divides. Launched one after the other for all rows, the second
// finds nothing of a large matrix in L2: DRAM gives it twice. L2 has tens of megabytes. Let the two kernels meet there.
void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  // TODO: two kernels, and a loop over chunks of rows
}
