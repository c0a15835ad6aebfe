// Turns a tile by what C's library keeps for a thread of the host: the lanes that one runs all find it.
// transpose_block_shape, 0 points: a library's function that is the host's alone
#include <cuda_runtime.h>
#include <pthread.h>

constexpr int side = 16;

__global__ void turn(float* out, const float* in, int rows, int cols, unsigned first) {
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * side + x, row = blockIdx.y * side + y;
  if (row < rows && col < cols) {
    const size_t bits = __float_as_uint(in[(size_t)row * cols + col]);
    pthread_setspecific(first + y * side + x, (const void*)bits);
  }
  __syncthreads();
  const int out_row = blockIdx.x * side + y, out_col = blockIdx.y * side + x;
  if (out_row < cols && out_col < rows)
    out[(size_t)out_row * rows + out_col] = __uint_as_float((size_t)pthread_getspecific(first + x * side + y));
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  static pthread_key_t keys[side * side];
  static const bool made = [] {
    for (pthread_key_t& key : keys) pthread_key_create(&key, nullptr);
    return true;
  }();
  (void)made;
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  turn<<<grid, dim3(side, side)>>>(out, in, rows, cols, keys[0]);
}
