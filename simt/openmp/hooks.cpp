// What the instrumentation of plain C++ calls for each load and store (the watched code of a module: simt/compiler/
// host_threads.hpp). There are no kernels and no device memory in it, so there is less to ask than in core/hooks.cpp.
#include "simt/engine/memory/protected.hpp"
#include "simt/openmp/host_access.hpp"

namespace simt {
namespace {

inline void touch(const void* pointer, std::size_t bytes, bool writes, void* pc) {
  if (writes && is_protected(std::uint64_t(pointer))) [[unlikely]]
    end_at_protected_store(std::uint64_t(pointer), bytes, std::uint64_t(pc));
  note_host_thread_access(std::uint64_t(pointer), bytes, writes, std::uint64_t(pc));
}

inline void touch_volatile(const void* pointer, std::size_t bytes, bool writes, void* pc) {
  if (current_host_thread) give_turn_sometimes();  // a loop may wait for it to change
  touch(pointer, bytes, writes, pc);
}

}  // namespace
}  // namespace simt

#define SIMT_HERE __builtin_return_address(0)
#define SIMT_SIZE(n)                                                                         \
  void simt_host_read##n(void* p) { simt::touch(p, n, false, SIMT_HERE); }                   \
  void simt_host_write##n(void* p) { simt::touch(p, n, true, SIMT_HERE); }                   \
  void simt_host_volatile_read##n(void* p) { simt::touch_volatile(p, n, false, SIMT_HERE); } \
  void simt_host_volatile_write##n(void* p) { simt::touch_volatile(p, n, true, SIMT_HERE); } \
  void simt_host_unaligned_read##n(void* p) { simt::touch(p, n, false, SIMT_HERE); }         \
  void simt_host_unaligned_write##n(void* p) { simt::touch(p, n, true, SIMT_HERE); }

extern "C" {
SIMT_SIZE(1)
SIMT_SIZE(2)
SIMT_SIZE(4)
SIMT_SIZE(8)
SIMT_SIZE(16)
#undef SIMT_SIZE
void simt_host_read_range(void* p, std::size_t bytes) { simt::touch(p, bytes, false, SIMT_HERE); }
void simt_host_write_range(void* p, std::size_t bytes) { simt::touch(p, bytes, true, SIMT_HERE); }
void simt_host_vptr_read(void** p) { simt::touch(p, sizeof(void*), false, SIMT_HERE); }
void simt_host_vptr_update(void** p, void*) { simt::touch(p, sizeof(void*), true, SIMT_HERE); }
}
