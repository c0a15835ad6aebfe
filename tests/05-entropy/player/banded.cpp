// Calls v14 with two filters, which note who called them, on which device and with what.
#include "tests/05-entropy/player/banded.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "harness/player/requests.hpp"
#include "tests/05-entropy/player/mixed_precision.hpp"
#include "tests/05-entropy/interface.hpp"

namespace filters {
namespace {

std::mutex noting;
std::vector<Band> gpu_calls, cpu_calls;
std::vector<std::thread::id> threads;
std::deque<std::vector<float>> lent;
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
  note(gpu_calls, {device, rows, cols});
  if (device == refusing) {
    void* more_than_there_is = nullptr;
    cudaMalloc(&more_than_there_is, std::size_t(1) << 60);
    return;
  }
  if (rows < 1 || cols < 1) return;
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
  mixed_precision(out, in, rows, cols);
}

const harness::Request banded("banded", [](harness::Reader& in, harness::Writer&) {
  lent.clear();
  gpu_calls.clear();
  cpu_calls.clear();
  threads.clear();
  auto* const filter = harness::played().function<decltype(entropy_v14)>(in.next<std::string>());
  auto* const result = in.next<float*>();
  const auto* const grid = in.next<const float*>();
  const auto rows = in.next<std::int32_t>(), cols = in.next<std::int32_t>();
  refusing = in.next<std::int32_t>();
  filter(result, grid, rows, cols, on_gpu, on_cpu);
  // That there is no device is an answer here, and no fault, whether or not the error that CUDA remembers of it was taken.
  if (cudaPeekAtLastError() == cudaErrorNoDevice) cudaGetLastError();
});
const harness::Request bands("bands", [](harness::Reader&, harness::Writer& out) { out(gpu_calls, cpu_calls); });

}  // namespace
}  // namespace filters
