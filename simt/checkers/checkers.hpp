// How what is wrong is put into words. What the engine finds by itself, on the access path and at meetings of lanes, comes
// here to be explained; a checker of its own (checker.hpp) uses the words at the end.
//
// hooks.cpp decides in a few instructions whether an access is fine. Only one that is not gets here, so a
// checker may take its time: it looks at what is around and says it in words a student understands.
#pragma once

#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/record.hpp"

namespace simt {

struct FaultyAccess {
  std::uint64_t address;
  unsigned bytes;
  EventKind kind;
  std::uint64_t pc;
  const Lane& lane;
};

// api_error.cpp: a call of the runtime gives this error; the program has asked for the last one. The error of
// a call that has got a finding needs no second one.
void note_error(cudaError_t error);
void errors_were_seen();
void call_is_explained();
// A call asks for what the simulator does not have: whoever runs the program reads it on stderr, once.
void say_refused(const std::string& message);

// The finding for a lane's fault, with kernel, block and thread filled in.
Finding explain(const Lane& lane, const Fault& fault);

Finding explain_out_of_bounds(const FaultyAccess& access);  // also use-after-free and host-pointer
Finding explain_misaligned(const FaultyAccess& access);
Finding explain_endless(const Lane& lane, std::uint64_t pc);
Finding explain_deadlock(const Lane& lane, std::uint64_t pc);        // a warp primitive whose lanes never all come
Finding explain_invalid_free(const Lane& lane, const Fault& fault);  // engine/device_functions/heap.cpp
// engine/textures/texture.cpp: there is none, or not all of its memory
Finding explain_texture(const Lane& lane, const Fault& fault);
// engine/textures/surface.cpp: likewise, or past its edges
Finding explain_surface(const Lane& lane, const Fault& fault);
Finding explain_ended_lane(const Lane& waiting, const Lane& ended);
// At the grid's barrier, where that block never comes.
Finding explain_missing_block(const Lane& waiting, std::uint64_t ended);
Finding explain_barrier(const Lane& waiting, const Lane& other);  // `other` has gone round it, or waits at another one
// Shared memory of another block of the cluster, by name and what is wrong; the block has ended though others still reach it.
Finding explain_reach(const Lane& lane, std::uint64_t pc, const std::string& what, const char* wrong);
Finding explain_left(const Worker& worker, std::uint64_t pc);
// The block ends while a bulk copy may still be at work in its shared memory (copy_words.cpp).
Finding explain_left_copy(const Worker& worker, const AsyncCopy& copy, bool writes);
Finding explain_early_end(const Lane& waiting, const Lane& ended);  // a note: it has ended in front of the barrier
// A finding about what `lane` did at `pc`, with everything but the message filled in.
Finding finding_at(FindingKind kind, const Lane& lane, std::uint64_t pc);
// "out at byte 128", "shared memory at byte 4": what lies at an address.
std::string name_shared(const SharedArray& array);
std::string name_memory(const Worker& worker, std::uint64_t address);
const char* memory_of(const Worker& worker, std::uint64_t address);  // "global" or "shared"
Finding explain_host_touches_device(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc);

// "block (2,0), thread (17,3)"; a z is shown where the launch has one.
std::string name_thread(const Lane& lane);
std::string name_thread(const LaunchState& launch, const uint3& block, const uint3& thread);
// "out", or "the allocation of 4096 bytes".
std::string name_allocation_of(const Allocation& allocation);
// ", transpose_naive.cu line 14"
std::string name_place(const Location& where);
const char* verb(EventKind kind);  // "reads", "writes", "updates"

}  // namespace simt
