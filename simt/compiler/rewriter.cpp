// Turns CUDA C++ into C++ that a host compiler takes: launches, kernels and shared variables.
//
// The text is edited as a list of tokens with replacements, never re-printed: what is not CUDA comes
// out byte for byte. Edits that move text over a line break are followed by a line marker, so that
// every message of the compiler and every line of the debug information stays true.
#include "simt/compiler/rewriter.hpp"

#include <set>

#include "simt/compiler/assembly.hpp"
#include "simt/compiler/edits.hpp"
#include "simt/compiler/statics.hpp"

namespace simt::compiler {
namespace {

class Rewriter : Edits {
 public:
  explicit Rewriter(std::string_view text) : Edits(text) {}

  std::string run() {
    by_address_ = asks_for_addresses();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (const std::size_t inside = opens_launch(i)) launch(i, inside);
      else if (word == "__global__") kernel(i);
      else if (word == "__shared__") shared(i);
      else if (word == "__host__") replace(i, "");
      else if (word == "__device__" || word == "__constant__" || word == "__managed__") device(i);
      else if (word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim") builtin(i);
      // libstdc++ writes __attribute__((__noinline__)); nvcc's own __noinline__ stands alone.
      else if (word == "__cluster_dims__") fail(i, "the simulator does not have clusters of blocks (__cluster_dims__)");
      else if (word == "__noinline__" && (i == 0 || (spelling(i - 1) != "(" && spelling(i - 1) != ",")))
        replace(i, "__attribute__((noinline))");
    }
    return print();
  }

 private:
  // First token of the expression that names the kernel in front of `<<<`.
  std::size_t callee_begin(std::size_t launch) const {
    if (launch == 0) fail(launch, "'<<<' with no kernel in front of it");
    std::size_t i = launch - 1;
    for (;;) {
      const std::string_view word = spelling(i);
      if (word == ")" || word == "]") {
        i = opening(i);
        // A bracket may follow a name: kernels[i], pick(n); or stand alone: (*pointer).
        if (i > 0 &&
            (tokens_[i - 1].kind == TokenKind::identifier || spelling(i - 1) == "]" || spelling(i - 1) == ")") &&
            spelling(i - 1) != "return" && spelling(i - 1) != "else" && spelling(i - 1) != "do" &&
            !closes_condition(i - 1)) {
          --i;
          continue;
        }
      } else if (word == ">" || word == ">>>") {
        i = template_opening(i);
        if (i == 0) fail(launch, "'<<<' with no kernel in front of it");
        --i;
        continue;
      } else if (tokens_[i].kind != TokenKind::identifier) {
        fail(launch, "'<<<' must follow the name of a kernel");
      }
      // At the start of one component of a::b, a.b or a->b.
      if (i == 0) return i;
      const std::string_view link = spelling(i - 1);
      if (link == "." || link == "->") {
        if (i == 1) fail(launch, "'<<<' must follow the name of a kernel");
        i -= 2;
        continue;
      }
      if (link == "template") {
        --i;
        continue;
      }
      if (link != "::") return i;
      if (i < 2) return i - 1;
      const std::string_view scope = spelling(i - 2);
      const bool named =
          (tokens_[i - 2].kind == TokenKind::identifier && scope != "return" && scope != "else" && scope != "do") ||
          scope == ">" || scope == ">>>";
      if (!named) return i - 1;
      i -= 2;
    }
  }

  // Whether `close` ends the head of if (…), for (…), while (…), switch (…): no callee goes on before it.
  bool closes_condition(std::size_t close) const {
    if (spelling(close) != ")") return false;
    const std::size_t open = opening(close);
    if (open == 0) return false;
    const std::string_view word = spelling(open - 1);
    return word == "if" || word == "for" || word == "while" || word == "switch" || word == "constexpr";
  }

  bool touches(std::size_t i) const { return i + 1 < tokens_.size() && tokens_[i].end == tokens_[i + 1].begin; }

