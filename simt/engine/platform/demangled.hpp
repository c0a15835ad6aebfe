// What a symbol names, as a person writes it.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace simt {

// A symbol of C is its own name. (To the demangler it would be a type: `c` is char.)
inline std::string demangled(const char* symbol) {
  if (std::strncmp(symbol, "_Z", 2) != 0) return symbol;
  int status = 0;
  char* const name = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  const std::string text = status == 0 ? name : symbol;
  std::free(name);
  return text;
}

}  // namespace simt
