// nvcc's own atomic functions, with an order and a scope behind their operands.
// Source: CUDA C++ Programming Guide, "CUDA Built-in Atomic Functions"; names, defaults and numbers as nvcc 13.0 has them.
// Of a function that changes memory the order makes no difference here: it is done at once, as atomicAdd is.
#pragma once

#include "simt/atomics.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#define SIMT_NV_ATOMIC(result)              \
  template <typename T, typename Value = T> \
  inline __attribute__((always_inline)) result

SIMT_NV_ATOMIC(T) __nv_atomic_load_n(T* address, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  return __atomic_load_n(address, order);
}
SIMT_NV_ATOMIC(void)
__nv_atomic_store_n(T* address, Value value, int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  __atomic_store_n(address, T(value), order);
}
SIMT_NV_ATOMIC(T)
__nv_atomic_exchange_n(T* address, Value value, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  return atomicExch(address, T(value));
}
SIMT_NV_ATOMIC(bool)
__nv_atomic_compare_exchange_n(T* address, T* expected, Value desired, bool, int, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  const T compare = *expected, old = atomicCAS(address, compare, T(desired));
  if (old != compare) *expected = old;
  return old == compare;
}
#define SIMT_NV_FETCH(name, function)                                                                     \
  SIMT_NV_ATOMIC(T)                                                                                       \
  __nv_atomic_fetch_##name(T* address, Value value, int, int = __NV_THREAD_SCOPE_SYSTEM) {                \
    return function(address, T(value));                                                                   \
  }                                                                                                       \
  SIMT_NV_ATOMIC(void) __nv_atomic_##name(T* address, Value value, int, int = __NV_THREAD_SCOPE_SYSTEM) { \
    function(address, T(value));                                                                          \
  }
SIMT_NV_FETCH(add, atomicAdd)
SIMT_NV_FETCH(sub, atomicSub)
SIMT_NV_FETCH(min, atomicMin)
SIMT_NV_FETCH(max, atomicMax)
SIMT_NV_FETCH(and, atomicAnd)
SIMT_NV_FETCH(or, atomicOr)
SIMT_NV_FETCH(xor, atomicXor)
#undef SIMT_NV_FETCH
#undef SIMT_NV_ATOMIC
