// Finds asm statements and tells PTX from everything else.
#include "simt/compiler/assembly.hpp"

#include <cctype>
#include <map>
#include <set>

#include "simt/compiler/edits.hpp"

namespace simt::compiler {
namespace {

// Special registers by their functions in simt/include/simt/registers.h.
const std::set<std::string_view> registers = {"laneid", "warpid", "nwarpid", "smid", "nsmid", "clock", "clock_hi",
    "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi", "lanemask_eq", "lanemask_lt", "lanemask_le",
    "lanemask_gt", "lanemask_ge", "tid_x", "tid_y", "tid_z", "ntid_x", "ntid_y", "ntid_z", "ctaid_x", "ctaid_y",
    "ctaid_z", "nctaid_x", "nctaid_y", "nctaid_z", "dynamic_smem_size"};

const std::map<std::string_view, std::string_view> statements = {{"membar.cta", "::__threadfence_block()"},
    {"membar.gl", "::__threadfence()"}, {"membar.sys", "::__threadfence_system()"},
    {"fence.acq_rel.cta", "::__threadfence_block()"}, {"fence.acq_rel.gpu", "::__threadfence()"},
    {"fence.acq_rel.sys", "::__threadfence_system()"}, {"fence.sc.cta", "::__threadfence_block()"},
    {"fence.sc.gpu", "::__threadfence()"}, {"fence.sc.sys", "::__threadfence_system()"},
    {"bar.sync 0", "::__syncthreads()"}, {"barrier.sync 0", "::__syncthreads()"},
    {"bar.warp.sync 0xffffffff", "::__syncwarp()"}, {"prefetch.global.L1 [%0]", "((void)0)"},
    {"prefetch.global.L2 [%0]", "((void)0)"},  // no result, and no fault on a GPU either
    {"trap", "::__trap()"}, {"brkpt", "::__brkpt()"}};

// An operation of PTX has types and modes behind dots: "add.s32 %0, %1, %2;". The host's assembly and symbols' names have none.
bool is_ptx(std::string_view code) {
  std::size_t at = 0;
  while (at < code.size() && (std::isspace(static_cast<unsigned char>(code[at])) || code[at] == '{')) ++at;
  if (at > 0 && code.substr(0, at).find('{') != std::string_view::npos) return true;
  if (code.substr(at, 1) == ".") return code.substr(at, 4) == ".reg";
  const std::size_t begin = at;
  while (at < code.size() && std::islower(static_cast<unsigned char>(code[at]))) ++at;
  if (at == begin) return false;
  const std::string_view operation = code.substr(begin, at - begin);
  if (operation == "trap" || operation == "brkpt" || operation == "exit") return true;
  return code.substr(at, 1) == "." && code.find_first_of(" ;", at) != std::string_view::npos;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.back())) || text.back() == ';'))
    text.pop_back();
  std::size_t begin = 0;
  while (begin < text.size() && std::isspace(static_cast<unsigned char>(text[begin]))) ++begin;
  return text.substr(begin);
}

// "mov.u32 %0, %%laneid" gives "laneid".
std::string register_read(const std::string& code) {
  const std::size_t comma = code.find(',');
  if (!code.starts_with("mov.") || comma == std::string::npos) return "";
  const std::string to = trimmed(code.substr(code.find(' ') + 1, comma - code.find(' ') - 1));
  std::string from = trimmed(code.substr(comma + 1));
  if (to != "%0" || from.empty() || from[0] != '%') return "";
  from.erase(0, from.find_first_not_of('%'));
  for (char& c : from)
    if (c == '.') c = '_';
  return from;
}

class Assembly : Edits {
 public:
  explicit Assembly(std::string_view text) : Edits(text) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (const std::string_view word = spelling(i); word == "asm" || word == "__asm__" || word == "__asm")
        statement(i);
    return print();
  }

 private:
  void statement(std::size_t at) {
    std::size_t open = at + 1;
    while (spelling(open) == "volatile" || spelling(open) == "__volatile__" || spelling(open) == "__volatile") ++open;
    if (spelling(open) != "(" || open + 1 >= tokens_.size() || tokens_[open + 1].kind != TokenKind::literal) return;
    const std::size_t close = closing(open);
    std::string code;
    std::size_t i = open + 1;
    for (; i < close && tokens_[i].kind == TokenKind::literal; ++i) code += unquoted(spelling(i));
    if (!is_ptx(code)) return;
    const std::string shown = trimmed(code.substr(0, code.find('\n')));
    code = trimmed(code);
    std::string becomes;
    if (const auto known = statements.find(code); known != statements.end()) becomes = known->second;
    else if (const std::string name = register_read(code); registers.contains(name))
      becomes = "(" + output(i, close) + " = ::simt::register_" + name + "())";
    if (becomes.empty() || becomes.starts_with("( ="))
      fail(at, "the simulator does not run inline PTX like \"" + shown +
                   "\": of PTX it has the special registers, fences, barriers and prefetches");
    for (std::size_t k = at; k <= close; ++k) cut_.insert(k);
    before(at, becomes);
    if (text_.substr(tokens_[at].begin, tokens_[close].end - tokens_[at].begin).find('\n') != std::string_view::npos)
      after(close, line_marker(tokens_[close].begin));
  }

  static std::string unquoted(std::string_view literal) {
    const std::size_t open = literal.find('"'), close = literal.rfind('"');
    if (open == std::string_view::npos || close <= open) return "";
    std::string out;
    for (std::size_t i = open + 1; i < close; ++i) {
      if (literal[i] != '\\' || i + 1 == close) out += literal[i];
      else out += literal[++i] == 'n' ? '\n' : literal[i] == 't' ? '\t' : literal[i];
    }
    return out;
  }

  // The first output operand, in parentheses: : "=r"(x) …
  std::string output(std::size_t colon, std::size_t close) const {
    if (spelling(colon) != ":" || colon + 2 >= close || tokens_[colon + 1].kind != TokenKind::literal ||
        spelling(colon + 2) != "(")
      return "";
    const std::size_t end = closing(colon + 2);
    return std::string(text_.substr(tokens_[colon + 2].begin, tokens_[end].end - tokens_[colon + 2].begin));
  }
};

}  // namespace

std::string replace_assembly(std::string_view preprocessed) { return Assembly(preprocessed).run(); }

}  // namespace simt::compiler
