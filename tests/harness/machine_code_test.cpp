// What a module's machine code tells: of instructions of both processors, in files that are for one or the other.
#include "harness/judge/machine_code.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>

namespace harness {
namespace {

// What is said of a module of that processor with those bytes in it: nothing, doubles, vectors and the like (any), one float.
std::string said_of(unsigned processor, const std::string& code) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_machine = Elf64_Half(processor);
  const std::string path = testing::TempDir() + "machine_code_test.so";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(&header), sizeof header) << code;
  return may_make_a_float_of_an_integer(path) ? may_make_floats_of_integers(path) ? "one float" : "wrong"
         : may_make_floats_of_integers(path)  ? "any"
                                              : "nothing";
}

std::string said_of_arm(std::uint32_t instruction) {
  return said_of(EM_AARCH64, std::string(reinterpret_cast<const char*>(&instruction), sizeof instruction));
}

TEST(MachineCode, OfX86) {
  EXPECT_EQ(said_of(EM_X86_64, "\xF3\x0F\x2A\xC7"), "one float");      // cvtsi2ss %edi, %xmm0
  EXPECT_EQ(said_of(EM_X86_64, "\xF3\x48\x0F\x2A\xC7"), "one float");  // cvtsi2ss %rdi, %xmm0
  EXPECT_EQ(said_of(EM_X86_64, "\xF2\x0F\x2A\xC7"), "any");            // cvtsi2sd %edi, %xmm0
  EXPECT_EQ(said_of(EM_X86_64, "\x0F\x5B\xC0"), "any");                // cvtdq2ps %xmm0, %xmm0
  EXPECT_EQ(said_of(EM_X86_64, "\xF3\x0F\x58\xC1"), "nothing");        // addss %xmm1, %xmm0
}

// As g++ 14.2 and binutils 2.44 write them.
TEST(MachineCode, OfArm) {
  for (const std::uint32_t to_float : {0x1E220000U, 0x1E230000U, 0x9E220000U, 0x1E02F000U, 0x5E21D800U, 0x5F3EE400U})
    EXPECT_EQ(said_of_arm(to_float), "one float") << std::hex << to_float;  // scvtf s0, w0; ucvtf; scvtf s0, s0, #2
  for (const std::uint32_t to_others :
      {0x9E620000U, 0x9E630000U, 0x1E620000U, 0x4E21DA10U, 0x4E61DBFFU, 0x5F7FE400U, 0x7F7EE400U, 0x4F3DE400U})
    EXPECT_EQ(said_of_arm(to_others), "any") << std::hex << to_others;  // scvtf d0, x0; scvtf v16.4s, v16.4s
  // fadd s0, s0, s1; fmov s0, w0; fcvtzs w0, s0; movi d0, #0; movi v0.16b, #1; fcvt d0, s0; and cvtsi2ss of x86
  for (const std::uint32_t other :
      {0x1E212800U, 0x1E270000U, 0x1E380000U, 0x2F00E400U, 0x4F00E420U, 0x1E22C000U, 0xC72A0FF3U})
    EXPECT_EQ(said_of_arm(other), "nothing") << std::hex << other;
}

TEST(MachineCode, OnlyWhatIsExecuted) {
  const std::uint32_t instructions[] = {0x1E220000, 0xD65F03C0};  // scvtf s0, w0; ret
  for (const int executed : {0, 1}) {
    Elf64_Ehdr header{};
    header.e_machine = EM_AARCH64;
    header.e_shoff = sizeof header + sizeof instructions;
    header.e_shnum = 1;
    Elf64_Shdr section{};
    section.sh_type = SHT_PROGBITS;
    section.sh_flags = SHF_EXECINSTR;
    section.sh_offset = sizeof header + (executed ? 0 : sizeof instructions[0]);
    section.sh_size = sizeof instructions[0];
    const std::string path = testing::TempDir() + "machine_code_test.so";
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&header), sizeof header);
    file.write(reinterpret_cast<const char*>(instructions), sizeof instructions);
    file.write(reinterpret_cast<const char*>(&section), sizeof section);
    file.close();
    EXPECT_EQ(may_make_a_float_of_an_integer(path), executed != 0);
  }
}

TEST(MachineCode, OfAnyOther) {
  EXPECT_EQ(said_of(EM_RISCV, ""), "one float");
  EXPECT_THROW(may_make_floats_of_integers(testing::TempDir() + "not_there.so"), std::runtime_error);
}

}  // namespace
}  // namespace harness
