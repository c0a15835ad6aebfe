// What the chapter's copies and transposes move below the SMs, and the float4 transpose with fewer blocks at a time.
// Run: ./course bench coalescing --experiment transpose_traffic
#include <map>
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

int attribute(cudaDeviceAttr which) {
  int device = 0, value = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&value, which, device);
  return value;
}

int blocks_that_fit(Kernel* kernel, dim3 block, int shared_bytes) {
  int fit = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, int(block.x * block.y), std::size_t(shared_bytes));
  return fit;
}

// Shared memory that nobody uses, so that no more than `wanted` blocks fit into an SM at a time; 0: as many as can.
int shared_for(Kernel* kernel, dim3 block, int wanted) {
  if (harness::dry_run() || wanted == 0) return 0;
  constexpr int reserved = 1024;  // of each block's, by CUDA
  const int all = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  const int bytes = std::min(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), (all / wanted - reserved) / 128 * 128);
  experiments::must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "shared memory");
  const int fit = blocks_that_fit(kernel, block, bytes);
  if (fit != wanted) throw std::runtime_error("the blocks that fit are " + std::to_string(fit));
  return bytes;
}

// L1 and shared memory are one piece. Small: an L1 as if all that can be were shared memory, which makes it the same with
// few blocks, that are given much of it, and with many, that are given none.
enum class L1 { large, small };

void prefer(Kernel* kernel, L1 l1) {
  static std::map<Kernel*, L1> now;  // no call where nothing changes: it would be timed
  if (const auto found = now.find(kernel); found != now.end() && found->second == l1) return;
  now[kernel] = l1;
  const int carveout = l1 == L1::small ? int(cudaSharedmemCarveoutMaxShared) : int(cudaSharedmemCarveoutDefault);
  experiments::must(
      cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carveout), "preferring an L1");
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
  const int sms = attribute(cudaDevAttrMultiProcessorCount);
  const auto add = [&](const char* kernel, dim3 block, int blocks_per_sm, L1 l1, int side, auto run) {
    const std::string shape = std::to_string(block.x) + "x" + std::to_string(block.y);
    all.push_back({{{"kernel", kernel}, {"block", shape}, {"blocks_per_sm", blocks_per_sm},
                       {"l1", l1 == L1::small ? "small" : "large"}, {"side", side}, {"sms", sms}},
        2l * side * side / 8, [=] { run(out->get(), in->get(), side); }});
  };
  const auto transpose = [&](const char* name, Kernel* kernel, dim3 block, int tile, int side, int wanted = 0,
                             L1 l1 = L1::large) {
    must_transpose(kernel, block, tile);
    const int shared = shared_for(kernel, block, wanted);
    add(name, block, blocks_that_fit(kernel, block, shared), l1, side, [=](float* to, const float* from, int n) {
      prefer(kernel, l1);
      launch(kernel, block, tile, shared, to, from, n);
    });
  };
  for (const int side : {big, odd}) {
    add("copy", 256, 0, L1::large, side, [](float* to, const float* from, int n) { load_aligned(to, from, n, n); });
    add("shifted copy", 256, 0, L1::large, side,
        [](float* to, const float* from, int n) { load_shifted(to, from, n, n); });
    for (const dim3 block : {dim3(32, 8), dim3(8, 32)}) {
      transpose("naive", transpose_naive_kernel, block, 1, side);
      transpose("naive, loads columns", load_columns_kernel, block, 1, side);
    }
    for (const dim3 block : {dim3(16, 16), dim3(32, 2), dim3(32, 4), dim3(32, 8), dim3(32, 16), dim3(32, 32)})
      transpose("float4", transpose_vectorized_kernel, block, 4, side);
  }
  const auto those_in_question = [&](int side, int wanted, L1 l1) {
    transpose("naive", transpose_naive_kernel, dim3(8, 32), 1, side, wanted, l1);
    transpose("float4", transpose_vectorized_kernel, dim3(32, 8), 4, side, wanted, l1);
    transpose("float4", transpose_vectorized_kernel, dim3(16, 16), 4, side, wanted, l1);
  };
  for (const int wanted : {0, 4, 3, 2, 1}) those_in_question(big, wanted, L1::small);
  for (const int side : others) those_in_question(side, 0, L1::large);
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
