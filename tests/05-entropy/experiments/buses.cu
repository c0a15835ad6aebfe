// Copies in and out by one GPU and by two, from and to 400 MB each way or a few that stay in the host's caches: which of
// them disturb each other.
// Run: ./course bench entropy --experiment buses
#include <algorithm>
#include <memory>
#include <vector>

#include "tests/05-entropy/whole_call.cuh"

namespace {

using namespace experiments;

constexpr std::size_t piece = std::size_t{2} << 20;  // bytes of one copy

// One GPU, a stream for each direction, and so many pieces of the host's memory for each, which it copies in turn.
class Bus {
 public:
  Bus(int gpu, std::size_t pieces) : gpu_(gpu), pieces_(pieces) {
    use();
    for (float** const memory : {&in_, &out_}) must(cudaMalloc(memory, piece), "allocating");
    for (float** const memory : {&host_in_, &host_out_}) {
      must(cudaMallocHost(memory, pieces * piece), "allocating");
      std::fill_n(*memory, pieces * piece / sizeof(float), 0.0f);
    }
    for (cudaStream_t* const stream : {&up_, &down_})
      must(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "making a stream");
  }
  ~Bus() {
    cudaSetDevice(gpu_);
    for (float* const memory : {in_, out_}) cudaFree(memory);
    for (float* const memory : {host_in_, host_out_}) cudaFreeHost(memory);
    for (const cudaStream_t stream : {up_, down_}) cudaStreamDestroy(stream);
  }
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;
  void in(std::size_t i) const {
    use();
    must(cudaMemcpyAsync(in_, host_in_ + i % pieces_ * (piece / sizeof(float)), piece, cudaMemcpyHostToDevice, up_),
        "in");
  }
  void out(std::size_t i) const {
    use();
    must(cudaMemcpyAsync(host_out_ + i % pieces_ * (piece / sizeof(float)), out_, piece, cudaMemcpyDeviceToHost, down_),
        "out");
  }
  void wait() const {
    use();
    must(cudaDeviceSynchronize(), "copying");
  }

 private:
  void use() const { must(cudaSetDevice(gpu_), "choosing a GPU"); }
  int gpu_;
  std::size_t pieces_;
  float *in_ = nullptr, *out_ = nullptr, *host_in_ = nullptr, *host_out_ = nullptr;
  cudaStream_t up_ = nullptr, down_ = nullptr;
};

void time_buses(harness::Rows& rows) {
  const int gpus = harness::dry_run() ? 2 : std::min(2, harness::devices());
  harness::set_devices(gpus);
  const std::size_t all = harness::dry_run() ? 2 : 200;  // pieces that each direction of a GPU copies
  for (const std::size_t pieces : {all, std::size_t{1}}) {
    std::vector<std::unique_ptr<Bus>> bus;
    for (int gpu = 0; gpu < gpus; ++gpu) bus.push_back(std::make_unique<Bus>(gpu, pieces));
    // Which GPUs copy in and which copy out, all at the same time.
    const auto add = [&](const char* what, const std::vector<int>& in, const std::vector<int>& out) {
      harness::CpuStopwatch clock;
      const auto copies = [&] {
        for (std::size_t i = 0; i < all; ++i) {
          for (const int gpu : in) bus[std::size_t(gpu)]->in(i);
          for (const int gpu : out) bus[std::size_t(gpu)]->out(i);
        }
        for (const auto& one : bus) one->wait();
      };
      const harness::Timing time =
          harness::measure(clock, copies, {.warm_up = 2, .min_samples = 15, .max_samples = 15, .max_total_ms = 1});
      const double bytes = double(all * piece) * double(in.size() + out.size());
      rows.add({{"what", what}, {"host_bytes", pieces * piece}, {"copies", in.size() + out.size()},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
          {"gb_per_s", bytes * 1e-6 / time.median_ms}});
    };
    add("in by one GPU", {0}, {});
    add("out by one GPU", {}, {0});
    add("in and out by one GPU", {0}, {0});
    if (gpus < 2) continue;
    add("in by one, out by the other", {0}, {1});
    add("in by both", {0, 1}, {});
    add("out by both", {}, {0, 1});
    add("in and out by both", {0, 1}, {0, 1});
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "steady_clock, medians; each direction of a GPU copies 400 MB in pieces of 2 MB; host_bytes: the pinned memory "
      "of the "
      "host that it goes through, again and again where that is less",
      time_buses);
}
