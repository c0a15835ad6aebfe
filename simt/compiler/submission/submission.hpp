// What a submission may not have. The simulator's counters are made in its own process, so nothing of it may be compiled past
// the instrumentation, or call, replace or jump into what counts (README.md, "What a submission may not do").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/compiler/setup.hpp"

namespace simt::compiler {

// Each says what, and where; a line of 0 means the whole file.
using Refusals = std::vector<RewriteError>;

// text.cpp: `preprocessed` is the output of g++ -E. Inline assembly other than the PTX that the rewriter takes (`ptx`: in a
// .cpp there is none), attributes and pragmas that change how code is compiled, names of the instrumentation, and what would
// hide any of it: #line, macros that paste such words into headers. Only a submission's own files count: those that are not
// trusted (setup.hpp).
Refusals refused_text(
    std::string_view preprocessed, const Setup::Trusted& trusted, const ReadFile& read_file, bool ptx);

// same_text.cpp: of a program that is compiled twice, watched and as it is: whether it says the same both times. `plain` and
// `watched` are the outputs of g++ -E.
Refusals refused_difference(std::string_view plain, std::string_view watched, const Setup::Trusted& trusted);

// assembly.cpp: what g++ made of it, as it came out: assembly from whatever macro or template, instructions that no
// program of this course needs and that reach what the instrumentation does not see.
Refusals refused_assembly(std::string_view assembly, const Setup::Trusted& trusted);

// symbols.cpp: the object's symbols: what it uses and neither defines nor may use, and what it defines although it is the
// simulator's. `library` is libsimt.so; in `assembly` the lines are looked up.
Refusals refused_symbols(
    const std::string& object, const std::string& library, std::string_view assembly, const std::string& source);

// tell.cpp: says them, as errors or as warnings, and whether it was errors: then there is no submission.
bool tell(const Setup&, const Refusals&);
// Where warnings are kept, a line each, beside what is made.
std::string refusals_file(const Options&);

}  // namespace simt::compiler
