// The launch rewriter on arbitrary text: it ends, does not crash, and leaves everything but CUDA alone.
// Run: tests/simt/fuzz/run.sh [SECONDS]   (clang with libFuzzer; the seeds are the repository's own .cu files)
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "simt/compiler/rewriter/architecture.hpp"
#include "simt/compiler/text/lexer.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"

namespace {

using simt::compiler::lex;
using simt::compiler::Token;
using simt::compiler::TokenKind;

void require(bool holds, const char* what, std::string_view text, std::string_view result) {
  if (holds) return;
  std::fprintf(stderr, "the rewriter broke a rule: %s\n--- text\n", what);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fprintf(stderr, "\n--- became\n");
  std::fwrite(result.data(), 1, result.size(), stderr);
  std::abort();
}

std::string_view spelling(std::string_view text, const Token& token) {
  return text.substr(token.begin, token.end - token.begin);
}

bool balanced(std::string_view text) {
  std::string open;
  for (const Token& token : lex(text)) {
    const std::string_view word = spelling(text, token);
    if (word == "(" || word == "[" || word == "{") open += word;
    if (word != ")" && word != "]" && word != "}") continue;
    if (open.empty() || open.back() != (word == ")" ? '(' : word == "]" ? '[' : '{')) return false;
    open.pop_back();
  }
  return open.empty();
}

// Whether the text has nothing that the rewriter is for.
bool plain(std::string_view text) {
  for (const std::string_view word : {"<", "__", "asm", "threadIdx", "blockIdx", "blockDim", "gridDim"})
    if (text.find(word) != std::string_view::npos) return false;
  return true;
}

// Line breaks of the text that is not line markers: those come in pairs that the rewriter adds to keep lines true.
std::ptrdiff_t breaks(std::string_view text) {
  std::ptrdiff_t count = std::count(text.begin(), text.end(), '\n');
  for (const Token& token : lex(text))
    if (token.kind == TokenKind::directive && spelling(text, token).starts_with("# ")) count -= 2;
  return count;
}

void check_tokens(std::string_view text) {
  std::size_t at = 0;
  for (const Token& token : lex(text)) {
    require(token.begin >= at && token.end > token.begin && token.end <= text.size(),
        "tokens lie one behind the other in the text", text, "");
    at = token.end;
  }
}

// Whether there is a # within a line, which no preprocessor leaves: it would begin a directive where what stands in front
// of it goes.
bool has_stray_hash(std::string_view text) {
  const std::vector<Token> tokens = lex(text);
  return std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) { return spelling(text, token) == "#"; });
}

// The tokens of a text without line markers.
std::string tokens_of(std::string_view text) {
  std::string out;
  for (const Token& token : lex(text))
    if (!spelling(text, token).starts_with("# ")) out += std::string(spelling(text, token)) + "\n";
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_tokens(text);
  // Two texts in one, for the other pass: the host's and the device's.
  if (const std::size_t cut = text.find('\f'); cut != std::string_view::npos) {
    const std::string_view host = text.substr(0, cut), device = text.substr(cut + 1);
    require(simt::compiler::merge_architectures(host, host) == host, "a text merged with itself stays what it is", host,
        "");
    simt::compiler::merge_architectures(host, device);
  }
  std::string result;
  try {
    result = simt::compiler::rewrite(text);
  } catch (const simt::compiler::RewriteError&) {
    return 0;  // says what it did not understand: fine
  }
  check_tokens(result);
  if (has_stray_hash(text)) return 0;
  if (plain(text)) require(result == text, "text without CUDA stays what it is", text, result);
  // (A specifier between two slashes is no C++: without it they begin a comment.)
  if (balanced(text) && text.find("/__") == std::string_view::npos)
    require(balanced(result), "brackets stay balanced", text, result);
  // A source that is another one, or the same with other blanks, moves tokens and changes none.
  std::string source;
  if (const std::size_t cut = text.find('\f'); cut != std::string_view::npos) source = text.substr(cut + 1);
  else
    for (const char c : text) source += c == ' ' ? std::string("  ") : std::string(1, c);
  const std::string named = "# 1 \"a.cu\"\n" + std::string(text);
  const std::string placed = simt::compiler::rewrite(named, [&](const std::string&) { return source; });
  check_tokens(placed);
  if (text.find('\\') == std::string_view::npos)
    require(tokens_of(placed) == tokens_of(simt::compiler::rewrite(named)), "places change no token", text, placed);
  // Assembly on several lines becomes one, with a line marker behind it.
  if (text.find('#') == std::string_view::npos && text.find("asm") == std::string_view::npos && balanced(text))
    require(breaks(result) >= std::count(text.begin(), text.end(), '\n'), "no line break is lost", text, result);
  return 0;
}
