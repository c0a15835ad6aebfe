// Parts a program from the headers that stand before every program.
#include "simt/compiler/precompiled.hpp"

#include <filesystem>

namespace simt::compiler {
namespace {

// What `g++ -E -fpch-preprocess` writes for a header that is precompiled.
std::string line_for(const std::string& header) { return "#pragma GCC pch_preprocess \"" + header + ".gch\"\n"; }

}  // namespace

bool PrecompiledHeaders::up_to_date(const std::string& own) const {
  namespace fs = std::filesystem;
  std::error_code missing;
  const fs::file_time_type made = fs::last_write_time(text + ".gch", missing);
  if (missing) return false;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(own))
    if (entry.is_regular_file() && entry.last_write_time() > made) return false;
  return true;
}

bool PrecompiledHeaders::stand_in(std::string_view preprocessed) const {
  return preprocessed.find(line_for(text)) != std::string_view::npos;
}

std::string PrecompiledHeaders::rewritten(std::string program) const {
  const std::string line = line_for(text);
  return program.replace(program.find(line), line.size(), line_for(rewritten_text));
}

std::string PrecompiledHeaders::including(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 1; i < words.size(); i += 2) {
    text += "#include \"" + words[i] + "\"\n";
    // g++ has to compile it, as it is, though macros are all that a program gets of it.
    if (i == 1)
      text +=
          "extern const uint3 threadIdx, blockIdx;\nextern const dim3 blockDim, gridDim;\nextern const int warpSize;\n";
  }
  return text;
}

std::string_view headers_of(std::string_view preprocessed) {
  constexpr std::string_view first = "# 0 \"<built-in>\"\n", last = "\n# 0 \"<command-line>\" 2\n";
  const std::size_t begin = preprocessed.find(first), end = preprocessed.rfind(last);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return preprocessed.substr(begin, end + last.size() - begin);
}

}  // namespace simt::compiler
