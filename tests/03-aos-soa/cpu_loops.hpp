// The same loops compiled in four ways, so that a layout's share of a time can be told from the compiler's.
//
//   scalar    one int at a time: the vectoriser is off
//   compiler  -O3 as it comes; pointers might overlap as far as the compiler knows
//   promised  the same, and a promise that nothing overlaps
//   avx2      the promise, and vectors of 32 bytes instead of 16
#pragma once

struct Item {
  int a, b, c, d;
};
struct FixedArrays {  // a structure of arrays whose length is a part of the type: one pointer leads to all of them
  int a[1024], b[1024], c[1024], d[1024];
};
struct Tile {
  int a[32], b[32], c[32], d[32];
};

#define SEPARATE
#pragma GCC push_options
#pragma GCC optimize("no-tree-vectorize")
namespace scalar {
#include "cpu_loops.inc"
}
#pragma GCC pop_options

namespace compiler {
#include "cpu_loops.inc"
}
#undef SEPARATE

#define SEPARATE __restrict
namespace promised {
#include "cpu_loops.inc"
}

#pragma GCC push_options
#pragma GCC target("avx2")
namespace avx2 {
#include "cpu_loops.inc"
}
#pragma GCC pop_options
#undef SEPARATE
