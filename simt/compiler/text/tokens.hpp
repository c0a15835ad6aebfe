// Preprocessed text as a list of tokens: brackets matched, and where each stands in the file that it came from.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/compiler/text/lexer.hpp"

namespace simt::compiler {

// Line and column count from 1, columns in bytes, as g++ counts them.
struct Place {
  std::string_view file;
  int line = 1, column = 1;

  bool operator==(const Place&) const = default;
};

class Tokens {
 public:
  explicit Tokens(std::string_view text);

  std::size_t size() const { return tokens_.size(); }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }
  bool is(std::size_t i, TokenKind kind) const { return i < tokens_.size() && tokens_[i].kind == kind; }
  // Empty past the end.
  std::string_view spelling(std::size_t i) const {
    return i < tokens_.size() ? text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin) : std::string_view();
  }

  // Of a position in the text, by the last line marker in front of it.
  Place place_at(std::size_t position) const;
  // Of a token: where it stands in its file, if that has been found out, else as above.
  Place place(std::size_t i) const;

  // Throws RewriteError with the place of token i.
  [[noreturn]] void fail(std::size_t i, const std::string& what) const;

  // The token that closes the bracket at `open`.
  std::size_t closing(std::size_t open) const;
  std::size_t opening(std::size_t close) const;
  // `close` is the last > of a template argument list; gives its <.
  std::size_t template_opening(std::size_t close) const;
  // `open` is the < of template arguments; gives its >.
  std::size_t template_closing(std::size_t open) const;
  // The first token of the declaration that token `at` is a part of.
  std::size_t declaration_begin(std::size_t at) const;
  // The { of the body of a function or lambda whose specifier stands at `at`; 0 for a variable or a declaration.
  std::size_t function_body(std::size_t at) const;
  // The { and the } of the bodies of kernels and of __device__ functions, in their order; a lambda's in a kernel comes, too.
  std::vector<std::pair<std::size_t, std::size_t>> device_bodies() const;
  // Whether no function body is open at token `at`: only namespaces and linkage specifications.
  bool at_namespace_scope(std::size_t at) const;

 protected:
  struct Placed {
    std::size_t token;
    Place place;
  };
  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<Placed> placed_;  // by token: those that stand elsewhere than the text's lines and columns say

 private:
  struct Origin {
    std::size_t begin;  // of the text behind a line marker
    std::string_view file;
    int line;
  };
  std::vector<Origin> origins_;
  std::vector<std::size_t> line_begins_;
};

}  // namespace simt::compiler
