// Turns CUDA C++ into C++ that a host compiler takes.
//
// The text is edited as a list of tokens with replacements, never re-printed: what is not CUDA comes out byte for byte.
#include "simt/compiler/rewriter/rewriter.hpp"

#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {

std::string rewrite(std::string_view preprocessed, const ReadFile& read_file) {
  Edits all(preprocessed);
  if (read_file) all.place_by_source(read_file);
  replace_assembly(all);
  uncover_tables(all);
  hide_flags(all);
  keep_recursion(all);
  const bool by_address = asks_for_addresses(all);
  Builtins builtins(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all.is(i, TokenKind::identifier) && !all.is(i, TokenKind::punctuator)) continue;
    const std::string_view word = all.spelling(i);
    if (const std::size_t inside = opens_launch(all, i)) rewrite_launch(all, i, inside);
    else if (word == "__global__") rewrite_kernel(all, i, by_address);
    else if (word == "__shared__") rewrite_shared(all, i);
    else if (word == "__host__") all.replace(i, "");
    else if (word == "__device__" || word == "__constant__" || word == "__managed__") rewrite_device(all, i);
    else if (word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim") builtins.rewrite(i);
    else if (word == "__cluster_dims__" || word == "__launch_bounds__") all.cut(i, all.closing(i + 1) + 1);
    // libstdc++ writes __attribute__((__noinline__)); nvcc's own __noinline__ stands alone.
    else if (word == "__noinline__" && (i == 0 || (all.spelling(i - 1) != "(" && all.spelling(i - 1) != ",")))
      all.replace(i, "__attribute__((noinline))");
  }
  return all.print();
}

}  // namespace simt::compiler
