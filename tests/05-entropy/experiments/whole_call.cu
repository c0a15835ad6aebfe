// Whole calls of v0 … v9, v14 and v15 on one GPU, from the host's memory to the host's memory: allocation, copies, kernel.
// Run: ./course bench entropy --experiment whole_call
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/05-entropy/whole_call.cuh"

namespace {

using namespace experiments;

std::vector<GpuVersion> versions() {
  std::vector<GpuVersion> all = gpu_versions;
  all.insert(all.end() - 1, {"v14", solutions::v7::entropy_v7});  // before v15
  return all;
}

// What a call does is what v14 does for a band, and the band is the whole grid. v14 itself decides first whether the GPU
// is worth it.
void call(const GpuVersion& version, const HostGrids& grids) {
  steps::filter = version.filter;
  if (std::string(version.name) == "v14")
    return solutions::v14::entropy_v14(
        grids.out(), grids.in(), grids.rows(), grids.cols(), steps::compute, solutions::v12::entropy_v12);
  must(
      solutions::v14::filter_band(grids.out(), grids.in(), grids.rows(), grids.cols(), 0, grids.rows(), steps::compute),
      version.name);
}

void time_calls(harness::Rows& rows) {
  // 46336 is the largest multiple of 32 whose square is below 2^31. There, three versions will do.
  const std::vector<int> sides = harness::dry_run() ? std::vector{96} : std::vector{400, 2560, 10240, 46336};
  for (const int side : sides)
    for (const bool pinned : {false, true}) {
      const HostGrids grids(side, side, pinned);
      for (const GpuVersion& version : versions()) {
        const std::string name = version.name;
        if (side > 40000 && name != "v0" && name != "v7" && name != "v14" && name != "v15") continue;
        add_row(rows, {{"version", name}}, grids,
            time_whole(name, grids, [&] { call(version, grids); }, rules_for(grids.cells())));
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock round the call, medians; its steps in calls of their own, each step waited for (five medians, so "
      "their sum is not exactly the whole); v14 on one GPU; the host's pages were touched before",
      time_calls);
}
