// Inline assembly of kernels: PTX that reads a register or orders memory becomes a call; other PTX is refused. What is no
// PTX (the host's assembly, a symbol's name) stays.
#include <cctype>
#include <map>
#include <set>

#include "simt/compiler/rewriter/rewriting.hpp"

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

// The first output operand, in parentheses: : "=r"(x) … Its ( is token `colon` + 2.
bool has_output(const Tokens& all, std::size_t colon, std::size_t close) {
  return all.spelling(colon) == ":" && colon + 2 < close && all.is(colon + 1, TokenKind::literal) &&
         all.spelling(colon + 2) == "(";
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

void statement(Edits& all, std::size_t at) {
  auto [code, i, close] = ptx_at(all, at);
  if (!close) return;
  const std::string shown = trimmed(code.substr(0, code.find('\n')));
  code = trimmed(code);
  if (const auto known = statements.find(code); known != statements.end()) {
    all.before(at, std::string(known->second));
    return all.cut(at, close + 1);
  }
  const std::string name = register_read(code);
  if (!registers.contains(name) || !has_output(all, i, close))
    all.fail(at, "the simulator does not run inline PTX like \"" + shown +
                     "\": of PTX it has the special registers, fences, barriers and prefetches");
  const std::size_t operand_end = all.closing(i + 2);
  all.before(at, "(");
  all.cut(at, i + 2);
  all.after(operand_end, " = ::simt::register_" + name + "())");
  all.cut(operand_end + 1, close + 1);
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
