// Whether a submission is the same program where it is watched (submission.hpp). Macros tell a text how it is compiled:
// __SANITIZE_THREAD__, __has_feature, what a library's header makes of them.
#include <algorithm>
#include <vector>

#include "simt/compiler/submission/assembly_places.hpp"
#include "simt/compiler/submission/submission.hpp"
#include "simt/compiler/text/line_markers.hpp"

namespace simt::compiler {
namespace {

struct OwnLine {
  std::string_view file, text;
  int number = 0;
};

// Those of its own files that say anything.
std::vector<OwnLine> own_lines(std::string_view preprocessed, const Setup::Trusted& trusted) {
  std::vector<OwnLine> found;
  std::string_view file;
  int number = 0;
  bool is_own = false;
  for_each_line(preprocessed, [&](std::string_view line) {
    if (const auto marker = read_line_marker(line)) {
      if (!marker->file.empty()) {
        file = marker->file;
        is_own = !file.starts_with('<') && !trusted(file, marker->system);
      }
      number = marker->line;
      return;
    }
    if (is_own && line.find_first_not_of(" \t\r") != line.npos) found.push_back({file, line, number});
    ++number;
  });
  return found;
}

}  // namespace

Refusals refused_difference(std::string_view plain, std::string_view watched, const Setup::Trusted& trusted) {
  const std::vector<OwnLine> one = own_lines(plain, trusted), other = own_lines(watched, trusted);
  const auto [at, there] = std::mismatch(one.begin(), one.end(), other.begin(), other.end(),
      [](const OwnLine& a, const OwnLine& b) { return a.text == b.text; });
  if (at == one.end() && there == other.end()) return {};
  const OwnLine& first = at == one.end() ? *there : *at;
  Refusals found;
  found.emplace_back(
      std::string(first.file), first.number, "a submission may not be another program where it is watched");
  return found;
}

}  // namespace simt::compiler
