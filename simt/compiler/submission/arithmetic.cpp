// Names of libgcc's arithmetic (arithmetic.hpp), put together as GCC's internals manual has them: "__", what is done, the modes
// that it is done in, and mostly how many operands and results there are.
#include "simt/compiler/submission/arithmetic.hpp"

#include <array>
#include <string>
#include <unordered_set>

namespace simt::compiler {
namespace {

std::unordered_set<std::string> all_names() {
  using Words = std::initializer_list<const char*>;
  const Words integers = {"si", "di", "ti"};
  const Words floats = {"hf", "bf", "sf", "df", "xf", "tf"};
  std::unordered_set<std::string> names;
  const auto add = [&](Words operations, const std::string& modes, const char* operands) {
    for (const std::string operation : operations) names.insert("__" + operation + modes + operands);
  };
  for (const std::string integer : integers) {
    add({"div", "udiv", "mod", "umod", "mul", "ashl", "ashr", "lshr"}, integer, "3");
    add({"divmod", "udivmod"}, integer, "4");
    add({"neg", "cmp", "ucmp", "popcount", "parity", "clz", "ctz", "ffs", "clrsb", "bswap"}, integer, "2");
    for (const std::string real : floats) {
      add({"fix", "fixuns"}, real + integer, "");
      add({"float", "floatun"}, integer + real, "");
    }
  }
  for (const std::string real : floats) {
    add({"add", "sub", "mul", "div"}, real, "3");
    add({"neg", "eq", "ne", "lt", "le", "gt", "ge", "unord", "powi"}, real, "2");
    add({"mul", "div"}, real.substr(0, 1) + "c", "3");  // complex numbers of that
    for (const std::string other : floats) add({"extend", "trunc"}, real + other, "2");
  }
  return names;
}

}  // namespace

bool is_arithmetic(std::string_view name) {
  static const std::unordered_set<std::string> all = all_names();
  return name.starts_with("__") && all.contains(std::string(name));
}

}  // namespace simt::compiler
