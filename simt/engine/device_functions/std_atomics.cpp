// The compiler's own atomics (std::atomic, function-local statics, __atomic builtins) as instrumented: in
// host code the plain operation, in a kernel also an access: for whoever waits for a flag, a load or store is as good as
// a volatile one.
#include <cstdint>

#include "simt/engine/core/worker.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/openmp/host_access.hpp"

namespace simt {
namespace {

// Instrumentation passes memory orders as numbers; sequential consistency does for all of them. What was asked for
// matters to the race checker of the host's threads.
constexpr int order = __ATOMIC_SEQ_CST;

// An order that acquires, or that is the same for all, of a wider scope than the block's. libcu++ says which scope only by the types
// of its functions' arguments.
void note_order(Lane& lane, int asked, std::uint64_t place) {
  if (!lane.worker->launch.caches || asked == __ATOMIC_RELAXED || asked == __ATOMIC_RELEASE) return;
  if (is_instance_with(place, "__thread_scope_block_tag") || is_instance_with(place, "__thread_scope_thread_tag"))
    return;
  note_acquire(lane, place);
}

void access(const volatile void* address, unsigned bytes, EventKind kind, int asked_order, void* pc) {
  const auto place = reinterpret_cast<std::uint64_t>(pc);
  if (Lane* lane = current_lane) {
    if (kind == EventKind::red) lane->worker->ordered_atomics.insert(place);
    check_and_note(*lane, const_cast<const void*>(address), bytes, kind, place, true);
    return note_order(*lane, asked_order, place);
  }
  const AtomicStep step = kind == EventKind::load    ? AtomicStep::load
                          : kind == EventKind::store ? AtomicStep::store
                                                     : AtomicStep::update;
  host_listens();
  check_host_atomic(reinterpret_cast<std::uint64_t>(address), bytes, kind != EventKind::load, place);
  note_host_thread_atomic(address, bytes, step, asked_order, place);
}

}  // namespace
}  // namespace simt

using simt::EventKind;

#define SIMT_ACCESS(T, kind) simt::access(a, sizeof(T), EventKind::kind, asked, __builtin_return_address(0))
#define SIMT_FETCH(bits, T, name)                                 \
  T __tsan_atomic##bits##_##name(volatile T* a, T v, int asked) { \
    SIMT_ACCESS(T, red);                                          \
    return __atomic_##name(a, v, simt::order);                    \
  }
#define SIMT_ATOMICS(bits, T)                                                                          \
  T __tsan_atomic##bits##_load(const volatile T* a, int asked) {                                       \
    SIMT_ACCESS(T, load);                                                                              \
    return __atomic_load_n(a, simt::order);                                                            \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile T* a, T v, int asked) {                                    \
    SIMT_ACCESS(T, store);                                                                             \
    __atomic_store_n(a, v, simt::order);                                                               \
  }                                                                                                    \
  T __tsan_atomic##bits##_exchange(volatile T* a, T v, int asked) {                                    \
    SIMT_ACCESS(T, red);                                                                               \
    return __atomic_exchange_n(a, v, simt::order);                                                     \
  }                                                                                                    \
  SIMT_FETCH(bits, T, fetch_add)                                                                       \
  SIMT_FETCH(bits, T, fetch_sub)                                                                       \
  SIMT_FETCH(bits, T, fetch_and)                                                                       \
  SIMT_FETCH(bits, T, fetch_or)                                                                        \
  SIMT_FETCH(bits, T, fetch_xor)                                                                       \
  SIMT_FETCH(bits, T, fetch_nand)                                                                      \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* a, T* expected, T v, int asked, int) { \
    SIMT_ACCESS(T, red);                                                                               \
    return __atomic_compare_exchange_n(a, expected, v, false, simt::order, simt::order);               \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* a, T* expected, T v, int asked, int) {   \
    SIMT_ACCESS(T, red);                                                                               \
    return __atomic_compare_exchange_n(a, expected, v, false, simt::order, simt::order);               \
  }                                                                                                    \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* a, T expected, T v, int asked, int) {       \
    SIMT_ACCESS(T, red);                                                                               \
    __atomic_compare_exchange_n(a, &expected, v, false, simt::order, simt::order);                     \
    return expected;                                                                                   \
  }

extern "C" {
SIMT_ATOMICS(8, std::uint8_t)
SIMT_ATOMICS(16, std::uint16_t)
SIMT_ATOMICS(32, std::uint32_t)
SIMT_ATOMICS(64, std::uint64_t)
void __tsan_atomic_thread_fence(int) {
  const auto place = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  if (!simt::current_lane) simt::note_host_thread_fence();
  else simt::note_order(*simt::current_lane, __ATOMIC_SEQ_CST, place);
  __atomic_thread_fence(simt::order);
}
void __tsan_atomic_signal_fence(int) {}
}
