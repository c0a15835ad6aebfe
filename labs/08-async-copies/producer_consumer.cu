// Lab producer_consumer: some warps only copy, the others only add up, and barrier objects pass the stages to and fro.
// Run: ./course check producer_consumer        Stuck: ./course hint producer_consumer
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

// The sums of double_buffer: in and out are rows × cols ints, row-major device memory; rows and cols are 1 to 32,768, rows * cols
// is below 2^31. out[r][c] = in[r][c - 1] + 2 * in[r][c] + in[r][c + 1], where a neighbour beyond the end of a row counts as 0.
//
// Beyond being right: every element comes into shared memory by an asynchronous copy, once (and those at the edges of a block's
// strip once more); a warp either copies or adds up; and there are two stages or more.
__global__ void producer_consumer_kernel(int* out, const int* in, int rows, int cols) {
  // TODO: a ring of stages, and two barrier objects for each: `full` and `empty`. How many arrivals does each expect?
  // TODO: one barrier for all threads, so that everybody sees the objects. Behind it the two roles part.
  // TODO: producers, for each row: wait until the stage is empty; begin the copies; have `full` count them.
  // TODO: consumers, for each row: wait until the stage is full; read it; say that it is empty; store the sum.
  // TODO: which phase is it that is waited for, the n-th time that a stage is used?
}

void producer_consumer(int* out, const int* in, int rows, int cols) {
  // TODO: a block for each strip of columns, with a warp or more for the copies besides the threads that add up.
}
