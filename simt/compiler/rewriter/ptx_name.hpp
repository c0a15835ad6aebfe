// An operation's name in PTX, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/compiler/rewriter/ptx_registers.hpp"
#include "simt/compiler/rewriter/ptx_tables.hpp"

namespace simt::compiler::ptx {

// "ld.global.v4.u32": the operation, its modes, and its types at the end.
struct Name {
  std::string operation;
  std::vector<std::string> modes, types;
  int vector = 1;
  bool has(std::string_view mode) const {
    for (const std::string& m : modes)
      if (m == mode) return true;
    return false;
  }
  // The operation with those modes that are no hints.
  std::string key() const {
    std::string all = operation;
    for (const std::string& mode : modes)
      if (!hints.contains(mode)) all += "." + mode;
    return all;
  }
};

inline Name parse(const std::string& word) {
  Name name;
  const std::vector<std::string> parts = split(word, '.');
  name.operation = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    std::string part = parts[i].substr(0, parts[i].find("::"));
    if (types.contains(part) || part == "b128") name.types.push_back(part);
    else if (part == "v2" || part == "v4") name.vector = part[1] - '0';
    else name.modes.push_back(part);
  }
  return name;
}

}  // namespace simt::compiler::ptx
