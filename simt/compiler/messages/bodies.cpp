// Finds the bodies of kernels and of the lambdas in them.
#include "simt/compiler/messages/bodies.hpp"

#include <algorithm>

#include "simt/compiler/rewriter/rewriting.hpp"

namespace simt::compiler {
namespace {

// The { of the body of the lambda that `[` at token `at` introduces; 0 if it introduces none.
std::size_t lambda_body(const Tokens& all, std::size_t at) {
  const std::string_view before = all.spelling(at - 1);
  const bool subscript = (all.is(at - 1, TokenKind::identifier) && before != "return") ||
                         all.is(at - 1, TokenKind::literal) || before == ")" || before == "]";
  if (subscript || all.spelling(at + 1) == "[") return 0;
  for (std::size_t i = all.closing(at) + 1; i < all.size(); ++i) {
    const std::string_view word = all.spelling(i);
    if (word == "{") return i;
    if (word == "(") i = all.closing(i);
    else if (word == "<") i = all.template_closing(i);
    else if (word == ";" || word == "," || word == ")" || word == "]" || word == "}" || word == "=") return 0;
  }
  return 0;
}

}  // namespace

KernelBodies::KernelBodies(std::string_view preprocessed, const ReadFile& read_file) {
  Edits all(preprocessed);
  all.place_by_source(read_file);
  const auto note = [&](const std::string& kernel, std::size_t open) {
    const Place begin = all.place(open), end = all.place(all.closing(open));
    bodies_.push_back({kernel, std::string(begin.file), {begin.line, begin.column}, {end.line, end.column}});
  };
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all.spelling(at) != "__global__") continue;
    const auto kernel = find_kernel(all, at);
    if (!kernel) continue;
    std::size_t name = kernel->parameters - 1;
    if (all.spelling(name) == ">") name = all.template_opening(name) - 1;  // of a specialisation
    note(std::string(all.spelling(name)), kernel->body);
    const std::size_t end = all.closing(kernel->body);
    for (std::size_t i = kernel->body + 1; i < end; ++i)
      if (all.spelling(i) == "[")
        if (const std::size_t open = lambda_body(all, i)) note("", open);
    at = end;
  }
}

std::string KernelBodies::kernel_at(std::string_view file, int line, int column) const {
  std::string kernel;
  for (const Body& body : bodies_) {
    if (body.file != file) continue;
    const auto at = [&](int otherwise) { return std::pair(line, column ? column : otherwise); };
    if (at(body.begin.second) >= body.begin && at(body.end.second) <= body.end) kernel = body.kernel;
  }
  return kernel;
}

std::string KernelBodies::kernel_of(std::string_view signature) const {
  std::size_t name_end = signature.rfind(')');
  if (name_end == std::string_view::npos) return "";
  for (int depth = 1; depth && name_end > 0;) {  // back over the parameters
    const char c = signature[--name_end];
    depth += (c == ')') - (c == '(');
  }
  if (name_end > 0 && signature[name_end - 1] == '>')
    for (int depth = 0; name_end > 0;) {  // and over the template's arguments
      const char c = signature[--name_end];
      depth += (c == '>') - (c == '<');
      if (depth == 0) break;
    }
  std::string_view name = signature.substr(0, name_end);
  name.remove_prefix(std::min(name.find_last_of(" :*&>(‘'") + 1, name.size()));
  const auto body = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& body) { return body.kernel == name; });
  return name.empty() || body == bodies_.end() ? "" : std::string(name);
}

}  // namespace simt::compiler
