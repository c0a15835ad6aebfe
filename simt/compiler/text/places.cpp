// Finds the lines and columns of preprocessed tokens in their source files.
//
// g++ -E writes one blank for any number of blanks and comments, names of letters beyond ASCII with \U, and what a macro
// became in the place of its call. So each line of a program's own files is compared, token by token, with the line of the
// file that it came from: tokens that are there keep the place that they have there, and all that a macro brought stands
// at the macro's name.
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "simt/compiler/text/edits.hpp"
#include "simt/compiler/text/line_markers.hpp"

namespace simt::compiler {
namespace {

constexpr std::size_t most_pairs = 4'000'000;  // of tokens to compare with each other
constexpr int most_lines = 500;                // of a macro's arguments

// A source file with its tokens, line by line.
class Source {
 public:
  explicit Source(std::string text) : text_(without_mark(std::move(text))), tokens_(lex(text_)) {
    for (std::size_t at = 0, token = 0; at <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      lines_.push_back({at, token});
      for (; token < tokens_.size() && tokens_[token].begin < end; ++token) note_directive(token);
      at = end + 1;
    }
    lines_.push_back({text_.size(), tokens_.size()});
  }

  bool empty() const { return text_.empty(); }
  // The first line from `from` on that is called so, counted from 0, else the first of all, or -1.
  int line(std::string_view file, int number, int from) const {
    int first = -1;
    for (const Stretch& stretch : stretches_) {
      if (number < stretch.number || (!stretch.file.empty() && stretch.file != file)) continue;
      const int line = number - stretch.number + stretch.begin;
      if (line >= std::min(stretch.end, count())) continue;
      if (line >= from) return line;
      if (first < 0) first = line;
    }
    return first;
  }
  std::size_t tokens_begin(int line) const { return lines_[std::size_t(line)].first_token; }
  std::size_t tokens_end(int line) const { return lines_[std::size_t(line) + 1].first_token; }
  const Token& token(std::size_t i) const { return tokens_[i]; }
  std::string_view spelling(std::size_t i) const {
    return std::string_view(text_).substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  int column(std::size_t i, int line) const { return int(tokens_[i].begin - lines_[std::size_t(line)].begin) + 1; }
  int count() const { return int(lines_.size()) - 1; }

 private:
  // The mark that some editors put in front of UTF-8 is no part of the first line.
  static std::string without_mark(std::string text) {
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
    return text;
  }

  void note_directive(std::size_t token) {
    if (tokens_[token].kind != TokenKind::directive) return;
    const auto marker = read_line_marker(spelling(token));
    if (!marker) return;
    const int next = int(lines_.size());
    stretches_.back().end = next - 1;
    stretches_.push_back({std::string(marker->file), marker->line, next});
  }

  struct Line {
    std::size_t begin, first_token;
  };
  // Lines that a program's own #line, or nothing, has given their name and numbers.
  struct Stretch {
    std::string file;  // empty: the name does not matter
    int number = 1, begin = 0, end = std::numeric_limits<int>::max();
  };
  std::string text_;
  std::vector<Token> tokens_;
  std::vector<Line> lines_;
  std::vector<Stretch> stretches_{Stretch{}};
};

// "gr\U000000f6\U000000dfe" as UTF-8.
std::string readable(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const std::size_t digits = name.starts_with("\\U") ? 8 : name.starts_with("\\u") ? 4 : 0;
    unsigned long code = 0;
    if (!digits || name.size() < 2 + digits ||
        std::from_chars(name.data() + 2, name.data() + 2 + digits, code, 16).ec != std::errc()) {
      out += name[0];
      name.remove_prefix(1);
      continue;
    }
    if (code < 0x80) out += char(code);
    else if (code < 0x800) out += {char(0xc0 | code >> 6), char(0x80 | (code & 63))};
    else if (code < 0x10000) out += {char(0xe0 | code >> 12), char(0x80 | (code >> 6 & 63)), char(0x80 | (code & 63))};
    else
      out += {char(0xf0 | code >> 18), char(0x80 | (code >> 12 & 63)), char(0x80 | (code >> 6 & 63)),
          char(0x80 | (code & 63))};
    name.remove_prefix(2 + digits);
  }
  return out;
}

bool same(std::string_view preprocessed, std::string_view source) {
  return preprocessed == source ||
         (preprocessed.find('\\') != std::string_view::npos && readable(preprocessed) == source);
}

// Pairs of equal elements in their order, as many as there can be: of each of `count` its partner among `others`, or -1.
template <typename Equal>
std::vector<int> pairs(std::size_t count, std::size_t others, Equal equal) {
  std::vector<int> partner(count, -1);
  std::size_t begin = 0;
  while (begin < count && begin < others && equal(begin, begin)) partner[begin] = int(begin), ++begin;
  std::size_t tail = 0;
  while (tail < count - begin && tail < others - begin && equal(count - 1 - tail, others - 1 - tail)) {
    ++tail;
    partner[count - tail] = int(others - tail);
  }
  const std::size_t rows = count - begin - tail, columns = others - begin - tail;
  if (rows == 0 || columns == 0 || rows * columns > most_pairs) return partner;
  // longest[i][j]: how many pairs there are from these two on.
  std::vector<int> longest((rows + 1) * (columns + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return longest[i * (columns + 1) + j]; };
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      at(i, j) = equal(begin + i, begin + j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (equal(begin + i, begin + j) && at(i, j) == at(i + 1, j + 1) + 1) partner[begin + i++] = int(begin + j++);
    else if (at(i + 1, j) >= at(i, j + 1)) ++i;
    else ++j;
  }
  return partner;
}

}  // namespace

class Placer {
 public:
  Placer(Edits& edits, const ReadFile& read_file) : all_(edits), read_file_(read_file) {}

