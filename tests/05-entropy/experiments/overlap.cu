// A whole call of v15 in bands, so that one comes in while one is computed and one goes out; beside the two copies alone.
// Run: ./course bench entropy --experiment overlap

#include "tests/05-entropy/v15.cuh"
#include "tests/05-entropy/whole_call.cuh"

namespace {

using namespace experiments;

// What a band needs on the device, and who has to wait for whom.
struct Slot {
  float *in = nullptr, *out = nullptr;
  cudaEvent_t came = nullptr, done = nullptr, gone = nullptr;
};

cudaStream_t make_stream() {
  cudaStream_t stream = nullptr;
  must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  return stream;
}

// Bands of so many bytes through `count` slots. The filter launches on the default stream; what is non-blocking does not
// wait for that stream, and events say what must come before what.
void in_bands(const HostGrids& grids, std::size_t bytes, int count) {
  const int rows = grids.rows(), cols = grids.cols();
  const std::size_t line = std::size_t(cols) * sizeof(float);
  const int height = std::max(1, int(bytes / line)), bands = (rows - 1) / height + 1;
  const cudaStream_t up = make_stream(), down = make_stream();
  std::vector<Slot> slots(std::size_t(std::min(count, bands)));
  for (Slot& slot : slots) {
    must(cudaMalloc(&slot.in, std::size_t(height + 4) * line), "allocating");
    must(cudaMalloc(&slot.out, std::size_t(height + 4) * line), "allocating");
    for (cudaEvent_t* const event : {&slot.came, &slot.done, &slot.gone})
      must(cudaEventCreateWithFlags(event, cudaEventDisableTiming), "making an event");
  }
  for (int i = 0; i < bands; ++i) {
    const Slot& slot = slots[std::size_t(i) % slots.size()];
    const bool again = i >= int(slots.size());
    const int first = i * height, last = std::min(rows, first + height);
    const int top = std::max(0, first - 2), bottom = std::min(rows, last + 2);
    if (again) must(cudaStreamWaitEvent(up, slot.done), "waiting for a kernel");
    must(cudaMemcpyAsync(slot.in, grids.in() + std::size_t(top) * std::size_t(cols), std::size_t(bottom - top) * line,
             cudaMemcpyHostToDevice, up),
        "copying in");
    must(cudaEventRecord(slot.came, up), "recording");
    must(cudaStreamWaitEvent(nullptr, slot.came), "waiting for a copy");
    if (again) must(cudaStreamWaitEvent(nullptr, slot.gone), "waiting for a copy");
    solutions::v15::entropy_v15(slot.out, slot.in, bottom - top, cols);
    must(cudaEventRecord(slot.done, nullptr), "recording");
    must(cudaStreamWaitEvent(down, slot.done), "waiting for a kernel");
    must(cudaMemcpyAsync(grids.out() + std::size_t(first) * std::size_t(cols),
             slot.out + std::size_t(first - top) * std::size_t(cols), std::size_t(last - first) * line,
             cudaMemcpyDeviceToHost, down),
        "copying out");
    must(cudaEventRecord(slot.gone, down), "recording");
  }
  must(cudaStreamSynchronize(down), "computing");
  for (const Slot& slot : slots) {
    for (float* const memory : {slot.in, slot.out}) cudaFree(memory);
    for (const cudaEvent_t event : {slot.came, slot.done, slot.gone}) cudaEventDestroy(event);
  }
  for (const cudaStream_t stream : {up, down}) cudaStreamDestroy(stream);
}

// v14's steps, one after the other, the whole grid at once.
void at_once(const HostGrids& grids) {
  steps::filter = solutions::v15::entropy_v15;
  must(
      solutions::v14::filter_band(grids.out(), grids.in(), grids.rows(), grids.cols(), 0, grids.rows(), steps::compute),
      "one band");
}

class DeviceGrids {
 public:
  explicit DeviceGrids(std::size_t bytes) {
    must(cudaMalloc(&in, bytes), "allocating");
    must(cudaMalloc(&out, bytes), "allocating");
  }
  ~DeviceGrids() {
    cudaFree(in);
    cudaFree(out);
  }
  DeviceGrids(const DeviceGrids&) = delete;
  float *in = nullptr, *out = nullptr;
};

void time_ways(harness::Rows& rows, int side, bool pinned) {
  const HostGrids grids(side, side, pinned);
  const std::size_t bytes = grids.cells() * sizeof(float);
  harness::CpuStopwatch stopwatch;
  const auto add = [&](const char* way, std::size_t band, int slots, harness::FunctionRef<void()> call, bool filters) {
    if (filters) std::fill_n(grids.out(), std::min<std::size_t>(grids.cells(), 1 << 20), -1.0f);
    const harness::Timing time = harness::measure(stopwatch, call, rules_for(grids.cells()));
    if (filters) must_be_right(way, grids.out(), grids.in(), side, side);
    rows.add({{"way", way}, {"rows", side}, {"cols", side}, {"memory", grids.memory()}, {"band_bytes", band},
        {"slots", slots}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
        {"samples", time.samples}});
  };
  {
    const DeviceGrids device(bytes);
    const cudaStream_t up = make_stream(), down = make_stream();
    const auto copy_in = [&] { must(cudaMemcpyAsync(device.in, grids.in(), bytes, cudaMemcpyHostToDevice, up), "in"); };
    const auto copy_out = [&] {
      must(cudaMemcpyAsync(grids.out(), device.out, bytes, cudaMemcpyDeviceToHost, down), "out");
    };
    const auto wait = [&] {
      must(cudaStreamSynchronize(up), "in");
      must(cudaStreamSynchronize(down), "out");
    };
    add("copy in", bytes, 1, [&] { copy_in(), wait(); }, false);
    add("copy out", bytes, 1, [&] { copy_out(), wait(); }, false);
    add("both copies at once", bytes, 1, [&] { copy_in(), copy_out(), wait(); }, false);
    for (const cudaStream_t stream : {up, down}) cudaStreamDestroy(stream);
  }
  add("one after the other", bytes, 1, [&] { at_once(grids); }, true);
  const bool long_ones = side > 40000;  // few samples of what takes seconds
  for (const std::size_t megabytes : long_ones ? std::vector{4, 8, 16} : std::vector{1, 2, 4, 8, 16, 32})
    add("bands", megabytes << 20, 3, [&] { in_bands(grids, megabytes << 20, 3); }, true);
  if (long_ones) return;
  add("bands", std::size_t{8} << 20, 2, [&] { in_bands(grids, std::size_t{8} << 20, 2); }, true);
  add("bands", std::size_t{8} << 20, 6, [&] { in_bands(grids, std::size_t{8} << 20, 6); }, true);
}

void time_all(harness::Rows& rows) {
  const std::vector<int> sides = harness::dry_run() ? std::vector{96} : std::vector{2560, 10240, 46336};
  for (const int side : sides)
    for (const bool pinned : {true, false})
      if (pinned || side < 40000) time_ways(rows, side, pinned);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock round the call, medians; allocation is part of a call of v15, and not of a copy; some thousand "
      "cells "
      "of each result checked; the host's pages were touched before",
      time_all);
}
