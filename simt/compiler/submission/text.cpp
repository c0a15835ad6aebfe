// A submission's text (submission.hpp), as its author wrote it and as g++ -E leaves it.
#include <algorithm>
#include <array>
#include <set>

#include "simt/compiler/rewriter/rewriting.hpp"
#include "simt/compiler/submission/arithmetic.hpp"
#include "simt/compiler/submission/submission.hpp"
#include "simt/compiler/text/line_markers.hpp"

namespace simt::compiler {
namespace {

using WordSet = std::set<std::string_view>;

const WordSet assembly_words = {"asm", "__asm", "__asm__"};

// Of all attributes these change nothing that the instrumentation sees, or only how fast the code is.
const WordSet harmless_attributes = {"access", "aligned", "alloc_align", "alloc_size", "always_inline", "artificial",
    "assume", "assume_aligned", "carries_dependency", "cold", "const", "deprecated", "fallthrough", "flatten", "format",
    "format_arg", "gnu_inline", "hot", "leaf", "likely", "malloc", "may_alias", "maybe_unused", "no_unique_address",
    "nodiscard", "noinline", "noclone", "noipa", "nonnull", "noreturn", "nothrow", "packed", "pure", "returns_nonnull",
    "scalar_storage_order", "simd", "target_clones", "unavailable", "unlikely", "unused", "used", "vector_size",
    "visibility", "warn_if_not_aligned", "warn_unused", "warn_unused_result"};

// What g++ heeds, of what stands behind `#pragma`, and what changes how code is compiled or what is called.
const WordSet pragmas = {"weak", "redefine_extname", "extern_prefix"};
const WordSet pragmas_of_gcc = {"optimize", "target", "push_options", "pop_options", "reset_options", "system_header",
    "visibility", "pch_preprocess", "push_state", "pop_state", "poison"};

// The instrumentation, and what lies under C++: a program that spells one of these wants to get round something.
constexpr std::array<std::string_view, 25> inner_names = {"simt_", "__once_call", "__simt", "__tsan_", "__sanitizer_",
    "__asan_", "__ubsan_", "__wrap_", "__real_", "GOMP_", "_Unwind_", "__cxa_", "__builtin_ia32_", "__builtin_return",
    "__builtin_frame_address", "__builtin_extract_return", "__builtin_frob_return", "__builtin_eh_return",
    "__builtin_unwind", "__builtin_apply", "__builtin_dwarf", "__builtin_init_", "__builtin_adjust_trampoline",
    "__builtin_nonlocal_goto", "__builtin_stack_"};
const WordSet whole_names = {"simt", "syscall", "__builtin_setjmp", "__builtin_longjmp", "__builtin___clear_cache",
    "__builtin_thread_pointer", "__builtin_set_thread_pointer", "__builtin_call_with_static_chain",
    "__builtin_aggregate_incoming_address"};

// The CPU's vectors in memory by builtins, of whose loads and stores the instrumentation does not tell. Others load and store as
// C++ does.
constexpr std::array<std::string_view, 10> untold_names = {"_mm_stream_", "_mm_loadh_", "_mm_loadl_p", "_mm_storeh_",
    "_mm_storel_p", "_mm_maskmove", "_mm_lddqu", "_mm_loaddup", "_m_maskmov", "_mm_clflush"};
bool is_untold(std::string_view word) {
  return std::any_of(
      untold_names.begin(), untold_names.end(), [&](std::string_view name) { return word.starts_with(name); });
}

bool is_inner_name(std::string_view word) {
  return whole_names.contains(word) || is_arithmetic(word) ||
         std::any_of(
             inner_names.begin(), inner_names.end(), [&](std::string_view name) { return word.starts_with(name); });
}

// __aligned__ is aligned.
std::string_view attribute_name(std::string_view word) {
  return word.size() > 4 && word.starts_with("__") && word.ends_with("__") ? word.substr(2, word.size() - 4) : word;
}

std::string may_not(const std::string& what) { return "a submission may not " + what; }

// Behind `#pragma`, or in _Pragma's string: what is wrong with it; empty if nothing is.
std::string pragma_problem(std::string_view text) {
  const Tokens all(text);
  const std::string_view first = all.spelling(0), second = all.spelling(1);
  if (pragmas.contains(first)) return may_not("use #pragma " + std::string(first));
  if (first == "GCC" && pragmas_of_gcc.contains(second)) return may_not("use #pragma GCC " + std::string(second));
  return "";
}

// Of one attribute list, whose names begin at token `at` and end at `end`: the first name that is not harmless.
std::string_view first_strange_attribute(const Tokens& all, std::size_t at, std::size_t end, bool standard) {
  bool named = false;  // since the last comma
  for (; at < end; ++at) {
    const std::string_view word = all.spelling(at);
    if (word == "(" || word == "[" || word == "{") at = all.closing(at);
    else if (word == ",") named = false;
    else if (standard && (word == ":" || word == "using")) named = false;
    else if (standard && all.spelling(at + 1) == "::") {
      // Others' attributes, clang's or nvcc's, g++ does not heed.
      if (attribute_name(word) != "gnu") at += 2, named = true;
      else ++at;
    } else if (standard && attribute_name(word) == "gnu" && all.spelling(at + 1) == ":") continue;
    else if (!named && all.is(at, TokenKind::identifier)) {
      if (!harmless_attributes.contains(attribute_name(word))) return word;
      named = true;
    }
  }
  return {};
}

// Whether [ is written there as <: (which <::name is not, but <::: and <::> are).
bool is_digraph(const Tokens& all, std::size_t i) {
  const auto touches = [&](std::size_t at) { return at + 1 < all.size() && all[at].end == all[at + 1].begin; };
  if (all.spelling(i) != "<" || !touches(i)) return false;
  const std::string_view next = all.spelling(i + 1);
  return next == ":" ||
         (next == "::" && touches(i + 1) && (all.spelling(i + 2)[0] == ':' || all.spelling(i + 2)[0] == '>'));
}

// What is wrong with what begins at token `i`; empty if nothing is.
std::string problem_at(const Tokens& all, std::size_t i, bool ptx) {
  const std::string_view word = all.spelling(i);
  if (word == "[" && all.spelling(i + 1) == "[") {
    const std::string_view strange = first_strange_attribute(all, i + 2, all.closing(i + 1), true);
    return strange.empty() ? "" : may_not("use the attribute " + std::string(strange));
  }
  if (is_digraph(all, i)) return may_not("write [ as <:");
  if (!all.is(i, TokenKind::identifier)) return "";
  if (assembly_words.contains(word))
    return ptx && is_ptx_statement(all, i)
               ? ""
               : may_not("use inline assembly, other than PTX that the simulator knows (simt/README.md)");
  if (word == "__attribute__" || word == "__attribute") {
    if (all.spelling(i + 1) != "(" || all.spelling(i + 2) != "(") return may_not("hide an attribute in a macro");
    const std::string_view strange = first_strange_attribute(all, i + 3, all.closing(i + 2), false);
    return strange.empty() ? "" : may_not("use the attribute " + std::string(strange));
  }
  if (word == "goto" && all.spelling(i + 1) == "*") return may_not("jump to an address (goto *)");
  if (word == "_Pragma" && all.spelling(i + 1) == "(") {
    std::string text(all.spelling(i + 2));
    std::erase_if(text, [](char c) { return c == '"' || c == '\\'; });
    return all.is(i + 2, TokenKind::literal) ? pragma_problem(text) : may_not("hide a pragma in a macro");
  }
  return "";
}

// A file without what the preprocessor joins first: backslashes at the ends of lines.
class SplicedFile {
 public:
  explicit SplicedFile(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::size_t end = i + 1;
      while (text[i] == '\\' && end < text.size() && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r'))
        ++end;
      if (text[i] == '\\' && end < text.size() && text[end] == '\n') {
        joined_.push_back(text_.size());
        i = end;
      } else {
        text_ += text[i];
      }
    }
  }
  const std::string& text() const { return text_; }
  int line(std::size_t position) const {
    return int(1 + std::count(text_.begin(), text_.begin() + std::ptrdiff_t(position), '\n') +
               (std::upper_bound(joined_.begin(), joined_.end(), position) - joined_.begin()));
  }

