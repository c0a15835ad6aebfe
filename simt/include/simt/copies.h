// Asynchronous copies by a thread: from global to shared memory, and in bulk both ways
// (engine/device_functions/async_copies.cpp).
#pragma once

#include <cstdint>

extern "C" {
// 4, 8 or 16 bytes, of which those from `there` on become zeros and are not read.
void simt_copy_begin(void* to, const void* from, unsigned bytes, unsigned there) noexcept;
void simt_copy_commit() noexcept;
void simt_copy_wait(std::uint64_t keep) noexcept;  // for all committed groups but the newest `keep`
void simt_copy_wait_all() noexcept;
// Arrives at the barrier object when the thread's copies so far are done; `counts`: that is one of the arrivals it expects.
void simt_copy_arrive(void* object, int counts) noexcept;
// To shared memory, counted by the object; to global memory, where `object` is null.
void simt_bulk_begin(void* to, const void* from, unsigned bytes, void* object) noexcept;
void simt_bulk_send(void* to, const void* from, unsigned bytes, void* object) noexcept;
void simt_bulk_multicast(void* to, const void* from, unsigned bytes, void* object, unsigned ranks) noexcept;
void simt_bulk_commit() noexcept;
void simt_bulk_wait(std::uint64_t keep, int reads_only) noexcept;
void simt_proxy_fence() noexcept;
void simt_object_fence() noexcept;  // fence.mbarrier_init
}
