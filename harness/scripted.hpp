// The device's clocks and the host's threads, following a grader's script. Only where the backend can: on `cuda` nothing of this has an effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/record.hpp"

namespace harness {

// From here on an event that is recorded takes its time from `nanoseconds`, and is complete only when the host has
// waited for it, as where the work is still to come. nullptr: as before. Either way the list of calls begins anew.
void script_events(std::uint64_t (*nanoseconds)());
std::vector<simt::StreamCall> stream_calls();

// What streams are given from here on, and what CUDA orders of it (simt::may_overlap); stream_work() ends it.
void record_stream_work();
std::vector<simt::StreamWork> stream_work();

// Events that exist; 0 where that cannot be known.
std::size_t live_events();
// Likewise allocations of device memory, texture objects, the driver's modules, NVRTC's programs.
std::size_t live_allocations();
std::size_t live_textures();
std::size_t live_modules();
std::size_t live_programs();

// All that is made and not given back: memory of every kind, streams, events, textures …; nothing where that cannot be known.
std::vector<simt::Acquired> acquired();

// With true, what streams are given is done as late as CUDA allows, where the backend can.
void defer_work(bool deferred);

// From here on so many bytes of device memory are free, since others have the rest; 0: as before. Nothing on a GPU, whose
// memory is that of all who work on it.
void leave_device_memory(std::size_t bytes);

// As where a kernel has gone wrong: every later call says so, until recover(). Nothing on a GPU.
void fault_device();

// What clock64() shows when a block begins, and how many ticks it goes on with each step. With more than one of them lanes that
// were apart are not active together, unless something had them meet.
void script_kernel_clock(std::uint64_t first_tick, std::uint64_t pace = 1);

// As omp_set_num_threads(): for the watched code of a submission (module.hpp), and for the other, which has OpenMP's own
// threads; false if the submission does without OpenMP.
bool set_host_threads(int threads);
// Its threads run one after the other; who begins, the first or the last?
enum class TurnOrder { forward, backward };
void set_turn_order(TurnOrder order);
// Loads and stores that watched code has made since forget_host_work(), thread by thread; first those of the calling thread.
std::vector<std::uint64_t> host_work();
// The longest chain of them in which each waits for the one before: with any number of processors no shorter.
std::uint64_t host_span();
void forget_host_work();
// The memory that watched code touches from here on; host_footprint() ends it.
struct HostFootprint {
  std::uint64_t bytes = 0;  // each counted once
  std::uint64_t reads = 0;  // of the memory that was given
  // Of other memory than that and the stack, but for a few places that are read all the time.
  std::uint64_t other_reads = 0;
  std::uint64_t often_read = 0;  // bytes of that which are read 18 times or more
};
void count_host_footprint(const void* begin, std::size_t bytes);
HostFootprint host_footprint();
// The arrays that belong to calls of functions in the submission's file: of that function, and of all others.
std::vector<simt::PrivateArray> local_arrays_of_file(const void* function);
// Each device has `__device__` and `__constant__` variables of its own. On sim they are noted as they are, and then hold that or
// what they held before, in turn: as on a device that nobody has used.
void note_device_variables();
void exchange_device_variables();
// A function of the player's that the submission may call through the pointer it is given; of the others it may call none.
void let_be_called(const void* function);
template <typename Result, typename... Arguments>
auto lent(Result (*function)(Arguments...)) {
  let_be_called(reinterpret_cast<const void*>(function));
  return function;
}
// What a race calls this memory.
void name_host_memory(const void* begin, std::size_t bytes, const std::string& name);
// Watched code may only read this memory, until forget_host_read_only().
void set_host_read_only(const void* begin, std::size_t bytes);
void forget_host_read_only();

}  // namespace harness
