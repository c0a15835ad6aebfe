// Variables of kernels: __shared__ ones, and those that live on the device.
#include <set>

#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// Where the value of what is declared from `begin` to `end` begins, `= 0`, `{0}` or `(0)`; `end` if it has none.
std::size_t initializer(const Tokens& all, std::size_t begin, std::size_t end) {
  // Names since `struct`, `union`, …: behind one or none of them, or behind a base class, { opens the members.
  int names = 2;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "=" || (word == "{" && names > 1)) return i;
    if (word == "struct" || word == "class" || word == "union" || word == "enum") names = 0;
    else if (word == ":" && names < 2) names = -1000;
    else if (word == "decltype" || word == "alignas" || word == "__attribute__" || word == "__align__")
      i = all.closing(i + 1);
    else if (word == "<") i = all.template_closing(i);
    else if (word == "[") i = all.closing(i);
    else if (word == "{") i = all.closing(i), names = 2;
    else if (word == "(") {
      // `T name(0)`, and neither `T (*pointer)[4]` nor `T (name)`.
      const bool named =
          i > begin + 1 && all.is(i - 1, TokenKind::identifier) && all.spelling(i - 2) != "__shared__" &&
          (all.is(i - 2, TokenKind::identifier) || all.spelling(i - 2) == ">" || all.spelling(i - 2) == "*");
      if (named && all.spelling(i + 1) != "*" && all.spelling(i + 1) != "&") return i;
      i = all.closing(i);
    } else if (all.is(i, TokenKind::identifier)) ++names;
  }
  return end;
}

bool is_plain_type(std::string_view word) {
  static const std::set<std::string_view> plain = {"char", "short", "int", "long", "unsigned", "signed", "float",
      "double", "bool", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
      "uint64_t", "float2", "float3", "float4", "int2", "int3", "int4", "uint2", "uint3", "uint4", "double2"};
  return plain.contains(word);
}

// g++ guards a variable whose class has constructors, if the one without arguments does nothing, with a byte that threads
// would be seen to read and write. Not if a value is given.
void give_values(Edits& all, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view word = all.spelling(i);
    if (is_plain_type(word)) return;
    if (word == "<") i = all.template_closing(i);
    else if (word == "(" || word == "[" || word == "{") i = all.closing(i);
    else if (word == ",") all.before(i, " = {}");
  }
  all.before(end, " = {}");
}

// Whether the program gives the name to a type.
bool is_named_type(const Tokens& all, std::string_view name) {
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all.spelling(i) != name) continue;
    const std::string_view before = all.spelling(i - 1);
    if (before == "struct" || before == "class" || before == "union" || before == "using") return true;
    if (before == "}" && all.spelling(i + 1) == ";") return true;  // typedef struct { … } name;
  }
  return false;
}

// What asks, of a variable or of an array, for the alignment of its type and no more, if that is a structure of the program's.
// g++ for ARM begins an array at a multiple of 8 bytes, and then copies a structure of two floats in it by one access, where on
// x86 there are two. (Where a variable lies is red_zones.cpp's business.) A name that may be no type is not said twice: g++
// would say twice what is wrong with it.
std::string alignment_of_structure(const Tokens& all, std::size_t begin, std::size_t end) {
  std::string type;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "alignas" || word == "__attribute__") {
      i = all.closing(i + 1);
    } else if (word == "*" || word == "&" || word == "(" || word == "{" ||
               word == "::") {  // an address, or who knows what
      return "";
    } else if (word == "[") {
      i = all.closing(i);
    } else if (all.is(i, TokenKind::identifier) && type.empty()) {
      if (word == "static" || word == "__shared__" || word == "const" || word == "volatile" || word == "struct")
        continue;
      if (word == "typename" || is_plain_type(word) || !is_named_type(all, word)) return "";
      type = word;
      if (all.spelling(i + 1) == "<")
        for (const std::size_t last = all.template_closing(i + 1); i < last;)
          type += " " + std::string(all.spelling(++i));
    }
  }
  return type.empty() ? "" : ", aligned(alignof(" + type + "))";
}

}  // namespace

