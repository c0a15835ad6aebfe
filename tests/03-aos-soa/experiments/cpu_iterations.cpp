// Times the iterated add on the CPU, one object's iterations before the next object's turn: layouts × ways of compiling.
// Run: ./course bench aos-soa --experiment cpu_iterations
#include <functional>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/03-aos-soa/cpu_loops.hpp"

namespace {

using Ints = std::vector<int>;

// One layout's loops over `objects` objects, in the ways they are compiled.
struct Version {
  std::string layout, code;
  std::function<void(Ints& out, const Ints& in, long objects, int iterations)> run;
};

Item* items(Ints& ints) { return reinterpret_cast<Item*>(ints.data()); }
const Item* items(const Ints& ints) { return reinterpret_cast<const Item*>(ints.data()); }

template <typename Repeat>
auto aos(Repeat* repeat) {
  return [=](Ints& out, const Ints& in, long objects, int iterations) {
    repeat(items(out), items(in), objects, iterations);
  };
}

// The four arrays stand 320 bytes further apart than they are long, so that they do not crowd into the same lines of L1.
template <typename Repeat>
auto soa(Repeat* repeat) {
  return [=](Ints& out, const Ints& in, long objects, int iterations) {
    int* const o = out.data();
    const int* const s = in.data();
    const long apart = objects + 80;
    repeat(o, o + apart, o + 2 * apart, o + 3 * apart, s, s + apart, s + 2 * apart, s + 3 * apart, objects, iterations);
  };
}

// Four arrays of 1024 ints in one structure: for 1024 objects only.
template <typename Repeat>
auto fixed(Repeat* repeat) {
  return [=](Ints& out, const Ints& in, long objects, int iterations) {
    repeat(reinterpret_cast<FixedArrays*>(out.data()), reinterpret_cast<const FixedArrays*>(in.data()), objects,
        iterations);
  };
}

void iterate(harness::Rows& rows) {
  const std::vector<Version> versions = {{"aos", "scalar", aos(scalar::repeat_aos)},
      {"soa", "scalar", soa(scalar::repeat_soa)}, {"soa_fixed", "scalar", fixed(scalar::repeat_fixed)},
      {"aos", "compiler", aos(compiler::repeat_aos)}, {"soa", "compiler", soa(compiler::repeat_soa)},
      {"soa_fixed", "compiler", fixed(compiler::repeat_fixed)}, {"aos", "promised", aos(promised::repeat_aos)},
      {"soa", "promised", soa(promised::repeat_soa)}, {"soa_fixed", "promised", fixed(promised::repeat_fixed)}};
  for (const long objects : {1024l, 4l * 1024 * 1024})
    for (const int iterations : {1, 2, 4, 16, 64, 256}) {
      if (objects * iterations > (harness::dry_run() ? 16384 : 64l * 1024 * 1024)) continue;
      Ints out(std::size_t(4 * (objects + 80)), 1), in(out.size(), 1);
      for (const Version& version : versions) {
        if (version.layout == "soa_fixed" && objects != 1024) continue;
        const long passes = std::max(1l, 4l * 1024 * 1024 / (objects * iterations));
        harness::CpuStopwatch stopwatch;
        const harness::TimingRules rules{
            .warm_up = 1, .min_samples = 7, .max_samples = 40, .max_total_ms = 200, .noise = 0.01};
        const harness::Timing time = harness::measure(
            stopwatch,
            [&] {
              for (long pass = 0; pass < passes; ++pass) version.run(out, in, objects, iterations);
            },
            rules);
        const double additions = double(objects) * iterations * double(passes);
        rows.add({{"layout", version.layout}, {"code", version.code}, {"objects", objects}, {"iterations", iterations},
            {"passes", passes}, {"median_ms", time.median_ms / double(passes)}, {"q1_ms", time.q1_ms / double(passes)},
            {"q3_ms", time.q3_ms / double(passes)}, {"samples", time.samples},
            {"ns_per_iteration", time.median_ms * 1e6 / additions}});
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "steady_clock, one thread, median; ns of one object's four additions", iterate);
}
