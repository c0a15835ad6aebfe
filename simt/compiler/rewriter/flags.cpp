// Loops that a variable ends: `while (!done)`. What such a loop asks is hidden from g++.
//
// Where a way through the body leaves the variable as it is, g++ knows on that way what the loop's head will find. From
// version 14 on it then copies the head to elsewhere, and lanes leave the loop by two ways that meet behind it; on a GPU, and
// under older versions, they meet at the head.
#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// A variable alone is asked, or one of several that are asked one after the other: (a && !b).
bool is_asked(const Tokens& all, std::size_t i, std::size_t begin) {
  const std::string_view before = all.spelling(i - 1), after = all.spelling(i + 1), word = all.spelling(i);
  if (!all.is(i, TokenKind::identifier) || word == "true" || word == "false") return false;
  if (after != ")" && after != "&&" && after != "||" && after != ";") return false;
  if (before == "!" || before == "&&" || before == "||" || i == begin) return true;
  // A parenthesis that groups, calls nothing, and is no cast.
  return before == "(" && after != ")" && i > begin + 1 &&
         (i - 1 == begin || all.spelling(i - 2) == "!" || all.spelling(i - 2) == "(" || all.spelling(i - 2) == "&&" ||
             all.spelling(i - 2) == "||");
}

// Of a loop whose keyword stands at `at`, where its condition begins and ends; the same place twice if it has none.
std::pair<std::size_t, std::size_t> condition(const Tokens& all, std::size_t at) {
  const std::size_t open = at + 1, close = all.closing(open);
  if (all.spelling(at) == "while") return {open + 1, close};
  std::size_t begin = 0;
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "(" || word == "[" || word == "{") i = all.closing(i);
    else if (word == ";" && begin) return {begin, i};
    else if (word == ";") begin = i + 1;
  }
  return {close, close};  // over all elements of something
}

}  // namespace

void hide_flags(Edits& all) {
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (!all.is(at, TokenKind::identifier)) continue;
    const std::string_view word = all.spelling(at);
    if (word != "__global__" && word != "__device__") continue;
    const std::size_t body = all.function_body(at);
    if (!body) continue;
    const std::size_t end = all.closing(body);
    for (std::size_t i = body; i < end; ++i) {
      const std::string_view loop = all.spelling(i);
      if (!all.is(i, TokenKind::identifier) || (loop != "while" && loop != "for") || all.spelling(i + 1) != "(")
        continue;
      const auto [first, last] = condition(all, i);
      for (std::size_t k = first; k < last; ++k)
        if (is_asked(all, k, first) && !all.has_before(k)) {
          all.before(k, "::simt::flag(");
          all.after(k, ")");
        }
    }
  }
}

}  // namespace simt::compiler
