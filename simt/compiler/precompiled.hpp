// The simulator's headers, which stand before every program, as g++ has read them once.
//
// The build lets g++ read them twice: as they are, for the macros that programs see, and rewritten, with the very flags that
// programs are compiled with. A program is preprocessed with the first and compiled with the second, so what is rewritten in
// between is the program alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::compiler {

// Whether a source begins with all the headers of the system that another file does: then it sees no name more with those.
bool begins_with_headers(const std::string& source, const std::string& file);

struct PrecompiledHeaders {
  // `name`: a path without its end.
  explicit PrecompiledHeaders(const std::string& name)
      : source(name + ".h"), as_they_are(name + ".h.gch"), text(name + ".ii"), rewritten(text + ".gch") {}

  // Whether they are there, and no older than what they were made of: the files in the folder `own`.
  bool up_to_date(const std::string& own) const;
  // For g++ -E.
  std::vector<std::string> words() const { return {"-include", source, "-fpch-preprocess"}; }
  // Whether g++ took them: if it did not, it has read their text.
  bool stand_in(std::string_view preprocessed) const;
  // The program, rewritten, with the rewritten headers before it.
  std::string before(std::string program) const;

  std::string source, as_they_are, text, rewritten;  // files
};

}  // namespace simt::compiler
