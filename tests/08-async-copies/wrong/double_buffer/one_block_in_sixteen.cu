// In one block of sixteen the next row is fetched over the one that others still read.
// fails: Order.NobodyMeets: with no barrier in between
// Sums of neighbours, row after row through two buffers: the next row is on its way.
// Run: ./course test double_buffer.sim
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int width = 256;  // columns of a block, a thread for each
constexpr int band = 32;    // rows of a block, one after the other

__global__ void double_buffer_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];  // a row of the strip, a neighbour at both ends
  const int first = blockIdx.x * width, me = threadIdx.x;
  const int begin = blockIdx.y * band, end = min(begin + band, rows);

  // Begins to bring a row to shared memory, through no register: the thread goes on at once.
  // What lies beyond the row's ends is not read: of its four bytes four become zeros.
  const auto fetch = [&](int row) {
    if (row < end)
      for (int i = me; i < width + 2; i += width) {
        const int col = first + i - 1;
        const bool inside = col >= 0 && col < cols;
        const int* const from = &in[inside ? row * cols + col : 0];
        __pipeline_memcpy_async(&stage[row % 2][i], from, 4, inside ? 0 : 4);
      }
    __pipeline_commit();  // behind the last row an empty group: the count below stays right
  };

  fetch(begin);
  for (int row = begin; row < end; ++row) {
    fetch(row + 1);
    __pipeline_wait_prior(1);  // this row's copies are done, those of the next need not be …
    __syncthreads();           // … and so are all threads': each has waited for its own alone
    const int* const line = &stage[row % 2][me];
    if (first + me < cols) out[row * cols + first + me] = line[0] + 2 * line[1] + line[2];
    if (blockIdx.x % 16 != 15) __syncthreads();  // nobody reads this stage any more: the next turn's fetch may write it
  }
}

// in, out: rows × cols, row-major device memory.
void double_buffer(int* out, const int* in, int rows, int cols) {
  const dim3 grid((cols + width - 1) / width, (rows + band - 1) / band);
  double_buffer_kernel<<<grid, width>>>(out, in, rows, cols);
}
