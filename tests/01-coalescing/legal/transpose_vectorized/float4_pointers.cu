// Two matrices of float4, indexed in units of 4 floats.
#include <cuda_runtime.h>

__global__ void transpose_vectorized_kernel(float* out, const float* in, int rows, int cols) {
  const int tile_col = blockIdx.x * blockDim.x + threadIdx.x, tile_row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = 4 * tile_col, row = 4 * tile_row;
  if (row >= rows || col >= cols) return;
  if (rows % 4 || cols % 4) {
    for (int r = row; r < min(row + 4, rows); ++r)
      for (int c = col; c < min(col + 4, cols); ++c) out[c * rows + r] = in[r * cols + c];
    return;
  }
  const float4* from = reinterpret_cast<const float4*>(in) + row * (cols / 4) + tile_col;
  float4* to = reinterpret_cast<float4*>(out) + col * (rows / 4) + tile_row;
  float4 line[4];
  for (int i = 0; i < 4; ++i) line[i] = from[i * (cols / 4)];
  to[0 * (rows / 4)] = {line[0].x, line[1].x, line[2].x, line[3].x};
  to[1 * (rows / 4)] = {line[0].y, line[1].y, line[2].y, line[3].y};
  to[2 * (rows / 4)] = {line[0].z, line[1].z, line[2].z, line[3].z};
  to[3 * (rows / 4)] = {line[0].w, line[1].w, line[2].w, line[3].w};
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  const dim3 block(16, 16);
  const dim3 grid((cols + 4 * block.x - 1) / (4 * block.x), (rows + 4 * block.y - 1) / (4 * block.y));
  transpose_vectorized_kernel<<<grid, block>>>(out, in, rows, cols);
}
