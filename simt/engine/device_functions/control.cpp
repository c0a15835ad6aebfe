// Fences, sleeping, traps and assert() of a kernel (include/simt/control.h).
#include "simt/include/simt/control.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/engine/core/worker.hpp"

using namespace simt;

extern "C" {

// Threads of the simulator see each other's stores at once: a fence has nothing to wait for. It is the point up to
// which an atomic or a flag that follows hands things on (checkers/race.cpp).
void simt_fence(int kind) noexcept {
  simt::Lane* lane = simt::current_lane;
  if (!lane) return;
  if (kind != simt_fence_acquire)
    for (const auto& checker : lane->worker->checkers) checker->fence(*lane);
  if (kind != simt_fence_block && kind != simt_fence_release)
    simt::note_acquire(*lane, std::uint64_t(__builtin_return_address(0)));
}
void simt_sleep(unsigned) noexcept {}

void simt_trap(const char* function) noexcept {
  const auto pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  if (!current_lane) std::abort();
  stop_lane(*current_lane, {.kind = Fault::Kind::trap, .pc = pc, .text = function});
}

int simt_space_of(const void* pointer) noexcept {
  bool known = false;
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (!current_lane) return -1;
  const Worker& worker = *current_lane->worker;
  for (const AddressRange& range : worker.launch.constants)
    if (range.holds(address)) return 3;
  const Space space = worker.classify(address, known);
  return !known ? -1 : space == Space::global ? 0 : space == Space::shared ? 1 : space == Space::cluster ? 4 : 2;
}

unsigned long long simt_global_timer() noexcept {
  return (unsigned long long)(std::chrono::steady_clock::now().time_since_epoch().count());
}

// A failed assert() of a kernel says on stderr what CUDA says, and ends the launch; one of the host ends the program.
void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept {
  if (Lane* lane = current_lane) {
    const uint3 &block = lane->worker->block, &thread = lane->thread;
    const char* closure = std::strstr(function, "::<lambda()>");  // the kernel's body sits in one
    const int length = int(closure ? closure - function : std::ptrdiff_t(std::strlen(function)));
    char text[1024];
    std::snprintf(text, sizeof text, "%s:%u: %.*s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
        file, line, length, function, block.x, block.y, block.z, thread.x, thread.y, thread.z, expression);
    lane->worker->complaint = text;
    stop_lane(*lane, {.kind = Fault::Kind::assertion,
                         .pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0)),
                         .text = expression});
  }
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  std::abort();
}
}
