// Puts room between the variables of kernels, so that running off the end of one does not arrive in the next.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace simt::compiler {

// Of a line of assembly: whether another section begins, and whether that is one of thread-local storage; what ".size name, 128" says, 0 if
// it says no number.
bool changes_section(std::string_view line);
bool begins_thread_local(std::string_view line);
std::uint64_t size_in(std::string_view line);

// `assembly` is what g++ -S wrote. Every object in thread-local storage (the __shared__ variables) and in the sections of
// __device__, __constant__ and __managed__ variables gets unused bytes behind it, and begins a line of
// the cache, a __shared__ one in bank 0. Its size in the symbol table stays what it was.
std::string add_red_zones(std::string_view assembly);

}  // namespace simt::compiler
