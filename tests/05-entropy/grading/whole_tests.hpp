// What every version must pass: the tests that take more than a line.
#pragma once

namespace filters {

// What the first call leaves behind must not be what the second one needs, and what it keeps must do for other sizes.
void expect_first_calls_right();

// The same size again with other symbols shows what is kept from call to call, and many calls what is never given back.
void expect_nothing_kept();

// 0 ≤ H ≤ ln n, with no more above than a float's rounding.
void expect_range();

// The filter is the kernels' work, not the host's.
void expect_work_where_it_belongs();

}  // namespace filters
