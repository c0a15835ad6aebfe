// One asm statement's PTX, taken apart into its statements and labels.
#pragma once

#include <cctype>
#include <string>
#include <vector>

#include "simt/compiler/rewriter/ptx_registers.hpp"

namespace simt::compiler::ptx {

// A name that may stand in front of ":". "%=" in it is a number of the compiler's, which makes it unique.
inline bool is_label(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (const char c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '$' && c != '%' && c != '=') return false;
  return true;
}

// The same as a label of C++.
inline std::string label(const std::string& name) {
  std::string out = "simt_l_";
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out;
}

// Statements end with ; and labels with a single :, which they keep. Blocks, which are statements' braces and not a vector's, do
// not matter.
inline std::vector<std::string> statements_of(const std::string& code) {
  std::vector<std::string> all;
  std::string one;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.compare(i, 2, "//") == 0) i = code.find('\n', i);
    if (i == std::string::npos) break;
    const char c = code[i] == '\n' || code[i] == '\t' ? ' ' : code[i];
    const std::string text = trimmed(one);
    const bool ends_label = c == ':' && is_label(text) && code.substr(i + 1, 1) != ":";
    if (c == ';' || ends_label || (text.empty() && (c == '{' || c == '}'))) {
      if (!text.empty()) all.push_back(ends_label ? text + ":" : text);
      one.clear();
    } else {
      one += c;
    }
  }
  if (!trimmed(one).empty()) all.push_back(trimmed(one));
  return all;
}

}  // namespace simt::compiler::ptx
