// Which files belong to CUDA's C++ libraries (CUB, Thrust, libcu++), which are compiled with a program.
#pragma once

#include <initializer_list>
#include <string_view>

namespace simt {

inline bool is_of_cuda_libraries(std::string_view file) {
  for (const std::string_view folder : {"/include/cccl/", "/include/cuda/", "/include/cub/", "/include/thrust/"})
    if (file.find(folder) != std::string_view::npos) return true;
  return false;
}

}  // namespace simt
