// NVIDIA A100. Not measured: sizes are those of NVIDIA's documents, all else is taken to be as on an H200.
// Source: A100 Tensor Core GPU Architecture (40 MB of L2 in two partitions); CUDA C++ Programming Guide, compute capability 8.0.
#pragma once

#include "simt/caches/gpu.hpp"

namespace simt::caches {

inline constexpr Gpu gpu_a100 = {
    .name = "a100",
    .title = "NVIDIA A100",
    .measured = false,
    .architecture = "sm_80",
    .multiprocessors = 108,
    .warps_of_multiprocessor = 64,
    .blocks_of_multiprocessor = 32,
    .registers_of_multiprocessor = 65536,
    .unified_kib = 192,
    .shared_kib = {0, 8, 16, 32, 64, 100, 132, 164, 164, 164},
    .shared_bytes_reserved = 1024,
    .shared_kib_spare = 132,
    .threads_spared_for = 896,
    .clusters = {108},
    .first_cluster_every = 0,
    .l1_set_bits = 8,
    .l1_ways = 6,
    .l1_lines_kept = 56,
    .sectors_of_launch = 96,
    .warps_to_choose_from = 24,
    .warps_that_rest = 4,
    .loads_in_turn = 2,
    .stores_in_turn = 4,
    .joined_lines = 4,
    .merged_readers = 1,
    .merged_rounds = 1,
    .l2_halves = 2,
    .l2_sets = 16384,
    .l2_ways = 10,
    .l2_partial_lines = 38229,
    .l2_dirty_kib = 19 * 1024,
};

}  // namespace simt::caches
