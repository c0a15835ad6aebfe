// Calls v17 with a filter that reaches as far as a window of 5×5 does.
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
#include "tests/05-entropy/player/shifted.hpp"

namespace filters::overlapping {
namespace {

std::mutex noting;
Overlapped seen;
int refused = -1, failing = -1;

// Every other call is given another filter that does the same.
int calls = 0;

// As a launch does, it returns before that is done.
template <int nth>
void on_gpu(float* out, const float* in, int rows, int cols) {
  {
    const std::lock_guard lock(noting);
    seen.rows.push_back(rows);
    seen.is_earlier |= nth != calls % 2;
    seen.nowhere |= !out || !in;
    seen.on_device &= is_on_device(out) && is_on_device(in);
    if (int(seen.rows.size()) - 1 == refused) return fail_as_a_launch_does();
    if (int(seen.rows.size()) - 1 == failing) give_work_that_fails();
  }
  if (out && in) shift_rows(out, in, rows, cols);
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
  const auto way = in.next<Way17>();
  const std::size_t bytes = std::size_t(rows) * std::size_t(cols) * sizeof(float);
  refused = way.refused;
  failing = way.failing;
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
    filter(to, from, rows, cols, band, harness::lent(++calls % 2 ? on_gpu<1> : on_gpu<0>));
  } catch (...) {
    end();
    throw;
  }
  end();
});
// For a device that has no room for a band: of the caller's memory, page-locked, there is one page, and nobody comes to touch it.
const harness::Request without_room("overlapped without room", [](harness::Reader& in, harness::Writer&) {
  seen = {};
  refused = failing = -1;
  auto* const filter = harness::played().watched_function<decltype(entropy_v17)>(in.next<std::string>());
  const auto rows = in.next<std::int32_t>(), cols = in.next<std::int32_t>(), band = in.next<std::int32_t>();
  std::vector<float> page(1024);
  const auto end = [&] {
    cudaGetLastError();
    pinned_in.free();
    pinned_out.free();
  };
  const std::size_t bytes = page.size() * sizeof(float);
  float* const from = pinned_in.at(page.data(), bytes, true);
  float* const to = pinned_out.at(page.data(), bytes, true);
  try {
    filter(to, from, rows, cols, band, harness::lent(++calls % 2 ? on_gpu<1> : on_gpu<0>));
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