  // Where the configuration begins if a launch opens at `i`, else 0. Formatters write `<< <` and `>> >`; nvcc takes both.
  std::size_t opens_launch(std::size_t i) const {
    if (spelling(i) != "<<<" && (spelling(i) != "<" || spelling(i + 1) != "<" || spelling(i + 2) != "<" || !touches(i)))
      return 0;
    if (i > 0 && spelling(i - 1) == "operator") return 0;  // operator<< <T>
    return spelling(i) == "<<<" ? i + 1 : i + 3;
  }

  // What follows the brackets if a launch's configuration ends at `i`, else 0.
  std::size_t closes_launch(std::size_t i) const {
    if (spelling(i) == ">>>") return i + 1;
    return spelling(i) == ">" && spelling(i + 1) == ">" && spelling(i + 2) == ">" && touches(i) ? i + 3 : 0;
  }

  void launch(std::size_t open, std::size_t inside) {
    std::size_t close = inside, behind = 0;
    int depth = 0;
    for (; close < tokens_.size(); ++close) {
      const std::string_view word = spelling(close);
      if (word == "(" || word == "[" || word == "{") ++depth;
      if (word == ")" || word == "]" || word == "}") --depth;
      if (depth < 0 || (depth == 0 && word == ";")) break;
      // One that no ( follows ends template arguments: A<B<C<1>>>::value.
      if (depth == 0 && opens_launch(close)) break;
      if (depth == 0) behind = closes_launch(close);
      if (behind && (spelling(behind) == "(" || spelling(behind) == ";")) break;
      behind = 0;
    }
    if (!behind) fail(open, "'<<<' without a matching '>>>'");
    if (close == inside) fail(open, "'<<<>>>' needs at least a grid and a block");
    if (spelling(behind) != "(") fail(close, "a launch needs its arguments in parentheses after '>>>'");
    const std::size_t end = closing(behind);
    const std::size_t begin = callee_begin(open);

    // The callee's text moves behind the configuration: out where it stood, in again after >>>.
    const std::string callee(text_.substr(tokens_[begin].begin, tokens_[open - 1].end - tokens_[begin].begin));
    before(begin, "(::simt::configure(");
    for (std::size_t i = begin; i < open; ++i) cut_.insert(i);
    for (std::size_t i = open; i < inside; ++i) replace(i, "");
    for (std::size_t i = close; i < behind; ++i) replace(i, "");
    replace(close, "), " + callee);
    if (callee.find('\n') != std::string::npos ||
        text_.substr(tokens_[begin].begin, tokens_[end].end - tokens_[begin].begin).find('\n') !=
            std::string_view::npos)
      after(end, line_marker(tokens_[end].begin));
    after(end, ")");
  }

  void kernel(std::size_t at) {
    replace(at, "");
    for (std::size_t i = at + 1; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (word == ";" || word == "{" || word == "}") break;
      if (word == "[" && spelling(i + 1) == "[") {
        i = closing(i);
        continue;
      }
      if (word != "(") continue;
      const std::string_view name = spelling(i - 1);
      if (name == "__launch_bounds__" || name == "__attribute__" || name == "alignas" || name == "__cluster_dims__" ||
          name == "decltype") {
        i = closing(i);
        continue;
      }
      std::size_t body = closing(i) + 1;
      while (spelling(body) == "noexcept" || spelling(body) == "__attribute__")
        body = spelling(body + 1) == "(" ? closing(body + 1) + 1 : body + 1;
      if (spelling(body) == "->")
        while (body < tokens_.size() && spelling(body) != "{" && spelling(body) != ";") ++body;
      if (spelling(body) != "{") return;  // a declaration
      mark_returns(body);
      if (by_address_) after(body, registration(at, i));
      after(body, " ::simt::enter(__PRETTY_FUNCTION__, [=]() mutable __attribute__((always_inline)) {");
      before(closing(body), "}); ");
      return;
    }
  }

  // Every `return;` between the braces says so: the machine code no longer tells it from coming to the end.
  void mark_returns(std::size_t body) {
    const std::size_t end = closing(body);
    for (std::size_t i = body; i < end; ++i) {
      if (spelling(i) != "return" || spelling(i + 1) != ";" || replaced_.contains(i)) continue;
      replace(i, "{ ::simt::returned(); return");
      after(i + 1, " }");
    }
  }

