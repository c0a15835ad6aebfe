// Inline PTX as C++.
#pragma once

#include <string>
#include <vector>

namespace simt::compiler {

// Of an asm statement's operand: "=r", "+l", "n", …
struct PtxOperand {
  std::string constraint;
  bool is_output() const { return constraint.starts_with('=') || constraint.starts_with('+'); }
  bool is_input() const { return !constraint.starts_with('='); }
};

struct PtxTranslation {
  std::string body;     // of a lambda with a parameter `auto&& simt_N` for each operand; it uses simt/ptx.h
  std::string refused;  // the first statement that the simulator does not run, or empty
};

// Of the code as PTX's assembler would get it, but for %% and operands' numbers.
PtxTranslation translate_ptx(const std::string& code, const std::vector<PtxOperand>& operands, bool clobbers_memory);

}  // namespace simt::compiler
