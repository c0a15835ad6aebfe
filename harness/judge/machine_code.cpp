// Looks for x86-64's cvtsi2ss, cvtsi2sd, cvtdq2ps and cvtdq2pd among a file's bytes (Intel's manual, volume 2A).
#include "harness/judge/machine_code.hpp"

#include <algorithm>
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

bool has_one_that(Converts converts, const std::filesystem::path& module) {
#if defined(__x86_64__)
  std::ifstream file(module, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) throw std::runtime_error("cannot read " + module.string());
  const auto* const begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* const last = begin + bytes.size() - 1;
  for (const unsigned char* byte = begin; (byte = std::find(byte, last, 0x0F)) != last; ++byte)
    if (converts(byte, begin)) return true;
  return false;
#else
  (void)converts, (void)module;
  return true;
#endif
}

}  // namespace

bool may_make_floats_of_integers(const std::filesystem::path& module) { return has_one_that(converts, module); }
bool may_make_a_float_of_an_integer(const std::filesystem::path& module) {
  return has_one_that(converts_one_to_float, module);
}

}  // namespace harness
