// What a grader may ask about threads of host code that simtcc has built: OpenMP's, and those of the C++ library.
//
// They run one at a time, in a fixed order, so that what they compute and what is found is the same every time
// (simt/openmp/turns.hpp). With Checks::race (simt.hpp) each of their accesses is held against the others': findings().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/record.hpp"

namespace simt {

// As omp_set_num_threads() of the calling thread.
void set_host_threads(int threads);

// Who begins, and who comes next: a program without races gives the same in both orders.
enum class TurnOrder { forward, backward };
void set_turn_order(TurnOrder order);

// Loads and stores of instrumented host code, thread by thread, since forget_host_work(): first those of the calling
// thread, then of all others that did any, in the order in which they were first needed.
std::vector<std::uint64_t> host_work();
void forget_host_work();
// The longest chain among them in which each has waited for the one before: those of one thread in a row, and across
// threads wherever something orders them (a lock, a barrier, a join, an atomic). With as many processors as anybody likes,
// the work takes no less than that. Called by the thread that called forget_host_work(), when it is alone.
std::uint64_t host_span();

// Parallel regions of OpenMP since forget_host_work().
std::size_t parallel_regions();

// From here on: how many bytes instrumented host code touches, each counted once, in pieces of 16; how often it reads the
// memory that is given; how often other memory than its stack, without pieces whose bytes are read 2048 times or more on the average;
// and of that memory, how many bytes are read 18 times or more on the average of such a piece. host_footprint() ends it.
struct HostFootprint {
  std::uint64_t bytes = 0, reads = 0, other_reads = 0, often_read = 0;
};
void count_host_footprint(const void* begin, std::size_t bytes);
HostFootprint host_footprint();

// The arrays that belong to a call of some function in the file where the code at that address was compiled: threads and
// parallel regions are functions of their own.
std::vector<PrivateArray> local_arrays_of_file(const void* code);

// What findings call this memory of the host's. One range for each name: the last.
void name_host_memory(const void* begin, std::size_t bytes, const std::string& name);

// Instrumented host code may only read this memory until forget_host_read_only(); a write is one.
void set_host_read_only(const void* begin, std::size_t bytes);
void forget_host_read_only();

}  // namespace simt