 private:
  std::string text_;
  std::vector<std::size_t> joined_;
};

// Whether a macro of that name makes a header's attributes others than they are.
bool renames_attribute(std::string_view name, std::string_view body) {
  if (!harmless_attributes.contains(attribute_name(name))) return false;
  // [[likely]] has no brackets behind it, and likely(x) has.
  if (name.ends_with("likely") && body.starts_with('(')) return false;
  try {
    const Tokens words(body);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words.is(i, TokenKind::identifier) && words.spelling(i) != "__attribute__" &&
          !harmless_attributes.contains(attribute_name(words.spelling(i))))
        return true;
    return false;
  } catch (const RewriteError&) {  // brackets that another macro closes
    return true;
  }
}

// What is wrong with a macro's body. It may be put in where a header of the system stands, which is looked at no more.
std::string macro_problem(std::string_view body, bool before_headers, bool ptx) {
  if (before_headers && body.find("##") != std::string_view::npos)
    return may_not("define a macro with ## in front of an #include: put it behind the last one");
  try {
    const Tokens all(body);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (std::string problem = problem_at(all, i, ptx); !problem.empty()) return problem;
      else if (attribute_name(all.spelling(i)) == "gnu") return may_not("hide an attribute in a macro");
  } catch (const RewriteError&) {  // brackets that another macro closes
    for (const std::string_view word : {"asm", "attribute", "gnu", "_Pragma"})
      if (body.find(word) != std::string_view::npos) return may_not("hide " + std::string(word) + " in a macro");
  }
  return "";
}

// Whether #line names a file so as one of the submission's own would be named: not as what g++ makes itself is, nor one of the
// simulator's, and as it stands there, with no letter written as another.
bool is_own_name(std::string_view quoted, const Setup::Trusted& trusted) {
  if (quoted.size() <= 2 || quoted[0] != '"') return false;
  const std::string_view name = quoted.substr(1, quoted.size() - 2);
  return name[0] != '/' && name[0] != '<' && name.find_first_of("\\\"") == name.npos && !trusted(name, false);
}

void look_at_file(
    const std::string& name, const SplicedFile& file, const Setup::Trusted& trusted, bool ptx, Refusals& found) {
  const Tokens all(file.text());
  std::size_t last_include = 0;
  std::vector<std::pair<std::size_t, Tokens>> directives;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto say = [&](const std::string& what) {
      if (!what.empty()) found.emplace_back(name, file.line(all[i].begin), what);
    };
    if (all.spelling(i) == "%" && all.spelling(i + 1) == ":") say(may_not("write # as %:"));
    if (!all.is(i, TokenKind::directive)) continue;
    const std::string_view line = all.spelling(i).substr(1);
    const Tokens words(line);
    // With a name as a file of its own would have it, nothing is hidden; nvrtc puts such a line in front of a program.
    const std::string_view told = words.spelling(0) == "line" ? words.spelling(2) : "";
    if (words.is(0, TokenKind::number) || (words.spelling(0) == "line" && !is_own_name(told, trusted)))
      say(may_not("say where a line came from (#line)"));
    if (words.spelling(0) == "pragma") say(pragma_problem(line.substr(words[0].end)));
    if (words.spelling(0).starts_with("include") || words.spelling(0) == "import") last_include = i;
    if (words.spelling(0) == "define") directives.emplace_back(i, words);
  }
  for (const auto& [i, words] : directives) {
    const std::string_view line = all.spelling(i).substr(1);
    if (i < last_include && words.size() > 1 && renames_attribute(words.spelling(1), line.substr(words[1].end)))
      found.emplace_back(name, file.line(all[i].begin),
          may_not("define a macro " + std::string(words.spelling(1)) +
                  ", which is an attribute's name, in front of an #include"));
    // The name, its parameters if they touch it, the body.
    std::size_t body = words.size() > 1 ? words[1].end : line.size();
    if (body < line.size() && line[body] == '(') body = std::min(line.find(')', body), line.size() - 1) + 1;
    if (const std::string what = macro_problem(line.substr(body), i < last_include, ptx); !what.empty())
      found.emplace_back(name, file.line(all[i].begin), what);
  }
}

}  // namespace

