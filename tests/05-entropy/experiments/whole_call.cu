// Whole calls of v0 … v9 and v14 on one GPU, from the host's memory to the host's memory: allocation, copies, kernel.
// Run: ./course bench entropy --experiment whole_call
#include "tests/05-entropy/whole_call.cuh"

namespace solutions {
namespace v0 {
#include "solutions/05-entropy/entropy_v0.cu"
}
namespace v1 {
#include "solutions/05-entropy/entropy_v1.cu"
}
namespace v2 {
#include "solutions/05-entropy/entropy_v2.cu"
}
namespace v3 {
#include "solutions/05-entropy/entropy_v3.cu"
}
namespace v4 {
#include "solutions/05-entropy/entropy_v4.cu"
}
namespace v5 {
#include "solutions/05-entropy/entropy_v5.cu"
}
namespace v6 {
#include "solutions/05-entropy/entropy_v6.cu"
}
namespace v7 {
#include "solutions/05-entropy/entropy_v7.cu"
}
namespace v8 {
#include "solutions/05-entropy/entropy_v8.cu"
}
namespace v9 {
#include "solutions/05-entropy/entropy_v9.cu"
}
}  // namespace solutions

namespace {

using namespace experiments;

struct Version {
  const char* name;
  Entropy* filter;
};
const std::vector<Version> versions = {
    {"v0", solutions::v0::entropy_v0}, {"v1", solutions::v1::entropy_v1}, {"v2", solutions::v2::entropy_v2}, {"v3", solutions::v3::entropy_v3},
    {"v4", solutions::v4::entropy_v4}, {"v5", solutions::v5::entropy_v5}, {"v6", solutions::v6::entropy_v6}, {"v7", solutions::v7::entropy_v7},
    {"v8", solutions::v8::entropy_v8}, {"v9", solutions::v9::entropy_v9}, {"v14", solutions::v7::entropy_v7},
};

// What a call does is what v14 does for a band, and the band is the whole grid. v14 itself decides first whether the GPU
// is worth it.
void call(const Version& version, const HostGrids& grids) {
  steps::filter = version.filter;
  if (std::string(version.name) == "v14")
    return solutions::v14::entropy_v14(grids.out(), grids.in(), grids.rows(), grids.cols(), steps::compute, solutions::v12::entropy_v12);
  must(solutions::v14::filter_band(grids.out(), grids.in(), grids.rows(), grids.cols(), 0, grids.rows(), steps::compute), version.name);
}

void time_calls(harness::Rows& rows) {
  // 46336 is the largest multiple of 32 whose square is below 2^31. There, three versions will do.
  const std::vector<int> sides = harness::dry_run() ? std::vector{96} : std::vector{400, 2560, 10240, 46336};
  for (const int side : sides)
    for (const bool pinned : {false, true}) {
      const HostGrids grids(side, side, pinned);
      for (const Version& version : versions) {
        const std::string name = version.name;
        if (side > 40000 && name != "v0" && name != "v7" && name != "v14") continue;
        add_row(rows, {{"version", name}}, grids, time_whole(name, grids, [&] { call(version, grids); }, rules_for(grids.cells())));
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
