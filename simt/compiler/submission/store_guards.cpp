// Guards in front of stores (store_guards.hpp).
#include "simt/compiler/submission/store_guards.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <vector>

#include "simt/compiler/submission/assembly_places.hpp"

namespace simt::compiler {
namespace {

struct Operand {
  std::string_view text;
  // %st(1) is a register of the x87's.
  bool memory() const { return text.ends_with(')') && !text.starts_with('*') && !text.starts_with("%st("); }
  bool reg() const { return text.starts_with('%'); }
  std::string_view displacement() const { return text.substr(0, text.rfind('(')); }
  std::string_view registers() const { return text.substr(std::min(text.rfind('('), text.size())); }
  // As many places as a vector has numbers.
  bool gathers() const {
    const std::string_view inside = registers();
    return inside.find("%xmm") != inside.npos || inside.find("%ymm") != inside.npos ||
           inside.find("%zmm") != inside.npos;
  }
  // A fixed place in the frame, or a variable of the program's.
  bool fixed() const {
    const std::string_view inside = registers();
    return inside == "(%rsp)" || inside == "(%rbp)" || inside == "(%rip)" ||
           (text.starts_with("%fs:") && inside.empty());
  }
};

std::vector<Operand> operands_of(std::string_view text) {
  std::vector<Operand> found;
  for (int depth = 0; !text.empty();) {
    std::size_t end = 0;
    for (; end < text.size() && (depth || text[end] != ','); ++end) depth += (text[end] == '(') - (text[end] == ')');
    found.push_back({text.substr(0, end)});
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  }
  return found;
}

// What reads its last operand, or does not touch it.
bool only_reads(std::string_view mnemonic, bool alone) {
  constexpr std::array<std::string_view, 21> readers = {"cmp", "test", "ucomis", "comis", "vucomis", "vcomis", "ptest",
      "vptest", "vtest", "lea", "prefetch", "nop", "push", "call", "jmp", "ldmxcsr", "vldmxcsr", "clflush", "clwb",
      "cldemote", "verr"};
  if (mnemonic.starts_with("cmpxchg")) return false;
  if (mnemonic == "bt" || mnemonic == "btw" || mnemonic == "btl" || mnemonic == "btq") return true;
  // With one operand these multiply and divide rax, or work on the stack of the x87.
  if (alone && (mnemonic.starts_with("mul") || mnemonic.starts_with("imul") || mnemonic.starts_with("div") ||
                   mnemonic.starts_with("idiv")))
    return true;
  if (alone && mnemonic.starts_with('f'))
    return !mnemonic.starts_with("fst") && !mnemonic.starts_with("fist") && !mnemonic.starts_with("fnst") &&
           !mnemonic.starts_with("fbst");
  return std::any_of(readers.begin(), readers.end(), [&](std::string_view name) { return mnemonic.starts_with(name); });
}

// What does not load from its last operand, or from the only one.
bool only_writes(std::string_view mnemonic, bool alone) {
  constexpr std::array<std::string_view, 9> no_loads = {
      "lea", "prefetch", "nop", "clflush", "clwb", "cldemote", "call", "jmp", "pop"};
  if (std::any_of(no_loads.begin(), no_loads.end(), [&](std::string_view name) { return mnemonic.starts_with(name); }))
    return true;
  if (alone)
    return mnemonic.starts_with("set") || mnemonic.starts_with("fst") || mnemonic.starts_with("fist") ||
           mnemonic.starts_with("fnst");
  return mnemonic.starts_with("mov") || mnemonic.starts_with("vmov") || mnemonic.starts_with("pextr");
}

// Of the registers that calls keep, which one this is, or is a part of: %r12d is %r12. Empty for others.
std::string_view kept_register(std::string_view name) {
  for (const std::string_view kept : {"%r12", "%r13", "%r14", "%r15"})
    if (name.starts_with(kept)) return kept;
  return name == "%rbx" || name == "%ebx" || name == "%bx" || name == "%bl" || name == "%bh" ? "%rbx"
                                                                                             : std::string_view();
}

// The places that hooks have been told of, while the registers that name them are what they were. What was told as written may
// be read, too.
class Announced {
 public:
  void forget() { told_.clear(), told_next_ = {}, bytes_next_ = 0; }

