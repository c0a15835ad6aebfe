// The 32×32 tile with rows of 32, 33, 34 and 36 floats, and swizzled: shared memory, blocks an SM, time.
// Run: ./course bench bank --experiment padding
#include <vector>

#include "tests/02-bank-conflicts/matrices.cuh"

namespace {

constexpr int side = 32;

// Where element (y, x) of the tile lies. `pad` floats follow each row; -1 stands for the swizzle.
template <int pad>
__device__ int place(int y, int x) {
  return pad < 0 ? y * side + (x ^ y) : y * (side + pad) + x;
}

template <int pad>
__global__ void transpose_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[side * (side + (pad < 0 ? 0 : pad))];
  const int col = blockIdx.x * side + threadIdx.x, row = blockIdx.y * side + threadIdx.y;
  if (row < rows && col < cols) tile[place<pad>(threadIdx.y, threadIdx.x)] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * side + threadIdx.y, out_col = blockIdx.y * side + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[place<pad>(threadIdx.x, threadIdx.y)];
}

template <int pad>
void measure(const char* layout, experiments::Matrices& matrices, double copy_ms, harness::Rows& rows_out) {
  const auto transpose = [](float* out, const float* in, int rows, int cols) {
    const dim3 grid((cols + side - 1) / side, (rows + side - 1) / side);
    transpose_kernel<pad><<<grid, dim3(side, side)>>>(out, in, rows, cols);
  };
  const harness::Timing time = matrices.time(transpose, layout);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, transpose_kernel<pad>);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transpose_kernel<pad>, side * side, 0);
  rows_out.add({{"layout", layout}, {"shape", matrices.shape()}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms},
      {"q3_ms", time.q3_ms}, {"copy_ms", copy_ms}, {"shared_bytes", attributes.sharedSizeBytes},
      {"blocks_per_sm", blocks}, {"sms", experiments::attribute(cudaDevAttrMultiProcessorCount)},
      {"clock_mhz", experiments::attribute(cudaDevAttrClockRate) / 1000}});
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median; block 32×32, one element a thread; clock_mhz: the highest the device reports";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows_out) {
    std::vector<std::pair<int, int>> shapes = {
        {512, 2048}, {1024, 1024}, {2048, 2048}, {4096, 4096}, {8192, 8192}, {16384, 16384}};
    if (harness::dry_run()) shapes = {{64, 96}};
    for (const auto [rows, cols] : shapes) {
      experiments::Matrices matrices(rows, cols);
      const double copy_ms = matrices.time_copy().median_ms;
      measure<0>("pad 0", matrices, copy_ms, rows_out);
      measure<1>("pad 1", matrices, copy_ms, rows_out);
      measure<2>("pad 2", matrices, copy_ms, rows_out);
      measure<4>("pad 4", matrices, copy_ms, rows_out);
      measure<-1>("swizzle", matrices, copy_ms, rows_out);
    }
  });
}
