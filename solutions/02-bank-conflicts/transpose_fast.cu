// The transpose near the speed of a copy: sixteen elements a thread, 16 bytes in every access,
// no bank conflict.
// Run: ./course test transpose_fast.sim
#include <cuda_runtime.h>

constexpr int side = 64;         // of a tile of floats: 16 KiB
constexpr int quads = side / 4;  // float4 in a row of it
constexpr int small = 32;        // the tile's side where rows are not made of float4

// Both sides are multiples of 4: every row of `in` and of `out` is made of whole, aligned
// float4.
__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  // The tile as it will lie in `out`: row c is a column of `in`. Its float4 are shuffled: quad
  // q lies at q ^ (c / 4). 16 bytes a lane are served 8 lanes at a time, and 8 float4 are 32
  // banks: q ^ (c / 4) must differ among 8 lanes.
  __shared__ float4 tile[side][quads];

  // 4×4 floats a thread: a warp loads 2 rows of 256 bytes, and every thread has four loads
  // under way at once. Blocks start in the order of blockIdx.x. Down the columns of `in` is
  // along the rows of `out`, and what is stored at about the same time then lies side by side.
  // Measured, not reckoned: see the chapter.
  const int x = threadIdx.x, y = threadIdx.y;
  const int col = blockIdx.y * side + 4 * x, row = blockIdx.x * side + 4 * y;
  if (row < rows && col < cols) {
    const float4* from = reinterpret_cast<const float4*>(&in[row * cols + col]);
    const int step = cols / 4;
    const float4 a = from[0], b = from[step], c = from[2 * step], d = from[3 * step];
    // Turned round in registers. Eight lanes have eight different x, and 4 * x / 4 = x: eight
    // places.
    tile[4 * x + 0][y ^ x] = make_float4(a.x, b.x, c.x, d.x);
    tile[4 * x + 1][y ^ x] = make_float4(a.y, b.y, c.y, d.y);
    tile[4 * x + 2][y ^ x] = make_float4(a.z, b.z, c.z, d.z);
    tile[4 * x + 3][y ^ x] = make_float4(a.w, b.w, c.w, d.w);
  }
  __syncthreads();

  // A warp stores 2 rows of 256 bytes. Eight lanes read eight quads of one row, in a shuffled
  // order: eight places.
  const int out_col = blockIdx.x * side + 4 * x;
  for (int c = y; c < y + side; c += quads) {
    const int out_row = blockIdx.y * side + c;
    if (out_row < cols && out_col < rows)
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = tile[c][x ^ (c / 4)];
  }
}

// Any other size, one float at a time: four a thread through a padded tile.
__global__ void transpose_any_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[small][small + 1];
  const int row0 = blockIdx.x * small, col0 = blockIdx.y * small, x = threadIdx.x,
            y = threadIdx.y;
  float held[small / 8] = {};  // so that all four loads are under way before one is waited for
  for (int i = 0; i < small / 8; ++i)
    if (row0 + y + 8 * i < rows && col0 + x < cols)
      held[i] = in[(row0 + y + 8 * i) * cols + col0 + x];
  for (int i = 0; i < small / 8; ++i) tile[y + 8 * i][x] = held[i];
  __syncthreads();
  for (int i = y; i < y + small; i += 8)
    if (col0 + i < cols && row0 + x < rows) out[(col0 + i) * rows + row0 + x] = tile[x][i];
}

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_fast(float* out, const float* in, int rows, int cols) {
  const int tile = rows % 4 == 0 && cols % 4 == 0 ? side : small;
  const dim3 grid((rows + tile - 1) / tile, (cols + tile - 1) / tile);
  if (tile == side) transpose_fast_kernel<<<grid, dim3(quads, quads)>>>(out, in, rows, cols);
  else transpose_any_kernel<<<grid, dim3(small, 8)>>>(out, in, rows, cols);
}
