// Puts room between the variables of kernels, so that running off the end of one does not arrive in the next.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// `assembly` is what g++ -S wrote. Every object in thread-local storage (the __shared__ variables) and in the sections of
// __device__, __constant__ and __managed__ variables gets unused bytes behind it, and begins a line of
// the cache, a __shared__ one in bank 0. Its size in the symbol table stays what it was.
std::string add_red_zones(std::string_view assembly);

}  // namespace simt::compiler
