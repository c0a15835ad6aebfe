// Times reading whole objects in random order on the CPU: layouts × sizes.
// Run: ./course bench aos-soa --experiment cpu_random
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/03-aos-soa/cpu_loops.hpp"

namespace {

using Ints = std::vector<int>;

// Every number below count once, in random order.
std::vector<std::uint32_t> shuffled(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937_64 random(3);
  for (std::size_t i = count - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
  return order;
}

// How the next object is found. known: all indices lie there beforehand, so a core can fetch several objects at once.
// chained: where the next one is depends on what was read, so it cannot.
enum class Order { known, chained };

// The sum of all fields of the objects that order[first … last-1] names.
template <typename Field>
int sum(const std::vector<std::uint32_t>& order, std::size_t first, std::size_t last, Order how, const Field& field) {
  int sum = 0;
  std::uint32_t before = 0;
  for (std::size_t k = first; k < last; ++k) {
    const std::size_t i = order[k] ^ (how == Order::chained ? before : 0);
    const int a = field(i, 0), b = field(i, 1), c = field(i, 2), d = field(i, 3);
    sum += a + b + c + d;
    before = std::uint32_t(a & b & c & d & 1) ^ 1u;  // every field is 1, so this is 0; the core has to wait to know
  }
  return sum;
}

struct Way {
  std::string order;
  Order how;
  int threads;
};

void pick(harness::Rows& rows) {
  const int all = omp_get_num_procs();
  for (std::size_t bytes = 16 * 1024; bytes <= std::size_t(1) << (harness::dry_run() ? 20 : 30); bytes *= 4) {
    const std::size_t objects = bytes / sizeof(Item), apart = objects + 80;
    const Ints ints(4 * apart, 1);
    std::vector<std::uint32_t> order = shuffled(objects);
    order.resize(std::min<std::size_t>(objects, 1 << 20));
    const int* const data = ints.data();
    const auto time = [&](const std::string& layout, const auto& field) {
      for (const Way& way :
          {Way{"known", Order::known, 1}, Way{"known", Order::known, all}, Way{"chained", Order::chained, 1}}) {
        if (way.threads > 1 && bytes < 1 << 20) continue;
        const std::size_t passes = std::max<std::size_t>(1, (std::size_t(way.threads) << 18) / order.size());
        int total = 0;
        harness::CpuStopwatch stopwatch;
        const harness::TimingRules rules{
            .warm_up = 1, .min_samples = 7, .max_samples = 40, .max_total_ms = 200, .noise = 0.01};
        const harness::Timing found = harness::measure(
            stopwatch,
            [&] {
#pragma omp parallel num_threads(way.threads) reduction(+ : total)
              {
                const std::size_t me = std::size_t(omp_get_thread_num()), team = std::size_t(way.threads);
                for (std::size_t pass = 0; pass < passes; ++pass)
                  total += sum(order, order.size() * me / team, order.size() * (me + 1) / team, way.how, field);
              }
            },
            rules);
        if (total == 0) throw std::runtime_error("nothing was read");
        const double reads = double(order.size()) * double(passes);
        rows.add({{"layout", layout}, {"order", way.order}, {"threads", way.threads == 1 ? "one" : "all"},
            {"thread_count", way.threads}, {"bytes", bytes}, {"objects", objects}, {"picked", order.size()},
            {"median_ms", found.median_ms / double(passes)}, {"q1_ms", found.q1_ms / double(passes)},
            {"q3_ms", found.q3_ms / double(passes)}, {"samples", found.samples},
            {"ns_per_object", found.median_ms * 1e6 / reads}});
      }
    };
    time("aos", [=](std::size_t i, std::size_t field) { return data[4 * i + field]; });
    time("soa", [=](std::size_t i, std::size_t field) { return data[field * apart + i]; });
    time("aosoa", [=](std::size_t i, std::size_t field) { return data[i / 32 * 128 + field * 32 + i % 32]; });
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "steady_clock, median of a pass over the objects picked; indices are read in order besides", pick);
}
