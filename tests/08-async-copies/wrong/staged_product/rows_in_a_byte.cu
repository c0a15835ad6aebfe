// A tile begins at a row that is counted in a byte, so of 8192 rows 256 are written.
// fails: Correctness.LongAndThin: c 8192
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int side = 64, depth = 16;
constexpr int threads = 256;
struct Stage {
  float a[side][depth], b[depth][side];
};

__global__ void __launch_bounds__(threads)
    product(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  extern __shared__ float4 memory[];
  Stage* const ring = reinterpret_cast<Stage*>(memory);
  const int me = threadIdx.x, x = me % 16, y = me / 16;
  const int top = static_cast<unsigned char>(blockIdx.y * side), left = blockIdx.x * side;
  const int tiles = (inner + depth - 1) / depth;

  const auto bring = [&](float* to, const float* from, int row, int col, int height, int width) {
    const bool inside = row < height && col < width;
    __pipeline_memcpy_async(to, &from[inside ? size_t(row) * width + col : 0], 16, inside ? 0 : 16);
  };
  const auto fetch = [&](int tile) {
    if (tile < tiles) {
      Stage& stage = ring[tile % stages];
      const int row = me / 4, col = me % 4 * 4, at = tile * depth;
      bring(&stage.a[row][col], a, top + row, at + col, rows, inner);
      bring(&stage.b[y][x * 4], b, at + y, left + x * 4, inner, cols);
    }
    __pipeline_commit();
  };

  float sum[4][4] = {};
  for (int tile = 0; tile < stages - 1; ++tile) fetch(tile);
  for (int tile = 0; tile < tiles; ++tile) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    fetch(tile + stages - 1);
    const Stage& stage = ring[tile % stages];
    for (int k = 0; k < depth; ++k) {
      const float4 of_b = *reinterpret_cast<const float4*>(&stage.b[k][x * 4]);
      for (int i = 0; i < 4; ++i) {
        const float of_a = stage.a[y + 16 * i][k];
        sum[i][0] += of_a * of_b.x, sum[i][1] += of_a * of_b.y;
        sum[i][2] += of_a * of_b.z, sum[i][3] += of_a * of_b.w;
      }
    }
  }
  for (int i = 0; i < 4; ++i) {
    const int row = top + y + 16 * i, col = left + x * 4;
    if (row < rows && col < cols)
      *reinterpret_cast<float4*>(&c[size_t(row) * cols + col]) =
          make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
  }
}

void staged_product(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
  product<<<grid, threads, stages * sizeof(Stage)>>>(c, a, b, rows, cols, inner, stages);
}
