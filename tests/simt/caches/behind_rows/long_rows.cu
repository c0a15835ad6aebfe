// Calibration: one kernel finds the largest of a row and divides by it. Foretold: how much DRAM gives twice is a matter of how many
// bytes lie between the passes of all blocks that are at work at a time, so of a row's length, where each block has its row.
#include "../caches.cuh"

// Blocks take the rows in turn; with as many blocks as rows, each has one.
__global__ void rows_in_turn(float* out, float* largest, const float* in, int rows, int cols) {
  __shared__ float found[256];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const std::size_t first = std::size_t(row) * cols;
    float most = in[first];
    for (int col = threadIdx.x; col < cols; col += 256) most = fmaxf(most, in[first + col]);
    found[threadIdx.x] = most;
    for (int half = 128; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) found[threadIdx.x] = fmaxf(found[threadIdx.x], found[threadIdx.x + half]);
    }
    __syncthreads();
    if (threadIdx.x == 0) largest[row] = found[0];
    for (int col = threadIdx.x; col < cols; col += 256) out[first + col] = in[first + col] / found[0];
    __syncthreads();
  }
}

int main() {
  constexpr int elements = 1 << 24;
  float *in = zeros<float>(elements), *out = zeros<float>(elements), *largest = zeros<float>(2048);
  for (const int rows : {2048, 1024, 512, 256, 64}) {
    const int cols = elements / rows, eight_mib = (8 << 20) / int(sizeof(float)) / cols;
    label("%ld rows of %ld, a block each", long(rows), long(cols));
    rows_in_turn<<<rows, 256>>>(out, largest, in, rows, cols);
    label("%ld rows of %ld, %ld blocks", long(rows), long(cols), long(eight_mib));
    rows_in_turn<<<eight_mib, 256>>>(out, largest, in, rows, cols);
  }
  return finish();
}
