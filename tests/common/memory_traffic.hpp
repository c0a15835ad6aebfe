// For experiments: times pieces of work and has ncu count what each moves between SM, L1, L2 and DRAM.
#pragma once

#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/common/ncu.hpp"

namespace experiments {

// The columns of a table, and ncu's metric of each. "sent" is what the SMs ask of L2; an H200's L2 has two halves, and what
// one passes on to the other, and what is filled in from DRAM, is counted again in "all".
struct TrafficColumn {
  const char *name, *metric;
};
inline constexpr TrafficColumn traffic_columns[] = {
    // [columns]
    {"l1_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"l1_load_hits", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"},
    {"l1_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"l2_loads_sent", "lts__t_sectors_srcunit_tex_op_read.sum"},
    {"l2_load_hits", "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"},
    {"l2_store_requests_sent", "lts__t_requests_srcunit_tex_op_write.sum"},
    {"l2_stores_sent", "lts__t_sectors_srcunit_tex_op_write.sum"},
    {"l2_write_requests_all", "lts__t_requests_op_write.sum"},
    {"l2_writes_all", "lts__t_sectors_op_write.sum"},
    {"filled", "lts__d_sectors_fill_device.sum"},
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"dram_write_bytes", "dram__bytes_write.sum"},
    // How busy L1's busiest part is, in per cent of the cycles in which an SM works.
    // (L2's and DRAM's shares would be of the whole stretch, which is longer than its launches.)
    {"l1_busy", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    // [/columns]
};

// A row of the table: what it is, how many different sectors of device memory it touches, the launches it stands for.
struct Work {
  harness::Rows::Row cells;
  long sectors;
  std::function<void()> launch;
};

inline void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

inline constexpr const char* counted_run = "EXPERIMENT_COUNTED";  // in the environment of the program that ncu runs

// Each piece of work once more after a first time, between the two marks that ncu looks for.
inline void run_for_ncu(const std::vector<Work>& all) {
  for (const Work& work : all) {
    work.launch();
    must(cudaDeviceSynchronize(), "a first launch");
    must(cudaProfilerStart(), "cudaProfilerStart");
    work.launch();
    must(cudaDeviceSynchronize(), "a counted launch");
    must(cudaProfilerStop(), "cudaProfilerStop");
  }
}

inline void measure_traffic(const std::vector<Work>& all, harness::Rows& rows) {
  std::vector<std::string> metrics;
  for (const TrafficColumn& column : traffic_columns) metrics.push_back(column.metric);
  std::vector<Counts> counted(all.size());  // all zeros in a dry run
  if (!harness::dry_run()) counted = count_ranges_with_ncu(std::string(counted_run) + "=1", metrics);
  if (counted.size() != all.size()) throw std::runtime_error("ncu saw another number of launches than there are");
  const auto stopwatch = harness::device_stopwatch();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const harness::Timing time = harness::measure(*stopwatch, all[i].launch, {.max_total_ms = 200});
    must(cudaGetLastError(), "launching");
    harness::Rows::Row row = all[i].cells;
    row.insert(row.end(), {{"sectors", all[i].sectors}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms},
                              {"q3_ms", time.q3_ms}, {"samples", time.samples}});
    double filled = 0;
    for (const TrafficColumn& column : traffic_columns) {
      const double value = counted[i][column.metric];
      if (column.name == std::string("filled")) filled = value;
      const std::string metric = column.metric;
      if (metric.compare(metric.size() - 4, 4, ".sum") == 0) row.push_back({column.name, std::int64_t(value)});
      else row.push_back({column.name, value});
    }
    row.push_back({"filled_per_sector", filled / double(all[i].sectors)});
    rows.add(std::move(row));
  }
}

// The main() of such an experiment. `list` makes the pieces of work, with the memory they need.
inline int run_traffic_experiment(int argc, char** argv, const std::function<std::vector<Work>()>& list) {
  if (std::getenv(counted_run)) {
    run_for_ncu(list());
    return 0;
  }
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; counters by ncu --clock-control none --replay-mode app-range, which empties the "
      "caches "
      "before each",
      [&](harness::Rows& rows) { measure_traffic(list(), rows); });
}

}  // namespace experiments