Refusals refused_text(
    std::string_view preprocessed, const Setup::Trusted& trusted, const ReadFile& read_file, bool ptx) {
  Refusals found;
  Edits all(preprocessed);
  if (read_file) all.place_by_source(read_file);
  std::set<std::string_view> files;
  std::string written;  // in all of them
  bool is_own = false;
  const auto say = [&](std::size_t i, const std::string& what) {
    const Place place = all.place(i);
    found.emplace_back(std::string(place.file), place.line, what, place.column);
  };
  std::vector<std::size_t> inner;  // tokens that name the instrumentation; macros of CUDA's become such, too
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all.is(i, TokenKind::directive)) {
      const std::string_view line = all.spelling(i);
      if (const auto marker = read_line_marker(line)) {
        if (marker->file.empty()) continue;
        is_own = !marker->file.starts_with('<') && !trusted(marker->file, marker->system);
        if (is_own && files.insert(marker->file).second) {
          const SplicedFile file(read_file(std::string(marker->file)));
          look_at_file(std::string(marker->file), file, trusted, ptx, found);
          written += file.text() + "\n";
        }
      } else if (is_own) {
        const std::size_t at = line.find("pragma");
        const std::string what = at == std::string_view::npos ? "" : pragma_problem(line.substr(at + 6));
        if (!what.empty()) say(i, what);
      }
      continue;
    }
    if (!is_own) continue;
    if (const std::string what = problem_at(all, i, ptx); !what.empty()) say(i, what);
    else if (all.is(i, TokenKind::identifier) && is_untold(all.spelling(i)))
      say(i, may_not("use " + std::string(all.spelling(i)) + ", of whose loads and stores nobody is told"));
    else if (all.is(i, TokenKind::identifier) && is_inner_name(all.spelling(i))) inner.push_back(i);
  }
  const bool pastes = written.find("##") != std::string::npos;
  // What nvrtc itself asks of a program (simt/driver/nvrtc.cpp).
  std::erase_if(inner, [&](std::size_t i) {
    return all.spelling(i).starts_with("simt_module") ||
           (all.spelling(i) == "simt" && all.spelling(i + 1) == "::" && all.spelling(i + 2) == "name_address");
  });
  for (const std::size_t i : inner)
    if (const std::string word(all.spelling(i)); pastes || written.find(word) != std::string::npos)
      say(i, may_not("use " + word + ", which is the simulator's or the compiler's own"));
  return found;
}

}  // namespace simt::compiler
