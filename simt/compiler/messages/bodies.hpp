// Which kernel, or which function literal in one, a place in a program's text lies in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/compiler/rewriter/rewriter.hpp"

namespace simt::compiler {

// The bodies of a program's kernels and of the lambdas in them, with their places in the files.
class KernelBodies {
 public:
  // `preprocessed` and `read_file` as for rewrite().
  KernelBodies(std::string_view preprocessed, const ReadFile& read_file);

  // The name of the kernel whose body holds this place; empty if none does, or if a lambda in it does. A column of 0 means
  // the whole line.
  std::string kernel_at(std::string_view file, int line, int column) const;
  // The name of the kernel that is the last function, with its parameters, in `signature`, as g++ writes one:
  // "void ns::k<T>(T*)", perhaps with more behind it; empty if that is no kernel.
  std::string kernel_of(std::string_view signature) const;

 private:
  struct Body {
    std::string kernel;  // empty: of a lambda
    std::string file;
    std::pair<int, int> begin, end;  // lines and columns
  };
  std::vector<Body> bodies_;  // one in another stands behind it
};

}  // namespace simt::compiler
