// One program out of two: what the preprocessor leaves for the host, and what it leaves where __CUDA_ARCH__ is defined.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// nvcc compiles a file once for the host and once for the device; simtcc compiles it once. Where the two texts differ,
//   a kernel or a __device__ function gets the device's lines,
//   a __host__ __device__ function gets both bodies and chooses when it is called,
//   host code gets the host's lines,
//   and outside of functions the device's lines stand where either side declares something for the device alone.
// Everything else is the host's text, byte for byte. Lines keep their numbers, by line markers.
std::string merge_architectures(std::string_view host, std::string_view device);

// Whether a file that `preprocessed` came from, other than system headers and those below `own_headers`, asks for
// __CUDA_ARCH__.
bool asks_for_architecture(std::string_view preprocessed, std::string_view own_headers);

}  // namespace simt::compiler
