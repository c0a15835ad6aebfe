// The body of a kernel becomes the work of one thread.
#include <set>

#include "simt/compiler/rewriter/rewriting.hpp"
#include "simt/cuda_libraries.hpp"

namespace simt::compiler {
namespace {

// `template <typename T, int n, class... R>` gives `<T, n, R...>`; false where a parameter has no name.
bool template_arguments(const Tokens& all, std::size_t open, std::string& out) {
  const std::size_t close = all.template_closing(open);
  std::string_view last;
  bool pack = false, is_default = false;
  int depth = 0;
  for (std::size_t i = open + 1; i <= close; ++i) {
    const std::string_view word = all.spelling(i);
    if (i == close || (depth == 0 && word == ",")) {
      if (last.empty() || last == "typename" || last == "class" || last == "int" || last == "bool" ||
          last == "unsigned")
        return false;
      out += (out.empty() ? "<" : ", ") + std::string(last) + (pack ? "..." : "");
      last = {};
      pack = is_default = false;
      continue;
    }
    if (word == "(" || word == "[" || word == "{" || word == "<") ++depth;
    if (word == ")" || word == "]" || word == "}" || word == ">") --depth;
    if (depth == 0 && word == "=") is_default = true;
    if (is_default) continue;
    pack |= word == "." && all.spelling(i + 1) == "." && all.spelling(i + 2) == ".";
    if (depth == 0 && all.is(i, TokenKind::identifier)) last = word;
  }
  if (!out.empty()) out += ">";
  return true;
}

// What a program needs that launches kernels by their bare address (cudaLaunchKernel): each kernel's parameters, put
// down where the kernel is instantiated. Empty where the kernel's name means something else in its body.
std::string registration(const Tokens& all, std::size_t at, std::size_t open, const std::string& bounds) {
  const std::string_view name = all.spelling(open - 1);
  if (!all.is(open - 1, TokenKind::identifier)) return "";  // an explicit specialisation: its template has said it
  std::string parameters, arguments;
  const std::size_t close = all.closing(open);
  int depth = 0;
  bool is_default = false;
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::string_view word = all.spelling(i);
    if (all.is(i, TokenKind::directive)) continue;
    if (word == name) return "";
    if (word == "(" || word == "[" || word == "{" || word == "<") ++depth;
    if (word == ")" || word == "]" || word == "}" || word == ">") --depth;
    if (depth == 0 && word == "=") is_default = true;
    if (depth == 0 && word == ",") is_default = false;
    if (!is_default) parameters += std::string(word) + (word == "." ? "" : " ");
  }
  for (std::size_t i = all.declaration_begin(at); i < at; ++i)
    if (all.spelling(i) == "template") {
      if (!template_arguments(all, i + 1, arguments)) return "";
      break;
    }
  return " ::simt::register_kernel<static_cast<void (*)(" + parameters + ")>(&" + std::string(name) + arguments +
         "), ::simt::bound_of_launch(" + bounds + ")>();";
}

// Of __cluster_dims__(2, 1, 1), or another such word, in front of a kernel's parameters: the numbers; empty if there is none.
std::string numbers_of(std::string_view word, const Tokens& all, std::size_t at, std::size_t parameters) {
  for (std::size_t i = all.declaration_begin(at); i < parameters; ++i) {
    if (all.spelling(i) != word || all.spelling(i + 1) != "(") continue;
    std::string numbers;
    for (std::size_t k = i + 2; k < all.closing(i + 1); ++k) {
      // In the body, where they are put, a parameter of that name hides what was meant.
      for (std::size_t p = parameters; p < all.closing(parameters); ++p)
        if (all.is(k, TokenKind::identifier) && all.spelling(p) == all.spelling(k)) return "";
      numbers += std::string(all.spelling(k)) + " ";
    }
    return numbers;
  }
  return "";
}

}  // namespace

std::optional<KernelHead> find_kernel(const Tokens& all, std::size_t at) {
  for (std::size_t i = at + 1; i < all.size(); ++i) {
    const std::string_view word = all.spelling(i);
    if (word == ";" || word == "{" || word == "}") break;
    if (word == "[" && all.spelling(i + 1) == "[") {
      i = all.closing(i);
      continue;
    }
    if (word != "(") continue;
    const std::string_view name = all.spelling(i - 1);
    if (name == "__launch_bounds__" || name == "__attribute__" || name == "alignas" || name == "__cluster_dims__" ||
        name == "decltype") {
      i = all.closing(i);
      continue;
    }
    std::size_t body = all.closing(i) + 1;
    while (all.spelling(body) == "noexcept" || all.spelling(body) == "__attribute__")
      body = all.spelling(body + 1) == "(" ? all.closing(body + 1) + 1 : body + 1;
    if (all.spelling(body) == "->")
      while (body < all.size() && all.spelling(body) != "{" && all.spelling(body) != ";") ++body;
    if (all.spelling(body) != "{") break;  // a declaration
    return KernelHead{i, body};
  }
  return {};
}

void mark_returns(Edits& all, std::size_t body) {
  const std::size_t end = all.closing(body);
  for (std::size_t i = body; i < end; ++i) {
    if (all.spelling(i) != "return" || all.spelling(i + 1) != ";" || all.is_replaced(i)) continue;
    all.replace(i, "{ ::simt::returned(); return");
    all.after(i + 1, " }");
  }
}

void rewrite_kernel(Edits& all, std::size_t at, bool by_address) {
  all.replace(at, "");
  const auto kernel = find_kernel(all, at);
  if (!kernel) return;
  mark_returns(all, kernel->body);
  const std::string dims = numbers_of("__cluster_dims__", all, at, kernel->parameters);
  // What a library asks for of its own kernels it keeps to.
  const bool of_library = is_of_cuda_libraries(all.place(at).file);
  const std::string bounds = of_library ? "" : numbers_of("__launch_bounds__", all, at, kernel->parameters);
  if (by_address && !of_library) all.after(kernel->body, registration(all, at, kernel->parameters, bounds));
  all.after(
      kernel->body, (dims.empty() ? "" : " ::simt::simt_cluster_dims(" + dims + ");") +
                        (bounds.empty() ? "" : " ::simt::simt_launch_bounds(" + bounds + ");") +
                        " ::simt::enter(__PRETTY_FUNCTION__, [=]() mutable __attribute__((always_inline)) -> void {");
  all.before(all.closing(kernel->body), "}); ");
}

bool asks_for_addresses(const Tokens& all) {
  static const std::set<std::string_view> asks = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel",
      "cudaLaunchKernelExC", "cudaKernelNodeParams", "simt_module", "cudaFuncGetAttributes",
      "cudaOccupancyMaxPotentialBlockSize", "cudaOccupancyMaxPotentialBlockSizeVariableSMem"};
  bool ours = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string_view word = all.spelling(i);
    if (all.is(i, TokenKind::directive))
      ours = word.find('"') == std::string_view::npos ? ours : word.find("/include/simt/") != std::string_view::npos;
    else if (!ours && asks.contains(word)) return true;
  }
  return false;
}

}  // namespace simt::compiler
