// The same by whole tiles: each comes and goes by one instruction that is repeated, and is turned in an array of the host's own.
// transpose_block_shape, 0 points: of memory that the host reaches, too
#include <cuda_runtime.h>

constexpr int side = 8, tile = side * side;

// Into tiles that lie one behind the other, and out of such.
__global__ void gather(float* tiles, const float* in, int cols) {
  const int at = (blockIdx.y * gridDim.x + blockIdx.x) * tile + threadIdx.y * side + threadIdx.x;
  tiles[at] = in[(size_t)(blockIdx.y * side + threadIdx.y) * cols + blockIdx.x * side + threadIdx.x];
}
__global__ void spread(float* out, const float* tiles, int rows) {
  const int at = (blockIdx.y * gridDim.x + blockIdx.x) * tile + threadIdx.y * side + threadIdx.x;
  out[(size_t)(blockIdx.x * side + threadIdx.y) * rows + blockIdx.y * side + threadIdx.x] = tiles[at];
}
__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const int n = rows * cols;
  if (rows % side || cols % side || n > 4000000) {
    tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
    return;
  }
  float* tiles;
  cudaMallocManaged(&tiles, n * 4ul);
  const dim3 grid(cols / side, rows / side), block(side, side);
  gather<<<grid, block>>>(tiles, in, cols);
  cudaDeviceSynchronize();
  float own[tile], turned[tile];
  for (int i = 0; i < n; i += tile) {
    __builtin_memcpy(own, tiles + i, sizeof own);
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) turned[x * side + y] = own[y * side + x];
    __builtin_memcpy(tiles + i, turned, sizeof turned);
  }
  spread<<<grid, block>>>(out, tiles, rows);
  cudaDeviceSynchronize();
  cudaFree(tiles);
}