  // The body of the function that is declared behind `at`, or 0.
  std::size_t body_behind(std::size_t at) const {
    bool has_parameters = false;
    for (std::size_t i = at + 1; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (word == "{") return has_parameters ? i : 0;
      if (word == ";" || word == "=" || word == "}" || word == ",") return 0;
      has_parameters |= word == "(";
      if (word == "(" || word == "[") i = closing(i);
    }
    return 0;
  }

  // What a program needs that launches kernels by their bare address (cudaLaunchKernel): each kernel's parameters, put
  // down where the kernel is instantiated. Empty where the kernel's name means something else in its body.
  std::string registration(std::size_t at, std::size_t open) const {
    const std::string_view name = spelling(open - 1);
    if (tokens_[open - 1].kind != TokenKind::identifier)
      return "";  // an explicit specialisation: its template has said it
    std::string parameters, arguments;
    const std::size_t close = closing(open);
    int depth = 0;
    bool is_default = false;
    for (std::size_t i = open + 1; i < close; ++i) {
      const std::string_view word = spelling(i);
      if (tokens_[i].kind == TokenKind::directive) continue;
      if (word == name) return "";
      if (word == "(" || word == "[" || word == "{" || word == "<") ++depth;
      if (word == ")" || word == "]" || word == "}" || word == ">") --depth;
      if (depth == 0 && word == "=") is_default = true;
      if (depth == 0 && word == ",") is_default = false;
      if (!is_default) parameters += std::string(word) + (word == "." ? "" : " ");
    }
    for (std::size_t i = declaration_begin(at); i < at; ++i)
      if (spelling(i) == "template") {
        if (!template_arguments(i + 1, arguments)) return "";
        break;
      }
    return " ::simt::register_kernel<static_cast<void (*)(" + parameters + ")>(&" + std::string(name) + arguments +
           ")>();";
  }

  // `template <typename T, int n, class... R>` gives `<T, n, R...>`; false where a parameter has no name.
  bool template_arguments(std::size_t open, std::string& out) const {
    const std::size_t close = template_closing(open);
    std::string_view last;
    bool pack = false, is_default = false;
    int depth = 0;
    for (std::size_t i = open + 1; i <= close; ++i) {
      const std::string_view word = spelling(i);
      if (i == close || (depth == 0 && word == ",")) {
        if (last.empty() || last == "typename" || last == "class" || last == "int" || last == "bool" ||
            last == "unsigned")
          return false;
        out += (out.empty() ? "<" : ", ") + std::string(last) + (pack ? "..." : "");
        last = {};
        pack = is_default = false;
        continue;
      }
      if (word == "(" || word == "[" || word == "{" || word == "<") ++depth;
      if (word == ")" || word == "]" || word == "}" || word == ">") --depth;
      if (depth == 0 && word == "=") is_default = true;
      if (is_default) continue;
      pack |= tokens_[i].begin + 2 < text_.size() && text_.substr(tokens_[i].begin, 3) == "...";
      if (depth == 0 && tokens_[i].kind == TokenKind::identifier) last = word;
    }
    if (!out.empty()) out += ">";
    return true;
  }

  // Whether the program, not one of the simulator's headers, launches by address.
  bool asks_for_addresses() const {
    bool ours = false;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (tokens_[i].kind == TokenKind::directive)
        ours = word.find('"') == std::string_view::npos ? ours : word.find("/include/simt/") != std::string_view::npos;
      else if (!ours && (word == "cudaLaunchKernel" || word == "cudaLaunchCooperativeKernel" ||
                            word == "cudaLaunchKernelExC" || word == "simt_module"))
        return true;
    }
    return false;
  }

