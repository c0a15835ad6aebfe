// Inline PTX as C++: each statement becomes one on registers that are unsigned integers of their width; what an operation
// computes stands in a table, what C++ has no operator for in simt/include/simt/ptx.h.
// Source: PTX ISA, "Instruction Set".
#include "simt/compiler/rewriter/ptx.hpp"

#include <cctype>
#include <string_view>

#include "simt/compiler/rewriter/ptx_registers.hpp"
#include "simt/compiler/rewriter/ptx_tables.hpp"

namespace simt::compiler {
namespace ptx {
namespace {

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

class Translator : Registers {
 public:
  using Registers::Registers;

  std::string run(const std::string& code, bool clobbers_memory, std::string& present) {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const std::string name = "simt_r" + std::to_string(i), from = "simt_" + std::to_string(i);
      out_ += unsigned_type(width_of(operands_[i])) + " " + name +
              (operands_[i].is_input() ? " = ::simt::ptx::bits<decltype(" + name + ")>(" + from + ");" : "{};");
    }
    std::string flat;
    for (const char c : code) flat += c == '\n' || c == '\t' ? ' ' : c;
    for (const std::string& piece : statements_of(flat)) {
      present = piece;
      statement(piece);
    }
    if (clobbers_memory) out_ += "__asm__ volatile(\"\" ::: \"memory\");";
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (operands_[i].is_output())
        out_ += "::simt::ptx::assign(simt_" + std::to_string(i) + ", simt_r" + std::to_string(i) + ");";
    return out_;
  }

 private:
  // Statements end with ; and blocks, which are statements' braces and not a vector's, do not matter.
  static std::vector<std::string> statements_of(const std::string& code) {
    std::vector<std::string> all;
    std::string one;
    for (const char c : code) {
      const bool empty = trimmed(one).empty();
      if (c == ';' || (empty && (c == '{' || c == '}'))) {
        if (!empty) all.push_back(trimmed(one));
        one.clear();
      } else {
        one += c;
      }
    }
    if (!trimmed(one).empty()) all.push_back(trimmed(one));
    return all;
  }

  static Name parse(const std::string& word) {
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

  void statement(std::string text) {
    if (text.starts_with(".reg")) return declare(text);
    if (text.starts_with("//") || text[0] == '.') throw Refused();
    std::string condition;
    if (text[0] == '@') {
      const std::size_t end = text.find(' ');
      if (end == std::string::npos) throw Refused();
      condition = predicate(text.substr(1, end - 1));
      text = trimmed(text.substr(end));
    }
    const std::size_t end = text.find(' ');
    const Name name = parse(text.substr(0, end));
    std::vector<std::string> operands;
    if (end != std::string::npos)
      for (const std::string& operand : split(text.substr(end), ',')) operands.push_back(trimmed(operand));
    if (!condition.empty()) out_ += "if (" + condition + ") {";
    operation(text.substr(0, end), name, operands);
    if (!condition.empty()) out_ += "}";
  }

  void operation(const std::string& word, const Name& name, const std::vector<std::string>& operands) {
    const std::string& what = name.operation;
    if (what == "prefetch" || what == "prefetchu" || what == "discard" || what == "applypriority") return;
    std::string whole = word;
    for (std::size_t i = 0; i < operands.size(); ++i) whole += (i ? ", " : " ") + operands[i];
    for (const std::string& known : {whole, word})
      if (const auto found = effects.find(known); found != effects.end()) {
        out_ += filled(found->second, "", operands, 0) + ";";
        return;
      }
    if (operands.empty() || name.has("b128")) throw Refused();
    for (const std::string& type : name.types)
      if (type == "b128") throw Refused();
    if (what == "ld" || what == "ldu" || what == "st") return memory(name, operands);
    if (what == "atom" || what == "red") return atomic(name, operands);
    if (what == "shfl") return shuffle(name, operands);
    if (what == "setp") return compare(name, operands);
    if (what == "selp" && operands.size() == 4 && name.types.size() == 1)
      return assign(operands[0],
          predicate(operands[3]) + " ? " + as(operands[1], name.types[0]) + " : " + as(operands[2], name.types[0]));
    if (what == "cvt") return convert(name, operands);
    if (what == "mov" && name.types.size() == 1 && operands.size() == 2 &&
        (operands[0][0] == '{' || operands[1][0] == '{'))
      return pack(name, operands);
    if ((what == "add" || what == "sub" || what == "mul" || what == "div" || what == "fma" || what == "sqrt" ||
            what == "rcp") &&
        (name.has("rz") || name.has("rm") || name.has("rp") || name.has("sat") || name.has("cc")))
      throw Refused();
    const auto found = values.find(name.key());
    const auto without_space = what == "cvta" ? values.find(name.has("to") ? "cvta.to" : "cvta") : found;
    if (without_space == values.end() || name.has("shared")) throw Refused();
    std::string type = name.types.empty() ? "u32" : name.types.back();
    if (same_without_sign.contains(name.key())) type = without_sign(type);
    assign(operands[0], filled(without_space->second, type, operands, 1));
  }

  // {0} is a source as the operation's type, {0*} as it is, {0p} as a predicate, {T} the type.
  std::string filled(
      const std::string& words, const std::string& type, const std::vector<std::string>& operands, std::size_t first) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t close = words[i] == '{' ? words.find('}', i) : std::string::npos;
      if (close == std::string::npos) {
        out += words[i];
        continue;
      }
      const std::string inside = words.substr(i + 1, close - i - 1);
      i = close;
      if (inside == "T") {
        out += types.at(type);
        continue;
      }
      const std::size_t which = std::size_t(inside[0] - '0') + first;
      if (which >= operands.size()) throw Refused();
      out += inside.ends_with('*')   ? source(operands[which])
             : inside.ends_with('p') ? predicate(operands[which])
             : type == "pred"        ? predicate(operands[which])
                                     : as(operands[which], type);
    }
    return out;
  }

