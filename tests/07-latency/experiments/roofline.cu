// Every kernel of the course: how long it takes, what it executes and what it moves.
// Run: ./course bench latency --experiment roofline
#include <cuda_profiler_api.h>

#include <cstdlib>
#include <functional>

#include "tests/07-latency/ring.cuh"
#include "tests/01-coalescing/interface.hpp"
#include "tests/02-bank-conflicts/interface.hpp"
#include "tests/05-entropy/gpu_versions.cuh"
#include "tests/common/ncu.hpp"

// A solution may have names of its own that another one has, too.
namespace solutions {
#include "solutions/00-first-kernel/first_kernel.cu"
namespace aligned {
#include "solutions/01-coalescing/load_aligned.cu"
}
namespace shifted {
#include "solutions/01-coalescing/load_shifted.cu"
}
namespace naive {
#include "solutions/01-coalescing/transpose_naive.cu"
}
namespace block_shape {
#include "solutions/01-coalescing/transpose_block_shape.cu"
}
namespace vectorized {
#include "solutions/01-coalescing/transpose_vectorized.cu"
}
namespace shared {
#include "solutions/02-bank-conflicts/transpose_shared.cu"
}
namespace padded {
#include "solutions/02-bank-conflicts/transpose_padded.cu"
}
namespace swizzled {
#include "solutions/02-bank-conflicts/transpose_swizzled.cu"
}
namespace fast {
#include "solutions/02-bank-conflicts/transpose_fast.cu"
}
namespace soa {
#include "solutions/03-aos-soa/add_soa.cu"
}
namespace aos {
#include "solutions/03-aos-soa/add_aos.cu"
}
namespace aos_vector {
#include "solutions/03-aos-soa/add_aos_vector.cu"
}
namespace aosoa {
#include "solutions/03-aos-soa/aosoa.cu"
}
namespace one_field {
#include "solutions/03-aos-soa/one_field.cu"
}
namespace turned {
#include "solutions/03-aos-soa/aos_to_soa.cu"
}
}  // namespace solutions

