// One kernel, compiled with other __launch_bounds__: registers, spilled bytes, blocks that fit, time.
// Run: ./course bench latency --experiment bounds

#include "tests/07-latency/ring.cuh"

namespace {

constexpr int threads = 256, kept = 64;

// Keeps 64 numbers in registers, and turns all of them over again and again. `blocks`: how many shall fit into an SM.
template <int blocks>
__global__ void __launch_bounds__(threads, blocks) bounds_kernel(float* out, const float* in, int turns) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x), step = int(gridDim.x * blockDim.x);
  float number[kept];
#pragma unroll
  for (int k = 0; k < kept; ++k) number[k] = in[i + k * step];
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < kept; ++k) number[k] = fmaf(number[k], number[(k + 7) % kept], number[(k + 29) % kept]);
  }
#pragma unroll
  for (int k = 0; k < kept; ++k) out[i + k * step] = number[k];
}

template <int blocks>
void measure(harness::Rows& rows) {
  const bool dry = harness::dry_run();
  cudaFuncAttributes attributes{};
  int fit = blocks, sms = 2;
  if (!dry) {
    cudaFuncGetAttributes(&attributes, bounds_kernel<blocks>);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, bounds_kernel<blocks>, threads, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  }
  const int grid = sms * (dry ? 1 : 24);  // whole waves for 1, 2, 3, 4, 6, 8 blocks an SM
  const harness::DeviceBuffer<float> in(std::size_t(grid) * threads * kept, "in"), out(in.size(), "out");
  cudaMemset(in.get(), 0, in.size() * 4);
  const auto stopwatch = harness::device_stopwatch();
  for (const int turns : {0, 16, 256}) {
    const harness::Timing time = harness::measure(*stopwatch,
        [&] { bounds_kernel<blocks><<<grid, threads>>>(out.get(), in.get(), dry ? 1 : turns); }, {.max_total_ms = 60});
    rows.add({{"asked", blocks}, {"turns", turns}, {"registers", attributes.numRegs},
        {"local_bytes", attributes.localSizeBytes}, {"blocks_per_sm", fit}, {"grid", grid},
        {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples}});
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median and quartiles; registers and local memory from cudaFuncGetAttributes, blocks from"
      " cudaOccupancyMaxActiveBlocksPerMultiprocessor; 24 blocks of 256 threads an SM";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    measure<1>(rows);
    measure<2>(rows);
    measure<3>(rows);
    measure<4>(rows);
    measure<6>(rows);
    measure<8>(rows);
  });
}
