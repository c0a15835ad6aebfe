// Lambdas of kernels: what nvcc lets them use without capturing it.
#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// Whether the [ at token `i` opens a lambda's captures, and not an index, the size of an array or an attribute.
bool opens_captures(const Tokens& all, std::size_t i) {
  if (all.spelling(i) != "[" || all.spelling(i + 1) == "[" || i == 0) return false;
  const std::string_view before = all.spelling(i - 1);
  if (before == "[" || before == "]" || before == ")" || before == "operator") return false;
  return !all.is(i - 1, TokenKind::identifier) || before == "return" || before == "case" || before == "else";
}

// The { of the lambda's body; 0 if there is none, as behind structured bindings.
std::size_t body_behind_captures(const Tokens& all, std::size_t captures) {
  for (std::size_t i = all.closing(captures) + 1; i < all.size(); ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "{") return i;
    if (word == "(" || word == "[") i = all.closing(i);
    else if (word == "<") i = all.template_closing(i);
    else if (word == ";" || word == "," || word == ")" || word == "=" || word == ":" || word == "]") return 0;
  }
  return 0;
}

bool uses(const Tokens& all, std::size_t begin, std::size_t end, std::string_view name) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view before = all.spelling(i - 1);
    if (all.spelling(i) == name && before != "." && before != "->" && before != "::") return true;
  }
  return false;
}

}  // namespace

void declare_in_lambdas(Edits& all, std::size_t from, std::string_view name, const std::string& declaration) {
  for (std::size_t i = from; i < all.size() && all.spelling(i) != "}"; ++i) {
    // To the end of the block that it was declared in; what stands in brackets belongs to it, lambdas first of all.
    std::size_t last = i;
    const std::string_view word = all.spelling(i);
    if (word == "(" || word == "{" || word == "[") last = all.closing(i);
    for (std::size_t k = i; k <= last; ++k) {
      if (!opens_captures(all, k)) continue;
      const std::size_t body = body_behind_captures(all, k);
      const bool by_reference =
          all.spelling(k + 1) == "&" && (all.spelling(k + 2) == "]" || all.spelling(k + 2) == ",");
      if (body == 0 || by_reference || uses(all, k, body, name) || !uses(all, body, all.closing(body), name)) continue;
      all.after(body, declaration);
    }
    i = last;
  }
}

}  // namespace simt::compiler
