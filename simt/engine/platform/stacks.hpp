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
// Only what is poisoned: a stack's marks are an eighth of it, and there may be a quarter of a million stacks.
inline void renew_stack(void* lowest, std::size_t bytes) {
  char* const end = static_cast<char*>(lowest) + bytes;
  if (void* first = __asan_region_is_poisoned(lowest, bytes))
    __asan_unpoison_memory_region(first, std::size_t(end - static_cast<char*>(first)));
}
#else
inline StackBounds own_stack() { return {}; }
inline void leave_stack(void**, StackBounds) {}
inline void enter_stack(void*) {}
inline void renew_stack(void*, std::size_t) {}
#endif

}  // namespace simt