  void instruction(std::string_view mnemonic, const std::vector<Operand>& operands) {
    if (mnemonic.starts_with("call")) return call(operands.empty() ? std::string_view() : operands[0].text);
    if (mnemonic == "cpuid" || mnemonic == "leave") return forget();
    for (const Operand& operand : operands) {
      // The last one is changed, by xchg and xadd the first as well.
      if (&operand != &operands.back() && !mnemonic.starts_with('x')) continue;
      if (operand.text == "%rdi" || operand.text == "%edi") {
        told_next_ = {};
        if (mnemonic == "leaq") told_next_ = {std::string(operands[0].registers()), number(operands[0].displacement())};
        else if (mnemonic == "movq" && operands[0].reg()) told_next_ = {"(" + std::string(operands[0].text) + ")"};
      } else if (operand.text == "%esi" || operand.text == "%rsi") {
        const bool given = mnemonic.starts_with("mov") && operands[0].text.starts_with('$');
        bytes_next_ = given ? number(operands[0].text.substr(1)) : 0;
      } else if (const std::string_view kept = kept_register(operand.text); !kept.empty()) {
        std::erase_if(told_, [&](const Place& place) { return place.registers.find(kept) != std::string::npos; });
      }
    }
  }

  bool covers(const Operand& operand, bool stores) const {
    const long at = number(operand.displacement());
    return at != symbolic && std::any_of(told_.begin(), told_.end(), [&](const Place& place) {
      return place.registers == operand.registers() && place.begin != symbolic && at >= place.begin &&
             at < place.begin + place.bytes && (place.written || !stores);
    });
  }

 private:
  struct Place {
    std::string registers;
    long begin = 0, bytes = 0;
    bool written = false;
  };

  static constexpr long symbolic = std::numeric_limits<long>::min();
  static long number(std::string_view text) {
    if (text.empty()) return 0;
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : symbolic;
  }

  void call(std::string_view function) {
    function = function.substr(0, function.find('@'));
    for (const std::string_view hook : {"__tsan_", "simt_host_"}) {
      if (!function.starts_with(hook)) continue;
      function.remove_prefix(hook.size());
      for (const std::string_view kind : {"unaligned_", "volatile_"})
        if (function.starts_with(kind)) function.remove_prefix(kind.size());
      const bool writes = function.starts_with("write"), range = function.ends_with("_range");
      if ((writes || function.starts_with("read")) && only_kept(told_next_.registers)) {
        told_next_.bytes = range ? bytes_next_ : number(function.substr(writes ? 5 : 4));
        told_next_.written = writes;
        told_.push_back(told_next_);
      }
    }
    told_next_ = {}, bytes_next_ = 0;
  }

  // Whether a call leaves them as they are.
  static bool only_kept(std::string_view registers) {
    if (registers.empty()) return false;
    for (std::size_t at = registers.find('%'); at != std::string_view::npos; at = registers.find('%', at + 1)) {
      const std::string_view name = registers.substr(at, registers.find_first_of(",)", at) - at);
      if (name != "%rsp" && name != "%rbp" && kept_register(name) != name) return false;
    }
    return true;
  }

