// Whole calls of v14 on 1, 2, 4, … GPUs of one host: speed-up, and what each step takes.
// Run: ./course bench entropy --experiment devices
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/whole_call.cuh"

namespace solutions::v7 {
#include "solutions/05-entropy/entropy_v7.cu"
}

namespace {

using namespace experiments;

void time_devices(harness::Rows& rows) {
  const int all = harness::dry_run() ? 4 : harness::devices();
  harness::set_devices(all);  // on sim as many as one likes
  const std::vector<int> sides = harness::dry_run() ? std::vector{416} : std::vector{2560, 10240, 40000};
  for (const int side : sides)
    for (const bool pinned : {false, true}) {
      const HostGrids grids(side, side, pinned);
      double one_ms = 0;
      for (int devices = 1; devices <= all && devices <= steps::most_devices; devices *= 2) {
        steps::devices = devices;
        steps::filter = solutions::v7::entropy_v7;
        const auto call = [&] {
          solutions::v14::entropy_v14(grids.out(), grids.in(), side, side, steps::compute, solutions::v12::entropy_v12);
        };
        const WholeCall found = time_whole(std::to_string(devices) + " devices", grids, call, rules_for(grids.cells()));
        if (devices == 1) one_ms = found.whole.median_ms;
        add_row(rows, {{"devices", devices}, {"speed_up", one_ms / found.whole.median_ms}}, grids, found);
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock round the call, medians; its steps in calls of their own, each step waited for, of the device that "
      "takes longest; v14 sees only so many devices; the host's pages were touched before",
      time_devices);
}
