// threadIdx, blockIdx, blockDim and gridDim.
#include <set>

#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// Whether a variable of the program gets the name at `at` here: `dim3 name`, `const dim3& name`, `dim3 other, name`.
bool declares(const Tokens& all, std::size_t at) {
  static const std::set<std::string_view> types = {"dim3", "uint3", "auto", "const"};
  static const std::set<std::string_view> no_types = {
      "return", "case", "else", "do", "throw", "sizeof", "and", "or", "not", "new", "delete", "co_return", "co_yield"};
  if (at < 2) return false;
  const std::string_view before = all.spelling(at - 1);
  if (all.is(at - 1, TokenKind::identifier)) return !no_types.contains(before);
  if (before == "&" || before == "*" || before == "&&") return types.contains(all.spelling(at - 2));
  if (before != ",") return false;
  for (std::size_t i = at; i-- > 0;) {
    const std::string_view word = all.spelling(i);
    if (word == ")" || word == "]" || word == "}") i = all.opening(i);
    else if (word == "(" || word == "[") return false;
    else if (word == ";" || word == "{" || all.is(i, TokenKind::directive))
      return types.contains(all.spelling(i + 1)) || types.contains(all.spelling(i + 2));
  }
  return false;
}

// Where a name that is declared at `at` ends: with its block, or with the body behind its list of parameters.
std::size_t scope_end(const Tokens& all, std::size_t at) {
  std::size_t from = all.size();
  bool parameter = false;
  for (std::size_t i = at; i-- > 0;) {
    const std::string_view word = all.spelling(i);
    if (word == ")" || word == "]" || word == "}") i = all.opening(i);
    else if (word == "{") return all.closing(i);
    else if (word == "(" || word == "template") {
      from = word == "(" ? all.closing(i) : at;
      parameter = true;
      break;
    }
  }
  if (!parameter) return all.size();
  for (std::size_t i = from; i < all.size() && all.spelling(i) != ";"; ++i)
    if (all.spelling(i) == "{") return all.closing(i);
  return from;
}
}  // namespace

void Builtins::rewrite(std::size_t at) {
  const std::string name(all_.spelling(at));
  const std::string_view before = at ? all_.spelling(at - 1) : std::string_view();
  if (before == "." || before == "->") return;
  for (const auto& [begin, end] : shadowed_[name])
    if (at >= begin && at < end) return;
  if (declares(all_, at)) {
    shadowed_[name].emplace_back(at, scope_end(all_, at));
    return;
  }
  const std::string stem = name == "threadIdx"  ? "thread"
                           : name == "blockIdx" ? "block"
                           : name == "blockDim" ? "block_dim"
                                                : "grid_dim";
  const std::string axes = "::simt_" + stem + "_x(), ::simt_" + stem + "_y(), ::simt_" + stem + "_z()";
  all_.replace(at, stem.ends_with("dim") ? "(::dim3(" + axes + "))" : "(::uint3{" + axes + "})");
}

}  // namespace simt::compiler
