// Says in one sentence that a name or a header of CUDA is not in the simulator, where g++ only says that it does not know it.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// `messages` is what g++ wrote. Gives it back with a line in front of the first message about each name or header of
// CUDA's that the simulator does not have; everything else stays as it is.
std::string explain_missing(std::string_view messages);

// Throws RewriteError where a program, as g++ -E left it, includes a header of NVIDIA's own that the simulator does not
// have: what it declares cannot work here. `own` is the folder of the simulator's headers.
void check_headers(std::string_view preprocessed, const std::string& own);

}  // namespace simt::compiler
