// The backend that runs on a GPU: it tells the time, and what cudaGetErrorString tells. It counts nothing.
#include <chrono>
#include <exception>
#include <fstream>
#include <regex>

#include "harness/backend.hpp"
#include "harness/runtime.hpp"
#include "harness/timing.hpp"

namespace harness {
namespace {

// "580.159.03"; the runtime API only knows the newest CUDA version a driver supports, so ask the module.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::smatch match;
  if (std::getline(file, line) && std::regex_search(line, match, std::regex(R"(\d+\.\d+(\.\d+)?)"))) return match.str();
  int version = 0;
  must(cudaDriverGetVersion(&version), "asking for the driver's version");
  return "for CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

cudaDeviceProp device_properties() {
  cudaDeviceProp properties;
  must(cudaGetDeviceProperties(&properties, 0), "asking for the GPU's properties");
  return properties;
}

// Keeps the stream waiting for 60 µs without touching a cache: long enough for the host to queue two marks and the work.
void CUDART_CB hold(void*) {
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(60)) {
  }
}

// Device events around the work. The stream is busy before the first event, flushing the L2 or just held, so that the
// host has queued the work by then: what is timed is the work, not the launch.
class DeviceStopwatch : public Stopwatch {
 public:
  explicit DeviceStopwatch(Cache cache) : cache_(cache) {
    must(cudaEventCreate(&begin_), "creating an event");
    must(cudaEventCreate(&end_), "creating an event");
  }
  ~DeviceStopwatch() override {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  void prepare() override {
    if (cache_ == Cache::cold) flush_l2();
    else must(cudaLaunchHostFunc(nullptr, hold, nullptr), "holding the stream");
  }
  void start() override { must(cudaEventRecord(begin_), "recording an event"); }
  double stop() override {
    must(cudaEventRecord(end_), "recording an event");
    must(cudaEventSynchronize(end_), "running the timed work");
    float ms = 0;
    must(cudaEventElapsedTime(&ms, begin_, end_), "reading an event");
    return ms;
  }

 private:
  Cache cache_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

}  // namespace

// Large enough for a write that is a whole row of a large matrix off.
const std::size_t guard_bytes = std::size_t{1} << 18;

void name_memory(const void*, const std::string&) {}
void set_read_only(const void*, bool) {}

const Backend& backend() {
  static const Backend cuda = [] {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    const std::string missing = error != cudaSuccess ? cudaGetErrorString(error) : count == 0 ? "no GPU" : "";
    if (!missing.empty()) return Backend{.name = "cuda", .missing = missing};
    const cudaDeviceProp properties = device_properties();
    return Backend{.name = "cuda", .has_time = true, .capability = 10 * properties.major + properties.minor};
  }();
  return cuda;
}

Provenance provenance() {
  int runtime = 0;
  must(cudaRuntimeGetVersion(&runtime), "asking for the runtime's version");
  return {device_properties().name, driver_version(),
      "CUDA " + std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10)};
}

void watch(unsigned, std::uint64_t) { cudaGetLastError(); }

std::string checks() { return ""; }
void set_checks(const std::string&) {}
void set_caches(const std::string&, bool) {}
void check_order(bool, bool) {}
void limit_steps(std::uint64_t) {}

Activity activity() {
  const cudaError_t launched = cudaGetLastError();
  const cudaError_t waited = cudaDeviceSynchronize();
  const cudaError_t error = launched != cudaSuccess ? launched : waited;
  Activity activity;
  if (error != cudaSuccess)
    activity.fault = std::string("CUDA reports: ") + cudaGetErrorString(error) +
                     ". Run ./course check on sim: it names the line and the thread.";
  return activity;
}

std::string words_of(const std::exception& error) { return error.what(); }

bool set_devices(int) { return false; }
SmallDevice::SmallDevice(int, int) {}
SmallDevice::~SmallDevice() = default;
LaunchesOnly::LaunchesOnly() = default;
LaunchesOnly::~LaunchesOnly() = default;
LastBlocksOnly::LastBlocksOnly(std::uint64_t) {}
LastBlocksOnly::~LastBlocksOnly() = default;

void recover() {
  cudaDeviceReset();
  cudaGetLastError();
  if (cudaFree(nullptr) != cudaSuccess) lose_device();
}

std::size_t l2_bytes() {
  static const std::size_t bytes = std::size_t(device_properties().l2CacheSize);
  return bytes;
}

void flush_l2() {
  static void* scratch = nullptr;
  const std::size_t bytes = 2 * l2_bytes();
  if (!scratch) must(cudaMalloc(&scratch, bytes), "allocating memory to flush the L2 cache with");
  must(cudaMemsetAsync(scratch, 0, bytes), "flushing the L2 cache");
}

std::unique_ptr<Stopwatch> device_stopwatch(Cache cache) { return std::make_unique<DeviceStopwatch>(cache); }

}  // namespace harness
