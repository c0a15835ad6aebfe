// A C++ lexer just good enough to find brackets and keywords in preprocessed text.
#pragma once

#include <string_view>
#include <vector>

namespace simt::compiler {

enum class TokenKind { identifier, number, literal, punctuator, directive };

struct Token {
  TokenKind kind;
  std::size_t begin, end;  // in the text
};

// Comments and white space give no token. `<<<` and `>>>` are single tokens; other `<` and `>` come one
// at a time, so that template brackets can be counted. A line that starts with # is one directive token.
std::vector<Token> lex(std::string_view text);

// Whether two neighbours touch and must go on touching: parts of one operator (++), a literal and its suffix.
bool joined(std::string_view text, const Token& left, const Token& right);

}  // namespace simt::compiler
