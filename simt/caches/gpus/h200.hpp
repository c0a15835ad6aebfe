// NVIDIA H200. What is measured and what follows from it stands in simt/README.md, "What requests find".
#pragma once

#include "simt/caches/gpu.hpp"
#include "simt/include/simt/h200.h"

namespace simt::caches {

inline constexpr Gpu gpu_h200 = {
    .name = "h200",
    .title = "NVIDIA H200",
    .measured = true,
    .architecture = "sm_90",
    .multiprocessors = h200::multiprocessors,
    .warps_of_multiprocessor = h200::warps_of_multiprocessor,
    .blocks_of_multiprocessor = h200::blocks_of_multiprocessor,
    .registers_of_multiprocessor = 65536,
    .unified_kib = 256,
    .shared_kib = {0, 8, 16, 32, 64, 100, 132, 164, 196, 228},
    .shared_bytes_reserved = h200::shared_bytes_reserved,
    .shared_kib_spare = 132,
    .threads_spared_for = 896,
    .clusters = {8, 8, 16, 16, 16, 16, 16, 18, 18},
    .first_cluster_every = 6,
    .l1_set_bits = 8,
    .l1_ways = 8,
    .l1_lines_kept = 56,
    .sectors_of_launch = 96,
    .warps_to_choose_from = 24,
    .warps_that_rest = 4,
    .loads_in_turn = 2,
    .stores_in_turn = 4,
    .joined_lines = 4,
    .merged_readers = 4,
    .merged_rounds = 1,
    .l2_halves = 2,
    .l2_sets = 16384,
    .l2_ways = 15,
    .l2_partial_lines = 61440,
    .l2_dirty_kib = 28 * 1024,
};

}  // namespace simt::caches
