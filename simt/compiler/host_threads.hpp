// Lets instrumented code call the simulator's own threads: OpenMP's, the C++ library's, POSIX's (simt/openmp/).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace simt::compiler {

// An OpenMP construct that the simulator has not got.
struct MissingConstruct : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `assembly` is what g++ -S wrote. Calls of libgomp, of std::thread and of pthreads go to the simulator's functions of
// the same names with __wrap_ in front. Throws MissingConstruct.
std::string use_own_threads(std::string_view assembly);
// The same for functions of the C library that kernels call, or that the simulator watches: malloc, printf, memcpy, …; what
// the program defines itself stays its own.
std::string use_own_library(std::string_view assembly);
// The names of all threads' functions.
std::vector<std::string> own_thread_functions();

// What is put before the name of everything that a module's instrumented copy defines (rename_definitions).
inline constexpr std::string_view watched_prefix = "simt.";

// A module in plain C++ holds its code twice: as it is, and instrumented. Everything that `assembly` defines for others
// gets another name, and functions of the C library that the simulator has its own of are called by those names.
std::string rename_definitions(std::string_view assembly);

}  // namespace simt::compiler
