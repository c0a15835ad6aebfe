// A whole call of v17 beside v14's, the two copies alone, and both at once; pinned memory, pageable, and registered.
// Run: ./course bench entropy --experiment bus
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/whole_call.cuh"

namespace solutions::v17 {
#include "solutions/05-entropy/entropy_v17.cu"
}

namespace {

using namespace experiments;

// The whole grid on the device, and two streams that wait for nobody, for the copies alone.
class Copies {
 public:
  explicit Copies(const HostGrids& grids) : grids_(grids), bytes_(grids.cells() * sizeof(float)) {
    for (float** const memory : {&in_, &out_}) must(cudaMalloc(memory, bytes_), "allocating");
    for (cudaStream_t* const stream : {&up_, &down_})
      must(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "making a stream");
  }
  ~Copies() {
    for (float* const memory : {in_, out_}) cudaFree(memory);
    for (const cudaStream_t stream : {up_, down_}) cudaStreamDestroy(stream);
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  void in() const { must(cudaMemcpyAsync(in_, grids_.in(), bytes_, cudaMemcpyHostToDevice, up_), "copying in"); }
  void out() const { must(cudaMemcpyAsync(grids_.out(), out_, bytes_, cudaMemcpyDeviceToHost, down_), "copying out"); }
  void wait() const {
    must(cudaStreamSynchronize(up_), "copying in");
    must(cudaStreamSynchronize(down_), "copying out");
  }

 private:
  const HostGrids& grids_;
  std::size_t bytes_;
  float *in_ = nullptr, *out_ = nullptr;
  cudaStream_t up_ = nullptr, down_ = nullptr;
};

// v14's steps on one device, one after the other, with v15 for its kernel.
void by_v14(const HostGrids& grids) {
  steps::filter = solutions::v15::entropy_v15;
  must(
      solutions::v14::filter_band(grids.out(), grids.in(), grids.rows(), grids.cols(), 0, grids.rows(), steps::compute),
      "one band");
}

int rows_of(const HostGrids& grids, std::size_t bytes) {
  return std::max(1, int(bytes / (std::size_t(grids.cols()) * sizeof(float))));
}
void by_v17(const HostGrids& grids, std::size_t bytes) {
  solutions::v17::entropy_v17(
      grids.out(), grids.in(), grids.rows(), grids.cols(), rows_of(grids, bytes), solutions::v15::entropy_v15);
}
// The caller's memory is page-locked for the call, and no longer.
void registered(const HostGrids& grids, std::size_t bytes) {
  const std::size_t all = grids.cells() * sizeof(float);
  must(cudaHostRegister(const_cast<float*>(grids.in()), all, cudaHostRegisterDefault), "registering");
  must(cudaHostRegister(grids.out(), all, cudaHostRegisterDefault), "registering");
  by_v17(grids, bytes);
  must(cudaHostUnregister(const_cast<float*>(grids.in())), "giving back");
  must(cudaHostUnregister(grids.out()), "giving back");
}

void time_ways(harness::Rows& rows, int side, bool pinned) {
  const HostGrids grids(side, side, pinned);
  const std::size_t all = grids.cells() * sizeof(float), megabyte = std::size_t{1} << 20;
  harness::CpuStopwatch stopwatch;
  const auto add = [&](const char* way, std::size_t band, harness::FunctionRef<void()> call, bool filters) {
    if (filters) std::fill_n(grids.out(), std::min<std::size_t>(grids.cells(), 1 << 20), -1.0f);
    const harness::Timing time = harness::measure(stopwatch, call, rules_for(grids.cells()));
    if (filters) must_be_right(way, grids.out(), grids.in(), side, side);
    rows.add({{"way", way}, {"rows", side}, {"cols", side}, {"memory", grids.memory()}, {"band_bytes", band},
        {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples}});
  };
  {
    const Copies copies(grids);
    add("copy in", all, [&] { copies.in(), copies.wait(); }, false);
    add("copy out", all, [&] { copies.out(), copies.wait(); }, false);
    add("both copies at once", all, [&] { copies.in(), copies.out(), copies.wait(); }, false);
  }
  add("v14", all, [&] { by_v14(grids); }, true);
  const bool long_ones = side > 40000;  // few samples of what takes seconds
  for (const std::size_t band : long_ones ? std::vector{16, 32, 64} : std::vector{2, 4, 8, 16, 32}) {
    add("v17", band * megabyte, [&] { by_v17(grids, band * megabyte); }, true);
    solutions::v17::release_v17();
  }
  // The first call of all makes what the others find.
  add("v17, nothing kept", 8 * megabyte, [&] { by_v17(grids, 8 * megabyte), solutions::v17::release_v17(); }, true);
  if (!pinned && !long_ones) add("v17, registered", 8 * megabyte, [&] { registered(grids, 8 * megabyte); }, true);
  solutions::v17::release_v17();
}

void time_all(harness::Rows& rows) {
  const std::vector<int> sides = harness::dry_run() ? std::vector{96} : std::vector{2560, 10240, 46336};
  for (const int side : sides)
    for (const bool pinned : {true, false}) time_ways(rows, side, pinned);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock round the call, medians; v17 keeps its memory from call to call, but where the row says otherwise; "
      "some thousand cells of each result checked; the host's pages were touched before",
      time_all);
}
