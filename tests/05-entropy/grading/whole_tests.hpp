// What every version must pass: the tests that take more than a line.
#pragma once

namespace filters {

// What the first call leaves behind must not be what the second one needs, and what it keeps must do for other sizes.
void expect_first_calls_right();

// The same size again with other symbols, on the same addresses, too, shows what is kept from call to call; many calls what is
// never given back of the heap.
void expect_nothing_kept();

// Shapes and symbols that this run draws.
void expect_right_on_drawn_shapes();
// A barrier that is missing in one block of many: what lies in shared memory is then often what another block has left there.
void expect_order_in_many_blocks();

// So many rows and a few, more than some fixed number of blocks would do for; and a launch is taken with two million rows, whose
// blocks are more than a grid's y or 16 bits can count.
// by_blocks: a block has its cells, and each cell its block. Then it is enough to run the last ones, if they are right.
void expect_right_on_many_rows(int rows, bool by_blocks);
void expect_right_on_many_columns(int cols);

// Where a submission makes floats of integers, one by one: right in the last rows of a grid of more cells than floats count.
void expect_index_kept_whole();
// Of versions for the device: where the blocks become no more for a larger grid, each cell has somebody all the same.
void expect_threads_for_large_grids();

// Of versions for the device: all that a call acquires there it gives back, and its work is done in order, whenever the
// device does it.
void expect_nothing_left();
void expect_any_order_of_streams();

// 0 ≤ H ≤ ln n, with no more above than a float's rounding.
void expect_range();

// The filter is the kernels' work, not the host's.
void expect_work_where_it_belongs();

}  // namespace filters
