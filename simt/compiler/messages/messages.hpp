// The compiler's messages in the words of the program that a person wrote.
#pragma once

#include <string>
#include <string_view>

#include "simt/compiler/rewriter/rewriter.hpp"

namespace simt::compiler {

// What g++ says of a rewritten program, with
//   "In kernel ‘name’" where it says "In lambda function" of a kernel's body,
//   what a person calls it for what the rewriter has put in its place: threadIdx.x, <<<…>>>, __shared__,
//   a line in front of the first message about each name or header of CUDA's that the simulator does not have.
// Lines and columns are right as they are (rewriter.hpp). `preprocessed` and `read_file` are the rewriter's.
std::string readable_messages(std::string_view messages, std::string_view preprocessed, const ReadFile& read_file);

// An error of simtcc's own, or a warning, as g++ writes one, with the line of the source and a caret if there is a column.
std::string error_message(const RewriteError& error, const ReadFile& read_file, bool colour, bool warning = false);

}  // namespace simt::compiler
