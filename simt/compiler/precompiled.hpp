// The simulator's headers, which stand before every program, as g++ has read them once.
//
// The build lets g++ read them twice: as they are, for the macros that programs see (NAME.h.gch), and rewritten, with the very
// flags that programs are compiled with (NAME.ii.gch). A program is preprocessed with the first and compiled with the second,
// so what is rewritten in between is the program alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::compiler {

struct PrecompiledHeaders {
  // `name`: a path, to which .h and .ii are added.
  explicit PrecompiledHeaders(const std::string& name) : text(name + ".h"), rewritten_text(name + ".ii") {}

  // Whether they are there, and no older than what they were made of: the files in the folder `own`.
  bool up_to_date(const std::string& own) const;
  // For g++ -E.
  std::vector<std::string> words() const { return {"-include", text, "-fpch-preprocess"}; }
  // Whether g++ took them: if it did not, it has read their text.
  bool stand_in(std::string_view preprocessed) const;
  // The program, rewritten, with the rewritten headers before it.
  std::string rewritten(std::string program) const;
  // The text of a header that includes what `-include FILE -include FILE` would.
  static std::string including(const std::vector<std::string>& words);

  std::string text, rewritten_text;  // the .gch lie beside them
};

// What the command line includes, of a preprocessed program; empty where that cannot be told apart.
std::string_view headers_of(std::string_view preprocessed);

}  // namespace simt::compiler
