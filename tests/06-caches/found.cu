// The labs' solutions and what they replace, a launch each, at sizes that the simulator plays in seconds: what they find.
// Run: simtcc found.cu -o found && SIMT_CACHES=h200 SIMT_REPORT=found.json ./found
// On a GPU: python3 tests/simt/caches/measure.py --out data/06-caches/found/nvidia-h200.csv tests/06-caches/found.cu
#include "../simt/calibration/calibration.cuh"
#include "ways.cuh"

int main() {
  constexpr int side = 1024, pixels = 1 << 21, rows = 67584, cols = 64;
  const std::size_t most = 4 * std::size_t(pixels);
  float *in = zeros<float>(most), *out = zeros<float>(most);
  label("scattered stores");
  transpose_naive(out, in, side, side);
  label("scattered loads");
  column_loads_or_stores(out, in, side, side);
  label("one plane of four");
  ways::plane_kernel<<<pixels / 256, 256>>>(out, in, pixels);
  label("four stores a thread");
  ways::four_stores(out, in, pixels);
  label("whole pixels");
  full_sectors(out, in, pixels);
  label("a thread a row");
  row_sums_by_thread(out, in, rows, cols);
  label("a thread a row, every eighth float first");
  ways::sums_out_of_turn(out, in, rows, cols);
  label("a warp a row");
  row_sums(out, in, rows, cols);
  for (const dim3 block :
      {dim3(256, 1), dim3(128, 2), dim3(64, 4), dim3(16, 16), dim3(32, 8), dim3(32, 16), dim3(32, 32)}) {
    label("cross, %ldx%ld", long(block.x), long(block.y));
    ways::cross(out, in, side, side, block);
  }
  label("a row at a time, in one kernel");
  ways::row_at_a_time(out, out + 2048 * 2048, in, 1024, 2048);
}
