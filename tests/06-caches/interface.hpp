// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

#include <cstdint>

#include "tests/common/transpose.hpp"

// How many of a trace's loads find their sector in a cache that is empty at first and has room for `lines` lines.
// addresses[0 … count-1]: the byte addresses that are loaded, one after the other; count: 1 or more; lines: 1 to 4096.
int lru_hits(const std::uintptr_t* addresses, int count, int lines);

// A transpose, and two predictions about it: per cent of the sectors that loads ask for which are found in L1, and sectors of
// stores that L2 is given for 32 floats.
Transpose column_loads_or_stores;
double load_hit_rate(bool loads_are_scattered);
double stored_sectors_sent(bool loads_are_scattered);

// Pointers are device memory, beginning at a multiple of 256 bytes, and no two arrays overlap. rows × cols matrices are
// row-major, with at most 500,000 rows, as many columns, and 2^28 elements.

// out[4 * i + p] becomes in[p * count + i]: four planes of `count` floats become `count` pixels. count is 1 to 2^26.
void full_sectors(float* out, const float* in, int count);

// out[row] becomes the sum of in[row * cols … row * cols + cols - 1].
void row_sums_by_thread(float* out, const float* in, int rows, int cols);
void row_sums(float* out, const float* in, int rows, int cols);

// out[row][col] becomes the sum of in[row][col] and of the four elements to its left, to its right, above and below, as far
// as there are any.
void blocked_stencil(float* out, const float* in, int rows, int cols);

// largest[row] becomes the largest of in[row][…], which are all greater than 0; out[row][col] becomes
// in[row][col] / largest[row], to a millionth of itself.
void l2_chunks(float* out, float* largest, const float* in, int rows, int cols);
