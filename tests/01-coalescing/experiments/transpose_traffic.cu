// What the chapter's copies and transposes move below the SMs, and the float4 transpose with fewer blocks at a time.
// Run: ./course bench coalescing --experiment transpose_traffic
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/common/memory_traffic.hpp"

#include "solutions/01-coalescing/load_aligned.cu"
#include "solutions/01-coalescing/load_shifted.cu"
#include "solutions/01-coalescing/transpose_naive.cu"
#include "solutions/01-coalescing/transpose_vectorized.cu"

namespace {

// The naive transpose with x along a row of `out`: now the stores are neighbours, and the loads are `cols` floats apart.
__global__ void load_columns_kernel(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

using Kernel = void(float*, const float*, int, int);

// Of threads for the whole of a matrix of `side`, one for `tile` × `tile` floats.
void launch(Kernel* kernel, dim3 block, int tile, int shared_bytes, float* out, const float* in, int side) {
  const dim3 grid((side - 1) / (tile * block.x) + 1, (side - 1) / (tile * block.y) + 1);
  kernel<<<grid, block, shared_bytes>>>(out, in, side, side);
}

// Shared memory that nobody uses, so that no more than `wanted` blocks fit into an SM at a time.
int shared_for(Kernel* kernel, dim3 block, int wanted) {
  if (harness::dry_run() || wanted == 0) return 0;
  constexpr int reserved = 1024;  // of each block's, by CUDA
  int all = 0, most = 0, device = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device);
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  const int bytes = std::min(most, (all / wanted - reserved) / 128 * 128);
  experiments::must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "shared memory");
  int fit = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, int(block.x * block.y), bytes);
  if (fit != wanted) throw std::runtime_error("the blocks that fit are " + std::to_string(fit));
  return bytes;
}

void must_transpose(Kernel* kernel, dim3 block, int tile) {
  constexpr int side = 72;
  std::vector<float> numbers(side * side);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = float(i);
  const harness::DeviceBuffer<float> in(numbers, "in"), out(numbers.size(), "out");
  launch(kernel, block, tile, 0, out.get(), in.get(), side);
  experiments::must(cudaDeviceSynchronize(), "transposing");
  const std::vector<float> found = out.download();
  for (int row = 0; row < side; ++row)
    for (int col = 0; col < side; ++col)
      if (found[col * side + row] != numbers[row * side + col]) throw std::runtime_error("that is no transpose");
}

std::vector<experiments::Work> list() {
  const bool dry = harness::dry_run();
  const int big = dry ? 64 : 8192, odd = dry ? 72 : 8224;
  const std::vector<int> others = dry ? std::vector{80} : std::vector{1024, 2048, 4096, 16384};
  const std::size_t most = std::size_t(others.back()) * others.back();
  const auto in = std::make_shared<harness::DeviceBuffer<float>>(most, "in");
  const auto out = std::make_shared<harness::DeviceBuffer<float>>(most, "out");
  experiments::must(cudaMemset(in->get(), 0, most * sizeof(float)), "clearing");
  std::vector<experiments::Work> all;
  const auto add = [&](const char* kernel, dim3 block, int blocks_per_sm, int side, auto run) {
    const std::string shape = std::to_string(block.x) + "x" + std::to_string(block.y);
    all.push_back({{{"kernel", kernel}, {"block", shape}, {"blocks_per_sm", blocks_per_sm}, {"side", side}},
        2l * side * side / 8, [=] { run(out->get(), in->get(), side); }});
  };
  // blocks_per_sm: 0 as many as there is room for.
  const auto transpose = [&](const char* name, Kernel* kernel, dim3 block, int tile, int blocks_per_sm, int side) {
    must_transpose(kernel, block, tile);
    const int shared = shared_for(kernel, block, blocks_per_sm);
    add(name, block, blocks_per_sm, side,
        [=](float* to, const float* from, int n) { launch(kernel, block, tile, shared, to, from, n); });
  };
  for (const int side : {big, odd}) {
    add("copy", 256, 0, side, [](float* to, const float* from, int n) { load_aligned(to, from, n, n); });
    add("shifted copy", 256, 0, side, [](float* to, const float* from, int n) { load_shifted(to, from, n, n); });
    for (const dim3 block : {dim3(32, 8), dim3(8, 32)}) {
      transpose("naive", transpose_naive_kernel, block, 1, 0, side);
      transpose("naive, loads columns", load_columns_kernel, block, 1, 0, side);
    }
    for (const dim3 block : {dim3(16, 16), dim3(32, 2), dim3(32, 4), dim3(32, 8), dim3(32, 16), dim3(32, 32)})
      transpose("float4", transpose_vectorized_kernel, block, 4, 0, side);
  }
  const auto those_in_question = [&](int blocks_per_sm, int side) {
    transpose("naive", transpose_naive_kernel, dim3(8, 32), 1, blocks_per_sm, side);
    transpose("float4", transpose_vectorized_kernel, dim3(32, 8), 4, blocks_per_sm, side);
    transpose("float4", transpose_vectorized_kernel, dim3(16, 16), 4, blocks_per_sm, side);
  };
  for (const int blocks : {6, 4, 3, 2, 1}) those_in_question(blocks, big);
  for (const int side : others) those_in_question(0, side);
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
