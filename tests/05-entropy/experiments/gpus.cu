// v15 and whole calls of v17 on one GPU, two, four: the kernel, the copies alone, and the calls, in turns in one run.
// Run: ./course bench entropy --experiment gpus
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "tests/05-entropy/across_gpus.cuh"
#include "tests/05-entropy/v15.cuh"

namespace {

using namespace experiments;

constexpr std::size_t megabyte = std::size_t{1} << 20;

// As many samples of each number of GPUs.
harness::TimingRules rules_of_calls(const HostGrids& grids) {
  const int samples = grids.rows() > 40000 ? 5 : 15;
  return {.warm_up = 1, .min_samples = samples, .max_samples = samples, .max_total_ms = 1};
}

// A GPU's share of the grid in its own memory, and streams for the copies alone.
class OnGpu {
 public:
  OnGpu(const HostGrids& grids, int gpu, int gpus)
      : grids_(grids), gpu_(gpu), share_(shares::share_of(grids.rows(), gpu, gpus)) {
    use();
    for (float** const memory : {&in_, &out_}) must(cudaMalloc(memory, bytes_in()), "allocating");
    must(cudaMalloc(&other_, other_bytes), "allocating");
    for (cudaStream_t* const stream : {&up_, &down_})
      must(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "making a stream");
    for (cudaEvent_t* const event : {&begin_, &end_}) must(cudaEventCreate(event), "making an event");
    copy_in(), wait();
  }
  ~OnGpu() {
    cudaSetDevice(gpu_);
    for (float* const memory : {in_, out_, other_}) cudaFree(memory);
    for (const cudaStream_t stream : {up_, down_}) cudaStreamDestroy(stream);
    for (const cudaEvent_t event : {begin_, end_}) cudaEventDestroy(event);
  }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

  void copy_in() const {
    use();
    must(cudaMemcpyAsync(in_, grids_.in() + at(share_.top), bytes_in(), cudaMemcpyHostToDevice, up_), "copying in");
  }
  void copy_out() const {
    use();
    must(cudaMemcpyAsync(grids_.out() + at(share_.first), out_ + at(share_.first - share_.top),
             at(share_.last - share_.first) * sizeof(float), cudaMemcpyDeviceToHost, down_),
        "copying out");
  }
  void compute() const {
    use();
    solutions::v15::entropy_v15(out_, in_, share_.height(), grids_.cols());
  }
  void wait() const {
    use();
    must(cudaDeviceSynchronize(), "waiting");
  }
  // Between two launches of one stream, and so of one GPU.
  void empty_l2() const {
    use();
    must(cudaMemsetAsync(other_, 0, other_bytes, nullptr), "emptying L2");
  }
  void begin() const {
    use();
    must(cudaEventRecord(begin_, nullptr), "recording");
  }
  void end() const {
    use();
    must(cudaEventRecord(end_, nullptr), "recording");
  }
  double spent() const {
    float ms = 0;
    must(cudaEventSynchronize(end_), "waiting");
    must(cudaEventElapsedTime(&ms, begin_, end_), "reading an event");
    return ms;
  }

 private:
  static constexpr std::size_t other_bytes = 128 * megabyte;  // an H100 has 50 MB of L2
  std::size_t at(int row) const { return std::size_t(row) * std::size_t(grids_.cols()); }
  std::size_t bytes_in() const { return at(share_.height()) * sizeof(float); }
  void use() const { must(cudaSetDevice(gpu_), "choosing a GPU"); }

  const HostGrids& grids_;
  int gpu_;
  shares::Share share_;
  float *in_ = nullptr, *out_ = nullptr, *other_ = nullptr;
  cudaStream_t up_ = nullptr, down_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};
using All = std::vector<std::unique_ptr<OnGpu>>;

// Each GPU's own events; the time is that of the one that takes longest. All have emptied their L2 before.
class EventsOfAll : public harness::Stopwatch {
 public:
  explicit EventsOfAll(const All& all) : all_(all) {}
  void prepare() override {
    for (const auto& one : all_) one->empty_l2();
  }
  void start() override {
    for (const auto& one : all_) one->begin();
  }
  double stop() override {
    double longest = 0;
    for (const auto& one : all_) one->end();
    for (const auto& one : all_) longest = std::max(longest, one->spent());
    return longest;
  }

 private:
  const All& all_;
};

// The same work as seen from the host: from before the first launch until all are done.
class HostClock : public harness::CpuStopwatch {
 public:
  explicit HostClock(const All& all) : all_(all) {}
  void prepare() override {
    for (const auto& one : all_) one->empty_l2();
    for (const auto& one : all_) one->wait();
  }

