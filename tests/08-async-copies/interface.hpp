// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

// in and out are rows × cols, row-major in device memory; rows and cols are 1 to 32,768, rows * cols is below 2^31.
// out[r][c] = in[r][c - 1] + 2 * in[r][c] + in[r][c + 1]; a neighbour beyond the end of a row counts as 0.
using NeighbourSums = void(int* out, const int* in, int rows, int cols);

NeighbourSums double_buffer;

// find_the_race: five kernels, each by a function of its own.
NeighbourSums first_sums;
NeighbourSums second_sums;
NeighbourSums third_sums;
NeighbourSums fourth_sums;
NeighbourSums fifth_sums;
