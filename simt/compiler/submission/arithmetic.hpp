// The compiler's own functions for arithmetic that a processor has no instructions for.
#pragma once

#include <string_view>

namespace simt::compiler {

// Whether g++ calls a function of that name where a program says `a / b`, `(float)a` or the like: of __int128, of long double on
// ARM, of complex numbers, of half floats. Which ones depends on processor and version, so all are known: __divmodti4, __addtf3.
// No program names one of them itself; __divmodti4 stores through a pointer.
bool is_arithmetic(std::string_view name);

}  // namespace simt::compiler
