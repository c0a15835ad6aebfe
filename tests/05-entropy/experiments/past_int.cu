// v15, v16 and v17 on a grid of more cells than an int can count. Where there is no room for one, on the simulator: v15 and a
// tile of v16 on rows that lie 2 GiB apart, of which only the first columns exist; where v17 copies from and to, with nothing
// copied.
// Run: ./course bench entropy --experiment past_int
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "harness/experiment.hpp"
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/sample_cells.hpp"

namespace solutions::v17 {
#include "solutions/05-entropy/entropy_v17.cu"
}

// v17 once more, with copies that are only noted, between memory that counts as page-locked.
struct NotedCopy {
  const void *to, *from;
  std::size_t bytes;
  cudaMemcpyKind kind;
};
static std::vector<NotedCopy> noted;
static cudaError_t note_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  noted.push_back({to, from, bytes, kind});
  return cudaSuccess;
}
static cudaError_t page_locked(cudaPointerAttributes* found, const void*) {
  found->type = cudaMemoryTypeHost;
  return cudaSuccess;
}
namespace solutions::v17_noted {
#define cudaMemcpyAsync note_copy
#define cudaPointerGetAttributes page_locked
#include "solutions/05-entropy/entropy_v17.cu"
#undef cudaMemcpyAsync
#undef cudaPointerGetAttributes
}  // namespace solutions::v17_noted

namespace {

using namespace experiments;

void must(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw harness::DeviceError(std::string(what) + ": " + cudaGetErrorString(error));
}

void add(harness::Rows& rows, const char* version, const char* memory, int height, int width,
    const harness::Timing& time, double copy_ms) {
  rows.add({{"version", version}, {"memory", memory}, {"rows", height}, {"cols", width}, {"median_ms", time.median_ms},
      {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples}, {"copy_ms", copy_ms},
      {"copy_share", copy_ms / time.median_ms}});
}

// One strip of a grid of five rows. An index that is an int turns negative in the last row.
template <bool vectors>
void try_rows_far_apart() {
  using namespace solutions::v15;
  constexpr int height = 5, width = 100;  // of the piece that exists
  static const Tables made = make_tables();
  must(cudaMemcpyToSymbol(tables, &made, sizeof made), "copying the tables");
  const int bytes = bytes_of(made, vectors);
  const auto kernel = entropy_v15_kernel<vectors>;
  must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "asking for shared memory");

  // The simulator uses no address twice while it has others. So what is taken and given back between two rows keeps them
  // apart, all by the same distance.
  std::vector<float*> row(2 * height);
  for (float*& memory : row) {
    float* between = nullptr;
    must(cudaMalloc(&memory, 1024 * sizeof(float)), "allocating a row");
    must(cudaMalloc(&between, std::size_t{1} << 31), "allocating what lies between rows");
    must(cudaFree(between), "freeing what lies between rows");
  }
  const std::ptrdiff_t cols = row[1] - row[0];
  bool apart = cols >= std::ptrdiff_t{1} << 29 && cols % 4 == 0;
  for (std::size_t i = 1; i < row.size(); ++i) apart &= row[i] - row[i - 1] == cols;
  if (!apart) throw std::runtime_error("rows are not 2 GiB apart");

  std::vector<float> in(height * 128);  // a strip reads 124 columns
  fill_random(in.data(), height, 128);
  for (int r = 0; r < height; ++r)
    must(cudaMemcpy(row[r], &in[r * 128], 128 * sizeof(float), cudaMemcpyHostToDevice), "copying in");
  kernel<<<1, 32, bytes>>>(row[height], row[0], height, int(cols), Cut{1, height, 1});
  must(cudaDeviceSynchronize(), "rows far apart");
  std::vector<float> out(width);
  for (int r = 0; r < height; ++r) {
    must(cudaMemcpy(out.data(), row[height + r], width * sizeof(float), cudaMemcpyDeviceToHost), "copying out");
    for (int c = 0; c < width; ++c)
      if (!(std::abs(out[c] - oracle::entropy_of_cell(in, height, 128, r, c)) <= 1e-5))
        throw std::runtime_error(
            "rows far apart: [" + std::to_string(r) + "][" + std::to_string(c) + "] is " + std::to_string(out[c]));
  }
  for (float* memory : row) cudaFree(memory);
}

// Addresses for a grid, and memory only for what of it is touched.
struct Sparse {
  explicit Sparse(std::int64_t cells) : bytes(std::size_t(cells) * sizeof(float)) {
    void* const found =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) throw std::runtime_error("no addresses for a large grid");
    data = static_cast<float*>(found);
  }
  Sparse(const Sparse&) = delete;
  ~Sparse() { munmap(data, bytes); }
  std::size_t bytes;
  float* data = nullptr;
};

