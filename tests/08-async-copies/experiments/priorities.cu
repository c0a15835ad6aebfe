// What a stream's priority does for little work that comes behind much: a kernel, and a copy.
// Run: ./course bench async --experiment priorities
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "harness/experiment.hpp"

namespace {

void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

__global__ void work(float* data, int rounds) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  float value = data[i];
  for (int round = 0; round < rounds; ++round) value = value * 0.999f + 0.5f;
  data[i] = value;
}

struct Times {
  double little, all;
};

// Until the little one is done, and until all is: from when the large one was given to its stream, by the host's clock.
Times time_of(cudaStream_t of_little, harness::FunctionRef<void()> large, harness::FunctionRef<void()> little) {
  std::vector<double> first, both;
  const int repeats = harness::dry_run() ? 1 : 12;
  for (int i = 0; i < repeats; ++i) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point begin) {
      return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    };
    require(cudaDeviceSynchronize());
    const auto begin = Clock::now();
    large();
    little();
    require(cudaStreamSynchronize(of_little));
    const double little_ms = since(begin);
    require(cudaDeviceSynchronize());
    if (i == 0 && repeats > 1) continue;
    first.push_back(little_ms);
    both.push_back(since(begin));
  }
  std::sort(first.begin(), first.end());
  std::sort(both.begin(), both.end());
  return {first[first.size() / 2], both[both.size() / 2]};
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "host clock, from the large one's call until the host has waited for the little one, and for all; median of 11 "
      "after one that does not count";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const size_t count = harness::dry_run() ? 1 << 14 : size_t(64) << 20;
    const int rounds = harness::dry_run() ? 2 : 4000, few = harness::dry_run() ? 2 : 132;
    int lowest = 0, highest = 0;
    require(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    float *data = nullptr, *other = nullptr, *host = nullptr;
    require(cudaMalloc(&data, count * sizeof(float)));
    require(cudaMalloc(&other, count * sizeof(float)));
    require(cudaMallocHost(&host, count * sizeof(float)));
    std::fill(host, host + count, 1.0f);
    require(cudaMemset(data, 0, count * sizeof(float)));
    require(cudaMemset(other, 0, count * sizeof(float)));
    const auto stream = [](int priority) {
      cudaStream_t made;
      require(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, priority));
      return made;
    };
    const struct {
      const char* name;
      int of_large, of_little;
    } ways[] = {{"none", lowest, lowest}, {"the little one's", lowest, highest}, {"the large one's", highest, lowest}};
    for (const auto& way : ways) {
      const cudaStream_t large = stream(way.of_large), little = stream(way.of_little);
      const auto add = [&](const char* what, const Times& times) {
        rows.add({{"what", what}, {"higher", way.name}, {"little_ms", times.little}, {"all_ms", times.all}});
      };
      const auto kernel = [&](float* on, size_t blocks, cudaStream_t to) {
        return [=] { work<<<unsigned(blocks), 256, 0, to>>>(on, rounds); };
      };
      const auto copy = [&](float* on, size_t first, size_t elements, cudaStream_t to) {
        return [=] {
          require(cudaMemcpyAsync(on + first, host + first, elements * sizeof(float), cudaMemcpyHostToDevice, to));
        };
      };
      add("kernels", time_of(little, kernel(data, count / 256, large), kernel(other, few, little)));
      add("copies to the device", time_of(little, copy(data, 0, count, large), copy(other, 0, count / 64, little)));
      require(cudaStreamDestroy(large));
      require(cudaStreamDestroy(little));
    }
    require(cudaFree(data));
    require(cudaFree(other));
    require(cudaFreeHost(host));
  });
}
