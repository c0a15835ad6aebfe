// What a module's machine code tells of it without being run.
#pragma once

#include <filesystem>

namespace harness {

// Whether there may be an instruction in it that makes an integer a floating-point number. Never wrongly false; true of every
// module of another architecture than x86-64, and now and then of one whose other bytes look like it. Throws std::runtime_error
// where the file cannot be read.
bool may_make_floats_of_integers(const std::filesystem::path& module);

}  // namespace harness
