// What AddressSanitizer must be told when a thread of the simulator goes on with another stack; nothing without it.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace simt {

struct StackBounds {
  const void* lowest = nullptr;
  std::size_t bytes = 0;
};

#ifdef __SANITIZE_ADDRESS__
inline StackBounds own_stack() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &lowest, &bytes);
    pthread_attr_destroy(&attributes);
  }
  return {lowest, bytes};
}
// `kept` is null where the stack that is left is never gone on with.
inline void leave_stack(void** kept, StackBounds to) { __sanitizer_start_switch_fiber(kept, to.lowest, to.bytes); }
inline void enter_stack(void* kept) { __sanitizer_finish_switch_fiber(kept, nullptr, nullptr); }
inline void renew_stack(void* lowest, std::size_t bytes) { __asan_unpoison_memory_region(lowest, bytes); }
#else
inline StackBounds own_stack() { return {}; }
inline void leave_stack(void**, StackBounds) {}
inline void enter_stack(void*) {}
inline void renew_stack(void*, std::size_t) {}
#endif

}  // namespace simt
