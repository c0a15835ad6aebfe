// The backend that runs on a GPU: it tells the time, and what cudaGetErrorString tells. It counts nothing.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <regex>

#include <cuda_runtime.h>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/timing.hpp"

// What the modules were built with; Meson knows and says.
#ifndef HARNESS_MODULE_COMPILER
#define HARNESS_MODULE_COMPILER "unknown"
#endif
#ifndef HARNESS_MODULE_FLAGS
#define HARNESS_MODULE_FLAGS "unknown"
#endif

namespace harness {
namespace {

// A kernel's bad access may cost the process its GPU for good: cudaDeviceReset does not always bring it back.
bool lost = false;

void must(cudaError_t error, const std::string& what) {
  if (lost) throw DeviceError("not run: a fault in a kernel before has cost this process its GPU.");
  if (error != cudaSuccess) throw DeviceError(what + ": " + cudaGetErrorString(error));
}

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

// On each side of the data. Large enough for a write that is a whole row of a large matrix off.
constexpr std::size_t guard_bytes = std::size_t{1} << 18;
constexpr int guard_byte = guard_word & 0xFF;

}  // namespace

const Backend& backend() {
  static const Backend cuda = [] {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    const std::string missing = error != cudaSuccess ? cudaGetErrorString(error) : count == 0 ? "no GPU" : "";
    return Backend{"cuda", false, missing.empty(), missing};
  }();
  return cuda;
}

Provenance provenance() {
  int runtime = 0;
  must(cudaRuntimeGetVersion(&runtime), "asking for the runtime's version");
  return {device_properties().name, driver_version(),
      "CUDA " + std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10), HARNESS_MODULE_COMPILER,
      HARNESS_MODULE_FLAGS};
}

void watch(unsigned) { cudaGetLastError(); }

void check_order(bool, bool) {}
Activity with_order_checked(const std::function<Activity()>&) { return {}; }
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

int devices() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

bool set_devices(int) { return false; }

void recover() {
  cudaDeviceReset();
  cudaGetLastError();
  lost = cudaFree(nullptr) != cudaSuccess;
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

void device_copy(void* target, const void* source, std::size_t bytes) {
  must(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice), "copying on the device");
}

// guard | data, aligned to 256 bytes as cudaMalloc's are | guard, from the very byte after the data
GuardedMemory::GuardedMemory(std::size_t bytes, std::string name, Poison poison_with)
    : bytes_(bytes), name_(std::move(name)) {
  must(cudaMalloc(&allocation_, bytes + 2 * guard_bytes), "allocating " + name_);
  data_ = static_cast<char*>(allocation_) + guard_bytes;
  must(cudaMemset(allocation_, guard_byte, bytes + 2 * guard_bytes), "guarding " + name_);
  poison(poison_with);
}

GuardedMemory::~GuardedMemory() { cudaFree(allocation_); }

void GuardedMemory::poison(Poison poison) {
  must(cudaMemset(data_, static_cast<int>(poison), bytes_), "poisoning " + name_);
}

void GuardedMemory::upload(const void* source, std::size_t bytes) {
  must(cudaMemcpy(data_, source, bytes, cudaMemcpyHostToDevice), "writing to " + name_);
}

void GuardedMemory::download(void* target, std::size_t bytes) const {
  must(cudaMemcpy(target, data_, bytes, cudaMemcpyDeviceToHost), "reading from " + name_);
}

std::optional<Damage> GuardedMemory::damage() const {
  std::vector<unsigned char> guard(guard_bytes);
  const auto damaged = [](unsigned char byte) { return byte != guard_byte; };
  const auto word_at = [&](std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, &guard[offset], sizeof value);
    return value;
  };
  char* const after = static_cast<char*>(data_) + bytes_;
  must(cudaMemcpy(guard.data(), after, guard_bytes, cudaMemcpyDeviceToHost), "reading the guard after " + name_);
  if (const auto first = std::find_if(guard.begin(), guard.end(), damaged); first != guard.end()) {
    const std::size_t offset = std::size_t(first - guard.begin()) / 4 * 4;
    return Damage{Damage::Side::after, offset, word_at(offset)};
  }
  must(cudaMemcpy(guard.data(), allocation_, guard_bytes, cudaMemcpyDeviceToHost), "reading the guard before " + name_);
  if (const auto last = std::find_if(guard.rbegin(), guard.rend(), damaged); last != guard.rend()) {
    const std::size_t distance = std::size_t(last - guard.rbegin()) / 4 * 4;
    return Damage{Damage::Side::before, distance, word_at(guard_bytes - 4 - distance)};
  }
  return std::nullopt;
}

}  // namespace harness
