// What a grader may ask about threads of host code that simtcc has built: OpenMP's, and those of the C++ library.
//
// They run one at a time, in a fixed order, so that what they compute and what is found is the same every time
// (simt/openmp/turns.hpp). With Checks::race (simt.hpp) each of their accesses is held against the others': findings().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

// Parallel regions of OpenMP since forget_host_work().
std::size_t parallel_regions();

// What findings call this memory of the host's. One range for each name: the last.
void name_host_memory(const void* begin, std::size_t bytes, const std::string& name);

}  // namespace simt
