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

// In front of `idivl %ecx` stands
//     testl %ecx, %ecx    jne .LN    leaq -144(%rsp), %rsp    pushq $how    call *simt_divides_by_zero    .LN:
// where `how` is the division's length, and 256 more where it is one of 8 bytes. Of the flags a division leaves nothing.
std::string guard_divisions(std::string_view assembly) {
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 64);
  unsigned guards = 0;
  for (std::size_t begin = 0, end; begin < assembly.size(); begin = end + 1) {
    end = std::min(assembly.find('\n', begin), assembly.size());
    const std::string line(assembly.substr(begin, end - begin));
    const std::string mnemonic = line.starts_with('\t') ? line.substr(1, line.find_first_of(" \t", 1) - 1) : "";
    const bool divides = mnemonic == "idivl" || mnemonic == "divl" || mnemonic == "idivq" || mnemonic == "divq";
    const std::size_t at = divides ? line.find_first_not_of(" \t", mnemonic.size() + 1) : std::string::npos;
    if (at == std::string::npos || line.find_first_of(";#") != std::string::npos) {
      result += line + "\n";
      continue;
    }
    const std::string divisor = line.substr(at), label = ".Lsimt_division" + std::to_string(++guards);
    const bool in_register = divisor[0] == '%' && divisor.find(':') == std::string::npos;
    const char width = mnemonic.back();
    result += std::string(in_register ? "\ttest" : "\tcmp") + width + '\t' + (in_register ? divisor : "$0") + ", " +
              divisor + "\n\tjne\t" + label + "\n\tleaq\t-144(%rsp), %rsp\n\tpushq\t$" + label + "_end-" + label +
              (width == 'q' ? "+256" : "") + "\n\tcall\t*simt_divides_by_zero@GOTPCREL(%rip)\n" + label + ":\n" + line +
              '\n' + label + "_end:\n";
  }
  return result;
}

}  // namespace simt::compiler
