// Calls v14 with two filters, which note who called them, on which device and with what.
#include "tests/05-entropy/player/banded.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "harness/player/requests.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/player/mixed_precision.hpp"
#include "tests/05-entropy/player/shifted.hpp"
#include "tests/05-entropy/interface.hpp"

namespace filters {
namespace {

std::mutex noting;
std::vector<Band> gpu_calls, cpu_calls;
std::vector<std::thread::id> threads;
std::deque<std::vector<float>> lent;
int failing = -1;   // on this one what it launches goes wrong later
int refusing = -1;  // on this device on_gpu fails, as a launch does: nothing but cudaGetLastError tells

void note(std::vector<Band>& calls, Band band) {
  const std::lock_guard lock(noting);
  const auto known = std::find(threads.begin(), threads.end(), std::this_thread::get_id());
  band.thread = std::int32_t(known - threads.begin());
  if (known == threads.end()) threads.push_back(std::this_thread::get_id());
  calls.push_back(band);
}

// Kept until the call is over: given back, it would be the next thread's, which the finder of races does not see here.
std::vector<float>& lend(std::size_t count) {
  const std::lock_guard lock(noting);
  return lent.emplace_back(count);
}

void on_gpu(float* out, const float* in, int rows, int cols) {
  int device = 0;
  cudaGetDevice(&device);
  note(gpu_calls, {device, rows, cols, 0, !out || !in});
  if (device == refusing) {
    void* more_than_there_is = nullptr;
    cudaMalloc(&more_than_there_is, std::size_t(1) << 60);
    return;
  }
  if (device == failing) return give_work_that_fails();
  if (rows < 1 || cols < 1 || 1ll * rows * cols > most_cells) return;
  if (out == in) return;  // the filter cannot work in place
  std::vector<float>&host = lend(std::size_t(rows) * std::size_t(cols)), &result = lend(host.size());
  const std::size_t bytes = host.size() * sizeof(float);
  if (cudaMemcpy(host.data(), in, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) return;
  for (float& symbol : host) symbol = symbol >= 0 && symbol <= 15 ? symbol : 0;  // what was never copied there
  mixed_precision(result.data(), host.data(), rows, cols);
  cudaMemcpy(out, result.data(), bytes, cudaMemcpyHostToDevice);
}

void on_cpu(float* out, const float* in, int rows, int cols) {
  note(cpu_calls, {-1, rows, cols});
  if (1ll * rows * cols <= most_cells) mixed_precision(out, in, rows, cols);
}

auto* filter_of(harness::Reader& in) {
  lent.clear();
  gpu_calls.clear();
  cpu_calls.clear();
  threads.clear();
  refusing = failing = -1;
  for (const auto filter : {on_gpu, on_cpu}) harness::lent(filter);
  return harness::played().function<decltype(entropy_v14)>(in.next<std::string>());
}

const harness::Request banded("banded", [](harness::Reader& in, harness::Writer&) {
  auto* const filter = filter_of(in);
  auto* const result = in.next<float*>();
  const auto* const grid = in.next<const float*>();
  const auto rows = in.next<std::int32_t>(), cols = in.next<std::int32_t>();
  refusing = in.next<std::int32_t>();
  filter(result, grid, rows, cols, on_gpu, on_cpu);
  // That there is no device is an answer here, and no fault, whether or not the error that CUDA remembers of it was taken.
  if (cudaPeekAtLastError() == cudaErrorNoDevice) cudaGetLastError();
});
// With out in page-locked memory, for which a copy does not wait of itself. What is in it when the function returns is the
// result.
const harness::Request page_locked("banded, page-locked", [](harness::Reader& in, harness::Writer&) {
  auto* const filter = filter_of(in);
  auto* const result = in.next<float*>();
  const auto* const grid = in.next<const float*>();
  const auto rows = in.next<std::int32_t>(), cols = in.next<std::int32_t>();
  failing = in.next<std::int32_t>();
  const std::size_t bytes = std::size_t(rows) * std::size_t(cols) * sizeof(float);
  float* to = nullptr;
  if (cudaMallocHost(&to, bytes) != cudaSuccess) throw std::runtime_error("there is no page-locked memory left");
  std::memcpy(to, result, bytes);
  harness::defer_work(true);
  const auto end = [&] {
    std::memcpy(result, to, bytes);
    harness::defer_work(false);  // what nobody has waited for is done now
    cudaFreeHost(to);
  };
  try {
    filter(to, grid, rows, cols, on_gpu, on_cpu);
  } catch (...) {
    end();
    throw;
  }
  end();
});
const harness::Request bands("bands", [](harness::Reader&, harness::Writer& out) { out(gpu_calls, cpu_calls); });

}  // namespace
}  // namespace filters