  std::vector<Place> told_;
  Place told_next_;
  long bytes_next_ = 0;
};

// Leaves all registers and flags as they are. Below the stack pointer lie up to 128 bytes that are in use.
void add_guard(std::string& result, std::string_view guard, std::string_view displacement, std::string_view registers) {
  const bool moved = registers.starts_with("(%rsp");
  result += "\tleaq\t-128(%rsp), %rsp\n\tpushq\t%rax\n\tleaq\t";
  result += displacement;
  if (moved) result += displacement.empty() ? "136" : "+136";
  result += registers;
  (result += ", %rax\n\tcall\t*") += guard;
  result += "@GOTPCREL(%rip)\n\tpopq\t%rax\n\tleaq\t128(%rsp), %rsp\n";
}

constexpr std::string_view store_guard = "simt_store_guard", load_guard = "simt_load_guard",
                           repeat_guard = "simt_repeat_guard";

// In front of an instruction that has no operands: it stores to where %rdi is, and loads from %rsi, or compares the two.
void guard_string(std::string& result, std::string_view mnemonic, bool repeated, bool loads) {
  const char width = mnemonic.back();
  const std::string scale = width == 'q' ? ",8)" : width == 'l' ? ",4)" : width == 'w' ? ",2)" : ",1)";
  const auto guard = [&](std::string_view which, const std::string& at) {
    add_guard(result, which, "", "(" + at + ")");
    if (!repeated) return;
    add_guard(result, which, "-1", "(" + at + ",%rcx" + scale);
    add_guard(result, repeat_guard, "", "(" + at + ")");
  };
  const auto is = [&](std::string_view name) { return mnemonic.starts_with(name); };
  if (is("stos") || is("movs")) guard(store_guard, "%rdi");
  if (loads && (is("scas") || is("cmps"))) guard(load_guard, "%rdi");
  if (loads && (is("movs") || is("lods") || is("cmps"))) guard(load_guard, "%rsi");
}

bool is_jump_target(std::string_view line) {
  if (!line.ends_with(':') || line.starts_with('\t')) return false;
  return !line.starts_with(".L") || (line.size() > 2 && std::isdigit(static_cast<unsigned char>(line[2])));
}

}  // namespace

std::string guard_accesses(std::string_view assembly, bool loads) {
#if !defined(__x86_64__)
  return std::string(assembly);
#endif
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 8);
  Announced announced;
  for_each_line(assembly, [&](std::string_view line) {
    if (is_jump_target(line)) announced.forget();
    if (line.size() > 1 && line[0] == '\t' && std::islower(static_cast<unsigned char>(line[1]))) {
      std::string_view rest = line.substr(1);
      const auto next_word = [&] {
        const std::size_t end = std::min(rest.find_first_of("\t ;"), rest.size());
        const std::string_view word = rest.substr(0, end);
        rest.remove_prefix(std::min(rest.find_first_not_of("\t ;", end), rest.size()));
        return word;
      };
      std::string_view mnemonic = next_word();
      bool repeated = false;
      while (mnemonic == "lock" || mnemonic.starts_with("rep") || mnemonic == "notrack" || mnemonic == "bnd") {
        repeated |= mnemonic.starts_with("rep");
        mnemonic = next_word();
      }
      if (rest.empty()) guard_string(result, mnemonic, repeated, loads);
      const std::vector<Operand> operands = operands_of(rest);
      const bool alone = operands.size() == 1;
      for (const Operand& operand : operands) {
        if (!operand.memory() || operand.fixed()) continue;
        if (operand.gathers()) {
          // On no GPU there is such a thing (call_guards.hpp).
          if (loads)
            result +=
                "\tleaq\t-128(%rsp), %rsp\n\tpushfq\n\tcall\t*simt_call_guard@GOTPCREL(%rip)\n\tpopfq\n"
                "\tleaq\t128(%rsp), %rsp\n";
          continue;
        }
        const bool last = &operand == &operands.back();
        const bool stored = (last || mnemonic.starts_with("xchg")) && !only_reads(mnemonic, alone);
        const bool loaded = loads && (last ? !only_writes(mnemonic, alone) : !mnemonic.starts_with("lea"));
        for (const auto& [so, guard] : {std::pair(stored, store_guard), std::pair(loaded, load_guard)})
          if (so && !announced.covers(operand, stored))
            add_guard(result, guard, operand.displacement(), operand.registers());
      }
      announced.instruction(mnemonic, operands);
    }
    result += line;
    result += '\n';
  });
  return result;
}

}  // namespace simt::compiler
