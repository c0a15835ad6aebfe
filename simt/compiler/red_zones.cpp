// Puts room between the variables of kernels, in the text that g++ hands to the assembler.
//
// The linker lays variables out one behind the other. Without room in between, `a[32]` of `__shared__ int a[32], b[32]` is
// `b[0]`, and no checker that sees only addresses could tell.
#include "simt/compiler/red_zones.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace simt::compiler {
namespace {

// Bytes: 32 banks of 4, and a line of the cache. Every variable begins a row: which banks, sectors and lines its elements are
// in does not hang on what g++ and the linker make of alignment, which differs from processor to processor.
constexpr std::uint64_t bank_row = 128;
constexpr std::uint64_t least_room = 256, most_room = 16384;

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(
      beginnings.begin(), beginnings.end(), [&](std::string_view beginning) { return text.starts_with(beginning); });
}

// As much room as the object takes: an index up to twice too large is caught.
std::uint64_t room_for(std::uint64_t size) {
  return std::clamp((size + bank_row - 1) / bank_row * bank_row, least_room, most_room);
}

// Whether a line cannot stand inside an object: a label, and what is said in front of one. Every other line is taken for the
// object's data, whichever directive it is (architectures have their own: .value, .hword, .2byte, .xword): in front of data
// that belongs to the object, room would move it away from its name.
bool ends_object(std::string_view line) {
  return line.empty() || line[0] != '\t' || changes_section(line) ||
         starts_with_any(line, {"\t.align", "\t.balign", "\t.p2align", "\t.globl", "\t.global", "\t.weak", "\t.hidden",
                                   "\t.type", "\t.size", "\t.set", "\t.ident"});
}

}  // namespace

bool changes_section(std::string_view line) {
  return starts_with_any(line, {"\t.section", "\t.text", "\t.data", "\t.bss", "\t.previous", "\t.popsection"});
}

bool begins_thread_local(std::string_view line) {
  return starts_with_any(line, {"\t.section\t.tbss", "\t.section\t.tdata"});
}

std::uint64_t size_in(std::string_view line) {
  const std::size_t comma = line.rfind(", ");
  std::uint64_t size = 0;
  if (comma == std::string_view::npos) return 0;
  const std::string_view digits = line.substr(comma + 2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  return error == std::errc() && end == digits.data() + digits.size() ? size : 0;
}

std::string add_red_zones(std::string_view assembly) {
  std::string result;
  result.reserve(assembly.size() + assembly.size() / 16);
  bool watched = false, threads_own = false;  // in a section with variables of kernels; of thread-local storage
  bool in_object = false;
  std::uint64_t size = 0;
  for (std::size_t begin = 0; begin < assembly.size();) {
    const std::size_t newline = assembly.find('\n', begin);
    const std::size_t end = newline == std::string_view::npos ? assembly.size() : newline;
    const std::string_view line = assembly.substr(begin, end - begin);
    begin = end + 1;
    if (in_object && ends_object(line)) {
      result += "\t.zero\t" + std::to_string(room_for(size)) + "\n";
      in_object = false;
      size = 0;
    }
    if (changes_section(line)) {
      const std::string_view name = line.starts_with("\t.section\t") ? line.substr(10) : std::string_view();
      threads_own = begins_thread_local(line);
      watched = threads_own || starts_with_any(name, {"simt_device", "simt_managed", "simt_constant"});
    } else if (watched && line.starts_with("\t.size\t")) {
      size = size_in(line);
    } else if (watched && size && !line.empty() && line.back() == ':' && line[0] != '\t') {
      in_object = true;
      result += "\t.balign\t" + std::to_string(bank_row) + "\n";
    }
    result += line;
    result += '\n';
  }
  return result;
}

}  // namespace simt::compiler
