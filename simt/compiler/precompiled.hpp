// The simulator's headers, which stand before every program, as g++ has read them once.
//
// The build makes HEADERS (their text, preprocessed and rewritten) and HEADERS.gch (what g++ made of it, with the very
// flags that programs are compiled with). A program that begins with that text is compiled with the rest of it only.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// The parts of a preprocessed program. `headers` is empty where they cannot be told apart.
struct Parts {
  std::string_view origin;   // the markers that name the program's file and where g++ ran
  std::string_view headers;  // what the command line includes
  std::string_view program;
};
Parts parts_of(std::string_view preprocessed);

// The program with its headers as a precompiled file, for `g++ -fpreprocessed`; empty if it does not begin with their text.
std::string with_precompiled(std::string_view preprocessed, const std::string& headers);

}  // namespace simt::compiler
