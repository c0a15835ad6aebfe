// <cuda_awbarrier_primitives.h>: barriers at which a thread arrives first and waits later.
// Source: CUDA C++ Programming Guide, "Memory Barrier Primitives Interface".
#pragma once

#include "cuda_runtime.h"

typedef std::uint64_t __mbarrier_t;
typedef std::uint64_t __mbarrier_token_t;

inline __attribute__((always_inline)) std::uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }
inline __attribute__((always_inline)) void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected) {
  simt_mbarrier_init(barrier, expected);
}
inline __attribute__((always_inline)) void __mbarrier_inval(__mbarrier_t* barrier) { simt_mbarrier_end(barrier); }
inline __attribute__((always_inline)) __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return simt_mbarrier_arrive(barrier, 1, 0, 0);
}
inline __attribute__((always_inline)) __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return simt_mbarrier_arrive(barrier, 1, 0, 1);
}
inline __attribute__((always_inline)) bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return simt_mbarrier_wait(barrier, token, 0, 1);
}
inline __attribute__((always_inline)) bool __mbarrier_try_wait(
    __mbarrier_t* barrier, __mbarrier_token_t token, std::uint32_t) {
  return simt_mbarrier_wait(barrier, token, 0, 0);
}
inline __attribute__((always_inline)) bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  return simt_mbarrier_wait(barrier, parity, 1, 1);
}
inline __attribute__((always_inline)) bool __mbarrier_try_wait_parity(
    __mbarrier_t* barrier, bool parity, std::uint32_t) {
  return simt_mbarrier_wait(barrier, parity, 1, 0);
}
inline __attribute__((always_inline)) std::uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
  return simt_mbarrier_pending(token);
}
