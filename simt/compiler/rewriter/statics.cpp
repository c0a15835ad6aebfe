// Tables inside of kernels: `static const` arrays, which nvcc puts into global memory.
//
// g++ announces no read of what is constant, nor of what nobody writes unless it is `used`. A constexpr array stays as it
// is, since the program may need its values while it is compiled.
//
// Every table begins a line of the cache, so that the sectors its elements are in do not hang on what g++ makes of alignment:
// a multiple of 32 bytes on x86, of 8 on ARM. (What has a section of its own begins one by red_zones.cpp.)
#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

void uncover(Edits& all, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && (all.spelling(begin - 1) == "const" || all.spelling(begin - 1) == "constexpr")) --begin;
  if (all.has_before(begin)) return;  // in a lambda in a kernel: seen before
  std::size_t bracket = begin;
  for (; all.spelling(bracket) != "["; ++bracket) {
    const std::string_view word = all.spelling(bracket);
    if (word == "<") bracket = all.template_closing(bracket);
    else if ((word == "alignas" || word == "__attribute__") && all.spelling(bracket + 1) == "(")
      bracket = all.closing(bracket + 1);
    else if (all.is(bracket, TokenKind::identifier)
                 ? word == "constexpr" || word == "__shared__" || word == "thread_local"
                 : word != "::")
      return;
    if (bracket + 1 >= all.size()) return;
  }
  if (bracket == 0 || !all.is(bracket - 1, TokenKind::identifier)) return;
  all.before(begin, "__attribute__((used, aligned(128))) ");
  for (std::size_t i = begin; i < bracket; ++i)
    if (all.spelling(i) == "const") all.replace(i, "");
}

}  // namespace

void uncover_tables(Edits& all) {
  for (const auto& [open, close] : all.device_bodies())
    for (std::size_t i = open; i < close; ++i)
      if (all.spelling(i) == "static") uncover(all, i);
}

}  // namespace simt::compiler
