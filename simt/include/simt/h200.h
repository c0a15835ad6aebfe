// The GPU that is simulated, an H200 (compute capability 9.0), and what its memory moves at a time: the one description, for
// the engine, for the headers that kernels include, and, read by tools/hardware.py, for the tools. Each number stands by
// itself on a line, a product of plain numbers.
#pragma once

namespace simt::h200 {

constexpr unsigned multiprocessors = 132;
constexpr unsigned threads_of_block = 1024;  // at most
constexpr unsigned warps_of_multiprocessor = 64;
constexpr unsigned blocks_of_multiprocessor = 32;
constexpr unsigned shared_bytes_of_multiprocessor = 228 * 1024;
constexpr unsigned shared_bytes_of_block = 48 * 1024;  // unless cudaFuncSetAttribute allows more
constexpr unsigned shared_bytes_of_block_most = 227 * 1024;
constexpr unsigned shared_bytes_reserved = 1024;  // of each block, by the system
constexpr unsigned local_bytes_of_thread = 512 * 1024;
constexpr unsigned l2_bytes = 60 * 1024 * 1024;

}  // namespace simt::h200

namespace simt {

constexpr unsigned warp_lanes = 32;
constexpr unsigned sector_bytes = 32;   // what L1 and L2 move at the least
constexpr unsigned line_bytes = 128;    // what L1 looks up
constexpr unsigned banks = 32;          // of shared memory
constexpr unsigned word_bytes = 4;      // that a bank gives at a time
constexpr unsigned constant_bytes = 8;  // that the constant cache gives a lane at a time

}  // namespace simt
