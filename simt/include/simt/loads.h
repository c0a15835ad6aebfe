// Loads and stores with a cache hint: plain accesses of the caller's line. The counters that ncu gives for
// requests and sectors do not depend on the hint.
// Source: CUDA C++ Programming Guide, "Load Functions Using Cache Hints" and the store functions after it.
#pragma once

#include <cstdint>

#include "simt/vector_types.h"

// Two loads of one place with different hints are two instructions; the compiler must not make one of them. For nvcc such a load is
// assembly of which it does not know what it does: what has been loaded in front of it is loaded again behind it.
#define SIMT_LOAD(name)                                            \
  template <typename T>                                            \
  inline __attribute__((always_inline)) T name(const T* address) { \
    __asm__ volatile("# " #name : "+r"(address) : : "memory");     \
    return *address;                                               \
  }
#define SIMT_STORE(name)                                                                              \
  template <typename T>                                                                               \
  inline __attribute__((always_inline)) void name(T* address, typename ::simt::AsIs<T>::Type value) { \
    *address = value;                                                                                 \
  }
namespace simt {
template <typename T> struct AsIs {
  using Type = T;
};
}  // namespace simt
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
#undef SIMT_LOAD
#undef SIMT_STORE
// Never from a cache, so never put together with another load of the same place.
template <typename T>
inline __attribute__((always_inline)) T __ldcv(const T* address) {
  __asm__ volatile("" ::: "memory");
  return *address;
}
