// The rewriter's tools: preprocessed text as a list of tokens, brackets matched, edits noted down and printed.
#pragma once

#include <charconv>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simt/compiler/lexer.hpp"
#include "simt/compiler/rewriter.hpp"

namespace simt::compiler {

class Edits {
 protected:
  explicit Edits(std::string_view text) : text_(text), tokens_(lex(text)) {}

  std::string_view spelling(std::size_t i) const {
    return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin) : std::string_view();
  }

  void replace(std::size_t i, std::string with) { replaced_[i] = std::move(with); }

  void before(std::size_t i, const std::string& text) { before_[i] += text; }

  void after(std::size_t i, const std::string& text) { after_[i] = text + after_[i]; }

  [[noreturn]] void fail(std::size_t i, const std::string& what) const {
    const auto [file, line] = place(tokens_[i].begin);
    throw RewriteError(file, line, what);
  }

  // File and line of a position, from the last line marker in front of it.
  std::pair<std::string, int> place(std::size_t position) const {
    std::string file = "<input>";
    int line = 1;
    std::size_t counted_from = 0;
    for (const Token& token : tokens_) {
      if (token.begin > position) break;
      if (token.kind != TokenKind::directive) continue;
      std::string_view marker = text_.substr(token.begin + 1, token.end - token.begin - 1);
      if (marker.substr(0, 5) == "line ") marker.remove_prefix(5);
      while (!marker.empty() && marker.front() == ' ') marker.remove_prefix(1);
      int number = 0;
      const auto [end, error] = std::from_chars(marker.data(), marker.data() + marker.size(), number);
      if (error != std::errc()) continue;
      const std::size_t open = marker.find('"'), close = marker.rfind('"');
      if (open != std::string_view::npos && close > open) file = marker.substr(open + 1, close - open - 1);
      line = number;
      counted_from = std::min(token.end + 1, text_.size());
    }
    for (std::size_t at = counted_from; at < position; ++at) line += text_[at] == '\n';
    return {file, line};
  }

  std::string line_marker(std::size_t position) const {
    const auto [file, line] = place(position);
    return "\n# " + std::to_string(line) + " \"" + file + "\"\n";
  }

  // The token that closes the bracket at `open`.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (word == "(" || word == "[" || word == "{") ++depth;
      if (word == ")" || word == "]" || word == "}")
        if (--depth == 0) return i;
    }
    fail(open, std::string("'") + std::string(spelling(open)) + "' is never closed");
  }

  std::size_t opening(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
      const std::string_view word = spelling(i);
      if (word == ")" || word == "]" || word == "}") ++depth;
      if (word == "(" || word == "[" || word == "{")
        if (--depth == 0) return i;
    }
    fail(close, "unbalanced bracket");
  }

  // `close` is the last > of a template argument list; gives its <.
  std::size_t template_opening(std::size_t close) const {
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

  // `open` is the < of template arguments; gives its >.
  std::size_t template_closing(std::size_t open) const {
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

  std::size_t declaration_begin(std::size_t at) const {
    std::size_t i = at;
    while (i > 0) {
      const std::string_view word = spelling(i - 1);
      if (word == ";" || word == "{" || word == "}" || tokens_[i - 1].kind == TokenKind::directive) break;
      --i;
    }
    return i;
  }

  // Where the value of what is declared from `begin` to `end` begins, `= 0`, `{0}` or `(0)`; `end` if it has none.
  std::size_t initializer(std::size_t begin, std::size_t end) const {
    int names =
        2;  // since `struct`, `union`, …: behind one or none of them, or behind a base class, { opens the members
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view word = spelling(i);
      if (word == "=" || (word == "{" && names > 1)) return i;
      if (word == "struct" || word == "class" || word == "union" || word == "enum") names = 0;
      else if (word == ":" && names < 2) names = -1000;
      else if (word == "decltype" || word == "alignas" || word == "__attribute__" || word == "__align__")
        i = closing(i + 1);
      else if (word == "<") i = template_closing(i);
      else if (word == "[") i = closing(i);
      else if (word == "{") i = closing(i), names = 2;
      else if (word == "(") {
        // `T name(0)`, and neither `T (*pointer)[4]` nor `T (name)`.
        const bool named =
            i > begin + 1 && tokens_[i - 1].kind == TokenKind::identifier && spelling(i - 2) != "__shared__" &&
            (tokens_[i - 2].kind == TokenKind::identifier || spelling(i - 2) == ">" || spelling(i - 2) == "*");
        if (named && spelling(i + 1) != "*" && spelling(i + 1) != "&") return i;
        i = closing(i);
      } else if (tokens_[i].kind == TokenKind::identifier) ++names;
    }
    return end;
  }

  // Whether no function body is open at token `at`: only namespaces and linkage specifications.
  bool at_namespace_scope(std::size_t at) const {
    int depth = 0;
    for (std::size_t i = at; i-- > 0;) {
      const std::string_view word = spelling(i);
      if (word == "}") ++depth;
      if (word != "{" || depth-- > 0) continue;
      depth = 0;
      std::size_t head = i;
      while (head > 0 && (tokens_[head - 1].kind == TokenKind::identifier || spelling(head - 1) == "::") &&
             spelling(head - 1) != "namespace")
        --head;
      const bool linkage = head > 0 && tokens_[head - 1].kind == TokenKind::literal;
      if (!linkage && (head == 0 || spelling(head - 1) != "namespace")) return false;
    }
    return true;
  }

  std::string print() const {
    std::string out;
    out.reserve(text_.size() + text_.size() / 8);
    std::size_t copied = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const auto lead = before_.find(i);
      const auto swap = replaced_.find(i);
      const auto tail = after_.find(i);
      const bool cut = cut_.contains(i);
      if (lead == before_.end() && swap == replaced_.end() && tail == after_.end() && !cut) continue;
      // What stood between two tokens that moved has moved with them.
      if (!(cut && i > 0 && cut_.contains(i - 1) && lead == before_.end()))
        out += text_.substr(copied, tokens_[i].begin - copied);
      if (lead != before_.end()) out += lead->second;
      if (swap != replaced_.end()) out += swap->second;
      else if (!cut) out += text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
      if (tail != after_.end()) out += tail->second;
      copied = tokens_[i].end;
    }
    out += text_.substr(copied);
    return out;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::map<std::size_t, std::string> before_, replaced_, after_;
  std::set<std::size_t> cut_;
};

}  // namespace simt::compiler
