// The lab l2_chunks with chunks of many sizes: what the second kernel still finds in L2, and what that is worth.
// Run: ./course bench caches --experiment chunks
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/06-caches/ways.cuh"
#include "tests/common/memory_traffic.hpp"

namespace {

std::vector<experiments::Work> list() {
  const bool dry = harness::dry_run();
  const int cols = dry ? 256 : 4096, mib = (1 << 20) / int(cols * sizeof(float));  // rows of a MiB
  const int rows = dry ? 64 : 1024 * mib;
  const std::size_t count = std::size_t(rows) * cols;
  const auto in = std::make_shared<harness::DeviceBuffer<float>>(count, "in");
  const auto out = std::make_shared<harness::DeviceBuffer<float>>(count, "out");
  const auto largest = std::make_shared<harness::DeviceBuffer<float>>(std::size_t(rows), "largest");
  experiments::must(cudaMemset(in->get(), 0, count * sizeof(float)), "clearing");
  std::vector<experiments::Work> all;
  for (const int chunk : {1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 256, 1024})
    all.push_back({{{"chunk_mib", chunk}}, long(2 * count / 8), [=] {
                     const int some = dry ? chunk : chunk * mib;
                     ways::in_chunks(out->get(), largest->get(), in->get(), rows, cols, some);
                   }});
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
