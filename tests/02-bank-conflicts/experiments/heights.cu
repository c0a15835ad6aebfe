// Tiles 32 floats wide and 8 to 64 tall, one to sixteen elements a thread: what a block's shape is worth.
// Run: ./course bench bank --experiment heights
#include "tests/02-bank-conflicts/matrices.cuh"

namespace {

constexpr int width = 32;  // of a tile, in columns of in

// The padding that keeps a column of a tile of this height, cut into warps, in 32 different banks: lanes step through
// `height` rows and then go on to the next column, so rows must be 32 / height banks apart.
template <int height>
constexpr int pad = height >= 32 ? 1 : 32 / height;

template <int height, int elements>
__global__ void transpose_kernel(float* out, const float* in, int rows, int cols) {
  constexpr int threads = width * height / elements;
  __shared__ float tile[height][width + pad<height>];
  const int col0 = blockIdx.x * width, row0 = blockIdx.y * height;
#pragma unroll
  for (int i = threadIdx.x; i < width * height; i += threads) {
    const int y = i / width, x = i % width;
    if (row0 + y < rows && col0 + x < cols) tile[y][x] = in[(row0 + y) * cols + col0 + x];
  }
  __syncthreads();
#pragma unroll
  for (int i = threadIdx.x; i < width * height; i += threads) {
    const int y = i / height, x = i % height;
    if (col0 + y < cols && row0 + x < rows) out[(col0 + y) * rows + row0 + x] = tile[x][y];
  }
}

template <int height, int elements>
void measure(experiments::Matrices& matrices, double copy_ms, harness::Rows& rows_out) {
  constexpr int threads = width * height / elements;
  const auto transpose = [](float* out, const float* in, int rows, int cols) {
    const dim3 grid((cols + width - 1) / width, (rows + height - 1) / height);
    transpose_kernel<height, elements><<<grid, threads>>>(out, in, rows, cols);
  };
  const std::string tile = std::to_string(height) + "x" + std::to_string(width);
  const harness::Timing time = matrices.time(transpose, tile);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transpose_kernel<height, elements>, threads, 0);
  rows_out.add({{"tile", tile}, {"elements", elements}, {"threads", threads}, {"warps_per_sm", blocks * threads / 32},
      {"shape", matrices.shape()}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
      {"copy_ms", copy_ms}});
}

}  // namespace

int main(int argc, char** argv) {
  const char* method = "CUDA events, cold L2, median; tiles are height × 32, padded so that no request conflicts";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows_out) {
    const int side = harness::dry_run() ? 128 : 8192;
    experiments::Matrices matrices(side, side);
    const double copy_ms = matrices.time_copy().median_ms;
    measure<8, 1>(matrices, copy_ms, rows_out);
    measure<8, 2>(matrices, copy_ms, rows_out);
    measure<8, 4>(matrices, copy_ms, rows_out);
    measure<16, 1>(matrices, copy_ms, rows_out);
    measure<16, 2>(matrices, copy_ms, rows_out);
    measure<16, 4>(matrices, copy_ms, rows_out);
    measure<16, 8>(matrices, copy_ms, rows_out);
    measure<32, 1>(matrices, copy_ms, rows_out);
    measure<32, 2>(matrices, copy_ms, rows_out);
    measure<32, 4>(matrices, copy_ms, rows_out);
    measure<32, 8>(matrices, copy_ms, rows_out);
    measure<64, 2>(matrices, copy_ms, rows_out);
    measure<64, 4>(matrices, copy_ms, rows_out);
    measure<64, 8>(matrices, copy_ms, rows_out);
    measure<64, 16>(matrices, copy_ms, rows_out);
  });
}
