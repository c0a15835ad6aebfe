// Inline PTX as C++: each statement becomes one on registers that are unsigned integers of their width; what an operation
// computes stands in a table, what C++ has no operator for in simt/include/simt/ptx.h.
// Source: PTX ISA, "Instruction Set".
#include "simt/compiler/rewriter/ptx.hpp"

#include <set>
#include <string_view>

#include "simt/compiler/rewriter/ptx_name.hpp"
#include "simt/compiler/rewriter/ptx_registers.hpp"
#include "simt/compiler/rewriter/ptx_statements.hpp"
#include "simt/compiler/rewriter/ptx_tables.hpp"

namespace simt::compiler {
namespace ptx {
namespace {

class Translator : Registers {
 public:
  using Registers::Registers;

  std::string run(const std::string& code, bool clobbers_memory, std::string& present) {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const std::string name = "simt_r" + std::to_string(i), from = "simt_" + std::to_string(i);
      out_ += unsigned_type(width_of(operands_[i])) + " " + name +
              (operands_[i].is_input() ? " = ::simt::ptx::bits<decltype(" + name + ")>(" + from + ");" : "{};");
    }
    const std::vector<std::string> pieces = statements_of(code);
    for (const std::string& piece : pieces)
      if (piece.back() == ':') labels_.insert(label(piece.substr(0, piece.size() - 1)));
    // Registers first: a jump may not pass by where one begins.
    for (const std::string& piece : pieces) {
      present = piece;
      if (piece.starts_with(".reg")) declare(piece);
    }
    for (const std::string& piece : pieces) {
      present = piece;
      if (!piece.starts_with(".reg")) statement(piece);
    }
    if (clobbers_memory) out_ += "__asm__ volatile(\"\" ::: \"memory\");";
    for (std::size_t i = 0; i < operands_.size(); ++i)
      if (operands_[i].is_output())
        out_ += "::simt::ptx::assign(simt_" + std::to_string(i) + ", simt_r" + std::to_string(i) + ");";
    return out_;
  }

