// One program out of two: what the preprocessor leaves for the host, and what it leaves where __CUDA_ARCH__ is defined.
#include "simt/compiler/rewriter/architecture.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "simt/compiler/text/lexer.hpp"
#include "simt/compiler/text/line_markers.hpp"

namespace simt::compiler {
namespace {

// A line that holds something, with the place it came from.
struct Line {
  std::size_t begin, end;  // in the text, the line break not included
  std::string_view file;
  int number;
  std::size_t hash;
};

template <typename Visit>  // visit(begin, end) of every line
void each_line(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    visit(at, end);
    at = end + 1;
  }
}

using Files = std::set<std::string_view>;

// The system's own headers in a text; others call themselves so by a pragma.
Files system_headers(std::string_view text) {
  Files files;
  each_line(text, [&](std::size_t begin, std::size_t end) {
    if (const auto marker = read_line_marker(text.substr(begin, end - begin));
        marker && marker->system &&
        (marker->file.starts_with("/usr/include/") || marker->file.starts_with("/usr/lib/")))
      files.insert(marker->file);
  });
  return files;
}

// Without those of the headers in `left`: what includes them first may differ, what they say does not.
std::vector<Line> lines_of(std::string_view text, const Files& left) {
  std::vector<Line> lines;
  std::string_view file = "<input>";
  int number = 1;
  bool is_left = false;
  each_line(text, [&](std::size_t begin, std::size_t end) {
    const std::string_view line = text.substr(begin, end - begin);
    if (const auto marker = read_line_marker(line)) {
      number = marker->line;
      if (!marker->file.empty()) file = marker->file;
      is_left = left.contains(file);
      return;
    }
    if (!is_left && line.find_first_not_of(" \t\r\v\f") != std::string_view::npos) {
      const std::hash<std::string_view> hash;
      lines.push_back({begin, end, file, number, (hash(line) * 31 + hash(file)) * 31 + std::size_t(number)});
    }
    ++number;
  });
  return lines;
}

struct Hunk {
  std::size_t host_begin, host_end, device_begin, device_end;  // numbers of lines
};

std::vector<Hunk> differences(const std::vector<Line>& host, const std::vector<Line>& device) {
  std::unordered_map<std::size_t, std::vector<std::size_t>> places;
  for (std::size_t j = 0; j < device.size(); ++j) places[device[j].hash].push_back(j);
  std::vector<Hunk> hunks;
  std::size_t i = 0, j = 0;
  while (i < host.size() || j < device.size()) {
    if (i < host.size() && j < device.size() && host[i].hash == device[j].hash) {
      ++i, ++j;
      continue;
    }
    // The two meet again where the fewest lines are left out.
    Hunk hunk{i, host.size(), j, device.size()};
    for (std::size_t a = i; a < host.size() && a - i < hunk.host_end - i + hunk.device_end - j; ++a) {
      const auto found = places.find(host[a].hash);
      if (found == places.end()) continue;
      const auto place = std::lower_bound(found->second.begin(), found->second.end(), j);
      if (place != found->second.end() && a + *place < hunk.host_end + hunk.device_end)
        hunk.host_end = a, hunk.device_end = *place;
    }
    hunks.push_back(hunk);
    i = hunk.host_end, j = hunk.device_end;
  }
  return hunks;
}

enum class Side { host, device, both };

struct Function {
  std::size_t open, close;  // of the body's braces, in the text
  Side side;
};

std::string_view spelling(std::string_view text, const Token& token) {
  return text.substr(token.begin, token.end - token.begin);
}

// The bodies of functions that no other function's body holds, in their order.
std::vector<Function> functions_of(std::string_view text) {
  const std::vector<Token> tokens = lex(text);
  std::vector<Function> functions;
  std::size_t head = 0;  // where the present declaration begins
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view word = spelling(text, tokens[i]);
    if (word == ";" || word == "}" || tokens[i].kind == TokenKind::directive) head = i + 1;
    if (word != "{") continue;
    bool parameters = false, type = false, host = false, device = false;
    int angle = 0;
    for (std::size_t k = head; k < i; ++k) {
      const std::string_view part = spelling(text, tokens[k]);
      if (part == "<") ++angle;
      if (part == ">") angle -= angle > 0;
      parameters |= part == ")";
      if (angle == 0)
        type |= part == "struct" || part == "class" || part == "union" || part == "enum" || part == "namespace";
      host |= part == "__host__";
      device |= part == "__device__" || part == "__global__";
    }
    if (!parameters || type) {  // a namespace, a class, an initialiser: look inside
      head = i + 1;
      continue;
    }
    int depth = 0;
    std::size_t close = i;
    for (; close < tokens.size(); ++close) {
      const std::string_view part = spelling(text, tokens[close]);
      depth += part == "{";
      if (part == "}" && --depth == 0) break;
    }
    if (close == tokens.size()) break;
    functions.push_back({tokens[i].begin, tokens[close].begin, device ? host ? Side::both : Side::device : Side::host});
    i = close;
    head = i + 1;
  }
  return functions;
}

const Function* function_around(const std::vector<Function>& functions, std::size_t begin, std::size_t end) {
  auto after = std::upper_bound(
      functions.begin(), functions.end(), begin, [](std::size_t at, const Function& f) { return at < f.open; });
  if (after == functions.begin()) return nullptr;
  const Function& last = *std::prev(after);
  return end <= last.close + 1 && begin <= last.close ? &last : nullptr;
}

