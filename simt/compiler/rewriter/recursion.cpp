// Functions that call themselves, be it by way of others.
#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

struct Defined {
  std::size_t at, parameters, body;  // tokens: __device__, ( and {
  bool is_plain = true;              // one function of that name, no template, not to be put in line at all costs
};

// The program's __device__ functions, by name.
std::map<std::string_view, Defined> defined_functions(const Tokens& all) {
  std::map<std::string_view, Defined> found;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all.spelling(at) != "__device__" || !all.function_body(at)) continue;
    const auto head = find_kernel(all, at);
    if (!head || !all.is(head->parameters - 1, TokenKind::identifier)) continue;
    const auto [function, is_new] =
        found.try_emplace(all.spelling(head->parameters - 1), Defined{at, head->parameters, head->body});
    Defined& one = function->second;
    const std::string_view before = all.spelling(head->parameters - 2);
    one.is_plain &= (is_new || one.body == head->body) && before != "::" && before != "~" && before != "operator";
    for (std::size_t i = all.declaration_begin(at); i < head->parameters; ++i)
      one.is_plain &=
          all.spelling(i) != "template" && all.spelling(i) != "always_inline" && all.spelling(i) != "__always_inline__";
  }
  return found;
}

// Whether the name at token `i` is called there, and no member's name nor what a type in front of it declares.
bool is_called(const Tokens& all, std::size_t i) {
  const std::string_view before = all.spelling(i - 1);
  if (all.spelling(i + 1) != "(" || before == "." || before == "->" || before == "::") return false;
  return !all.is(i - 1, TokenKind::identifier) || before == "return" || before == "else" || before == "do";
}

}  // namespace

void keep_recursion(Edits& all) {
  const auto functions = defined_functions(all);
  std::map<std::string_view, std::vector<std::string_view>> calls;
  for (const auto& [name, one] : functions)
    for (std::size_t i = one.body; one.is_plain && i < all.closing(one.body); ++i)
      if (functions.contains(all.spelling(i)) && is_called(all, i)) calls[name].push_back(all.spelling(i));
  for (const auto& [name, called] : calls) {
    std::vector<std::string_view> to_see = called;
    for (std::size_t i = 0; i < to_see.size(); ++i) {
      if (to_see[i] == name) {
        all.before(functions.at(name).at, "__attribute__((noinline)) ");
        break;
      }
      if (const auto further = calls.find(to_see[i]); further != calls.end())
        for (const std::string_view next : further->second)
          if (std::find(to_see.begin(), to_see.end(), next) == to_see.end()) to_see.push_back(next);
    }
  }
}

}  // namespace simt::compiler
