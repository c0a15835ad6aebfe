// Which line of which source the lines of g++'s assembly belong to.
#pragma once

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <string_view>

namespace simt::compiler {

template <typename Each>
void for_each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Told all lines in their order.
class AssemblyPlaces {
 public:
  void read(std::string_view line) {
    if (line.starts_with("\t.file ")) {  // .file 3 "name" or .file 3 "folder" "name"
      const std::size_t last = line.rfind('"'), before = last ? line.rfind('"', last - 1) : last;
      if (before == std::string_view::npos || before == last) return;
      const std::string name(line.substr(before + 1, last - before - 1));
      const std::size_t first = line.find('"');
      const std::string folder(first < before ? line.substr(first + 1, line.find('"', first + 1) - first - 1) : "");
      files_[number(line.substr(7))] = name.starts_with('/') || folder.empty() ? name : folder + "/" + name;
    } else if (line.starts_with("\t.loc ")) {
      const std::string_view numbers = line.substr(6);
      file_ = number(numbers);
      line_ = number(numbers.substr(std::min(numbers.find(' '), numbers.size() - 1) + 1));
    }
  }
  std::string_view file() const {
    const auto found = files_.find(file_);
    return found == files_.end() ? std::string_view() : std::string_view(found->second);
  }
  int line() const { return line_; }

 private:
  static int number(std::string_view text) {
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }
  std::map<int, std::string> files_;
  int file_ = 0, line_ = 0;
};

}  // namespace simt::compiler
