// Tables inside of kernels: `static const` arrays, which nvcc puts into global memory.
#include "simt/compiler/statics.hpp"

#include "simt/compiler/edits.hpp"

namespace simt::compiler {
namespace {

class Statics : Edits {
 public:
  explicit Statics(std::string_view text) : Edits(text) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (const std::string_view word = spelling(i); word == "__global__" || word == "__device__") function(i);
    return print();
  }

 private:
  void function(std::size_t at) {
    const std::size_t open = body(at);
    if (!open) return;
    const std::size_t close = closing(open);
    for (std::size_t i = open; i < close; ++i)
      if (spelling(i) == "static") table(i);
  }

  // The { of the body of a function or lambda whose specifier stands at `at`; 0 for a variable or a declaration.
  std::size_t body(std::size_t at) const {
    bool parameters = false, members = false;  // gone by; of a constructor
    for (std::size_t i = at; i < tokens_.size(); ++i) {
      const std::string_view word = spelling(i);
      if (word == "operator") i = spelling(i + 1) == "(" ? closing(i + 1) : i + 1;
      else if (word == "(" || word == "[") parameters |= word == "(", i = closing(i);
      else if (word == "<") i = template_closing(i);
      else if (word == ":") members = true;
      else if (word == "{" && members && tokens_[i - 1].kind == TokenKind::identifier) i = closing(i);
      else if (word == "{") return parameters ? i : 0;
      else if (word == ";" || word == "=" || word == "}" || word == ")") return 0;
    }
    return 0;
  }

  void table(std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && (spelling(begin - 1) == "const" || spelling(begin - 1) == "constexpr")) --begin;
    if (before_.contains(begin)) return;  // in a lambda in a kernel: seen before
    std::size_t bracket = begin;
    for (; spelling(bracket) != "["; ++bracket) {
      const std::string_view word = spelling(bracket);
      if (word == "<") bracket = template_closing(bracket);
      else if ((word == "alignas" || word == "__attribute__") && spelling(bracket + 1) == "(")
        bracket = closing(bracket + 1);
      else if (tokens_[bracket].kind == TokenKind::identifier
                   ? word == "constexpr" || word == "__shared__" || word == "thread_local"
                   : word != "::")
        return;
      if (bracket + 1 >= tokens_.size()) return;
    }
    if (bracket == 0 || tokens_[bracket - 1].kind != TokenKind::identifier) return;
    before(begin, "__attribute__((used)) ");
    for (std::size_t i = begin; i < bracket; ++i)
      if (spelling(i) == "const") replace(i, "");
  }
};

}  // namespace

std::string uncover_tables(std::string_view preprocessed) { return Statics(preprocessed).run(); }

}  // namespace simt::compiler