 private:
  const All& all_;
};

void compute_nothing(float*, const float*, int, int) {}

class Table {
 public:
  explicit Table(harness::Rows& rows) : rows_(rows) {}
  // One GPU first: others are held against it.
  void add(const char* what, const HostGrids& grids, int gpus, std::size_t band, const harness::Timing& time) {
    double& one_ms = of_one_[{what, grids.rows(), band}];
    if (gpus == 1) one_ms = time.median_ms;
    rows_.add({{"what", what}, {"gpus", gpus}, {"rows", grids.rows()}, {"cols", grids.cols()}, {"band_bytes", band},
        {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
        {"speed_up", one_ms / time.median_ms}});
  }

 private:
  harness::Rows& rows_;
  std::map<std::tuple<std::string, int, std::size_t>, double> of_one_;
};

void time_alone(Table& table, const HostGrids& grids, int gpus) {
  All all;
  for (int gpu = 0; gpu < gpus; ++gpu) all.push_back(std::make_unique<OnGpu>(grids, gpu, gpus));
  const auto each = [&](void (OnGpu::*step)() const) {
    for (const auto& one : all) (*one.*step)();
  };
  const auto wait = [&] { each(&OnGpu::wait); };
  const harness::TimingRules rules = rules_of_calls(grids);
  const harness::TimingRules often{.warm_up = 3, .min_samples = 20, .max_samples = 100, .max_total_ms = 500};
  EventsOfAll events(all);
  HostClock with_launch(all);
  harness::CpuStopwatch clock;
  const auto add = [&](const char* what, const harness::Timing& time) {
    wait();
    table.add(what, grids, gpus, 0, time);
  };
  add("kernel", harness::measure(events, [&] { each(&OnGpu::compute); }, often));
  add("kernel, seen from the host", harness::measure(with_launch, [&] { each(&OnGpu::compute), wait(); }, often));
  add("copy in", harness::measure(clock, [&] { each(&OnGpu::copy_in), wait(); }, rules));
  add("copy out", harness::measure(clock, [&] { each(&OnGpu::copy_out), wait(); }, rules));
  const auto in_turn = [&] {
    for (const auto& one : all) one->copy_out(), one->wait();
  };
  add("copy out, one GPU after the other", harness::measure(clock, in_turn, rules));
  const auto both = [&] { each(&OnGpu::copy_in), each(&OnGpu::copy_out), wait(); };
  add("both copies at once", harness::measure(clock, both, rules));
}

void time_calls(Table& table, const HostGrids& grids, int gpus, std::size_t band) {
  const int rows = grids.rows(), cols = grids.cols();
  const int height = std::max(1, int(band / (std::size_t(cols) * sizeof(float))));
  harness::CpuStopwatch clock;
  const auto call = [&](Entropy* on_gpu) {
    return [&, on_gpu] { filter_across(grids.out(), grids.in(), rows, cols, gpus, height, on_gpu); };
  };
  const harness::TimingRules rules = rules_of_calls(grids);
  std::fill_n(grids.out(), grids.cells(), -1.0f);
  table.add("whole call", grids, gpus, band, harness::measure(clock, call(solutions::v15::entropy_v15), rules));
  must_be_right("whole call", grids.out(), grids.in(), rows, cols);
  must_be_right_at_borders("whole call", grids.out(), grids.in(), rows, cols, gpus);
  table.add(
      "the call's copies, nothing computed", grids, gpus, band, harness::measure(clock, call(compute_nothing), rules));
}

void time_gpus(harness::Rows& rows) {
  const int found = harness::dry_run() ? 4 : std::min(harness::devices(), most_gpus);
  harness::set_devices(found);  // on sim as many as one likes
  Table table(rows);
  for (const int side : harness::dry_run() ? std::vector{96} : std::vector{10240, 46336}) {
    const HostGrids grids(side, side, true);
    const std::vector<int> megabytes = harness::dry_run() ? std::vector{0}  // bands of one row
                                       : side > 40000     ? std::vector{16, 64}
                                                          : std::vector{2, 4, 8, 16};
    for (int gpus = 1; gpus <= found; gpus *= 2) time_alone(table, grids, gpus);
    for (const int band : megabytes) {
      for (int gpus = 1; gpus <= found; gpus *= 2) time_calls(table, grids, gpus, std::size_t(band) * megabyte);
      release_all();
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "kernel: CUDA events of each GPU, cold L2, the GPU that takes longest; else steady_clock round it, medians; "
      "pinned "
      "memory, touched before; what v17 needs is kept from call to call; results checked, at the borders of GPUs, too",
      time_gpus);
}
