// What is special about a program that is compiled at run time: NVRTC finds no header of the host's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::compiler {

// `preprocessed` is what g++ -E -dI wrote: with a line `#include …` for each header that the program asked for. Gives it
// back without these lines. Throws RewriteError about one that NVRTC would not find: it lies in none of `directories`, is
// not asked for by quotes and lies in `beside` or beside who asks, and is no header of the simulator's (in `own`) that CUDA's
// include folder, named among the directories, would offer.
std::string check_includes(std::string_view preprocessed, const std::vector<std::string>& directories,
    const std::string& beside, const std::string& own);

}  // namespace simt::compiler