 private:
  void statement(std::string text) {
    if (text.back() == ':') return void(out_ += label(text.substr(0, text.size() - 1)) + ": __attribute__((unused));");
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
    if (what == "bra") {
      if (operands.size() != 1 || !labels_.contains(label(operands[0]))) throw Refused();
      return void(out_ += "goto " + label(operands[0]) + ";");
    }
    if (what == "cp") return copy(name, operands);
    if (operands.empty() || name.has("b128")) throw Refused();
    for (const std::string& type : name.types)
      if (type == "b128") throw Refused();
    if (what == "mbarrier") return barrier_object(name, operands);
    if (what == "mapa" && operands.size() == 3) return remote_address(name, operands);
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
    if (what == "cvta" && name.has("shared") && !name.has("to"))
      return assign(operands[0], "::simt::ptx::in_shared(" + source(operands[1]) + ")");
    if (without_space == values.end() || (name.has("shared") && what != "cvta")) throw Refused();
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
  std::string address(const std::string& text, bool in_shared = false) {
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') throw Refused();
    const std::string inside = trimmed(text.substr(1, text.size() - 2));
    const std::size_t plus = inside.find('+');
    int width = 0;
    const std::string base = source(trimmed(inside.substr(0, plus)), &width);
    if (width != 64 && !in_shared) throw Refused();
    return base + (plus == std::string::npos ? "" : " + " + source(trimmed(inside.substr(plus + 1))));
  }
  // An address of shared memory is a number of 32 bits, or 64 of which the upper half does not matter.
  std::string shared(const std::string& text) { return "::simt::ptx::shared(" + address(text, true) + ")"; }
  std::string place_of(const Name& name, const std::string& text) {
    return name.has("shared") ? "::simt::ptx::in_shared(" + address(text, true) + ")" : address(text);
  }
  static std::vector<std::string> items(const std::string& text) {
    if (text.front() != '{') return {text};
    std::vector<std::string> all;
    for (const std::string& part : split(text.substr(1, text.size() - 2), ',')) all.push_back(trimmed(part));
    return all;
  }

  void memory(const Name& name, const std::vector<std::string>& operands) {
    if (operands.size() != 2 || name.types.size() != 1 || name.has("local") || name.has("async")) throw Refused();
    const std::string& type = name.types[0];
    const bool stores = name.operation == "st";
    const std::string place = place_of(name, operands[stores ? 0 : 1]);
    const std::vector<std::string> values = items(operands[stores ? 1 : 0]);
    if (int(values.size()) != name.vector) throw Refused();
    const bool ordered =
        name.has("volatile") || name.has("relaxed") || name.has("acquire") || name.has("release") || name.has("mmio");
    const bool past_l1 = ordered || name.has("cg") || name.has("cv") || name.has("lu");
    const std::string verb = stores ? "store" : past_l1 ? "load_past_l1" : "load";
    const std::string access = "::simt::ptx::" + verb + "<" + types.at(type) + ", " + std::to_string(name.vector) +
                               ", " + (ordered ? "true" : "false") + ">";
    if (stores) {
      std::string list;
      for (const std::string& value : values) list += (list.empty() ? "" : ", ") + as(value, type);
      if (name.has("release")) out_ += "::simt_fence(::simt_fence_release);";
      out_ += access + "(" + place + ", {{" + list + "}});";
      return;
    }
    out_ += "{ const auto simt_loaded = " + access + "(" + place + ");";
    for (std::size_t i = 0; i < values.size(); ++i) assign(values[i], "simt_loaded.items[" + std::to_string(i) + "]");
    out_ += "}";
    if (name.has("acquire")) out_ += name.has("cta") ? "::__threadfence_block();" : "::__threadfence();";
  }

  void atomic(const Name& name, const std::vector<std::string>& operands) {
    const bool result = name.operation == "atom";
    std::string function;
    for (const std::string& mode : name.modes) {
      if (const auto found = atomics.find(mode); found != atomics.end()) function = found->second;
      else if (!hints.contains(mode) && mode != "shared") throw Refused();
    }
    const std::size_t first = result ? 1 : 0;
    if (function.empty() || name.types.size() != 1 || name.vector != 1 || operands.size() < first + 2) throw Refused();
    if (!result && (function == "atomicExch" || function == "atomicCAS")) throw Refused();
    // CUDA has no atomic functions for what is only bits, nor for 64 of them with a sign, but for the order.
    std::string type = name.types[0];
    const bool ordered = function == "atomicMin" || function == "atomicMax";
    if (type[0] == 'b' || (type == "s64" && !ordered)) type = without_sign(type);
    std::string call =
        "::" + function + "(reinterpret_cast<" + types.at(type) + "*>(" + place_of(name, operands[first]) + ")";
    for (std::size_t i = first + 1; i < operands.size(); ++i) call += ", " + as(operands[i], type);
    call += ")";
    if (result) assign(operands[0], call);
    else out_ += call + ";";
    if ((name.has("acquire") || name.has("acq_rel")) && !name.has("cta")) out_ += "::simt_fence(::simt_fence_acquire);";
  }

  // Objects that threads wait at; the token is 64 bits.
  void barrier_object(const Name& name, const std::vector<std::string>& operands) {
    if (name.modes.empty()) throw Refused();
    const std::string& mode = name.modes[0];
    const bool gives = operands[0][0] != '[';
    if (gives && operands.size() < 2) throw Refused();
    if (mode == "pending_count") return assign(operands[0], "simt_mbarrier_pending(" + source(operands[1]) + ")");
    const std::string object = shared(operands[gives ? 1 : 0]);
    const std::size_t more = gives ? 2 : 1;
    const auto number = [&](std::size_t at, const char* otherwise) {
      return at < operands.size() ? "unsigned(" + source(operands[at]) + ")" : std::string(otherwise);
    };
    if (mode == "init") out_ += "::simt_mbarrier_init(" + object + ", " + number(1, "0") + ");";
    else if (mode == "inval") out_ += "::simt_mbarrier_end(" + object + ");";
    else if (mode == "expect_tx") out_ += "::simt_mbarrier_bytes(" + object + ", int(" + number(1, "0") + "));";
    else if (mode == "complete_tx") out_ += "::simt_mbarrier_bytes(" + object + ", -int(" + number(1, "0") + "));";
    else if (mode == "arrive" || mode == "arrive_drop") {
      const bool expects = name.has("expect_tx");
      const std::string call = "::simt_mbarrier_arrive(" + object + ", " + (expects ? "1" : number(more, "1")) + ", " +
                               (expects ? "int(" + number(more, "0") + ")" : "0") + ", " +
                               (mode == "arrive_drop" ? "1)" : "0)");
      if (gives) assign(operands[0], call);
      else out_ += call + ";";
    } else if (mode == "test_wait" || mode == "try_wait") {
      if (!gives || operands.size() < 3) throw Refused();
      assign(operands[0], "::simt_mbarrier_wait(" + object + ", " + source(operands[2]) + ", " +
                              (name.has("parity") ? "1" : "0") + ", " + (mode == "test_wait" ? "1)" : "0)"));
    } else {
      throw Refused();
    }
  }

  // Asynchronous copies; what they wait for is in simt/copies.h.
  void copy(const Name& name, const std::vector<std::string>& operands) {
    if (!name.has("async") || name.has("tensor") || name.has("reduce")) throw Refused();
    const std::string which = name.has("bulk") ? "::simt_bulk_" : "::simt_copy_";
    if (name.has("commit_group")) return void(out_ += which + "commit();");
    if (name.has("wait_all")) return void(out_ += which + "wait_all();");
    if (operands.empty()) throw Refused();
    if (name.has("wait_group"))
      return void(out_ += which + "wait(" + source(operands[0]) +
                          (!name.has("bulk")     ? ");"
                              : name.has("read") ? ", 1);"
                                                 : ", 0);"));
    if (name.has("arrive"))
      return void(out_ += "::simt_copy_arrive(" + shared(operands[0]) + (name.has("noinc") ? ", 1);" : ", 0);"));
    if (operands.size() < 3) throw Refused();
    const auto pointer = [&](std::size_t at) { return "reinterpret_cast<void*>(" + address(operands[at]) + ")"; };
    const std::string bytes = "unsigned(" + source(operands[2]) + ")";
    if (name.has("bulk") && name.has("mbarrier") && operands.size() >= 4) {
      const bool several = name.has("multicast");
      if (operands.size() != (several ? 5u : 4u)) throw Refused();
      const std::string call = several ? "multicast(" : name.has("global") ? "begin(" : "send(";
      if (several && !name.has("global")) throw Refused();
      out_ += "::simt_bulk_" + call + shared(operands[0]) + ", " +
              (name.has("global") ? pointer(1) : shared(operands[1])) + ", " + bytes + ", " + shared(operands[3]) +
              (several ? ", unsigned(" + source(operands[4]) + "));" : ");");
    } else if (name.has("bulk")) {
      if (!name.has("bulk_group") || operands.size() != 3) throw Refused();
      out_ += "::simt_bulk_begin(" + pointer(0) + ", " + shared(operands[1]) + ", " + bytes + ", nullptr);";
    } else {
      const std::string there = operands.size() > 3 ? "unsigned(" + source(operands[3]) + ")" : bytes;
      out_ += "::simt_copy_begin(" + shared(operands[0]) + ", " + pointer(1) + ", " + bytes + ", " + there + ");";
    }
  }

  // The same place in another block of the cluster.
  void remote_address(const Name& name, const std::vector<std::string>& operands) {
    const std::string own = name.has("shared") ? "::simt::ptx::shared(" + source(operands[1]) + ")"
                                               : "reinterpret_cast<const void*>(" + source(operands[1]) + ")";
    assign(operands[0], "(unsigned long long)(::simt_cluster_map(" + own + ", unsigned(" + source(operands[2]) + ")))");
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

  std::set<std::string> labels_;
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