  void shared(std::size_t at) {
    // Forward and back over the declaration's specifiers: `extern __shared__ T a[]`, `__shared__ extern T a[]`.
    std::size_t end = at;
    int depth = 0;
    for (; end < tokens_.size(); ++end) {
      const std::string_view word = spelling(end);
      if (word == "(" || word == "[" || word == "{") ++depth;
      if (word == ")" || word == "]" || word == "}") --depth;
      if (depth == 0 && word == ";") break;
    }
    bool is_extern = false;
    const std::size_t begin = declaration_begin(at), value = initializer(begin, end);
    if (value != end)
      fail(value,
          "a __shared__ variable cannot have an initializer, not even {}: let threads store to it, then call "
          "__syncthreads()");
    for (std::size_t i = begin; i < end && spelling(i) != "{"; ++i) {
      is_extern |= spelling(i) == "extern";
      if (spelling(i) == "static") replace(i, "");
    }
    if (!is_extern) {
      // A standard attribute may not stand behind `static __thread`; the GNU one may stand anywhere.
      for (std::size_t i = begin; i < end && spelling(i) != "{"; ++i)
        if (spelling(i) == "alignas" && spelling(i + 1) == "(") {
          replace(i, "__attribute__((aligned");
          replace(closing(i + 1), ")))");
        }
      // `static __thread` must lead: g++ takes __thread only right behind the storage class.
      replace(at, "");
      // `used`: of one that nothing writes g++ would otherwise know the value, and no read of it would be seen.
      return before(begin, "__attribute__((used)) static __thread ");
    }
    // At namespace scope a label makes every such array the same memory. In a function, where g++ drops
    // labels from templates, a reference does; there the specifiers in front are part of its type.
    if (at_namespace_scope(begin)) {
      for (std::size_t i = begin; i < at; ++i)
        if (spelling(i) == "extern") replace(i, "");
      replace(at, "extern __thread");
      before(end, " __asm__(\"simt_dynamic_shared\")");
      return;
    }
    std::size_t bracket = at;
    while (bracket < end && spelling(bracket) != "[")
      bracket = spelling(bracket) == "(" ? closing(bracket) + 1 : bracket + 1;
    if (bracket == end || spelling(bracket + 1) != "]") fail(at, "expected `extern __shared__ T name[];`");
    for (std::size_t i = begin; i < bracket; ++i) {
      const std::string_view word = spelling(i);
      if (word == "extern" || word == "__shared__") replace(i, "");
      if (word == "alignas" || word == "__attribute__")
        for (const std::size_t last = closing(i + 1); i <= last; ++i) replace(i, "");
    }
    before(bracket - 1, "(&");
    after(bracket - 1, ")");
    before(end, " = ::simt::dynamic_shared()");
  }

  // In front of a function __device__ says nothing here. A variable goes into a section of its memory's name, by
  // which the simulator knows it; where the compiler takes no section (templates, inline variables), it goes without.
  void device(std::size_t at) {
    replace(at, "");
    if (const std::size_t body = body_behind(at)) return mark_returns(body);
    const std::size_t begin = declaration_begin(at);
    bool constant = false, managed = false, unchanging = false, pointer = false, array = false, plain = false,
         named = false, computed = false, has_linkage = false;
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (word == "template" || word == "inline" || word == "operator" || word == "~" || word == "using" ||
          word == "friend")
        return;
      if (word == "__attribute__" || word == "alignas" || word == "decltype" || word == "__align__") {
        i = closing(i + 1);
        continue;
      }
      if (word == "<" && i > at) {
        i = template_closing(i);
        continue;
      }
      constant |= word == "__constant__";
      managed |= word == "__managed__";
      unchanging |= word == "const" || word == "constexpr";
      computed |= word == "constexpr";
      has_linkage |= word == "static" || word == "extern";
      pointer |= word == "*" || word == "&";
      plain |= is_plain_type(word);
      named |= i > at && tokens_[i].kind == TokenKind::identifier;
      if (word == "[" && spelling(i + 1) == "[") {
        i = closing(i);
        continue;
      }
      array |= word == "[";
      if (i > at && word == "(" && !(spelling(i + 1) == "*" && spelling(closing(i) + 1) == "("))
        return;  // a function, or a lambda
      if (i > at && (word == ";" || word == "=" || word == "{" || word == "[" || word == "," || word == "(")) break;
    }
    if (!named) return;
    // What never changes may lie with the program's constants: a GPU's compiler puts its value into the code. An
    // array of it is read from memory all the same, and __constant__ from the constant bank.
    // (Not constexpr ones: the program may need their values. Reads of a const are not instrumented, so the const goes.)
    const bool table = unchanging && !pointer;
    if (table && (constant || !array || !plain || computed || !at_namespace_scope(begin))) return;
    if (table)
      for (std::size_t i = begin; spelling(i) != "["; ++i) {
        if (spelling(i) == "const") replace(i, has_linkage ? "" : "static");
        if (spelling(i) == "const") has_linkage = true;
      }
    const char* section = constant  ? "simt_constant"
                          : managed ? "simt_managed"
                          : table   ? "simt_device_const"
                                    : "simt_device";
    replace(at, "__attribute__((section(\"" + std::string(section) + "\")))");
  }

