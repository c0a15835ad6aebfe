// Inline assembly of kernels: PTX becomes C++, or is refused where it is a program's own. What is no
// PTX (the host's assembly, a symbol's name) stays.
#include <cctype>

#include "simt/compiler/rewriter/ptx.hpp"
#include "simt/compiler/rewriter/ptx_statements.hpp"
#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// An operation of PTX has types and modes behind dots: "add.s32 %0, %1, %2;". The host's assembly and symbols' names have none.
bool is_ptx(std::string_view code) {
  std::size_t at = 0;
  while (at < code.size() && (std::isspace(static_cast<unsigned char>(code[at])) || code[at] == '{')) ++at;
  if (at > 0 && code.substr(0, at).find('{') != std::string_view::npos) return true;
  if (const std::size_t colon = code.find(':', at);  // what it is stands behind a label
      colon != std::string_view::npos && ptx::is_label(std::string(code.substr(at, colon - at))) &&
      code.substr(colon + 1, 1) != ":")
    return is_ptx(code.substr(colon + 1));
  if (code.substr(at, 1) == ".") return code.substr(at, 4) == ".reg";
  const std::size_t begin = at;
  while (at < code.size() && (std::islower(static_cast<unsigned char>(code[at])) ||
                                 (at > begin && std::isdigit(static_cast<unsigned char>(code[at])))))
    ++at;
  if (at == begin) return false;
  const std::string_view operation = code.substr(begin, at - begin);
  if (operation == "trap" || operation == "brkpt" || operation == "exit") return true;
  return code.substr(at, 1) == "." && code.find_first_of(" ;", at) != std::string_view::npos;
}

std::string unquoted(std::string_view literal) {
  const std::size_t open = literal.find('"'), close = literal.rfind('"');
  if (open == std::string_view::npos || close <= open) return "";
  std::string out;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (literal[i] != '\\' || i + 1 == close) out += literal[i];
    else out += literal[++i] == 'n' ? '\n' : literal[i] == 't' ? '\t' : literal[i];
  }
  return out;
}

// CUDA's C++ libraries, which lie in a folder of that name, have functions for all of PTX; what nobody calls of them does no harm.
bool in_a_library_of_cudas(std::string_view file) { return file.find("/cccl/") != std::string_view::npos; }

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// The code of the asm at token `at`, and where it stands.
struct Statement {
  std::string code;
  std::size_t end = 0, close = 0;  // behind the code; the closing parenthesis
};

// Without code where no PTX stands.
Statement ptx_at(const Tokens& all, std::size_t at) {
  std::size_t open = at + 1;
  while (all.spelling(open) == "volatile" || all.spelling(open) == "__volatile__" || all.spelling(open) == "__volatile")
    ++open;
  if (all.spelling(open) != "(" || !all.is(open + 1, TokenKind::literal)) return {};
  Statement found{"", open + 1, all.closing(open)};
  for (; found.end < found.close && all.is(found.end, TokenKind::literal); ++found.end)
    found.code += unquoted(all.spelling(found.end));
  return is_ptx(found.code) ? found : Statement{};
}

// asm volatile("code" : "=r"(a) : "r"(b) : "memory") becomes [&](auto&& simt_0, auto&& simt_1) { … }((a), (b)).
void statement(Edits& all, std::size_t at) {
  auto [code, i, close] = ptx_at(all, at);
  if (!close) return;
  std::vector<PtxOperand> operands;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // of the operands' parentheses
  int colons = 0;
  bool clobbers_memory = false;
  for (; i < close; ++i) {
    const std::string_view word = all.spelling(i);
    if (word == ":") ++colons;
    if (word == "::") colons += 2;
    if (!all.is(i, TokenKind::literal)) continue;
    if (colons >= 3) clobbers_memory |= word == "\"memory\"";
    if (colons >= 3 || all.spelling(i + 1) != "(") continue;
    operands.push_back({unquoted(word)});
    places.emplace_back(i + 1, all.closing(i + 1));
    i = places.back().second;
  }
  const PtxTranslation translated = translate_ptx(code, operands, clobbers_memory);
  if (!translated.refused.empty() && !in_a_library_of_cudas(all.place(at).file))
    all.fail(at, "the simulator does not run inline PTX like \"" + translated.refused +
                     "\": of PTX it has arithmetic, loads, stores, copies, atomics, shuffles, votes, barriers and "
                     "fences, but for "
                     "those of matrices and tensors, no calls and no tables of jumps");
  std::string parameters;
  for (std::size_t k = 0; k < operands.size(); ++k)
    parameters += (k ? ", " : "") + std::string("[[maybe_unused]] auto&& simt_") + std::to_string(k);
  const std::string body =
      translated.refused.empty() ? translated.body : "::simt_trap(" + quoted("inline PTX " + translated.refused) + ");";
  all.before(at, "[&](" + parameters + ") __attribute__((always_inline)) { " + body + " }(");
  std::size_t from = at;
  for (const auto& [begin, end] : places) {
    all.cut(from, begin);
    from = end + 1;
    if (end != places.back().second) all.after(end, ",");
  }
  all.cut(from, close);
}

}  // namespace

bool is_ptx_statement(const Tokens& all, std::size_t at) { return ptx_at(all, at).close; }

void replace_assembly(Edits& all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all.is(i, TokenKind::identifier))
      if (const std::string_view word = all.spelling(i); word == "asm" || word == "__asm__" || word == "__asm")
        statement(all, i);
}

}  // namespace simt::compiler