  // "[%1+8]"
  std::string address(const std::string& text) {
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') throw Refused();
    const std::string inside = trimmed(text.substr(1, text.size() - 2));
    const std::size_t plus = inside.find('+');
    int width = 0;
    const std::string base = source(trimmed(inside.substr(0, plus)), &width);
    if (width != 64) throw Refused();
    return base + (plus == std::string::npos ? "" : " + " + source(trimmed(inside.substr(plus + 1))));
  }
  static std::vector<std::string> items(const std::string& text) {
    if (text.front() != '{') return {text};
    std::vector<std::string> all;
    for (const std::string& part : split(text.substr(1, text.size() - 2), ',')) all.push_back(trimmed(part));
    return all;
  }

  void memory(const Name& name, const std::vector<std::string>& operands) {
    if (operands.size() != 2 || name.types.size() != 1 || name.has("shared") || name.has("local")) throw Refused();
    const std::string& type = name.types[0];
    const bool stores = name.operation == "st";
    const std::string place = address(operands[stores ? 0 : 1]);
    const std::vector<std::string> values = items(operands[stores ? 1 : 0]);
    if (int(values.size()) != name.vector) throw Refused();
    const bool ordered =
        name.has("volatile") || name.has("relaxed") || name.has("acquire") || name.has("release") || name.has("mmio");
    const std::string access = std::string("::simt::ptx::") + (stores ? "store" : "load") + "<" + types.at(type) +
                               ", " + std::to_string(name.vector) + ", " + (ordered ? "true" : "false") + ">";
    if (stores) {
      std::string list;
      for (const std::string& value : values) list += (list.empty() ? "" : ", ") + as(value, type);
      if (name.has("release")) out_ += "::__threadfence();";
      out_ += access + "(" + place + ", {{" + list + "}});";
      return;
    }
    out_ += "{ const auto simt_loaded = " + access + "(" + place + ");";
    for (std::size_t i = 0; i < values.size(); ++i) assign(values[i], "simt_loaded.items[" + std::to_string(i) + "]");
    out_ += "}";
    if (name.has("acquire")) out_ += "::__threadfence();";
  }

  void atomic(const Name& name, const std::vector<std::string>& operands) {
    const bool result = name.operation == "atom";
    std::string function;
    for (const std::string& mode : name.modes) {
      if (const auto found = atomics.find(mode); found != atomics.end()) function = found->second;
      else if (!hints.contains(mode)) throw Refused();
    }
    const std::size_t first = result ? 1 : 0;
    if (function.empty() || name.types.size() != 1 || name.vector != 1 || operands.size() < first + 2) throw Refused();
    if (!result && (function == "atomicExch" || function == "atomicCAS")) throw Refused();
    // CUDA has no atomic functions for what is only bits, nor for 64 of them with a sign, but for the order.
    std::string type = name.types[0];
    const bool ordered = function == "atomicMin" || function == "atomicMax";
    if (type[0] == 'b' || (type == "s64" && !ordered)) type = without_sign(type);
    std::string call = "::" + function + "(reinterpret_cast<" + types.at(type) + "*>(" + address(operands[first]) + ")";
    for (std::size_t i = first + 1; i < operands.size(); ++i) call += ", " + as(operands[i], type);
    call += ")";
    if (result) assign(operands[0], call);
    else out_ += call + ";";
  }

  void shuffle(const Name& name, const std::vector<std::string>& operands) {
    if (operands.size() != 5) throw Refused();
    std::string mode;
    for (const char* const known : {"up", "down", "bfly", "idx"})
      if (name.has(known)) mode = known;
    if (mode.empty()) throw Refused();
    const std::vector<std::string> to = split(operands[0], '|');
    out_ += "{ bool simt_within = false; ";
    assign(trimmed(to[0]), "::simt::ptx::shfl_" + mode + "(" + as(operands[1], "b32") + ", " + source(operands[2]) +
                               ", " + source(operands[3]) + ", " + source(operands[4]) + ", simt_within)");
    if (to.size() > 1) assign(trimmed(to[1]), "simt_within");
    out_ += "}";
  }

