// Transposes of sides that are no multiples of four: transpose_fast, and one that stores whole sectors.
// Run: ./course bench bank --experiment odd
#include <utility>
#include <vector>

#include "tests/02-bank-conflicts/matrices.cuh"
#include "tests/02-bank-conflicts/whole_sectors.cuh"

namespace solution {
#include "solutions/02-bank-conflicts/transpose_fast.cu"
}

namespace {

using namespace experiments;

struct Variant {
  const char *name, *tile;
  int threads, elements, blocks;  // blocks: of an SM at least; 0: as the compiler likes
  const void* kernel;
  void (*transpose)(float* out, const float* in, int rows, int cols);
};
const Variant variants[] = {
    {"transpose_fast", "", 0, 0, 0, nullptr, solution::transpose_fast},
    {"whole sectors", "64x64", 256, 16, 0, (const void*)whole_sectors_kernel<64, 64, 256, 1, false>,
        whole_sectors<64, 64, 256, 1, false>},
    {"whole sectors", "64x64", 128, 32, 0, (const void*)whole_sectors_kernel<64, 64, 128, 1, false>,
        whole_sectors<64, 64, 128, 1, false>},
    {"whole sectors", "128x32", 128, 32, 0, (const void*)whole_sectors_kernel<128, 32, 128, 1, false>,
        whole_sectors<128, 32, 128, 1, false>},
    {"whole sectors", "128x64", 256, 32, 0, (const void*)whole_sectors_kernel<128, 64, 256, 1, false>,
        whole_sectors<128, 64, 256, 1, false>},
    {"whole sectors", "128x64", 512, 16, 0, (const void*)whole_sectors_kernel<128, 64, 512, 1, false>,
        whole_sectors<128, 64, 512, 1, false>},
    {"whole sectors", "128x64", 256, 32, 3, (const void*)whole_sectors_kernel<128, 64, 256, 3, false>,
        whole_sectors<128, 64, 256, 3, false>},
    {"whole sectors", "128x64", 256, 32, 4, (const void*)whole_sectors_kernel<128, 64, 256, 4, false>,
        whole_sectors<128, 64, 256, 4, false>},
    {"whole sectors", "128x64", 256, 32, 5, (const void*)whole_sectors_kernel<128, 64, 256, 5, false>,
        whole_sectors<128, 64, 256, 5, false>},
    {"whole sectors, past L1", "128x64", 256, 32, 4, (const void*)whole_sectors_kernel<128, 64, 256, 4, true>,
        whole_sectors<128, 64, 256, 4, true>},
};

}  // namespace

int main(int argc, char** argv) {
  const char* method = "CUDA events, cold L2, median; a variant's tile is rows x columns of in";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows_out) {
    const std::vector<std::pair<int, int>> shapes =
        harness::dry_run() ? std::vector<std::pair<int, int>>{{65, 143}, {1, 3}}
                           : std::vector<std::pair<int, int>>{{2047, 2049}, {4095, 4097}, {8191, 8193}, {8193, 8191},
                                 {8190, 8190}, {8192, 8192}, {16383, 16385}};
    for (const auto& [rows, cols] : shapes) {
      Matrices matrices(rows, cols);
      const double copy_ms = matrices.time_copy().median_ms;
      for (const Variant& variant : variants) {
        const harness::Timing time = matrices.time(variant.transpose, variant.name);
        cudaFuncAttributes found{};
        if (variant.kernel) cudaFuncGetAttributes(&found, variant.kernel);
        rows_out.add({{"variant", variant.name}, {"tile", variant.tile}, {"threads", variant.threads},
            {"elements", variant.elements}, {"blocks", variant.blocks}, {"registers", found.numRegs},
            {"shape", matrices.shape()}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
            {"copy_ms", copy_ms}, {"copy_share", copy_ms / time.median_ms}});
      }
    }
  });
}
