// Ways to a transpose at the speed of a copy: tiles, elements a thread, cache hints, the order of the blocks.
// Run: ./course bench bank --experiment fast
#include <vector>

#include "tests/02-bank-conflicts/fast_kernels.cuh"
#include "tests/02-bank-conflicts/matrices.cuh"

namespace {

using namespace experiments;

// The variant `name`, where its tiles fit into the matrix without a rest.
template <typename Variant>
void measure(const char* name, Matrices& matrices, double copy_ms, harness::Rows& rows_out) {
  const harness::Timing time = matrices.time(Variant::launch, name);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Variant::kernel(), Variant::threads, 0);
  rows_out.add({{"variant", name},
      {"tile", std::to_string(Variant::tile_rows) + "x" + std::to_string(Variant::tile_cols)},
      {"threads", Variant::threads}, {"elements", Variant::tile_rows * Variant::tile_cols / Variant::threads},
      {"warps_per_sm", blocks * Variant::threads / 32}, {"shape", matrices.shape()}, {"median_ms", time.median_ms},
      {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"copy_ms", copy_ms}, {"copy_share", copy_ms / time.median_ms}});
}

void all(Matrices& matrices, harness::Rows& rows_out) {
  const double copy_ms = matrices.time_copy().median_ms;
  const auto run = [&](auto variant, const char* name) {
    measure<decltype(variant)>(name, matrices, copy_ms, rows_out);
  };
  run(Scalar<32, 4>{}, "one float at a time, 4 a thread");
  run(Scalar<64, 16>{}, "one float at a time, 16 a thread");
  run(Quads<32, 32, 1>{}, "float4");
  run(Quads<32, 64, 1>{}, "float4");
  run(Quads<64, 32, 1>{}, "float4");
  run(Quads<64, 64, 1>{}, "float4");
  run(Quads<64, 64, 2>{}, "float4");
  run(Quads<64, 128, 1>{}, "float4");
  run(Quads<128, 64, 1>{}, "float4");
  run(Quads<64, 128, 2>{}, "float4");
  run(Quads<128, 64, 2>{}, "float4");
  run(Quads<64, 64, 1, Hints::streaming>{}, "float4, streaming");
  run(Quads<64, 64, 1, Hints::streaming_stores>{}, "float4, streaming stores");
  run(Quads<64, 64, 1, Hints::none, 4>{}, "float4, blocks in bands of 4");
  run(Quads<64, 64, 1, Hints::none, 16>{}, "float4, blocks in bands of 16");
  run(Quads<64, 64, 1, Hints::none, down>{}, "float4, blocks down the columns");
  run(Quads<64, 64, 2, Hints::none, down>{}, "float4, blocks down the columns");
  run(Quads<64, 128, 1, Hints::none, down>{}, "float4, blocks down the columns");
  run(Quads<128, 64, 1, Hints::none, down>{}, "float4, blocks down the columns");
  run(Quads<64, 128, 2, Hints::none, down>{}, "float4, blocks down the columns");
  run(Quads<128, 64, 2, Hints::none, down>{}, "float4, blocks down the columns");
  run(Quads<32, 32, 1, Hints::none, down>{}, "float4, blocks down the columns");
}

}  // namespace

int main(int argc, char** argv) {
  const char* method = "CUDA events, cold L2, median; a variant's tile is rows x columns of in";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows_out) {
    for (const int side : harness::dry_run() ? std::vector{256} : std::vector{2048, 4096, 8192, 16384}) {
      Matrices matrices(side, side);
      all(matrices, rows_out);
    }
  });
}