namespace {

using namespace solutions;

constexpr const char* counted_run = "EXPERIMENT_COUNTED";  // in the environment of the program that ncu runs

struct Metric {
  const char *column, *name;
};
constexpr Metric metrics[] = {
    {"instructions", "sm__inst_executed.sum"},  // of warps
    {"dram_read_bytes", "dram__bytes_read.sum"},
    {"dram_write_bytes", "dram__bytes_write.sum"},
    {"l2_sectors", "lts__t_sectors_srcunit_tex.sum"},
    {"l1_wavefronts", "l1tex__data_pipe_lsu_wavefronts.sum"},
    {"fadd", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"},
    {"fmul", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"},
    {"ffma", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"},
    {"dadd", "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"},
    {"dmul", "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"},
    {"dfma", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"},
    {"ncu_ns", "gpu__time_duration.sum"},
};
constexpr const char *threads_of_block = "launch__block_size",
                     *active_warps = "sm__warps_active.avg.pct_of_peak_sustained_active";

struct Work {
  std::string chapter, name;
  long elements;  // floats, objects or cells of the input
  std::function<void()> launch;
};

__global__ void fill_kernel(float* in, unsigned count) {
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    unsigned word = i * 0x9E3779B9u;
    word = (word ^ word >> 15) * 0x85EBCA6Bu;
    in[i] = float((word ^ word >> 13) >> 16 & 15);
  }
}

__global__ void mark_kernel() {}  // stands between two pieces of work: one thread

std::vector<Work> list(float* out, float* in, int side, int objects, int grid_side) {
  std::vector<Work> all;
  all.push_back({"00", "first_kernel", long(side) * side, [=] { first_kernel(out, in, 2, 1, side * side); }});
  const auto transpose = [&](const char* chapter, const char* name, Transpose* function) {
    all.push_back({chapter, name, long(side) * side, [=] { function(out, in, side, side); }});
  };
  transpose("01", "load_aligned", aligned::load_aligned);
  transpose("01", "load_shifted", shifted::load_shifted);
  transpose("01", "naive_32x8", naive::transpose_naive);
  transpose("01", "naive_8x32", block_shape::transpose_block_shape);
  all.push_back({"01", "vectorized_32x8", long(side) * side, [=] {
                   const dim3 block(32, 8), grid((side - 1) / 128 + 1, (side - 1) / 32 + 1);
                   vectorized::transpose_vectorized_kernel<<<grid, block>>>(out, in, side, side);
                 }});
  transpose("01", "vectorized_16x16", vectorized::transpose_vectorized);
  transpose("02", "shared", shared::transpose_shared);
  transpose("02", "padded", padded::transpose_padded);
  transpose("02", "swizzled", swizzled::transpose_swizzled);
  transpose("02", "fast", fast::transpose_fast);
  const auto ints = [](float* memory) { return reinterpret_cast<int*>(memory); };
  // Each solution has types of its own, all alike.
  const auto arrays = [=](float* memory, auto like) {
    int* const first = ints(memory);
    return decltype(like){first, first + objects, first + 2l * objects, first + 3l * objects};
  };
  const auto items = [](float* memory, auto like) { return reinterpret_cast<decltype(like)*>(memory); };
  const auto objects_of = [&](const char* name, std::function<void()> call) {
    all.push_back({"03", name, objects, std::move(call)});
  };
  objects_of("add_soa", [=] { soa::add_soa(arrays(out, soa::Arrays{}), arrays(in, soa::Arrays{}), objects); });
  objects_of("add_aos", [=] { aos::add_aos(items(out, aos::Item{}), items(in, aos::Item{}), objects); });
  objects_of("add_aos_vector",
      [=] { aos_vector::add_aos_vector(items(out, aos_vector::Item{}), items(in, aos_vector::Item{}), objects); });
  objects_of("add_aosoa", [=] { aosoa::add_aosoa(ints(out), ints(in), objects); });
  objects_of("one_field_soa", [=] { one_field::one_field_soa(ints(out), arrays(in, one_field::Arrays{}), objects); });
  objects_of("one_field_aos", [=] { one_field::one_field_aos(ints(out), items(in, one_field::Item{}), objects); });
  objects_of(
      "aos_to_soa", [=] { turned::aos_to_soa(arrays(out, turned::Arrays{}), items(in, turned::Item{}), objects); });
  for (const experiments::GpuVersion& version : experiments::gpu_versions)
    all.push_back({"05", version.name, long(grid_side) * grid_side,
        [=, filter = version.filter] { filter(out, in, grid_side, grid_side); }});
  return all;
}

void must(cudaError_t error, const std::string& what) {
  if (error != cudaSuccess) throw harness::DeviceError(what + ": " + cudaGetErrorString(error));
}

// Each piece of work once, a mark behind it.
void run_for_ncu(const std::vector<Work>& all) {
  must(cudaProfilerStart(), "cudaProfilerStart");
  for (const Work& work : all) {
    work.launch();
    mark_kernel<<<1, 1>>>();
    must(cudaDeviceSynchronize(), work.name);
  }
  must(cudaProfilerStop(), "cudaProfilerStop");
}

// What the kernels between two marks counted, added up.
std::vector<experiments::Counts> counted() {
  std::vector<std::string> names = {threads_of_block, active_warps};
  for (const Metric& metric : metrics) names.push_back(metric.name);
  std::vector<experiments::Counts> found(1);
  for (experiments::Counts& launch :
      experiments::run_ncu(std::string(counted_run) + "=1", "--profile-from-start off", names)) {
    if (launch[threads_of_block] == 1) {
      found.emplace_back();
      continue;
    }
    for (const Metric& metric : metrics) found.back()[metric.name] += launch[metric.name];
    found.back()[active_warps] = std::max(found.back()[active_warps], launch[active_warps]);
  }
  found.pop_back();
  return found;
}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, 0) != cudaSuccess) cudaGetLastError();  // the simulator has no clock
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  const bool dry = harness::dry_run();
  const int side = dry ? 64 : 8192, objects = dry ? 256 : 1 << 24, grid_side = dry ? 40 : 10240;
  const auto room = std::size_t(std::max(grid_side, side)) * std::size_t(std::max(grid_side, side));
  if (std::getenv(counted_run)) {
    float *in = nullptr, *out = nullptr;
    if (cudaMalloc(&in, room * 4) != cudaSuccess || cudaMalloc(&out, room * 4) != cudaSuccess) return 1;
    fill_kernel<<<4096, 256>>>(in, unsigned(room));
    run_for_ncu(list(out, in, side, objects, grid_side));
    return 0;
  }
  const char* method =
      "CUDA events, cold L2, median and quartiles; counters by ncu --clock-control none, one run of each, kernels of a "
      "call"
      " added up; elements: floats, objects of four ints, or cells; dram_peak: twice the memory's clock times its "
      "width";
  return harness::run_experiment(argc, argv, method, [&](harness::Rows& rows) {
    const harness::DeviceBuffer<float> in(room, "in"), out(room, "out");
    fill_kernel<<<4096, 256>>>(in.get(), unsigned(room));
    const std::vector<Work> all = list(out.get(), in.get(), side, objects, grid_side);
    std::vector<experiments::Counts> counts(all.size());
    if (!dry) counts = counted();
    if (counts.size() != all.size()) throw std::runtime_error("ncu saw another number of marks than there are");
    const auto stopwatch = harness::device_stopwatch();
    const double peak =
        2e3 * attribute(cudaDevAttrMemoryClockRate) * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8 / 1e9;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const harness::Timing time = harness::measure(*stopwatch, all[i].launch, {.max_total_ms = 200});
      must(cudaGetLastError(), all[i].name);
      harness::Rows::Row row = {{"of", all[i].chapter}, {"kernel", all[i].name}, {"elements", all[i].elements},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}};
      for (const Metric& metric : metrics) row.push_back({metric.column, std::int64_t(counts[i][metric.name])});
      row.insert(
          row.end(), {{"active_warps", counts[i][active_warps]}, {"sms", attribute(cudaDevAttrMultiProcessorCount)},
                         {"clock_mhz", attribute(cudaDevAttrClockRate) / 1000}, {"dram_peak_gb_per_s", peak}});
      rows.add(std::move(row));
    }
  });
}
