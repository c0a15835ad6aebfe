// Calls v17 with a filter that reaches as far as a window of 5×5 does, and is made of copies: no kernel would be both the
// simulator's and a GPU's here.
#include "tests/05-entropy/player/overlapped.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "harness/player/requests.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/interface.hpp"

namespace filters::overlapping {
namespace {

std::mutex noting;
Overlapped seen;
int refused = -1;

bool is_on_device(const void* memory) {
  cudaPointerAttributes about{};
  return cudaPointerGetAttributes(&about, memory) == cudaSuccess && about.type == cudaMemoryTypeDevice;
}

// The left half of each row is that of two rows above, the right half that of two rows below; at the grid's edge, of the
// first row and the last. As a launch does, it returns before that is done.
void on_gpu(float* out, const float* in, int rows, int cols) {
  {
    const std::lock_guard lock(noting);
    seen.rows.push_back(rows);
    seen.on_device &= is_on_device(out) && is_on_device(in);
    if (int(seen.rows.size()) - 1 == refused) {
      void* more_than_there_is = nullptr;
      cudaMalloc(&more_than_there_is, std::size_t(1) << 60);
      return;
    }
  }
  if (rows < 1 || cols < 1) return;
  const std::size_t line = std::size_t(cols) * sizeof(float);
  const int left = cols / 2, right = cols - left, far = std::max(0, rows - 2);
  const auto move = [&](int to, int from, int col, int width, int height) {
    if (width < 1 || height < 1) return;
    cudaMemcpy2DAsync(out + std::size_t(to) * std::size_t(cols) + col, line,
        in + std::size_t(from) * std::size_t(cols) + col, line, std::size_t(width) * sizeof(float), std::size_t(height),
        cudaMemcpyDefault, nullptr);
  };
  move(0, 0, 0, left, 1);
  if (rows > 1) move(1, 0, 0, left, 1);
  move(2, 0, 0, left, far);
  move(0, 2, left, right, far);
  if (rows > 1) move(rows - 2, rows - 1, left, right, 1);
  move(rows - 1, rows - 1, left, right, 1);
}

// The caller's memory as the judge made it, or page-locked memory in its place, which lives until the judge has looked. It is
// registered: on sim, what cudaMallocHost takes is missing where a device is to have hardly any memory left.
class CallersMemory {
 public:
  float* at(float* memory, std::size_t bytes, bool pinned) {
    if (!pinned) return memory;
    pages_ = (bytes + page - 1) / page * page;
    pinned_ = static_cast<float*>(std::aligned_alloc(page, pages_));
    if (!pinned_ || cudaHostRegister(pinned_, pages_, cudaHostRegisterDefault) != cudaSuccess)
      throw std::runtime_error("there is no page-locked memory left");
    std::memcpy(pinned_, memory, bytes);
    return pinned_;
  }
  void copy_back(float* memory, std::size_t bytes) {
    if (pinned_) std::memcpy(memory, pinned_, bytes);
    left_.assign(memory, memory + bytes / sizeof(float));
  }
  bool has_changed() const { return pinned_ && std::memcmp(left_.data(), pinned_, left_.size() * sizeof(float)) != 0; }
  void free() {
    if (pinned_) cudaHostUnregister(pinned_);
    std::free(pinned_);
    pinned_ = nullptr;
  }

 private:
  float* pinned_ = nullptr;
  std::vector<float> left_;  // when the function came back
  static constexpr std::size_t page = 4096;
  std::size_t pages_ = 0;
};
CallersMemory pinned_in, pinned_out;

const harness::Request overlapped("overlapped", [](harness::Reader& in, harness::Writer&) {
  seen = {};
  auto* const filter = harness::played().watched_function<decltype(entropy_v17)>(in.next<std::string>());
  auto* const out = in.next<float*>();
  auto* const grid = in.next<float*>();
  const auto rows = in.next<std::int32_t>(), cols = in.next<std::int32_t>(), band = in.next<std::int32_t>();
  const auto way = in.next<Way>();
  const std::size_t bytes = std::size_t(rows) * std::size_t(cols) * sizeof(float);
  refused = way.refused;
  float* const from = pinned_in.at(grid, bytes, way.pinned_in);
  float* const to = pinned_out.at(out, bytes, way.pinned_out);
  harness::record_stream_work();
  const auto end = [&] {
    cudaGetLastError();  // what was not asked for; a judge that sees it resets the device, and all that is kept is gone
    seen.work = harness::stream_work();
    pinned_in.copy_back(grid, bytes);
    pinned_out.copy_back(out, bytes);
  };
  try {
    filter(to, from, rows, cols, band, on_gpu);
  } catch (...) {
    end();
    throw;
  }
  end();
});
// Once the device has been waited for.
const harness::Request overlap("overlap", [](harness::Reader&, harness::Writer& out) {
  seen.written_later = pinned_out.has_changed();
  pinned_in.free();
  pinned_out.free();
  out(seen);
});
const harness::Request release("release v17", [](harness::Reader& in, harness::Writer&) {
  harness::played().watched_function<decltype(release_v17)>(in.next<std::string>())();
});

}  // namespace
}  // namespace filters::overlapping
