// Copies between host and device that nobody waits for: what memory, streams, pools and graphs cost and hide.
// Run: ./course bench async --experiment host_copies
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"

namespace {

void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

// As much work for each element as makes the kernel take about as long as the copies of its data.
__global__ void work(float* data, size_t count, int rounds) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
    float value = data[i];
    for (int round = 0; round < rounds; ++round) value = value * 0.999f + 0.5f;
    data[i] = value;
  }
}
__global__ void little(float* data) { data[threadIdx.x] += 1; }

struct Times {
  double median, q1, q3;
};

// Of the host's clock, from the first call until the device has done all.
Times time_of(harness::FunctionRef<void()> prepare, harness::FunctionRef<void()> what) {
  std::vector<double> ms;
  const int repeats = harness::dry_run() ? 1 : 11;
  for (int i = 0; i < repeats + !harness::dry_run(); ++i) {
    prepare();
    require(cudaDeviceSynchronize());
    const auto begin = std::chrono::steady_clock::now();
    what();
    require(cudaDeviceSynchronize());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    if (i > 0 || harness::dry_run()) ms.push_back(took.count());
  }
  std::sort(ms.begin(), ms.end());
  return {ms[ms.size() / 2], ms[ms.size() / 4], ms[ms.size() * 3 / 4]};
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "host clock round the calls and a cudaDeviceSynchronize, median of 11 after one that does not count";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const size_t count = harness::dry_run() ? 1 << 12 : size_t(64) << 20, bytes = count * sizeof(float);
    const int rounds = harness::dry_run() ? 2 : 2000, blocks = harness::dry_run() ? 4 : 1056;
    const auto nothing = [] {};
    const auto add = [&](const char* topic, const std::string& way, double moved, const Times& t) {
      rows.add({{"topic", topic}, {"way", way}, {"median_ms", t.median}, {"q1_ms", t.q1}, {"q3_ms", t.q3},
          {"gb_per_s", moved / t.median / 1e6}});
    };
    std::vector<float> pageable(count, 1);
    float *pinned = nullptr, *device = nullptr, *managed = nullptr;
    require(cudaMallocHost(&pinned, bytes));
    std::memset(pinned, 0, bytes);
    require(cudaMalloc(&device, bytes));

    const auto copy = [&](float* host, cudaMemcpyKind kind) {
      const bool in = kind == cudaMemcpyHostToDevice;
      require(cudaMemcpyAsync(in ? device : host, in ? host : device, bytes, kind, nullptr));
    };
    add("one copy", "pageable, to the device", double(bytes),
        time_of(nothing, [&] { copy(pageable.data(), cudaMemcpyHostToDevice); }));
    add("one copy", "pageable, to the host", double(bytes),
        time_of(nothing, [&] { copy(pageable.data(), cudaMemcpyDeviceToHost); }));
    add("one copy", "pinned, to the device", double(bytes),
        time_of(nothing, [&] { copy(pinned, cudaMemcpyHostToDevice); }));
    add("one copy", "pinned, to the host", double(bytes),
        time_of(nothing, [&] { copy(pinned, cudaMemcpyDeviceToHost); }));
    add("one copy", "pinned, half of it each way at once", double(bytes), time_of(nothing, [&] {
      static cudaStream_t there = nullptr, back = nullptr;
      if (!there)
        require(cudaStreamCreateWithFlags(&there, cudaStreamNonBlocking)),
            require(cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking));
      require(cudaMemcpyAsync(device, pinned, bytes / 2, cudaMemcpyHostToDevice, there));
      require(cudaMemcpyAsync(pinned + count / 2, device + count / 2, bytes / 2, cudaMemcpyDeviceToHost, back));
    }));
    require(cudaMemset(device, 0, bytes));
    add("kernel alone", "its data on the device", 2.0 * double(bytes),
        time_of(nothing, [&] { work<<<blocks, 256>>>(device, count, rounds); }));

    // In, work, out: in so many parts, each in a stream of its own.
    for (const bool is_pinned : {false, true})
      for (const int parts : {1, 2, 4, 8, 16}) {
        std::vector<cudaStream_t> streams(static_cast<size_t>(parts));
        for (cudaStream_t& stream : streams) require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        float* const host = is_pinned ? pinned : pageable.data();
        const size_t part = count / size_t(parts);
        const Times t = time_of(nothing, [&] {
          for (int i = 0; i < parts; ++i) {
            const size_t at = size_t(i) * part;
            const cudaStream_t stream = streams[size_t(i)];
            require(cudaMemcpyAsync(device + at, host + at, part * sizeof(float), cudaMemcpyHostToDevice, stream));
            work<<<blocks, 256, 0, stream>>>(device + at, part, rounds);
            require(cudaMemcpyAsync(host + at, device + at, part * sizeof(float), cudaMemcpyDeviceToHost, stream));
          }
        });
        add(is_pinned ? "in, work, out: pinned" : "in, work, out: pageable", std::to_string(parts) + " streams",
            2.0 * double(bytes), t);
        for (const cudaStream_t stream : streams) require(cudaStreamDestroy(stream));
      }

    // Managed memory that the host has touched last.
    require(cudaMallocManaged(&managed, bytes));
    const auto touch = [&] { std::memset(managed, 0, bytes); };
    const auto move = [&](bool to_device) {
      cudaMemLocation where{};
      where.type = to_device ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost;
      require(cudaMemPrefetchAsync(managed, bytes, where, 0, nullptr));
    };
    add("managed, one kernel", "no prefetch", double(bytes),
        time_of(touch, [&] { work<<<blocks, 256>>>(managed, count, 1); }));
    add("managed, one kernel", "prefetch", double(bytes), time_of(touch, [&] {
      move(true);
      work<<<blocks, 256>>>(managed, count, 1);
    }));
    add("managed, one kernel", "already there", double(bytes),
        time_of([&] { move(true); }, [&] { work<<<blocks, 256>>>(managed, count, 1); }));
    require(cudaFree(managed));

    // Memory for a moment, 100 times.
    add("100 × 1 MiB for a moment", "cudaMalloc, cudaFree", 0, time_of(nothing, [&] {
      for (int i = 0; i < 100; ++i) {
        float* memory = nullptr;
        require(cudaMalloc(&memory, 1 << 20));
        little<<<1, 256>>>(memory);
        require(cudaFree(memory));
      }
    }));
    add("100 × 1 MiB for a moment", "cudaMallocAsync, cudaFreeAsync", 0, time_of(nothing, [&] {
      for (int i = 0; i < 100; ++i) {
        float* memory = nullptr;
        require(cudaMallocAsync(&memory, 1 << 20, nullptr));
        little<<<1, 256>>>(memory);
        require(cudaFreeAsync(memory, nullptr));
      }
    }));

    // A hundred little kernels, one after the other.
    cudaStream_t stream = nullptr;
    require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const auto hundred = [&] {
      for (int i = 0; i < 100; ++i) little<<<1, 256, 0, stream>>>(device);
    };
    add("100 little kernels", "a launch each", 0, time_of(nothing, hundred));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    hundred();
    require(cudaStreamEndCapture(stream, &graph));
    require(cudaGraphInstantiate(&ready, graph, 0));
    add("100 little kernels", "one graph", 0, time_of(nothing, [&] { require(cudaGraphLaunch(ready, stream)); }));
    require(cudaGraphExecDestroy(ready));
    require(cudaGraphDestroy(graph));
    require(cudaStreamDestroy(stream));
    require(cudaFree(device));
    require(cudaFreeHost(pinned));
  });
}