void rewrite_shared(Edits& all, std::size_t at) {
  // Forward and back over the declaration's specifiers: `extern __shared__ T a[]`, `__shared__ extern T a[]`.
  std::size_t end = at;
  int depth = 0;
  for (; end < all.size(); ++end) {
    const std::string_view word = all.spelling(end);
    if (word == "(" || word == "[" || word == "{") ++depth;
    if (word == ")" || word == "]" || word == "}") --depth;
    if (depth == 0 && word == ";") break;
  }
  bool is_extern = false;
  const std::size_t begin = all.declaration_begin(at), value = initializer(all, begin, end);
  if (value != end)
    all.fail(value,
        "a __shared__ variable cannot have an initializer, not even {}: let threads store to it, then call "
        "__syncthreads()");
  for (std::size_t i = begin; i < end && all.spelling(i) != "{"; ++i) {
    is_extern |= all.spelling(i) == "extern";
    if (all.spelling(i) == "static") all.replace(i, "");
  }
  if (!is_extern) {
    // A standard attribute may not stand behind `static __thread`; the GNU one may stand anywhere.
    for (std::size_t i = begin; i < end && all.spelling(i) != "{"; ++i)
      if (all.spelling(i) == "alignas" && all.spelling(i + 1) == "(") {
        all.replace(i, "__attribute__((aligned");
        all.replace(all.closing(i + 1), ")))");
      }
    // `static __thread` must lead: g++ takes __thread only right behind the storage class.
    all.replace(at, "");
    give_values(all, begin, end);
    // `used`: of one that nothing writes g++ would otherwise know the value, and no read of it would be seen.
    return all.before(begin, "__attribute__((used" + alignment_of_structure(all, begin, end) + ")) static __thread ");
  }
  // At namespace scope a label makes every such array the same memory. In a function, where g++ drops
  // labels from templates, a reference does; there the specifiers in front are part of its type.
  if (all.at_namespace_scope(begin)) {
    for (std::size_t i = begin; i < end; ++i)
      if (all.spelling(i) == "extern") all.replace(i, "");
    // g++ 14 takes one in a namespace without a name for this file's own, and would address it so.
    all.replace(at, "extern __thread __attribute__((tls_model(\"global-dynamic\")))");
    all.before(end, " __asm__(\"simt_dynamic_shared\")");
    return;
  }
  std::size_t bracket = at;
  while (bracket < end && all.spelling(bracket) != "[")
    bracket = all.spelling(bracket) == "(" ? all.closing(bracket) + 1 : bracket + 1;
  if (bracket == end || all.spelling(bracket + 1) != "]") all.fail(at, "expected `extern __shared__ T name[];`");
  std::string type;
  for (std::size_t i = begin; i < bracket; ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "extern" || word == "__shared__") all.replace(i, "");
    else if (word == "alignas" || word == "__attribute__" || word == "__align__") {
      for (const std::size_t last = all.closing(i + 1); i < last; ++i) all.replace(i, "");
      all.replace(i, "");
    } else if (i < bracket - 1) type += std::string(word) + " ";
  }
  const std::string name(all.spelling(bracket - 1));
  all.before(bracket - 1, "(&");
  all.after(bracket - 1, ")");
  all.before(end, " = ::simt::dynamic_shared()");
  declare_in_lambdas(all, end, name, " " + type + "(&" + name + ")[] = ::simt::dynamic_shared();");
}

void rewrite_device(Edits& all, std::size_t at) {
  all.replace(at, "");
  if (const std::size_t body = all.function_body(at)) return mark_returns(all, body);
  const std::size_t begin = all.declaration_begin(at);
  bool constant = false, managed = false, unchanging = false, pointer = false, array = false, plain = false,
       named = false, computed = false, has_linkage = false, weak = false;
  std::string name;  // of the first variable that is declared
  for (std::size_t i = begin; i < all.size(); ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "operator" || word == "~" || word == "using" || word == "friend") return;
    if (word == "template" || word == "inline") {
      weak = true;
      if (all.spelling(i + 1) == "<") i = all.template_closing(i + 1);
      continue;
    }
    if (word == "__attribute__" || word == "alignas" || word == "decltype" || word == "__align__") {
      i = all.closing(i + 1);
      continue;
    }
    if (word == "<" && i > at) {
      i = all.template_closing(i);
      continue;
    }
    constant |= word == "__constant__";
    managed |= word == "__managed__";
    unchanging |= word == "const" || word == "constexpr";
    computed |= word == "constexpr";
    has_linkage |= word == "static" || word == "extern";
    pointer |= word == "*" || word == "&";
    plain |= is_plain_type(word);
    if (i > at && all.is(i, TokenKind::identifier)) named = true, name = word;
    if (word == "[" && all.spelling(i + 1) == "[") {
      i = all.closing(i);
      continue;
    }
    array |= word == "[";
    if (i > at && word == "(" && !(all.spelling(i + 1) == "*" && all.spelling(all.closing(i) + 1) == "("))
      return;  // a function, or a lambda
    if (i > at && (word == ";" || word == "=" || word == "{" || word == "[" || word == "," || word == "(")) break;
  }
  if (!named) return;
  // Templates of variables and inline variables cannot be put into a section, where they would begin a line of the cache. A
  // symbol beside one says that it is constant (engine/memory/variables.cpp).
  if (weak) {
    all.replace(at, "__attribute__((aligned(128)))");
    if (constant && all.at_namespace_scope(begin))
      all.before(begin,
          "__attribute__((used)) static const char simt_constant__" + name + "__" + std::to_string(at) + " = 0; ");
    return;
  }
  // What never changes may lie with the program's constants: a GPU's compiler puts its value into the code. An
  // array of it is read from memory all the same, and __constant__ from the constant bank.
  // (Not constexpr ones: the program may need their values. Reads of a const are not instrumented, so the const goes.)
  const bool table = unchanging && !pointer;
  if (table && (!array || !plain || computed || !all.at_namespace_scope(begin))) return;
  if (table)
    for (std::size_t i = begin; all.spelling(i) != "["; ++i) {
      if (all.spelling(i) == "const") all.replace(i, has_linkage ? "" : "static");
      if (all.spelling(i) == "const") has_linkage = true;
    }
  const char* section = constant  ? "simt_constant"
                        : managed ? "simt_managed"
                        : table   ? "simt_device_const"
                                  : "simt_device";
  all.replace(at, "__attribute__((section(\"" + std::string(section) + "\")))");
}

}  // namespace simt::compiler
