// What a module's machine code tells of it without being run.
#pragma once

#include <filesystem>

namespace harness {

// Whether there may be an instruction in it that makes an integer a float or a double: of those that g++ writes for x86-64 where
// nobody asks for AVX or long double, and for AArch64 where nobody asks for SVE or half floats. Who does it by other ways (a number's
// bits, x87) is not seen. Now and then other bytes look like one. True of every module of another architecture. Throws
// std::runtime_error where the file cannot be read.
bool may_make_floats_of_integers(const std::filesystem::path& module);
// The same of cvtsi2ss alone, and of scvtf and ucvtf to a float alone: one integer made a float, as where an index is kept in one.
bool may_make_a_float_of_an_integer(const std::filesystem::path& module);

}  // namespace harness