void try_tile_of_rows_far_apart() {
  constexpr int height = 5, width = 100, cols = 1 << 29;
  const Sparse in(std::int64_t{height} * cols), out(std::int64_t{height} * cols);
  std::vector<float> near(height * 128);
  fill_random(near.data(), height, 128);
  for (int r = 0; r < height; ++r) std::copy_n(&near[r * 128], 128, in.data + std::int64_t{r} * cols);
  const solutions::v16::Table table;
  solutions::v16::filter_tile(out.data, in.data, height, cols, 0, height, 0, width, table);
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c) {
      const float is = out.data[std::int64_t{r} * cols + c];
      if (!(std::abs(is - oracle::entropy_of_cell(near, height, 128, r, c)) <= 1e-5))
        throw std::runtime_error("a tile of v16, rows far apart: [" + std::to_string(r) + "][" + std::to_string(c) +
                                 "] is " + std::to_string(is));
    }
}

void try_noted_copies() {
  constexpr int height = 65536, width = 40000, band = 100;
  const Sparse in(std::int64_t{height} * width), out(std::int64_t{height} * width);
  noted.clear();
  solutions::v17_noted::entropy_v17(out.data, in.data, height, width, band, [](float*, const float*, int, int) {});
  solutions::v17_noted::release_v17();
  std::int64_t comes = 0, goes = 0;
  for (const NotedCopy& copy : noted) {
    const bool up = copy.kind == cudaMemcpyHostToDevice;
    std::int64_t& row = up ? comes : goes;
    const std::int64_t first = up ? std::max(row - 2, std::int64_t{0}) : row;
    const std::int64_t last = std::min(row + band + (up ? 2 : 0), std::int64_t{height});
    const void* const should = up ? in.data + first * width : out.data + first * width;
    if ((up ? copy.from : copy.to) != should || copy.bytes != std::size_t(last - first) * width * sizeof(float))
      throw std::runtime_error("v17, the band from row " + std::to_string(row) + " on: a copy " +
                               (up ? "in begins elsewhere" : "out ends elsewhere"));
    row += band;
  }
  if (comes < height || goes < height) throw std::runtime_error("v17 does not copy all of a large grid");
}

void time_past_int(harness::Rows& rows) {
  if (harness::dry_run()) {
    try_rows_far_apart<true>();
    try_rows_far_apart<false>();
    try_tile_of_rows_far_apart();
    try_noted_copies();
  }
  const int height = harness::dry_run() ? 96 : 65536, width = harness::dry_run() ? 60 : 40000;
  const std::size_t cells = std::size_t(height) * std::size_t(width), bytes = cells * sizeof(float);
  const harness::TimingRules few{.warm_up = 1, .min_samples = 3, .max_samples = 9, .max_total_ms = 3000};
  std::vector<float> in(cells), out(cells);
  fill_random(in.data(), height, width);
  float *device_in = nullptr, *device_out = nullptr;
  must(cudaMalloc(&device_in, bytes), "allocating");
  must(cudaMalloc(&device_out, bytes), "allocating");
  must(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice), "copying in");
  must(cudaMemset(device_out, 0xff, bytes), "clearing");
  const auto device_time = harness::device_stopwatch();
  const double copy_ms =
      harness::measure(*device_time, [&] { harness::device_copy(device_out, device_in, bytes); }, few).median_ms;
  must(cudaMemset(device_out, 0xff, bytes), "clearing");
  const auto v15 = [&] { solutions::v15::entropy_v15(device_out, device_in, height, width); };
  v15();
  must(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost), "v15");
  must_be_right("v15", out.data(), in.data(), height, width);
  add(rows, "v15", "device", height, width, harness::measure(*device_time, v15, few), copy_ms);
  cudaFree(device_in);
  cudaFree(device_out);

  harness::CpuStopwatch host_time;
  const double host_copy_ms = harness::measure(
      host_time,
      [&] {
#pragma omp parallel for
        for (int row = 0; row < height; ++row)
          std::copy_n(&in[std::size_t(row) * width], width, &out[std::size_t(row) * width]);
      },
      few)
                                  .median_ms;
  const auto on_host = [&](const char* version, harness::FunctionRef<void()> call) {
    std::fill(out.begin(), out.end(), -1.0f);
    call();
    must_be_right(version, out.data(), in.data(), height, width);
    add(rows, version, "host", height, width, harness::measure(host_time, call, few), host_copy_ms);
  };
  on_host("v16", [&] { solutions::v16::entropy_v16(out.data(), in.data(), height, width); });
  const int band = std::max(1, (8 << 20) / int(width * sizeof(float)));
  on_host("v17",
      [&] { solutions::v17::entropy_v17(out.data(), in.data(), height, width, band, solutions::v15::entropy_v15); });
  solutions::v17::release_v17();
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; on the host its clock; some thousand cells of each result checked; copy: of the "
      "grid, in "
      "the same memory, by all threads where it is the host's",
      time_past_int);
}
