// What CUDA's own API says of how many blocks fit into an SM: kernels of many registers, blocks and shared memories.
// Run: ./course bench latency --experiment occupancy_answers
#include "tests/07-latency/ring.cuh"

namespace {

// Needs more registers than it is given, whatever it is given; the compiler then takes as many as it may.
template <int registers>
#ifndef __SIMTCC__
__maxnreg__(registers)
#endif
    __global__ void greedy_kernel(float* out, const float* in, int turns) {
  constexpr int kept = registers < 64 ? registers : registers < 200 ? registers + 8 : 240;
  float number[kept];
#pragma unroll
  for (int k = 0; k < kept; ++k) number[k] = in[threadIdx.x * kept + k];
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < kept; ++k) number[k] = fmaf(number[k], number[(k + 7) % kept], number[(k + 13) % kept]);
  }
#pragma unroll
  for (int k = 0; k < kept; ++k) out[threadIdx.x * kept + k] = number[k];
}

template <int registers>
void ask(harness::Rows& rows) {
  const auto kernel = greedy_kernel<registers>;
  cudaFuncAttributes attributes{};
  if (!harness::dry_run()) {
    cudaFuncGetAttributes(&attributes, kernel);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  }
  for (const int threads : {1, 31, 32, 33, 64, 96, 100, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512,
           544, 576, 640, 672, 704, 736, 768, 800, 832, 896, 960, 992, 1000, 1023, 1024})
    for (const int shared :
        {0, 1, 127, 128, 129, 1024, 3000, 6144, 6272, 8192, 10240, 15360, 16384, 20480, 24576, 32768, 37632, 49152,
            57344, 57345, 65536, 75776, 76800, 100000, 115712, 115713, 150000, 166912, 200000, 232448}) {
      // One of five, without an order.
      if ((unsigned(threads) * 2654435761u ^ unsigned(shared) * 2246822519u ^ unsigned(registers) * 3266489917u) /
          65536 % 5)
        continue;
      int fit = 0;
      if (!harness::dry_run())
        if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, std::size_t(shared)) != cudaSuccess)
          throw harness::DeviceError("the occupancy is not told");
      rows.add({{"registers", attributes.numRegs}, {"threads", threads},
          {"shared", std::int64_t(shared) + std::int64_t(attributes.sharedSizeBytes)}, {"blocks", fit}});
    }
}

template <int... registers>
void ask_all(harness::Rows& rows) {
  (ask<registers>(rows), ...);
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor; registers: what cudaFuncGetAttributes says of kernels compiled "
      "with"
      " __maxnreg__; shared: static and dynamic bytes a block; 0 blocks: not one fits";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
#ifdef __SIMTCC__
    ask_all<16>(rows);
#else
    ask_all<16, 24, 32, 33, 40, 41, 48, 56, 64, 65, 72, 80, 88, 96, 97, 112, 128, 129, 144, 160, 168, 192, 200, 224, 255>(
        rows);
#endif
  });
}
