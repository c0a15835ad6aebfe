// The simulator's public face: what a grader, a tool or a test may ask about launches that ran on `sim`.
//
// A launch is recorded when it ends. Nothing here changes what a kernel computes. All numbers are
// deterministic: the same program gives the same bits on one core or many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "simt/record.hpp"

namespace simt {

const char* to_string(Space space);
const char* to_string(Op op);

// Which checkers are on beyond those that always are: "race", "stream", "uninitialized", "leak", names apart by commas; "all"
// is all but the last. Set before memory is allocated; a program built by simtcc takes them from the environment's SIMT_CHECK. With one
// that watches kernels, blocks run one after the other.
void set_checks(const std::string& names);
std::string checks();

// The caches: what requests find in L1 and L2, and what goes to DRAM and comes from there, by a model (README.md says how far
// to trust it). `gpu` is one of simt/caches/gpus/: "h200", …; "": off, as they are unless the environment's SIMT_CACHES names
// one. Throws std::invalid_argument where there is none of that name. `flush`: each launch finds L2 empty, as with ncu's
// --cache-control all; `none` (the environment's SIMT_CACHE_CONTROL=none): as the launch before has left it. L1 is always empty.
enum class CacheControl { flush, none };
void set_caches(const std::string& gpu, CacheControl control = CacheControl::flush);

// Every launch since the program began or since forget_launches(), in order; the first 10,000 of them. notes() says how many
// there were besides. Throws std::runtime_error where the program has written to the record itself; so does findings().
const std::vector<Launch>& launches();
void forget_launches();

// Findings of all those launches, and of host calls (a host-side read of device memory, a bad free).
std::vector<Finding> findings();
// What is worth knowing but no error: two threads write the same value to the same place.
std::vector<Finding> notes();

// Gives the allocation that starts at `device_pointer` the name used in messages ("out").
void name_allocation(const void* device_pointer, const std::string& name);
// Whether the allocation that holds `device_pointer` may only be read, as const says: who writes to it is a finding, kernels,
// copies and sets alike, even where it puts back what was there. Nothing where no allocation holds it.
void set_read_only(const void* device_pointer, bool read_only);

// Records the requests of one warp (linear block index, warp index in the block) in later launches, 100,000 at most.
void trace_warp(std::uint64_t block, unsigned warp);
void trace_nothing();

// The warp request model itself, for labs and tests that check it against their own arithmetic.
// `address[i]` counts where bit i of `active` is set. `bytes` is 1, 2, 4, 8 or 16, or any aggregate size.
int count_sectors(const std::uint64_t* address, std::uint32_t active, int bytes);
int count_wavefronts(const std::uint64_t* offset, std::uint32_t active, int bytes, bool store = false);
// Of an asynchronous copy of 4, 8 or 16 bytes a lane, from global memory to shared.
int count_copy_wavefronts(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active, int bytes);
// Of such a copy of 16 bytes a lane: what the line asks L2 for, and what passes L1 for it. Of 4 and 8 bytes they are a load's.
struct CopySectors {
  int asked, passed;
};
CopySectors count_copy_sectors(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t active);

// At most this many steps (accesses and basic blocks, summed over its lanes) a warp may make before the launch is
// stopped as endless. 200 million unless set: some seconds.
void set_operation_limit(std::uint64_t operations);

// What clock64() shows in later launches when a block begins; 0 unless set. It counts a thread's steps, and where lanes
// or warps wait for each other all go on with the count of the last to come. Never a time. Each step counts `pace` ticks.
// Where that is not 1, who asks which lanes are active is told of those alone that come with the same count.
void set_clock_origin(std::uint64_t ticks, std::uint64_t pace = 1);

// Whether a GPU may read the clock there, the last time that a kernel did since this was asked, while a load is on its way: it
// reads it when it comes to it, and waits for a load when something uses what that brings. From the machine code; lines 0: no.
struct LateLoad {
  Location load, clock;
};
LateLoad late_load();

// How many devices later calls find, 0 … 64, in place of the environment's SIMT_DEVICES.
void set_device_count(int devices);
// How many multiprocessors each of them says it has, at least 1; 132 unless set; `of_others`: those that are not current, where
// they have not as many. What is counted does not depend on it.
void set_multiprocessors(int count, int of_others = 0);
// So many bytes of device memory are free now, as where others have taken the rest; 0: all that nobody uses.
void set_free_memory(std::uint64_t bytes);
// As where a kernel has gone wrong that nobody can see: every later call says so, until cudaDeviceReset().
void fault_device();

// Host code of a submission may call this function of the program's through a pointer: a judge's work, a clock. No other of the
// program's, unless C++'s library has it, too.
void let_be_called(const void* function);
// What an exception says that came out of a submission's code: nothing where that would call what host code may not.
std::string words_of(const std::exception& error);

// With false, later launches are looked at as ever (where they go, how large they are, what a device refuses) and told, and no
// thread runs: whether sizes are taken whose work would take minutes. What kernels should have written is not there.
void let_kernels_run(bool run);
// Of later launches that are neither cooperative nor of clusters the last so many blocks run alone, in the order of their
// numbers; 0: all, and __device__ and __managed__ variables are what they were before. Whether a large grid is right to its end:
// what the other blocks should have written is not there.
void let_last_blocks_run(std::uint64_t blocks);

// A `__device__` or `__constant__` variable is one for all devices here, where each GPU has its own. Whether a program fills
// those of another device, too: what they hold when it is called first is noted (note_variables), and from each call to the
// next of exchange_variables they hold that, or what they held before.
void note_variables();
void exchange_variables();

// Streams and events. On `sim` work is done when it is called, so an event is complete at once: one of the orders that CUDA
// allows. For graders of what waits and what does not there are two more ways.
// Another legal order: with `deferred` what a stream is given (launches, copies, memsets, host functions) is done as late as
// CUDA allows, which is when the host waits for it, when other work has to come behind it, or when the program ends. So a
// stream that nobody waits for, memory that is freed too early and a texture that is destroyed too early show, as a wrong
// result or as a finding of the kernel that came too late. What is pending when the order is set is done first. A program
// takes it from the environment's SIMT_STREAMS=deferred.
enum class StreamOrder { immediate, deferred };
void set_stream_order(StreamOrder order);
// Or only events behave as where the work is still to come (delay_events).
// Calls about streams and events since the program began or since forget_stream_calls(), in order, 100,000 at most. (Creating, recording,
// waiting, asking, destroying; cudaDeviceSynchronize too.)
const std::vector<StreamCall>& stream_calls();
void forget_stream_calls();
// From here on what streams are given is written down, in the order in which it is given, 100,000 pieces of work at most;
// with false no longer. Which of them CUDA orders, and which a GPU may do at the same time, say comes_after() and may_overlap().
void record_stream_work(bool recorded);
const std::vector<StreamWork>& stream_work();
// Created and not yet destroyed.
std::size_t live_events();
std::size_t live_streams();
std::size_t live_allocations();  // of device memory
std::size_t live_textures();
std::size_t live_modules();
std::size_t live_programs();  // NVRTC's
// With true, an event that is recorded is complete only when the host has waited for it, for its stream or for the
// device, or has asked for it four times.
void delay_events(bool delayed);
// What a recorded event takes its time from, in nanoseconds; nullptr: the host's clock.
void set_event_clock(std::uint64_t (*nanoseconds)());

// All that is made and not given back: memory of every kind, registered memory, arrays, streams, events, textures, surfaces.
std::vector<Acquired> acquired();
// Since the program began or since forget_launches().
Copied copied();

// Nsight Compute's name of each counter with its value for one launch, in a fixed order. Of a launch that reads arrays
// through textures there are no texture sectors: only the hardware knows them.
std::vector<std::pair<std::string, std::uint64_t>> metrics(const Launch& launch);

// The record as JSON, for tools: {"launches": [{"kernel", "grid", "block", "metrics", "sites", "findings"}], "findings": […]}.
// A program built by simtcc writes the same to the file that the environment variable SIMT_REPORT names, when it ends.
std::string report_json();

}  // namespace simt