// Whether the lines declare something that only the device has.
bool for_the_device(std::string_view text) {
  bool host = false, device = false;
  for (const Token& token : lex(text)) {
    const std::string_view word = spelling(text, token);
    host |= word == "__host__";
    device |= word == "__device__" || word == "__global__" || word == "__constant__" || word == "__shared__";
  }
  return device && !host;
}

class Merger {
 public:
  Merger(std::string_view host, std::string_view device)
      : host_(host),
        device_(device),
        of_system_(system_headers(host)),
        host_lines_(lines_of(host, of_system_)),
        device_lines_(lines_of(device, of_system_)) {}

  std::string run() {
    const std::vector<Hunk> hunks = differences(host_lines_, device_lines_);
    if (hunks.empty()) return std::string(host_);
    const std::vector<Function> in_host = functions_of(host_), in_device = functions_of(device_);
    for (const Hunk& hunk : hunks) {
      const auto [begin, end] = extent(host_, host_lines_, hunk.host_begin, hunk.host_end);
      const auto [from, to] = extent(device_, device_lines_, hunk.device_begin, hunk.device_end);
      if (begin < copied_) continue;  // in a function that has both bodies already
      const Function* ours = function_around(in_host, begin, end);
      const Function* theirs = function_around(in_device, from, to);
      if (ours && theirs && ours->side == Side::both) both_bodies(*ours, *theirs);
      else if (ours ? ours->side == Side::device
                    : (begin == end && !theirs) || for_the_device(host_.substr(begin, end - begin)) ||
                          for_the_device(device_.substr(from, to - from)))
        take_device(begin, end, from, to);
    }
    out_ += host_.substr(copied_);
    return out_;
  }

 private:
  // From the first of these lines to the end of the last; nothing, at the next line's begin, if there are none.
  static std::pair<std::size_t, std::size_t> extent(
      std::string_view text, const std::vector<Line>& lines, std::size_t first, std::size_t last) {
    if (first < last) return {lines[first].begin, lines[last - 1].end};
    const std::size_t at = first < lines.size() ? lines[first].begin : text.size();
    return {at, at};
  }

  // What says that the text at `at` stands where it stands.
  static std::string marker(std::string_view text, const std::vector<Line>& lines, std::size_t at) {
    auto after = std::upper_bound(
        lines.begin(), lines.end(), at, [](std::size_t place, const Line& line) { return place < line.begin; });
    if (after == lines.begin()) return "\n";
    const Line& line = *std::prev(after);
    const auto breaks = std::count(
        text.begin() + std::ptrdiff_t(line.begin), text.begin() + std::ptrdiff_t(std::max(at, line.begin)), '\n');
    return "\n# " + std::to_string(line.number + int(breaks)) + " \"" + std::string(line.file) + "\"\n";
  }

  void take_device(std::size_t begin, std::size_t end, std::size_t from, std::size_t to) {
    out_ += host_.substr(copied_, begin - copied_);
    if (from < to) {
      out_ += marker(device_, device_lines_, from);
      bool is_left = false;
      each_line(device_.substr(from, to - from), [&](std::size_t first, std::size_t last) {
        const std::string_view line = device_.substr(from + first, last - first);
        if (const auto at = read_line_marker(line); at && !at->file.empty()) is_left = of_system_.contains(at->file);
        if (!is_left || line.starts_with('#')) out_ += (first ? "\n" : "") + std::string(line);
      });
    }
    copied_ = end;
    if (end < host_.size()) out_ += marker(host_, host_lines_, end);
  }

  void both_bodies(const Function& ours, const Function& theirs) {
    out_ += host_.substr(copied_, ours.open - copied_);
    out_ += "{ if (::simt::on_device()) " + marker(device_, device_lines_, theirs.open) +
            std::string(device_.substr(theirs.open, theirs.close + 1 - theirs.open));
    out_ += " else " + marker(host_, host_lines_, ours.open) +
            std::string(host_.substr(ours.open, ours.close + 1 - ours.open)) + " }";
    copied_ = ours.close + 1;
  }

  std::string_view host_, device_;
  const Files of_system_;  // whose lines stay where the host has them
  std::vector<Line> host_lines_, device_lines_;
  std::string out_;
  std::size_t copied_ = 0;  // of the host's text
};

}  // namespace

std::string merge_architectures(std::string_view host, std::string_view device) { return Merger(host, device).run(); }

bool asks_for_architecture(std::string_view preprocessed, std::string_view own_headers) {
  std::set<std::string_view> files;
  each_line(preprocessed, [&](std::size_t begin, std::size_t end) {
    if (const auto marker = read_line_marker(preprocessed.substr(begin, end - begin));
        marker && !marker->system && !marker->file.empty())
      files.insert(marker->file);
  });
  for (const std::string_view file : files) {
    if (file.starts_with('<') || file.ends_with('/') || file.starts_with(own_headers)) continue;
    std::ifstream stream{std::string(file)};
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (text.find("__CUDA_ARCH__") != std::string::npos) return true;
  }
  return false;
}

}  // namespace simt::compiler
