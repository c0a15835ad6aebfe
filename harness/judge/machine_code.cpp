// Looks for x86-64's cvtsi2ss, cvtsi2sd, cvtdq2ps and cvtdq2pd among a file's bytes (Intel's manual, volume 2A), and for AArch64's
// scvtf and ucvtf (Arm's manual, C4.1), by which processor the file is for.
#include "harness/judge/machine_code.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace harness {
namespace {

// The opcode that begins at this byte, 0F; before it a prefix and a REX, or what else there is.
using Converts = bool(const unsigned char* byte, const unsigned char* begin);
unsigned char prefix_of(const unsigned char* byte, const unsigned char* begin) {
  if (byte > begin && (byte[-1] & 0xF0) == 0x40) --byte;  // REX
  return byte > begin ? byte[-1] : 0;
}
bool converts(const unsigned char* byte, const unsigned char* begin) {
  if (byte[1] == 0x5B) return true;  // cvtdq2ps has no prefix
  if (byte[1] != 0x2A && byte[1] != 0xE6) return false;
  const unsigned char prefix = prefix_of(byte, begin);
  return prefix == 0xF3 || prefix == 0xF2;
}
bool converts_one_to_float(const unsigned char* byte, const unsigned char* begin) {
  return byte[1] == 0x2A && prefix_of(byte, begin) == 0xF3;
}

// Which bits of an instruction of AArch64 say what it is, and what they are.
struct Pattern {
  std::uint32_t mask, bits;
};
// To a float: of a general register, as it is or divided by a power of two; of a register of vectors, alone, likewise.
constexpr std::array<Pattern, 4> one_to_float = {
    {{0x7FFEFC00, 0x1E220000}, {0x7FFE0000, 0x1E020000}, {0xDFFFFC00, 0x5E21D800}, {0xDFE0FC00, 0x5F20E400}}};
// To a float or a double: the same; and several in a register of vectors. (With no size in it the last would be a movi.)
constexpr std::array<Pattern, 8> to_any = {
    {{0x7F3EFC00, 0x1E220000}, {0x7F3E0000, 0x1E020000}, {0xDFBFFC00, 0x5E21D800}, {0xDFE0FC00, 0x5F20E400},
        {0xDFC0FC00, 0x5F40E400}, {0x9FBFFC00, 0x0E21D800}, {0x9FE0FC00, 0x0F20E400}, {0x9FC0FC00, 0x0F40E400}}};

template <std::size_t count>
bool has_one_of(const std::array<Pattern, count>& patterns, const std::string& bytes) {
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t instruction;
    std::memcpy(&instruction, bytes.data() + at, sizeof instruction);
    if (std::any_of(patterns.begin(), patterns.end(),
            [&](const Pattern& pattern) { return (instruction & pattern.mask) == pattern.bits; }))
      return true;
  }
  return false;
}

bool has_one_that(Converts converts, const std::string& bytes) {
  const auto* const begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* const last = begin + std::max<std::size_t>(bytes.size(), 1) - 1;
  for (const unsigned char* byte = begin; (byte = std::find(byte, last, 0x0F)) != last; ++byte)
    if (converts(byte, begin)) return true;
  return false;
}

// What is executed of a file of 64 bits: all of it, if it does not say. (What a debugger reads looks like anything.)
std::string code_of(const std::string& bytes) {
  const auto at = [&]<typename T>(std::uint64_t offset, T value) {
    if (offset + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
  };
  const auto header = at(0, Elf64_Ehdr{});
  if (!header.e_shnum) return bytes;
  std::string code;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto section = at(header.e_shoff + i * sizeof(Elf64_Shdr), Elf64_Shdr{});
    if (section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_EXECINSTR) && section.sh_offset < bytes.size()) {
      code.append(bytes, section.sh_offset, section.sh_size);
      code.append(-code.size() % sizeof(std::uint32_t), '\0');
    }
  }
  return code;
}

template <std::size_t count>
bool has_one(Converts converts, const std::array<Pattern, count>& patterns, const std::filesystem::path& module) {
  std::ifstream file(module, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) throw std::runtime_error("cannot read " + module.string());
  Elf64_Ehdr header{};
  std::memcpy(&header, bytes.data(), std::min(bytes.size(), sizeof header));
  if (header.e_machine == EM_X86_64) return has_one_that(converts, code_of(bytes));
  return header.e_machine != EM_AARCH64 || has_one_of(patterns, code_of(bytes));
}

}  // namespace

bool may_make_floats_of_integers(const std::filesystem::path& module) { return has_one(converts, to_any, module); }
bool may_make_a_float_of_an_integer(const std::filesystem::path& module) {
  return has_one(converts_one_to_float, one_to_float, module);
}

}  // namespace harness
