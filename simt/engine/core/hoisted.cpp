// Reads what the arms of a branch begin with (hoisted.hpp).
#include "simt/engine/core/hoisted.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/engine/platform/instructions.hpp"

namespace simt {
namespace {

std::optional<std::int64_t> number_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0]))) return {};
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return negative ? -std::int64_t(number) : std::int64_t(number);
}

std::size_t word_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) || text[length] == '_'))
    ++length;
  return length;
}

// The operands of an instruction's text; those of a place in memory are one.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> found;
  std::size_t begin = 0;
  bool in_memory = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '[' || text[i] == ']')) in_memory = text[i] == '[';
    if (i < text.size() && (text[i] != ',' || in_memory)) continue;
    std::string_view operand = text.substr(begin, i - begin);
    while (operand.starts_with(' ')) operand.remove_prefix(1);
    if (!operand.empty()) found.push_back(operand);
    begin = i + 1;
  }
  return found;
}

// A number, and so many times each of others, which are told apart by how they were made.
struct Value {
  explicit Value(std::int64_t number) : number(number) {}
  explicit Value(std::string made) {
    // What was made of much has a short name.
    if (made.size() > 200) made = '#' + std::to_string(std::hash<std::string>{}(made));
    parts[made] = 1;
  }
  Value& add(const Value& other, std::int64_t times) {
    number += other.number * times;
    for (const auto& [part, so_often] : other.parts)
      if ((parts[part] += so_often * times) == 0) parts.erase(part);
    return *this;
  }
  bool is_number() const { return parts.empty(); }
  std::string text() const {
    if (number == 0 && parts.size() == 1 && parts.begin()->second == 1) return parts.begin()->first;
    std::string all = '{' + std::to_string(number);
    for (const auto& [part, times] : parts) all += '+' + std::to_string(times) + '*' + part;
    return all + '}';
  }

  std::int64_t number = 0;
  std::map<std::string, std::int64_t> parts;
};

// Behind the places of whole numbers: those of all other registers.
constexpr std::uint64_t other_registers = 1000;

std::uint64_t place_of(unsigned part) {
  const unsigned whole = whole_register(part);
  return whole ? whole : other_registers + part;
}

struct Reader {
  csh handle = 0;
  cs_insn* instruction = nullptr;
  std::unordered_map<std::string, unsigned> names;  // of registers
  Reader() {
    if (cs_open(architecture, mode, &handle) != CS_ERR_OK) return;
    cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
    instruction = cs_malloc(handle);
    for (unsigned part = 1; part < all_registers; ++part)
      if (const char* const name = cs_reg_name(handle, part)) names.emplace(name, part);
  }
  ~Reader() {
    if (instruction) cs_free(instruction, 1), cs_close(&handle);
  }
  Reader(const Reader&) = delete;
};

// What one arm does up to one of its calls.
struct Stretch {
  std::string called;               // and with which first argument
  std::multiset<std::string> done;  // since the call before, but for addresses
  std::uint64_t back = 0;           // where the call returns to

  bool operator==(const Stretch& other) const { return called == other.called && done == other.done; }
};

// An arm's stretches, with every value written as how it was made of what the registers held in front of the arm.
class Arm {
 public:
  Arm(const Reader& reader, const std::uint8_t* code, const FlowBlock& block) : reader_(reader) {
    std::size_t left = block.end - block.begin;
    std::uint64_t address = block.begin;
    while (
        stretches.size() <= most_hoisted && cs_disasm_iter(reader.handle, &code, &left, &address, reader.instruction)) {
      const cs_insn& at = *reader.instruction;
      if (is_over_trap(at, code, left) && target(at) > address && target(at) - address < left) {
        const std::size_t over = target(at) - address;  // a division's guard, which nobody wrote
        code += over, left -= over, address += over;
        continue;
      }
      if (is_jump(reader.handle, at) || cs_insn_group(reader.handle, &at, CS_GRP_RET)) return;
      if (is_call(reader.handle, at)) end_stretch(at, address);
      else read(at);
    }
  }

  std::vector<Stretch> stretches;

 private:
  void end_stretch(const cs_insn& at, std::uint64_t back) {
    now_.called = std::string(at.op_str) + ' ' + value_of(first_argument).text();
    now_.back = back;
    stretches.push_back(std::exchange(now_, {}));
    // What a call may change it leaves the same way in either arm.
    const auto outlives = [](std::uint64_t where) {
      return where >= first_that_outlives_calls && where < other_registers;
    };
    std::erase_if(values_, [&](const auto& value) { return !outlives(value.first); });
    calls_ = std::to_string(stretches.size());
  }

