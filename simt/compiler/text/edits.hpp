// Edits of preprocessed text, noted down by token, then printed so that everything keeps its line and its column.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "simt/compiler/rewriter/rewriter.hpp"
#include "simt/compiler/text/tokens.hpp"

namespace simt::compiler {

class Edits : public Tokens {
 public:
  using Tokens::Tokens;

  // Gives each token the line and column that it has in its file: g++ -E keeps neither blanks nor comments nor what
  // macros were called. What a macro became stands at its name.
  void place_by_source(const ReadFile& read_file);

  void replace(std::size_t i, std::string with) { edits_[i].replaced = std::move(with); }
  void before(std::size_t i, const std::string& text) { edits_[i].before += text; }
  void after(std::size_t i, const std::string& text) {
    std::string& behind = edits_[i].after;
    behind = text + behind;
  }
  // Takes away the tokens from `begin` to `end`, the latter not included, and what was done to them.
  void cut(std::size_t begin, std::size_t end) { edits_[begin].gone_until = end; }
  // The same tokens, with what is done to them, go behind token `to` and what that one is replaced with.
  void move_behind(std::size_t to, std::size_t begin, std::size_t end) {
    edits_[begin].gone_until = end;
    edits_[to].moved_here = {begin, end};
  }
  bool has_before(std::size_t i) const {
    const auto found = edits_.find(i);
    return found != edits_.end() && !found->second.before.empty();
  }
  bool is_replaced(std::size_t i) const {
    const auto found = edits_.find(i);
    return found != edits_.end() && found->second.replaced;
  }

  // What is inserted stands where the token stands that it was inserted at. Line markers in the midst of lines, and
  // blanks, see to it: they are all that a compiler goes by.
  std::string print() const;

 private:
  struct Edit {
    std::string before, after;
    std::optional<std::string> replaced;
    std::size_t gone_until = 0;
    std::pair<std::size_t, std::size_t> moved_here{};
  };
  friend class Placer;
  friend class Printer;

  std::map<std::size_t, Edit> edits_;
};

}  // namespace simt::compiler
