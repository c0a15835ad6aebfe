// Finds the brackets, the declarations and the places of tokens.
#include "simt/compiler/text/tokens.hpp"

#include <algorithm>

#include "simt/compiler/text/line_markers.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"

namespace simt::compiler {

Tokens::Tokens(std::string_view text) : text_(text), tokens_(lex(text)), origins_{{0, "<input>", 1}}, line_begins_{0} {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    line_begins_.push_back(at + 1);
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != TokenKind::directive) continue;
    if (const auto marker = read_line_marker(spelling(i)))
      origins_.push_back({std::min(tokens_[i].end + 1, text.size()),
          marker->file.empty() ? origins_.back().file : marker->file, marker->line});
  }
}

Place Tokens::place_at(std::size_t position) const {
  const auto origin = std::prev(std::upper_bound(origins_.begin(), origins_.end(), position,
      [](std::size_t at, const Origin& origin) { return at < origin.begin; }));
  const auto line_of = [&](std::size_t at) {
    return std::prev(std::upper_bound(line_begins_.begin(), line_begins_.end(), at));
  };
  const auto line = line_of(position);
  return {origin->file, origin->line + int(line - line_of(origin->begin)), int(position - *line) + 1};
}

Place Tokens::place(std::size_t i) const {
  const auto found = std::lower_bound(
      placed_.begin(), placed_.end(), i, [](const Placed& placed, std::size_t token) { return placed.token < token; });
  return found != placed_.end() && found->token == i ? found->place : place_at(tokens_[i].begin);
}

void Tokens::fail(std::size_t i, const std::string& what) const {
  const Place at = place(i);
  throw RewriteError(std::string(at.file), at.line, what, at.column);
}

std::size_t Tokens::closing(std::size_t open) const {
  std::vector<std::size_t> inside;  // the brackets that are open
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    const std::string_view word = spelling(i);
    if (word == "(" || word == "[" || word == "{") inside.push_back(i);
    if (inside.empty() || (word != ")" && word != "]" && word != "}")) continue;
    const std::string_view last = spelling(inside.back());
    if (word != (last == "(" ? ")" : last == "[" ? "]" : "}")) {
      if (last == "{") fail(i, "'" + std::string(word) + "' closes nothing");
      open = inside.back();  // and not the one that was asked for, which may be far above
      break;
    }
    inside.pop_back();
    if (inside.empty()) return i;
  }
  fail(open, "'" + std::string(spelling(open)) + "' is never closed");
}

std::size_t Tokens::opening(std::size_t close) const {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const std::string_view word = spelling(i);
    if (word == ")" || word == "]" || word == "}") ++depth;
    if (word == "(" || word == "[" || word == "{")
      if (--depth == 0) return i;
  }
  fail(close, "unbalanced bracket");
}

std::size_t Tokens::template_opening(std::size_t close) const {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const std::string_view word = spelling(i);
    if (word == ")" || word == "]" || word == "}") {
      i = opening(i);
      continue;
    }
    if (word == ">") ++depth;
    if (word == ">>>") depth += 3;
    if (word == "<") --depth;
    if (depth == 0) return i;
    if (word == ";" || word == "{") break;
  }
  fail(close, "cannot find the start of the template arguments before '<<<'");
}

std::size_t Tokens::template_closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    const std::string_view word = spelling(i);
    if (word == "(" || word == "[" || word == "{") i = closing(i);
    if (word == "<") ++depth;
    if (word == ">") --depth;
    if (word == ">>>") depth -= 3;
    if (depth <= 0) return i;
    if (word == ";") break;
  }
  return open;
}

std::size_t Tokens::declaration_begin(std::size_t at) const {
  std::size_t i = at;
  while (i > 0) {
    const std::string_view word = spelling(i - 1);
    if (word == ";" || word == "{" || word == "}" || is(i - 1, TokenKind::directive)) break;
    --i;
  }
  return i;
}

std::size_t Tokens::function_body(std::size_t at) const {
  bool parameters = false, members = false;  // gone by; of a constructor
  for (std::size_t i = at; i < tokens_.size(); ++i) {
    const std::string_view word = spelling(i);
    if (word == "operator") i = spelling(i + 1) == "(" ? closing(i + 1) : i + 1;
    else if (word == "(" || word == "[") parameters |= word == "(", i = closing(i);
    else if (word == "<") i = template_closing(i);
    else if (word == ":") members = true;
    else if (word == "{" && members && is(i - 1, TokenKind::identifier)) i = closing(i);
    else if (word == "{") return parameters ? i : 0;
    else if (word == ";" || word == "=" || word == "}" || word == ")") return 0;
  }
  return 0;
}

std::vector<std::pair<std::size_t, std::size_t>> Tokens::device_bodies() const {
  std::vector<std::pair<std::size_t, std::size_t>> bodies;
  for (std::size_t at = 0; at < tokens_.size(); ++at) {
    if (!is(at, TokenKind::identifier) || (spelling(at) != "__global__" && spelling(at) != "__device__")) continue;
    if (const std::size_t open = function_body(at)) bodies.emplace_back(open, closing(open));
  }
  return bodies;
}

bool Tokens::at_namespace_scope(std::size_t at) const {
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    const std::string_view word = spelling(i);
    if (word == "}") ++depth;
    if (word != "{" || depth-- > 0) continue;
    depth = 0;
    std::size_t head = i;
    while (head > 0 && (is(head - 1, TokenKind::identifier) || spelling(head - 1) == "::") &&
           spelling(head - 1) != "namespace")
      --head;
    const bool linkage = head > 0 && is(head - 1, TokenKind::literal);
    if (!linkage && (head == 0 || spelling(head - 1) != "namespace")) return false;
  }
  return true;
}

}  // namespace simt::compiler