  Value value_of(std::uint64_t where) const {
    const auto found = values_.find(where);
    if (found != values_.end()) return found->second;
    const bool outlives = where >= first_that_outlives_calls && where < other_registers;
    return Value('r' + std::to_string(where) + (outlives ? "" : '.' + calls_));
  }

  // A word of an instruction: a register, of which the upper half may be left aside, a number, or something else.
  Value value_of(std::string_view word) const {
    if (word.starts_with('#')) word.remove_prefix(1);
    if (const auto found = reader_.names.find(std::string(word)); found != reader_.names.end()) {
      const Value whole = value_of(place_of(found->second));
      return whole_register(found->second) && !is_whole(word) ? Value(whole.text() + ":part") : whole;
    }
    if (const auto number = number_of(word)) return Value(*number);
    return Value(std::string(word));
  }

  // An operand's text, with its registers replaced by their values.
  std::string replaced(std::string_view operand) const {
    std::string text;
    while (!operand.empty()) {
      const std::size_t length = word_length(operand);
      if (length) text += value_of(operand.substr(0, length)).text();
      else if (operand[0] != ' ') text += operand[0];
      operand.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
  }

  // A place in memory, `behind` bytes behind what an instruction names.
  std::string place(const cs_insn& at, std::string_view text, std::int64_t behind = 0) const {
    if (const std::uint64_t where = address_by_place(at)) return '[' + std::to_string(where) + ']';
    if (const auto near = near_register(at))
      return '[' + value_of(place_of(near->base)).add(Value(near->distance + behind), 1).text() + ']';
    return replaced(text);
  }

  Value kept_at(const std::string& place) const {
    const auto kept = frame_.find(place);
    return kept != frame_.end() ? kept->second : Value(place);
  }

  Value operand(const cs_insn& at, std::string_view text) const {
    return text.find('[') == std::string_view::npos ? value_of(text) : kept_at(place(at, text));
  }

  void store(const cs_insn& at, std::string_view from, std::string_view to, std::int64_t behind = 0) {
    const std::string where = place(at, to, behind);
    now_.done.insert("store " + replaced(from) + ' ' + where);
    frame_.insert_or_assign(where, value_of(from));
  }

  // Two registers with one instruction are as two instructions.
  void read_pair(const cs_insn& at, const std::vector<std::string_view>& operands, std::int64_t bytes) {
    if (stores(at)) {
      store(at, operands[0], operands[2]);
      store(at, operands[1], operands[2], bytes);
      return;
    }
    const std::string first = place(at, operands[2]), second = place(at, operands[2], bytes);
    for (const auto& [name, from] : {std::pair(operands[0], first), std::pair(operands[1], second)})
      if (const auto found = reader_.names.find(std::string(name)); found != reader_.names.end())
        values_.insert_or_assign(place_of(found->second), kept_at(from));
  }

  // [base + index*4 + 8], or the operands of a sum.
  Value sum_in(std::string_view text) const {
    Value sum(0);
    for (std::int64_t sign = 1; !text.empty();) {
      const std::size_t end = std::min(text.find_first_of("+-"), text.size());
      std::string_view term = text.substr(0, end);
      while (term.ends_with(' ')) term.remove_suffix(1);
      while (term.starts_with(' ')) term.remove_prefix(1);
      const std::size_t times = term.find('*');
      const std::int64_t scale = times == std::string_view::npos ? 1 : number_of(term.substr(times + 1)).value_or(1);
      if (!term.empty()) sum.add(value_of(term.substr(0, times)), sign * scale);
      if (end == text.size()) break;
      sign = text[end] == '-' ? -1 : 1;
      text.remove_prefix(end + 1);
    }
    return sum;
  }

  // What an instruction makes that only adds, moves or makes numbers longer; none: it does something else.
  std::optional<Value> address_made(const cs_insn& at, const std::vector<std::string_view>& operands) const {
    const std::string_view name = at.mnemonic;
    const std::size_t count = operands.size();
    const Value before = count ? value_of(operands[0]) : Value(0);
    if (const auto put = number_put(at, before.is_number() ? std::optional(before.number) : std::nullopt))
      return Value(*put);
    if (only_copies(at) && count == 2) return operand(at, operands[1]);
    if (name == "cdqe") return Value("long " + value_of(1).text());
    if ((name == "movsxd" || name == "sxtw") && count == 2) return Value("long " + operand(at, operands[1]).text());
    if (name == "lea" && count == 2 && !address_by_place(at)) {
      const std::string_view place = operands[1];
      return sum_in(place.substr(place.find('[') + 1, place.find(']') - place.find('[') - 1));
    }
    if (name == "lea" && count == 2) return Value(std::int64_t(address_by_place(at)));
    if (name == "adrp" && count == 2) return value_of(operands[1]);
    const bool adds = name == "add" || name == "sub", shifts = name == "shl" || name == "sal" || name == "lsl";
    if ((!adds && !shifts) || count < 2) return {};
    // Of three, the first is only written.
    Value made = operand(at, operands[count > 2]);
    Value by = operand(at, operands[count > 2 ? 2 : 1]);
    if (shifts)
      return by.is_number() && by.number < 64 ? Value(0).add(made, std::int64_t(1) << by.number)
                                              : std::optional<Value>{};
    std::int64_t times = name == "sub" ? -1 : 1;
    if (count == 4) {  // a register shifted, or made longer and shifted: lsl #2, sxtw #2
      const std::size_t number = operands[3].find('#');
      const auto shift =
          number == std::string_view::npos ? std::optional<std::int64_t>(0) : number_of(operands[3].substr(number + 1));
      if (!shift || *shift > 63) return {};
      if (!operands[3].starts_with("lsl")) by = Value("long " + by.text());
      times *= std::int64_t(1) << *shift;
    }
    return made.add(by, times);
  }

  void read(const cs_insn& at) {
    cs_regs reads, writes;
    std::uint8_t count_read = 0, count_written = 0;
    if (cs_regs_access(reader_.handle, &at, reads, &count_read, writes, &count_written) != CS_ERR_OK) {
      now_.done.insert("?");
      return;
    }
    std::set<std::uint64_t> written;
    for (unsigned i = 0; i < count_written; ++i)
      if (writes[i] != flags_register) written.insert(place_of(writes[i]));
    const std::vector<std::string_view> operands = split(at.op_str);
    const std::int64_t bytes_of_each = bytes_of_each_of_two(at);
    if (bytes_of_each && operands.size() == 3) return read_pair(at, operands, bytes_of_each);
    if (stores(at) && operands.size() == 2 && only_copies(at))
      return store(at, operands[1 - stored_to], operands[stored_to]);
    if (stores(at)) {
      frame_.clear();
      now_.done.insert(std::string(at.mnemonic) + ' ' + replaced(at.op_str));
      return;
    }
    std::optional<Value> value = written.size() == 1 ? address_made(at, operands) : std::nullopt;
    if (!value) {
      std::string made = at.mnemonic;
      const Number first = simt::operands(at) ? number_at(at, 0) : Number{};
      if (first.becomes_constant && operands.size() == 2 && operands[0] == operands[1]) made = "0";  // without itself
      else
        for (std::size_t i = first.is_written && !first.is_read; i < operands.size(); ++i)
          made += ' ' + operand(at, operands[i]).text();
      now_.done.insert(made);
      value = Value('(' + made + ')');
    }
    for (const std::uint64_t where : written)
      values_.insert_or_assign(
          where, written.size() == 1 ? *value : Value(value->text() + '/' + std::to_string(where)));
  }

  const Reader& reader_;
  std::map<std::uint64_t, Value> values_;  // by register
  std::map<std::string, Value> frame_;     // what was put there in the arm
  std::string calls_;                      // so far
  Stretch now_;
};

}  // namespace

