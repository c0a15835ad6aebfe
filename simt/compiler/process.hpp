// Runs another program and waits for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace simt::compiler {

struct Child {
  std::vector<std::string> words;                                // the program, then its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // set or changed
  std::string output, messages;                                  // files for stdout and stderr; empty: as here
};

// Its exit status; 2 if a signal ended it. A program that does not start gives -1 and says why in `why`.
int run(const Child& child, std::string& why);

}  // namespace simt::compiler
