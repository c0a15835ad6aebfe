// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

// in and out are rows × cols, row-major in device memory; rows and cols are 1 to 32,768, rows * cols is below 2^31.
// out[r][c] = in[r][c - 1] + 2 * in[r][c] + in[r][c + 1]; a neighbour beyond the end of a row counts as 0.
using NeighbourSums = void(int* out, const int* in, int rows, int cols);

NeighbourSums double_buffer;
NeighbourSums producer_consumer;

// find_the_race: five kernels, each by a function of its own.
NeighbourSums first_sums;
NeighbourSums second_sums;
NeighbourSums third_sums;
NeighbourSums fourth_sums;
NeighbourSums fifth_sums;

// c = a · b. a is rows × inner, b is inner × cols, c is rows × cols; row-major floats in device memory that begin at multiples of
// 16 bytes. Each of the three is 1 to 8,192; inner and cols are multiples of 4. stages is 2, 3 or 4.
using StagedProduct = void(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages);

StagedProduct staged_product;

// Every row turned round: out[r][c] = in[r][cols - 1 - c]. in and out are rows × cols ints, row-major in device memory, and begin
// at multiples of 16 bytes; rows is 1 to 65,536, cols a multiple of 4 up to 4,096.
using TurnedRows = void(int* out, const int* in, int rows, int cols);

TurnedRows bulk_copy;

// out[i] = the sum of in[i - 16] to in[i + 16]; what lies beyond the ends counts as 0. in and out are count ints of device memory;
// count is 1 to 2^27.
using ClusterHalo = void(int* out, const int* in, int count);

ClusterHalo cluster_halo;
