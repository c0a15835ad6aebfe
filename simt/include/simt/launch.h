// How a launch gets from `kernel<<<grid, block>>>(args)` to the simulator.
//
// simtcc rewrites each kernel so that its body sits in a closure,
//     void kernel(float* out, int n) { ::simt::enter(__PRETTY_FUNCTION__, [=]() mutable { … }); }
// and each launch so that the configuration is put down first,
//     (::simt::configure(grid, block), kernel(out, n));
// Calling the kernel on the host is then the launch itself: overloads, templates and conversions of
// the arguments work as they do in nvcc's host stubs, and every thread gets its own copy of them.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "simt/api.h"

namespace simt {

void configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);

extern "C" void simt_cluster_dims(unsigned x, unsigned y = 1, unsigned z = 1);  // of the launch that is made next
extern "C" void simt_launch_bounds(unsigned threads, unsigned blocks = 0, unsigned cluster_blocks = 0);

using ThreadBody = void (*)(const void* closure);
void launch(const char* signature, ThreadBody body, const void* closure, std::size_t closure_bytes);

// Whether a kernel runs, for functions that have a body for the host and one for the device (#ifdef __CUDA_ARCH__).
extern "C" bool simt_in_kernel() noexcept __attribute__((const));
inline constexpr bool on_device() { return !__builtin_is_constant_evaluated() && simt_in_kernel(); }

// In front of every `return;` of a kernel and of the functions it calls: a thread that returns in front of a barrier may,
// one that goes round it to the kernel's end may not.
extern "C" void simt_returned() noexcept;
inline __attribute__((always_inline)) constexpr void returned() {
  if (!__builtin_is_constant_evaluated()) simt_returned();
}

// The launch's dynamic shared memory, for `extern __shared__ T name[]` in a function.
template <typename T>
using UnboundedArray = T[];
struct DynamicShared {
  void* base;
  template <typename T>
  operator UnboundedArray<T>&() const {
    return *static_cast<UnboundedArray<T>*>(base);
  }
};
extern "C" void* simt_dynamic_shared_base() noexcept __attribute__((const));
inline __attribute__((always_inline)) DynamicShared dynamic_shared() { return {simt_dynamic_shared_base()}; }

// Every thread runs this once. The closure is copied to the thread's own stack and inlined, so that
// reading a kernel parameter is no memory access. A GPU gets a parameter's bytes: whoever copies or destroys it by functions of
// its own (a std::shared_ptr) does so on the host alone.
template <typename Closure>
__attribute__((noinline, flatten)) void run_thread(const void* closure) {
  if constexpr (std::is_trivially_copyable_v<Closure>) {
    Closure mine = *static_cast<const Closure*>(closure);
    mine();
  } else {
    alignas(Closure) unsigned char mine[sizeof(Closure)];
    __builtin_memcpy(mine, closure, sizeof(Closure));
    (*reinterpret_cast<Closure*>(mine))();
  }
}

template <typename Closure>
void enter(const char* signature, const Closure& closure) {
  launch(signature, &run_thread<Closure>, &closure, sizeof closure);
}

// Tells the runtime where this image keeps its __shared__ variables (they are thread-local storage,
// one copy for every worker of the simulator).
struct SharedImage {
  SharedImage(void* (*anchor_address)(), const char* device_begin, const char* device_end, const char* constant_begin,
      const char* constant_end);
  ~SharedImage();
  void* (*anchor_address)();
  const char *device_begin, *device_end, *constant_begin, *constant_end;
};
// The linker knows where an image's sections of __device__ and __constant__ variables begin and end, if it has any.
extern "C" {
extern const char __start_simt_device[] __attribute__((weak, visibility("hidden")));
extern const char __stop_simt_device[] __attribute__((weak, visibility("hidden")));
extern const char __start_simt_constant[] __attribute__((weak, visibility("hidden")));
extern const char __stop_simt_constant[] __attribute__((weak, visibility("hidden")));
}
#ifdef __CUDACC__  // host code has no __shared__ variables, the simulator itself least of all
namespace {
__thread char shared_anchor = 0;
__attribute__((no_sanitize("thread"), no_sanitize_coverage)) void* shared_anchor_address() { return &shared_anchor; }
const SharedImage shared_image(
    &shared_anchor_address, __start_simt_device, __stop_simt_device, __start_simt_constant, __stop_simt_constant);
}  // namespace
#endif

}  // namespace simt
