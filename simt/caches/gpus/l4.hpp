// NVIDIA L4. Not measured: sizes are those of NVIDIA's documents, all else is taken to be as on an H200.
// Source: NVIDIA L4 data sheet and Ada GPU Architecture (48 MB of L2); CUDA C++ Programming Guide, compute capability 8.9.
#pragma once

#include "simt/caches/gpu.hpp"

namespace simt::caches {

inline constexpr Gpu gpu_l4 = {
    .name = "l4",
    .title = "NVIDIA L4",
    .measured = false,
    .architecture = "sm_89",
    .multiprocessors = 58,
    .warps_of_multiprocessor = 48,
    .blocks_of_multiprocessor = 24,
    .registers_of_multiprocessor = 65536,
    .unified_kib = 128,
    .shared_kib = {0, 8, 16, 32, 64, 100, 100, 100, 100, 100},
    .shared_bytes_reserved = 1024,
    .shared_kib_spare = 132,
    .threads_spared_for = 896,
    .clusters = {58},
    .first_cluster_every = 0,
    .l1_set_bits = 8,
    .l1_ways = 4,
    .l1_lines_kept = 56,
    .sectors_of_launch = 96,
    .warps_to_choose_from = 24,
    .warps_that_rest = 4,
    .loads_in_turn = 2,
    .stores_in_turn = 4,
    .joined_lines = 4,
    .merged_readers = 1,
    .merged_rounds = 1,
    .l2_halves = 1,
    .l2_sets = 32768,
    .l2_ways = 12,
    .l2_partial_lines = 45875,
    .l2_dirty_kib = 22 * 1024,
};

}  // namespace simt::caches
