// kernel<<<grid, block, shared, stream>>>(args) becomes (::simt::configure(grid, block, …), kernel(args)).
#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

bool touches(const Tokens& all, std::size_t i) { return i + 1 < all.size() && all[i].end == all[i + 1].begin; }

// Whether `close` ends the head of if (…), for (…), while (…), switch (…): no callee goes on before it.
bool closes_condition(const Tokens& all, std::size_t close) {
  if (all.spelling(close) != ")") return false;
  const std::size_t open = all.opening(close);
  if (open == 0) return false;
  const std::string_view word = all.spelling(open - 1);
  return word == "if" || word == "for" || word == "while" || word == "switch" || word == "constexpr";
}

// First token of the expression that names the kernel in front of `<<<`.
std::size_t callee_begin(const Tokens& all, std::size_t launch) {
  if (launch == 0) all.fail(launch, "'<<<' with no kernel in front of it");
  std::size_t i = launch - 1;
  for (;;) {
    const std::string_view word = all.spelling(i);
    if (word == ")" || word == "]") {
      i = all.opening(i);
      // A bracket may follow a name: kernels[i], pick(n); or stand alone: (*pointer).
      if (i > 0 && (all.is(i - 1, TokenKind::identifier) || all.spelling(i - 1) == "]" || all.spelling(i - 1) == ")") &&
          all.spelling(i - 1) != "return" && all.spelling(i - 1) != "else" && all.spelling(i - 1) != "do" &&
          !closes_condition(all, i - 1)) {
        --i;
        continue;
      }
    } else if (word == ">" || word == ">>>") {
      i = all.template_opening(i);
      if (i == 0) all.fail(launch, "'<<<' with no kernel in front of it");
      --i;
      continue;
    } else if (!all.is(i, TokenKind::identifier)) {
      all.fail(launch, "'<<<' must follow the name of a kernel");
    }
    // At the start of one component of a::b, a.b or a->b.
    if (i == 0) return i;
    const std::string_view link = all.spelling(i - 1);
    if (link == "." || link == "->") {
      if (i == 1) all.fail(launch, "'<<<' must follow the name of a kernel");
      i -= 2;
      continue;
    }
    if (link == "template") {
      --i;
      continue;
    }
    if (link != "::") return i;
    if (i < 2) return i - 1;
    const std::string_view scope = all.spelling(i - 2);
    const bool named =
        (all.is(i - 2, TokenKind::identifier) && scope != "return" && scope != "else" && scope != "do") ||
        scope == ">" || scope == ">>>";
    if (!named) return i - 1;
    i -= 2;
  }
}

// What follows the brackets if a launch's configuration ends at `i`, else 0.
std::size_t closes_launch(const Tokens& all, std::size_t i) {
  if (all.spelling(i) == ">>>") return i + 1;
  return all.spelling(i) == ">" && all.spelling(i + 1) == ">" && all.spelling(i + 2) == ">" && touches(all, i) ? i + 3
                                                                                                               : 0;
}

}  // namespace

// Where the configuration begins if a launch opens at `i`, else 0. Formatters write `<< <` and `>> >`; nvcc takes both.
std::size_t opens_launch(const Tokens& all, std::size_t i) {
  if (all.spelling(i) != "<<<" &&
      (all.spelling(i) != "<" || all.spelling(i + 1) != "<" || all.spelling(i + 2) != "<" || !touches(all, i)))
    return 0;
  if (i > 0 && all.spelling(i - 1) == "operator") return 0;  // operator<< <T>
  return all.spelling(i) == "<<<" ? i + 1 : i + 3;
}

void rewrite_launch(Edits& all, std::size_t open, std::size_t inside) {
  std::size_t close = inside, behind = 0, bare = 0;  // bare: a >>> with no arguments behind it
  int depth = 0;
  bool has_block = false;
  for (; close < all.size(); ++close) {
    const std::string_view word = all.spelling(close);
    if (word == "(" || word == "[" || word == "{") ++depth;
    if (word == ")" || word == "]" || word == "}") --depth;
    if (depth < 0 || (depth == 0 && word == ";")) break;
    // One that no ( follows ends template arguments: A<B<C<1>>>::value.
    if (depth == 0 && opens_launch(all, close)) break;
    if (depth == 0) behind = closes_launch(all, close);
    if (behind && (all.spelling(behind) == "(" || all.spelling(behind) == ";")) break;
    if (behind) bare = close;
    behind = 0;
    has_block |= depth == 0 && word == ",";
  }
  if (!behind && bare) all.fail(bare, "a launch needs its arguments in parentheses after '>>>'");
  if (!behind) all.fail(open, "'<<<' without a matching '>>>'");
  if (!has_block) all.fail(open, "'<<<>>>' needs at least a grid and a block");
  if (all.spelling(behind) != "(") all.fail(close, "a launch needs its arguments in parentheses after '>>>'");
  const std::size_t end = all.closing(behind);
  const std::size_t begin = callee_begin(all, open);

  // The callee moves behind the configuration.
  all.before(begin, "(::simt::configure(");
  for (std::size_t i = open; i < inside; ++i) all.replace(i, "");
  for (std::size_t i = close + 1; i < behind; ++i) all.replace(i, "");
  all.replace(close, "), ");
  all.move_behind(close, begin, open);
  all.after(end, ")");
}

}  // namespace simt::compiler
