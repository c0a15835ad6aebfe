// Tables inside of kernels: `static const` arrays, which nvcc puts into global memory.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// Takes the const from static arrays in the bodies of __global__ and __device__ functions:
//   static const float table[26] = {…}  →  __attribute__((used)) static float table[26] = {…}
// g++ announces no read of what is constant, nor of what nobody writes unless it is `used`. A constexpr array stays as it
// is, since the program may need its values while it is compiled.
std::string uncover_tables(std::string_view preprocessed);

}  // namespace simt::compiler
