// Of the copies that a linker finds of an inline function, the instrumented one is taken.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// A function that a header defines is in every object that uses it, and a linker keeps the first. If that one comes from
// a source that g++ compiled without the simulator, a kernel that calls it is no longer seen. `assembly` is what g++ -S
// wrote of a CUDA source; its copies become stronger than g++'s, and one among themselves.
std::string prefer_instrumented(std::string_view assembly);

}  // namespace simt::compiler