  void run() {
    for (std::size_t i = 0; i < all_.size();) {
      if (all_.is(i, TokenKind::directive)) {
        if (const auto marker = read_line_marker(all_.spelling(i))) follow(*marker);
        ++i;
      } else if (system_) {
        ++i;
      } else {
        i = lines(i);
      }
    }
  }

 private:
  void follow(const LineMarker& marker) {
    if (marker.file.empty()) return;
    system_ = marker.system;
    const std::string file(marker.file);
    if (marker.enters || files_.empty()) files_.push_back({file}), known_.try_emplace(file);
    else if (marker.returns && files_.size() > 1) files_.pop_back();
    else if (known_.contains(file)) files_.back().path = file;  // else a #line of the program's has called it so
    source_ = nullptr;
  }

  const Source& source() {
    if (source_) return *source_;
    if (files_.empty()) files_.push_back({});
    auto& known = known_[files_.back().path];
    if (!known) known = std::make_unique<Source>(read_file_(files_.back().path));
    return *(source_ = known.get());
  }

  // From token i on all that stands on one line, or on the lines of one macro's call. Gives the token to go on with.
  std::size_t lines(std::size_t begin) {
    const Place first = all_.place_at(all_[begin].begin);
    const auto end_of = [&](std::size_t i, int line) {
      while (i < all_.size() && !all_.is(i, TokenKind::directive) && all_.place_at(all_[i].begin).line <= line) ++i;
      return i;
    };
    std::size_t end = end_of(begin, first.line);
    const int line = source().empty() ? -1 : source().line(first.file, first.line, files_.back().line);
    if (line < 0) return end;
    files_.back().line = line;
    int last = line;
    if (!equal(begin, end, line)) {
      last = end_of_call(line);
      end = end_of(end, first.line + last - line);
    }
    place(begin, end, line, last, first);
    return end;
  }

  bool equal(std::size_t begin, std::size_t end, int line) {
    const std::size_t from = source().tokens_begin(line);
    if (source().tokens_end(line) - from != end - begin) return false;
    for (std::size_t i = begin; i < end; ++i)
      if (!same(all_.spelling(i), source().spelling(from + i - begin))) return false;
    return true;
  }

  // The line on which the brackets close that a line opens.
  int end_of_call(int line) {
    int depth = 0;
    for (int at = line; at < std::min(source().count(), line + most_lines); ++at) {
      for (std::size_t i = source().tokens_begin(at); i < source().tokens_end(at); ++i) {
        const std::string_view word = source().spelling(i);
        depth += word == "(";
        depth -= word == ")";
      }
      if (depth <= 0) return at;
    }
    return line;
  }

  void place(std::size_t begin, std::size_t end, int line, int last, const Place& first) {
    const Source& from = source();
    const std::size_t source_begin = from.tokens_begin(line), count = from.tokens_end(last) - source_begin;
    if (count == 0) return;  // another file than the preprocessor has read
    const std::vector<int> partner = pairs(end - begin, count,
        [&](std::size_t i, std::size_t k) { return same(all_.spelling(begin + i), from.spelling(source_begin + k)); });
    std::vector<bool> taken(count);
    for (const int k : partner)
      if (k >= 0) taken[std::size_t(k)] = true;
    std::size_t behind = 0;  // of the source's tokens those that have been gone by
    for (std::size_t i = begin; i < end; ++i) {
      if (all_.is(i, TokenKind::identifier) && all_.spelling(i).find('\\') != std::string_view::npos)
        all_.replace(i, readable(all_.spelling(i)));
      const int k = partner[i - begin];
      if (k >= 0) behind = std::size_t(k) + 1;
      const std::size_t stands_at = source_begin + (k >= 0 ? std::size_t(k) : macro(taken, source_begin, behind));
      int on = line;
      while (on < last && from.tokens_end(on) <= stands_at) ++on;
      Place place{first.file, first.line + on - line, from.column(stands_at, on)};
      if (i > begin && joined(all_.text_, all_[i - 1], all_[i])) {
        place = all_.place(i - 1);
        place.column += int(all_[i - 1].end - all_[i - 1].begin);
      }
      if (place != all_.place_at(all_[i].begin)) all_.placed_.push_back({i, place});
    }
  }

  // The name of the macro that brought what has no partner: the first name behind what went before that has none either,
  // else the last one in front of it.
  std::size_t macro(const std::vector<bool>& taken, std::size_t source_begin, std::size_t behind) {
    const auto is_name = [&](std::size_t k) {
      return !taken[k] && source().token(source_begin + k).kind == TokenKind::identifier;
    };
    for (std::size_t k = behind; k < taken.size() && !taken[k]; ++k)
      if (is_name(k)) return k;
    for (std::size_t k = behind; k-- > 0;)
      if (is_name(k)) return k;
    return behind ? behind - 1 : 0;
  }

  Edits& all_;
  const ReadFile& read_file_;
  struct Included {
    std::string path;
    int line = 0;  // how far it has been read
  };
  std::vector<Included> files_;  // the innermost last
  std::map<std::string, std::unique_ptr<Source>> known_;
  const Source* source_ = nullptr;
  bool system_ = false;
};

void Edits::place_by_source(const ReadFile& read_file) { Placer(*this, read_file).run(); }

}  // namespace simt::compiler
