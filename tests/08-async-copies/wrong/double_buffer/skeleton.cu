// Lab double_buffer: row after row through two buffers, the next one on its way.
// Run: ./course check double_buffer        Stuck: ./course hint double_buffer
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

// in and out are rows × cols ints, row-major device memory; rows and cols are 1 to 32,768, rows * cols is below 2^31.
// out[r][c] = in[r][c - 1] + 2 * in[r][c] + in[r][c + 1], where a neighbour beyond the end of a row counts as 0.
//
// Beyond being right: every element comes into shared memory by an asynchronous copy, once (and the neighbours at the edges of
// a block's strip once more), and while threads read one row, the copies of the next are on their way.
__global__ void double_buffer_kernel(int* out, const int* in, int rows, int cols) {
  // TODO: two stages in shared memory, each for one row of the block's strip and a neighbour at both of its ends.
  // TODO: begin the first row's copies: __pipeline_memcpy_async(to, from, bytes, zeros), then __pipeline_commit().
  // TODO: for each row of the block: begin the next one's, wait for this one's alone, and work on it.
  // TODO: which two barriers does that need?
}

void double_buffer(int* out, const int* in, int rows, int cols) {
  // TODO: a block for each strip of columns, and of rows as many as it is to march down.
}