  static bool is_plain_type(std::string_view word) {
    static const std::set<std::string_view> plain = {"char", "short", "int", "long", "unsigned", "signed", "float",
        "double", "bool", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
        "uint64_t", "float2", "float3", "float4", "int2", "int3", "int4", "uint2", "uint3", "uint4", "double2"};
    return plain.contains(word);
  }

  // A built-in variable becomes functions without side effects, so that reading it is no memory access. A program may
  // have members and variables of these names; those stay what they are for as long as they are in scope.
  void builtin(std::size_t at) {
    const std::string name(spelling(at));
    const std::string_view before = at ? spelling(at - 1) : std::string_view();
    if (before == "." || before == "->") return;
    for (const auto& [begin, end] : shadowed_[name])
      if (at >= begin && at < end) return;
    if (declares(at)) {
      shadowed_[name].emplace_back(at, scope_end(at));
      return;
    }
    const std::string stem = name == "threadIdx"  ? "thread"
                             : name == "blockIdx" ? "block"
                             : name == "blockDim" ? "block_dim"
                                                  : "grid_dim";
    const std::string axes = "::simt_" + stem + "_x(), ::simt_" + stem + "_y(), ::simt_" + stem + "_z()";
    replace(at, stem.ends_with("dim") ? "(::dim3(" + axes + "))" : "(::uint3{" + axes + "})");
  }

  // Whether a variable of the program gets the name at `at` here: `dim3 name`, `const dim3& name`, `dim3 other, name`.
  bool declares(std::size_t at) const {
    static const std::set<std::string_view> types = {"dim3", "uint3", "auto", "const"};
    static const std::set<std::string_view> no_types = {"return", "case", "else", "do", "throw", "sizeof", "and", "or",
        "not", "new", "delete", "co_return", "co_yield"};
    if (at < 2) return false;
    const std::string_view before = spelling(at - 1);
    if (tokens_[at - 1].kind == TokenKind::identifier) return !no_types.contains(before);
    if (before == "&" || before == "*" || before == "&&") return types.contains(spelling(at - 2));
    if (before != ",") return false;
    for (std::size_t i = at; i-- > 0;) {
      const std::string_view word = spelling(i);
      if (word == ")" || word == "]" || word == "}") i = opening(i);
      else if (word == "(" || word == "[") return false;
      else if (word == ";" || word == "{" || tokens_[i].kind == TokenKind::directive)
        return types.contains(spelling(i + 1)) || types.contains(spelling(i + 2));
    }
    return false;
  }

  // Where a name that is declared at `at` ends: with its block, or with the body behind its list of parameters.
  std::size_t scope_end(std::size_t at) const {
    std::size_t from = tokens_.size();
    bool parameter = false;
    for (std::size_t i = at; i-- > 0;) {
      const std::string_view word = spelling(i);
      if (word == ")" || word == "]" || word == "}") i = opening(i);
      else if (word == "{") return closing(i);
      else if (word == "(" || word == "template") {
        from = word == "(" ? closing(i) : at;
        parameter = true;
        break;
      }
    }
    if (!parameter) return tokens_.size();
    for (std::size_t i = from; i < tokens_.size() && spelling(i) != ";"; ++i)
      if (spelling(i) == "{") return closing(i);
    return from;
  }

  bool by_address_ = false;
  std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>>
      shadowed_;  // where built-in names mean something else
};

}  // namespace

std::string rewrite(std::string_view preprocessed) {
  return Rewriter(uncover_tables(replace_assembly(preprocessed))).run();
}

}  // namespace simt::compiler
