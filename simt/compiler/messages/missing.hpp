// Says in one sentence that a name or a header of CUDA is not in the simulator, where g++ only says that it does not know it.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// The sentence for an error of g++'s, a line without colours: "the simulator does not have cudaGraph_t". Empty if what is
// missing there is nothing of CUDA's.
std::string missing_name(const std::string& line);

// The same for what the linker says: of a function of a library that only has headers here.
std::string missing_function(std::string_view said);

// Throws RewriteError where a program, as g++ -E left it, includes a header of NVIDIA's own that the simulator does not
// have: what it declares cannot work here. `own` is the folder of the simulator's headers.
void check_headers(std::string_view preprocessed, const std::string& own);

}  // namespace simt::compiler
