// Loops that a variable ends: `while (!done)`. What such a loop asks is hidden from g++.
//
// Where a way through the body leaves the variable as it is, g++ knows on that way what the loop's head will find. From
// version 14 on it then copies the head to elsewhere, and lanes leave the loop by two ways that meet behind it; on a GPU, and
// under older versions, they meet at the head.
//
// And loops that the author forbids to unroll. By the machine code they are told from others by their condition: what it comes
// to is hidden, and so they are none that are counted.
#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// A variable alone is asked, or one of several that are asked one after the other: (a && !b).
bool is_asked(const Tokens& all, std::size_t i, std::size_t begin) {
  const std::string_view before = all.spelling(i - 1), after = all.spelling(i + 1), word = all.spelling(i);
  if (!all.is(i, TokenKind::identifier) || word == "true" || word == "false") return false;
  if (after != ")" && after != "&&" && after != "||" && after != ";") return false;
  if (before == "!" || before == "&&" || before == "||" || i == begin) return true;
  if (before != "(" || after == ")") return false;       // (name) may be a cast
  const std::string_view outside = all.spelling(i - 2);  // or it is a call's parenthesis
  return outside == "(" || outside == "!" || outside == "&&" || outside == "||" || outside == ";";
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

// Whether `#pragma unroll 1` stands in front of the loop at `at`.
bool is_never_unrolled(const Tokens& all, std::size_t at) {
  while (at-- > 0 && all.is(at, TokenKind::directive)) {
    std::string_view line = all.spelling(at);
    while (!line.empty() && (line.back() == ' ' || line.back() == ')')) line.remove_suffix(1);
    const std::size_t word = line.find("unroll");
    if (word != line.npos && line.substr(0, word).find("pragma") != line.npos && line.size() > word + 7 &&
        line.back() == '1' && line.find_first_not_of(" (", word + 6) == line.size() - 1)
      return true;
  }
  return false;
}

}  // namespace

void hide_flags(Edits& all) {
  for (const auto& [open, close] : all.device_bodies())
    for (std::size_t i = open; i < close; ++i) {
      if (!all.is(i, TokenKind::identifier) || (all.spelling(i) != "while" && all.spelling(i) != "for")) continue;
      if (all.spelling(i + 1) != "(") continue;
      const auto [first, last] = condition(all, i);
      if (first < last && is_never_unrolled(all, i) && !all.has_before(first)) {
        all.before(first, "::simt::flag(");
        all.after(last - 1, ")");
        continue;
      }
      for (std::size_t k = first; k < last; ++k)
        if (is_asked(all, k, first) && !all.has_before(k)) {  // a lambda in a kernel is come by twice
          all.before(k, "::simt::flag(");
          all.after(k, ")");
        }
    }
}

}  // namespace simt::compiler
