// The registers, operands and numbers of one asm statement's PTX, as C++ expressions.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "simt/compiler/rewriter/ptx.hpp"
#include "simt/compiler/rewriter/ptx_tables.hpp"

namespace simt::compiler::ptx {

struct Refused {};

inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (c == at && depth == 0) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

inline std::string trimmed(const std::string& text) {
  std::size_t begin = 0, end = text.size();
  while (begin < end && std::isspace(static_cast<unsigned char>(text[begin]))) ++begin;
  while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1]))) --end;
  return text.substr(begin, end - begin);
}

class Registers {
 public:
  explicit Registers(const std::vector<PtxOperand>& operands) : operands_(operands) {}

 protected:
  static int width_of(const PtxOperand& operand) {
    switch (operand.constraint.back()) {
      case 'h':
        return 16;
      case 'r':
      case 'f':
        return 32;
      case 'l':
      case 'd':
      case 'n':
        return 64;
      default:
        throw Refused();
    }
  }
  static std::string unsigned_type(int width) {
    return width == 1 ? "bool" : types.at((width < 16 ? "u16" : "u" + std::to_string(width)));
  }

  void declare(const std::string& text) {  // ".reg .pred p, q" or ".reg .b32 r<4>"
    const std::size_t type_at = text.find('.', 1), end = text.find_first_of(" %", type_at);
    if (type_at == std::string::npos || end == std::string::npos) throw Refused();
    const std::string type = trimmed(text.substr(type_at + 1, end - type_at - 1));
    if (!types.contains(type)) throw Refused();
    for (std::string name : split(text.substr(end), ',')) {
      name = plain(trimmed(name));
      const std::size_t angle = name.find('<');
      const int count = angle == std::string::npos ? 1 : std::stoi(name.substr(angle + 1));
      for (int i = 0; i < count; ++i) {
        if (name.substr(0, angle).find_first_not_of(
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != std::string::npos)
          throw Refused();
        const std::string each = angle == std::string::npos ? name : name.substr(0, angle) + std::to_string(i);
        registers_[each] = bits_of(type);
        out_ += unsigned_type(bits_of(type)) + " simt_v_" + each + "{};";
      }
    }
  }

  static std::string plain(std::string name) {
    name.erase(0, name.find_first_not_of('%') == std::string::npos ? name.size() : name.find_first_not_of('%'));
    for (char& c : name)
      if (c == '.' || c == '$') c = '_';
    return name;
  }

  // A register, a number, a special register: an expression, and how many bits it has (0: any number).
  std::string source(const std::string& text, int* width = nullptr) {
    int ignored = 0;
    int& bits = width ? *width : ignored;
    bits = 0;
    if (text.empty()) throw Refused();
    const bool percent = text[0] == '%';
    const std::string name = plain(text);
    if (percent && !name.empty() && std::isdigit(static_cast<unsigned char>(name[0]))) {
      const std::size_t number = std::stoul(name);
      if (number >= operands_.size() || name.find_first_not_of("0123456789") != std::string::npos) throw Refused();
      bits = width_of(operands_[number]);
      return "simt_r" + name;
    }
    if (const auto found = registers_.find(name); found != registers_.end()) {
      bits = found->second;
      return "simt_v_" + name;
    }
    if (percent && special.contains(name)) return "::simt::register_" + name + "()";
    if (percent) throw Refused();
    if (name == "WARP_SZ") return "32";
    return number(text);
  }

  // Bits of a float, of a double, an integer.
  static std::string number(const std::string& text) {
    const auto consists_of = [](const std::string& part, const char* of) {
      return !part.empty() && part.find_first_not_of(of) == std::string::npos;
    };
    constexpr const char *hex = "0123456789abcdefABCDEF", *decimal = "0123456789";
    const std::string start = text.substr(0, 2), rest = text.substr(std::min<std::size_t>(2, text.size()));
    if (start == "0f" || start == "0F" || start == "0d" || start == "0D") {
      if (!consists_of(rest, hex)) throw Refused();
      return "0x" + rest + (std::tolower(start[1]) == 'f' ? "u" : "ull");
    }
    std::string digits = text;
    if (digits.back() == 'U') digits.pop_back();
    const bool negative = digits.starts_with('-');
    const std::string size = digits.substr(negative ? 1 : 0);
    const bool in_hex = size.starts_with("0x") || size.starts_with("0X");
    if (!consists_of(in_hex ? size.substr(2) : size, in_hex ? hex : decimal)) throw Refused();
    return "(" + digits + "ll)";
  }
  std::string as(const std::string& text, const std::string& type) {
    // 0.5 is of the type that it is used as; of all else there are the bits.
    const bool fraction = text[0] != '%' && text.find('.') != std::string::npos;
    if (fraction && is_float(type) && text.find_first_not_of("0123456789.eE+-") == std::string::npos)
      return types.at(type) + "(" + text + ")";
    return "::simt::ptx::as<" + types.at(type) + ">(" + source(text) + ")";
  }
  std::string predicate(const std::string& text) {
    return text.starts_with("!") ? "!" + source(trimmed(text.substr(1))) : "bool(" + source(text) + ")";
  }
  void assign(const std::string& destination, const std::string& value) {
    if (destination == "_") {
      out_ += "(void)(" + value + ");";
      return;
    }
    int width = 0;
    const std::string name = source(destination, &width);
    if (width == 0) throw Refused();
    out_ += width == 1 ? name + " = bool(" + value + ");"
                       : name + " = ::simt::ptx::bits<" + unsigned_type(width) + ">(" + value + ");";
  }

  const std::vector<PtxOperand>& operands_;
  std::string out_;  // the C++ so far

 private:
  std::map<std::string, int, std::less<>> registers_;  // declared ones, by name: bits
};

}  // namespace simt::compiler::ptx