void find_hoisted(Flow& flow, const std::uint8_t* code, std::size_t size) {
  std::vector<int> led_to(flow.blocks.size(), 0);
  for (const FlowBlock& block : flow.blocks)
    for (const int next : block.next)
      if (next != -1) ++led_to[std::size_t(next)];
  const Reader reader;
  if (!reader.instruction || size < flow.end - flow.begin) return;
  for (const FlowBlock& fork : flow.blocks) {
    const auto [one, other] = fork.next;
    if (one == -1 || other == -1 || one == other || !fork.calls) continue;
    FlowBlock &first = flow.blocks[std::size_t(std::min(one, other))],
              &second = flow.blocks[std::size_t(std::max(one, other))];
    if (led_to[std::size_t(one)] != 1 || led_to[std::size_t(other)] != 1 || !first.calls || !second.calls ||
        first.loop != fork.loop || second.loop != fork.loop)
      continue;
    const Arm a(reader, code + (first.begin - flow.begin), first),
        b(reader, code + (second.begin - flow.begin), second);
    // The first call says that the lane has come to the block; in front of it a compiler at most puts registers by.
    for (std::size_t i = 1; i < std::min(a.stretches.size(), b.stretches.size()); ++i) {
      if (!(a.stretches[i] == b.stretches[i])) break;
      first.hoisted.push_back({a.stretches[i].back, a.stretches[i].back});
      second.hoisted.push_back({b.stretches[i].back, a.stretches[i].back});
    }
  }
}

}  // namespace simt