  void compare(const Name& name, const std::vector<std::string>& operands) {
    if (name.types.size() != 1 || operands.size() < 3 || operands.size() > 4 || name.modes.empty()) throw Refused();
    std::string how = name.modes[0];
    const std::string a = as(operands[1], name.types[0]), b = as(operands[2], name.types[0]);
    const std::string unordered = "(" + a + " != " + a + " || " + b + " != " + b + ")";
    std::string value;
    if (how == "num" || how == "nan") {
      value = (how == "num" ? "!" : "") + unordered;
    } else {
      const bool either = is_float(name.types[0]) && how.size() == 3 && how.back() == 'u';
      if (either) how.pop_back();
      const auto found = comparisons.find(how);
      if (found == comparisons.end()) throw Refused();
      value = a + " " + found->second + " " + b;
      if (either) value = "(" + unordered + " || " + value + ")";
      else if (is_float(name.types[0]) && how == "ne") value = "(!" + unordered + " && " + value + ")";
    }
    std::string with;
    if (operands.size() == 4) {
      const std::string op = name.has("and") ? "&&" : name.has("or") ? "||" : name.has("xor") ? "!=" : "";
      if (op.empty()) throw Refused();
      with = " " + op + " " + predicate(operands[3]);
    }
    const std::vector<std::string> to = split(operands[0], '|');
    out_ += "{ const bool simt_compared = " + value + ";";
    assign(trimmed(to[0]), "simt_compared" + with);
    if (to.size() > 1) assign(trimmed(to[1]), "!simt_compared" + with);
    out_ += "}";
  }

  void convert(const Name& name, const std::vector<std::string>& operands) {
    if (name.types.size() != 2 || operands.size() != 2 || name.has("sat") || name.has("pack")) throw Refused();
    const std::string &to = name.types[0], &from = name.types[1];
    const std::string value = as(operands[1], from);
    if (!is_float(to) && !is_float(from))
      return assign(operands[0], "static_cast<" + types.at(to) + ">(" + value + ")");
    static const std::map<std::string, std::string> modes = {{"rn", "rn"}, {"rz", "rz"}, {"rm", "rd"}, {"rp", "ru"},
        {"rni", "rn"}, {"rzi", "rz"}, {"rmi", "rd"}, {"rpi", "ru"}};
    std::string mode;
    for (const std::string& each : name.modes) {
      if (const auto found = modes.find(each); found != modes.end()) mode = found->second;
      else if (!hints.contains(each)) throw Refused();
    }
    if (to == from || (is_float(to) && is_float(from) && bits_of(to) > bits_of(from))) {
      if (!mode.empty() && to == from) throw Refused();
      return assign(operands[0], "static_cast<" + types.at(to) + ">(" + value + ")");
    }
    // The intrinsics' names: float, double; int, uint, ll, ull.
    const auto word = [](const std::string& type) {
      return type == "f32"   ? std::string("float")
             : type == "f64" ? "double"
                             : std::string(is_signed(type) ? "" : "u") + (bits_of(type) == 64 ? "ll" : "int");
    };
    if (mode.empty() || (bits_of(to) < 32 && is_float(from))) throw Refused();
    if (to == "f64" && bits_of(from) <= 32) return assign(operands[0], "static_cast<double>(" + value + ")");
    const std::string wide = !is_float(from) && bits_of(from) < 32 ? (is_signed(from) ? "s32" : "u32") : from;
    assign(operands[0], "::__" + word(wide) + "2" + word(to) + "_" + mode + "(" + value + ")");
  }

  // mov.b64 %0, {a, b} and the way back; the first is the lowest.
  void pack(const Name& name, const std::vector<std::string>& operands) {
    const int bits = bits_of(name.types[0]);
    if (operands[0][0] == '{') {
      const std::vector<std::string> to = items(operands[0]);
      const int each = bits / int(to.size());
      for (std::size_t i = 0; i < to.size(); ++i)
        assign(to[i], "static_cast<" + unsigned_type(each) + ">((unsigned long long)(" + source(operands[1]) + ") >> " +
                          std::to_string(int(i) * each) + ")");
      return;
    }
    const std::vector<std::string> from = items(operands[1]);
    const int each = bits / int(from.size());
    std::string all;
    for (std::size_t i = 0; i < from.size(); ++i)
      all += (all.empty() ? "" : " | ") + std::string("(unsigned long long)(") +
             as(from[i], "u" + std::to_string(each)) + ") << " + std::to_string(int(i) * each);
    assign(operands[0], "(" + unsigned_type(bits) + ")(" + all + ")");
  }
};

}  // namespace
}  // namespace ptx

PtxTranslation translate_ptx(const std::string& code, const std::vector<PtxOperand>& operands, bool clobbers_memory) {
  std::string present = ptx::trimmed(code.substr(0, code.find('\n')));
  try {
    return {ptx::Translator(operands).run(code, clobbers_memory, present), ""};
  } catch (const ptx::Refused&) {
    return {"", present};
  } catch (const std::exception&) {  // a number that is none
    return {"", present};
  }
}

}  // namespace simt::compiler
