// The labs' solutions beside the ways that they replace: times, and what each moves between SM, L1, L2 and DRAM.
// Run: ./course bench caches --experiment labs_traffic
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/06-caches/ways.cuh"
#include "tests/common/memory_traffic.hpp"

namespace {

using experiments::must;

std::vector<experiments::Work> list() {
  const bool dry = harness::dry_run();
  const std::size_t most = dry ? std::size_t(1) << 16 : std::size_t(1) << 28;  // floats: 1 GiB
  const auto in = std::make_shared<harness::DeviceBuffer<float>>(most, "in");
  const auto out = std::make_shared<harness::DeviceBuffer<float>>(most, "out");
  const auto few = std::make_shared<harness::DeviceBuffer<float>>(std::size_t(1) << 19, "few");
  must(cudaMemset(in->get(), 0, most * sizeof(float)), "clearing");
  std::vector<experiments::Work> all;
  // sectors: different ones that are loaded and stored.
  const auto add = [&](const char* lab, const std::string& way, int rows, int cols, long floats, auto run) {
    all.push_back({{{"lab", lab}, {"way", way}, {"rows", rows}, {"cols", cols}}, floats / 8,
        [=] { run(out->get(), in->get(), few->get(), rows, cols); }});
  };
  const int side = dry ? 64 : 8192;
  const long square = long(side) * side;
  add("column_loads_or_stores", "scattered stores", side, side, 2 * square,
      [](float* to, const float* from, float*, int r, int c) { transpose_naive(to, from, r, c); });
  add("column_loads_or_stores", "scattered loads", side, side, 2 * square,
      [](float* to, const float* from, float*, int r, int c) { column_loads_or_stores(to, from, r, c); });

  for (const int pixels : {dry ? 256 : 1 << 20, dry ? 512 : 1 << 21, dry ? 1024 : 1 << 24}) {
    const auto planes = [&](const char* way, auto run) {
      add("full_sectors", way, 4, pixels, 8l * pixels,
          [run](float* to, const float* from, float*, int, int c) { run(to, from, c); });
    };
    planes("a plane at a time", ways::planes_in_turn);
    planes("a plane at a time, in chunks", ways::planes_in_chunks);
    planes("four stores a thread", ways::four_stores);
    planes("whole pixels", full_sectors);
  }

  for (const auto& [rows, cols] : {std::pair{dry ? 64 : 16896, dry ? 64 : 4096}, std::pair{dry ? 32 : 67584, 1024},
           std::pair{dry ? 128 : 270336, 256}}) {
    const auto sums = [&](const char* way, auto run) {
      add("row_sums", way, rows, cols, long(rows) * cols,
          [run](float* to, const float* from, float*, int r, int c) { run(to, from, r, c); });
    };
    sums("a thread a row", row_sums_by_thread);
    sums("a thread a row, every eighth float first", ways::sums_out_of_turn);
    sums("a thread a row, by float4", ways::sums_by_float4);
    sums("a warp a row", row_sums);
  }

  for (const dim3 block : {dim3(256, 1), dim3(128, 2), dim3(64, 4), dim3(64, 8), dim3(32, 4), dim3(32, 8), dim3(32, 16),
           dim3(32, 32), dim3(16, 16), dim3(8, 32), dim3(128, 8)})
    add("blocked_stencil", std::to_string(block.x) + "x" + std::to_string(block.y), side, side, 2 * square,
        [block](float* to, const float* from, float*, int r, int c) { ways::cross(to, from, r, c, block); });

  const int rows = dry ? 16 : 65536, cols = dry ? 512 : 4096;
  const long all_rows = long(rows) * cols;
  add("l2_chunks", "all rows, and again", rows, cols, 2 * all_rows,
      [](float* to, const float* from, float* most_of, int r, int c) { ways::in_chunks(to, most_of, from, r, c, r); });
  add("l2_chunks", "chunks of 8 MiB", rows, cols, 2 * all_rows,
      [](float* to, const float* from, float* most_of, int r, int c) { l2_chunks(to, most_of, from, r, c); });
  add("l2_chunks", "a row at a time, in one kernel", rows, cols, 2 * all_rows,
      [](float* to, const float* from, float* most_of, int r, int c) { ways::row_at_a_time(to, most_of, from, r, c); });
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
