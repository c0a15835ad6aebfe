// Prints edited text, with every token where it stands in its source file.
#include "simt/compiler/text/edits.hpp"

#include <algorithm>
#include <vector>

namespace simt::compiler {

// g++ counts columns up to here, and keeps none of a longer line.
constexpr int last_column = 4096;

class Printer {
 public:
  explicit Printer(const Edits& edits) : all_(edits), at_(edits.place_at(0)) {
    out_.reserve(edits.text_.size() + edits.text_.size() / 8);
    for (const Edits::Placed& placed : edits.placed_) touched_.push_back(placed.token);
    for (const auto& [token, edit] : edits.edits_) touched_.push_back(token);
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  }

  std::string run() {
    if (!all_.size()) return std::string(all_.text_);
    unchanged(0, all_[0].begin);
    range(0, all_.size());
    out_ += all_.text_.substr(all_[all_.size() - 1].end);  // blanks and comments
    return std::move(out_);
  }

 private:
  // With `moved`, these are tokens that stand here because they have left their place.
  void range(std::size_t begin, std::size_t end, bool moved = false) {
    static const Edits::Edit none;
    std::size_t position = all_[begin].begin;
    auto next = std::lower_bound(touched_.begin(), touched_.end(), begin);
    while (next != touched_.end() && *next < end) {
      const std::size_t i = *next++;
      const auto found = all_.edits_.find(i);
      const Edits::Edit& edit = found == all_.edits_.end() ? none : found->second;
      const Place place = all_.place(i);
      const std::size_t bytes = all_[i].end - all_[i].begin;
      unchanged(position, all_[i].begin);
      if (!moved || i != begin) {
        inserted(edit.before, place);
        if (edit.gone_until) {
          position = all_[edit.gone_until - 1].end;
          next = std::lower_bound(next, touched_.end(), edit.gone_until);
          continue;
        }
      }
      if (edit.replaced) inserted(*edit.replaced, place, bytes);
      else write(all_.spelling(i), place);
      if (edit.moved_here.second) range(edit.moved_here.first, edit.moved_here.second, true);
      inserted(edit.after, {place.file, place.line, place.column + int(bytes) - 1});
      position = all_[i].end;
    }
    unchanged(position, all_[end - 1].end);
  }

  // The text between two positions as it is, which stands where its lines and columns say.
  void unchanged(std::size_t from, std::size_t to) {
    const std::size_t first = std::min(all_.text_.find_first_not_of(" \t\r\v\f", from), to);
    apart_ |= first > from;
    if (first >= to) return;
    const Place place = all_.place_at(first);
    if (all_.text_[first] != '\n' || place.line != at_.line || place.file != at_.file) move_to(place);
    out_ += all_.text_.substr(first, to - first);
    at_ = all_.place_at(to);
    apart_ = false;
  }

  void write(std::string_view text, const Place& place) {
    move_to(place);
    out_ += text;
    // A string of several lines ends on the last of them.
    const std::size_t line_break = text.rfind('\n');
    at_.line += int(std::count(text.begin(), text.end(), '\n'));
    at_.column = line_break == std::string_view::npos ? at_.column + int(text.size()) : int(text.size() - line_break);
    apart_ = false;
  }

  // Each token of it stands at that place, only the last of several at the end of the `bytes` that are there.
  void inserted(const std::string& text, Place place, std::size_t bytes = 0) {
    const std::vector<Token> tokens = lex(text);
    for (std::size_t i = 0, end; i < tokens.size(); i = end) {
      for (end = i + 1; end < tokens.size() && joined(text, tokens[end - 1], tokens[end]);) ++end;
      const std::size_t length = tokens[end - 1].end - tokens[i].begin;
      if (end == tokens.size() && i > 0 && bytes > length) place.column += int(bytes - length);
      write(text.substr(tokens[i].begin, length), place);
      apart_ = true;
    }
  }

  // So that what comes next stands at `place`.
  void move_to(const Place& place) {
    const bool has_column = place.column <= last_column;
    if (place.file != at_.file) out_ += "\n# " + std::to_string(place.line) + " \"" + std::string(place.file) + "\"\n";
    else if (place.line != at_.line ||
             (has_column && (place.column < at_.column || (place.column == at_.column && apart_))))
      out_ += "\n# " + std::to_string(place.line) + "\n";
    else {
      out_.append(has_column ? std::size_t(place.column - at_.column) : apart_, ' ');
      at_ = place;
      return;
    }
    if (has_column) out_.append(std::size_t(place.column - 1), ' ');
    at_ = place;
  }

  const Edits& all_;
  std::vector<std::size_t> touched_;  // tokens that are edited, or stand elsewhere than the text says
  std::string out_;
  Place at_;            // of what comes next in out_
  bool apart_ = false;  // what comes next must not touch what is there
};

std::string Edits::print() const { return Printer(*this).run(); }

}  // namespace simt::compiler
