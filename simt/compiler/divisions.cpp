// Puts traps in front of ARM's divisions, in the text that g++ hands to the assembler.
//
// sdiv and udiv give zero where x86 raises a signal. g++ takes a remainder in two steps,
//     sdiv q, n, d    msub r, q, d, n
// and the second gives n where d is zero. Both are to give what an H200 does.
#include "simt/compiler/divisions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace simt::compiler {
namespace {

// "\tmnemonic\tone, two" gives the mnemonic and its operands; empty ones where there are fewer.
std::array<std::string_view, 5> words_of(std::string_view line) {
  std::array<std::string_view, 5> words;
  line.remove_prefix(1);
  for (std::string_view& word : words) {
    const std::size_t end = line.find_first_of(",\t");
    word = line.substr(0, end);
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
  }
  return words;
}

// w3 and x3 are the same register.
bool is_same_register(std::string_view a, std::string_view b) {
  return a.size() > 1 && b.size() > 1 && a.substr(1) == b.substr(1);
}

// A division whose registers hold, at a line, what they held when it was made.
struct Division {
  std::string_view quotient, dividend, divisor;

  bool is_lost_with(std::string_view written) const {
    return is_same_register(quotient, written) || is_same_register(dividend, written) ||
           is_same_register(divisor, written);
  }
};

// Where other code may come from. (Labels with a letter behind .L are a debugger's.)
bool is_meeting_place(std::string_view line) {
  if (line.starts_with(".L")) return line.size() > 2 && std::isdigit(static_cast<unsigned char>(line[2]));
  return !line.empty() && line[0] != '\t';
}

}  // namespace

std::string trap_divisions(std::string_view assembly) {
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 64);
  // The divisor is not zero: on behind the trap, 8 bytes from here.
  const auto trap = [&](std::string_view divisor, unsigned number) {
    result += "\tcbnz\t" + std::string(divisor) + ", .+8\n\tbrk\t#" + std::to_string(number) + "\n";
  };
  std::vector<Division> divisions;
  for (std::size_t begin = 0, end; begin < assembly.size(); begin = end + 1) {
    end = std::min(assembly.find('\n', begin), assembly.size());
    const std::string_view line = assembly.substr(begin, end - begin);
    if (is_meeting_place(line)) {
      divisions.clear();
    } else if (line.starts_with('\t') && !line.starts_with("\t.")) {
      const auto [mnemonic, first, second, third, fourth] = words_of(line);
      if (mnemonic == "msub")
        for (const Division& division : divisions)
          if (division.dividend == fourth && ((division.quotient == second && division.divisor == third) ||
                                                 (division.quotient == third && division.divisor == second))) {
            trap(division.divisor, remainder_trap);
            break;
          }
      // A call, a load of a pair and a pointer that moves on write more than their first register.
      if (mnemonic.starts_with("bl") || mnemonic.starts_with("ld")) divisions.clear();
      std::erase_if(divisions, [written = first](const Division& division) { return division.is_lost_with(written); });
      if (mnemonic == "sdiv" || mnemonic == "udiv") {
        trap(third, quotient_trap);
        if (!is_same_register(first, second) && !is_same_register(first, third))
          divisions.push_back({first, second, third});
      }
    }
    result += line;
    result += '\n';
  }
  return result;
}

}  // namespace simt::compiler
