// A C++ lexer just good enough to find brackets and keywords in preprocessed text.
#include "simt/compiler/text/lexer.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace simt::compiler {
namespace {

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80);
}
bool continues_identifier(char c) { return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c)); }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        line_start = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '/' && peek(1) == '*') {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
      } else if (c == '#' && line_start) {
        add(TokenKind::directive, std::min(text_.find('\n', at_), text_.size()));
      } else {
        line_start = false;
        token();
      }
    }
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void add(TokenKind kind, std::size_t end) {
    tokens_.push_back({kind, at_, end});
    at_ = end;
  }

  void token() {
    const char c = text_[at_];
    if (starts_identifier(c) || universal_name(at_)) {
      std::size_t end = at_;
      while (end < text_.size() && (continues_identifier(text_[end]) || universal_name(end)))
        end += universal_name(end) ? universal_name(end) : 1;
      const std::string_view word = text_.substr(at_, end - at_);
      // A literal's prefix belongs to the literal: u8R"x(…)x", L'a'.
      if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'') &&
          (word == "R" || word == "u8" || word == "u" || word == "U" || word == "L" || word == "u8R" || word == "uR" ||
              word == "UR" || word == "LR")) {
        return word.back() == 'R' ? add(TokenKind::literal, raw_string_end(end))
                                  : add(TokenKind::literal, quoted_end(end));
      }
      return add(TokenKind::identifier, end);
    }
    if (std::isdigit(static_cast<unsigned char>(c)) ||
        (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))) {
      std::size_t end = at_;
      while (end < text_.size()) {
        const char d = text_[end];
        const bool exponent_sign =
            (d == '+' || d == '-') && end > at_ &&
            std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos &&
            (std::tolower(text_[at_ + 1 < text_.size() ? at_ + 1 : at_]) == 'x' ? std::tolower(text_[end - 1]) == 'p'
                                                                                : true);
        const bool separator =
            d == '\'' && end + 1 < text_.size() && std::isalnum(static_cast<unsigned char>(text_[end + 1]));
        if (!(continues_identifier(d) || d == '.' || exponent_sign || separator)) break;
        ++end;
      }
      return add(TokenKind::number, end);
    }
    if (c == '"' || c == '\'') return add(TokenKind::literal, quoted_end(at_));
    for (std::string_view triple : {"<<<", ">>>"})
      if (text_.substr(at_, 3) == triple) return add(TokenKind::punctuator, at_ + 3);
    for (std::string_view pair : {"::", "->", "=>", "<=", ">=", "==", "!=", "&&", "||"})
      if (text_.substr(at_, 2) == pair) return add(TokenKind::punctuator, at_ + 2);
    add(TokenKind::punctuator, at_ + 1);
  }

  // How long the \u00f6 or \U000000f6 at `at` is, as which g++ -E writes a letter; 0 if there is none.
  std::size_t universal_name(std::size_t at) const {
    if (text_[at] != '\\' || at + 1 >= text_.size()) return 0;
    return text_[at + 1] == 'u' && at + 6 <= text_.size()    ? 6
           : text_[at + 1] == 'U' && at + 10 <= text_.size() ? 10
                                                             : 0;
  }

  std::size_t quoted_end(std::size_t open) const {
    std::size_t end = open + 1;
    while (end < text_.size() && text_[end] != text_[open] && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    return std::min(end < text_.size() && text_[end] == '\n' ? end : end + 1, text_.size());
  }

  std::size_t raw_string_end(std::size_t quote) const {
    const std::size_t paren = text_.find('(', quote);
    if (paren == std::string_view::npos) return text_.size();
    const std::string close = ")" + std::string(text_.substr(quote + 1, paren - quote - 1)) + "\"";
    const std::size_t end = text_.find(close, paren);
    return end == std::string_view::npos ? text_.size() : end + close.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(std::string_view text) { return Lexer(text).run(); }

bool joined(std::string_view text, const Token& left, const Token& right) {
  constexpr std::string_view apart = "()[]{},;";
  return left.end == right.begin && apart.find(text[left.end - 1]) == std::string_view::npos &&
         apart.find(text[right.begin]) == std::string_view::npos;
}

}  // namespace simt::compiler
