// The atomics of the C++ standard library in programs built by simtcc: std::atomic, std::shared_ptr, and the guard
// of a static variable that has a constructor.
//
// ThreadSanitizer's instrumentation replaces them with calls of its runtime, which is not there. Each does what it
// stands for, always sequentially consistent. They are host code's: no device counter sees them.
#include <cstdint>

#define SIMT_STD_ATOMICS(bits)                                                                                         \
  using A##bits = std::uint##bits##_t;                                                                                 \
  A##bits __tsan_atomic##bits##_load(const volatile A##bits* at, int) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); } \
  void __tsan_atomic##bits##_store(volatile A##bits* at, A##bits value, int) {                                         \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                                     \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_exchange(volatile A##bits* at, A##bits value, int) {                                   \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                                           \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_fetch_add(volatile A##bits* at, A##bits value, int) {                                  \
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_fetch_sub(volatile A##bits* at, A##bits value, int) {                                  \
    return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_fetch_and(volatile A##bits* at, A##bits value, int) {                                  \
    return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_fetch_or(volatile A##bits* at, A##bits value, int) {                                   \
    return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);                                                             \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_fetch_xor(volatile A##bits* at, A##bits value, int) {                                  \
    return __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST);                                                            \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_fetch_nand(volatile A##bits* at, A##bits value, int) {                                 \
    return __atomic_fetch_nand(at, value, __ATOMIC_SEQ_CST);                                                           \
  }                                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile A##bits* at, A##bits* expected, A##bits value, int, int) { \
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                \
  }                                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile A##bits* at, A##bits* expected, A##bits value, int, int) {  \
    return __atomic_compare_exchange_n(at, expected, value, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                 \
  }                                                                                                                    \
  A##bits __tsan_atomic##bits##_compare_exchange_val(volatile A##bits* at, A##bits expected, A##bits value, int, int) { \
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                      \
    return expected;                                                                                                   \
  }

extern "C" {
SIMT_STD_ATOMICS(8)
SIMT_STD_ATOMICS(16)
SIMT_STD_ATOMICS(32)
SIMT_STD_ATOMICS(64)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
}
