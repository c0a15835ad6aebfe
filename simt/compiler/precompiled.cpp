// Parts a program from the headers that stand before every program.
#include "simt/compiler/precompiled.hpp"

#include "simt/compiler/files.hpp"

namespace simt::compiler {

Parts parts_of(std::string_view preprocessed) {
  constexpr std::string_view first = "# 0 \"<built-in>\"\n", last = "\n# 0 \"<command-line>\" 2\n";
  const std::size_t begin = preprocessed.find(first), end = preprocessed.rfind(last);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  const std::size_t program = end + last.size();
  return {preprocessed.substr(0, begin), preprocessed.substr(begin, program - begin), preprocessed.substr(program)};
}

std::string with_precompiled(std::string_view preprocessed, const std::string& headers) {
  const Parts parts = parts_of(preprocessed);
  if (parts.headers.empty() || parts.headers != contents(headers)) return "";
  // What `g++ -E -fpch-preprocess` writes for a header that is precompiled.
  return std::string(parts.origin) + "#pragma GCC pch_preprocess \"" + headers + ".gch\"\n" +
         std::string(parts.program);
}

}  // namespace simt::compiler
