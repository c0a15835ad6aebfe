// Only in block 40 of a row nothing waits for the tile.
// fails: Correctness.Tile: with no barrier in between
// The transpose near the speed of a copy: sixteen elements a thread, 16 bytes in every access,
// no bank conflict, where both sides are multiples of 4. Others have a kernel of their own.
// Run: ./course test transpose_fast.sim
#include <cuda_runtime.h>

constexpr int side = 64;         // of a tile of floats: 16 KiB
constexpr int quads = side / 4;  // float4 in a row of it

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
  if (blockIdx.x != 40) __syncthreads();

  // A warp stores 2 rows of 256 bytes. Eight lanes read eight quads of one row, in a shuffled
  // order: eight places.
  const int out_col = blockIdx.x * side + 4 * x;
  for (int c = y; c < y + side; c += quads) {
    const int out_row = blockIdx.y * side + c;
    if (out_row < cols && out_col < rows)
      *reinterpret_cast<float4*>(&out[out_row * rows + out_col]) = tile[c][x ^ (c / 4)];
  }
}

// Any other size, one float at a time. Rows of `out` begin anywhere in a sector of 32 bytes, and so
// would tiles: two blocks would write half a sector each. So of each row of `out` a block stores
// what lies between two multiples of 8 floats. That begins up to 7 floats behind its tile and ends
// as much behind it: it loads 8 rows of `in` more, which its neighbour loads, too.
constexpr int high = 128, wide = 64;              // of a tile: rows and columns of `in`
constexpr int padded = (high + 8 + 31) / 32 * 8;  // float4 in a row of it, eight by eight
constexpr int any_threads = 256;

// Four blocks an SM: with five a thread has 48 registers, and not all of its 34 loads are under way
// at once. Measured: see the chapter.
__global__ void __launch_bounds__(any_threads, 4)
    transpose_any_kernel(float* out, const float* in, int rows, int cols) {
  // A row begins as far behind a multiple of four as it does in `out`. Its float4 are shuffled by
  // groups of four rows.
  __shared__ float4 tile[wide][padded];
  const int col0 = blockIdx.y * wide, row0 = blockIdx.x * high, thread = threadIdx.x;
  const auto behind = [&](int c, unsigned of) {
    return int((unsigned(col0 + c) * unsigned(rows) + row0) % of);
  };
  {
    constexpr int step = any_threads / wide, loads = (high + 8) / step;
    const int x = thread % wide, y = thread / wide, col = col0 + x, skew = behind(x, 4);
    float held[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int row = row0 + y + i * step;
      held[i] = row < rows && col < cols ? in[size_t(row) * cols + col] : 0;
    }
    float* const to = reinterpret_cast<float*>(tile[x]);
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int place = y + i * step + skew;
      to[(place / 4 ^ x / 4 % 8) * 4 + place % 4] = held[i];
    }
  }
  __syncthreads();

  const auto store = [&](int c, int quad) {
    const long long begin = 1ll * (col0 + c) * rows, end = begin + rows;
    const long long at = begin + row0 - behind(c, 4) + 4 * quad;
    const float4 four = tile[c][quad ^ c / 4 % 8];
    if (at >= begin && at + 4 <= end)
      __stcg(reinterpret_cast<float4*>(&out[at]), four);  // past L1
    else
      for (int i = 0; i < 4; ++i)
        if (at + i >= begin && at + i < end) out[at + i] = (&four.x)[i];
  };
  constexpr int across = high / 4;
  const auto first_quad = [&](int c) { return ((8 - behind(c, 8)) % 8 + behind(c, 4)) / 4; };
  for (int i = thread; i < wide * across && col0 + i / across < cols; i += any_threads)
    store(i / across, i % across + (row0 == 0 ? 0 : first_quad(i / across)));
  if (row0 == 0)  // the first tile of a row has its begin besides
    for (int i = thread; i < 2 * wide && col0 + i / 2 < cols; i += any_threads)
      if (i % 2 < first_quad(i / 2)) store(i / 2, across + i % 2);
}

// in: rows × cols, out: cols × rows, row-major device memory.
void transpose_fast(float* out, const float* in, int rows, int cols) {
  if (rows % 4 == 0 && cols % 4 == 0) {
    const dim3 grid((rows + side - 1) / side, (cols + side - 1) / side);
    transpose_fast_kernel<<<grid, dim3(quads, quads)>>>(out, in, rows, cols);
  } else {
    const dim3 grid((rows + high - 1) / high, (cols + wide - 1) / wide);
    transpose_any_kernel<<<grid, any_threads>>>(out, in, rows, cols);
  }
}
