// What g++ -E says of the file and the line that the text behind it came from.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace simt::compiler {

// # 12 "dir/a.cu" 1 3
struct LineMarker {
  int line = 0;           // of the text that follows
  std::string_view file;  // empty: the one that it has been
  bool enters = false, returns = false, system = false;
};

// Also of a program's own `#line 12 "a.cu"`. None for every other line.
inline std::optional<LineMarker> read_line_marker(std::string_view line) {
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  skip_blanks();
  if (line.starts_with("line")) line.remove_prefix(4);
  skip_blanks();
  LineMarker marker;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), marker.line);
  if (error != std::errc()) return {};
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (open == std::string_view::npos || close <= open) return marker;
  marker.file = line.substr(open + 1, close - open - 1);
  const std::string_view flags = line.substr(close + 1);
  marker.enters = flags.find(" 1") != std::string_view::npos;
  marker.returns = flags.find(" 2") != std::string_view::npos;
  marker.system = flags.find(" 3") != std::string_view::npos;
  return marker;
}

}  // namespace simt::compiler
