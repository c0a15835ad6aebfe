// What every step of simtcc needs: which g++, which flags everywhere, and how a command is run.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "simt/compiler/options.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"

namespace simt::compiler {

struct Setup {
  explicit Setup(const Options& options);

  const Options& options;
  std::string compiler;
  std::filesystem::path library;  // the folder of libsimt.so, and of what lies beside it
  std::string own;                // the simulator's headers
  Words common, include;
  Words libraries;  // where CUB, Thrust and libcu++ are, if they are: behind all folders of a person's

  // A folder that looks like CUDA's own, for build systems (toolkit.py).
  std::filesystem::path toolkit() const { return library / "toolkit"; }

  // g++'s first number; 0 if it does not say.
  int version() const;
  // Its exit status; 2 if it does not start. With `messages`, what it writes to stderr goes to that file.
  int run(const Words& command, const std::string& messages = "") const;
  // Whether a file that g++ names is the simulator's, of CUDA's libraries or, where g++ says so (`system`), the system's: by where
  // it lies, since g++ names it as it is included, and OWN/../../home/mine.cu is nobody's but mine.
  bool is_trusted(std::string_view file, bool system) const;
  using Trusted = std::function<bool(std::string_view file, bool system)>;
  Trusted trusted() const;  // the same, and remembers
  // Reads the program's own files, and none of the simulator's.
  ReadFile own_files() const;
  // For g++, where it writes down what `source` includes; `object` is made of it.
  Words dependencies(const std::string& source, const std::string& object, const std::string& depfile) const;
};

Words join(std::initializer_list<Words> parts);

// For code that is watched: what g++ fills by itself, because a variable has no value, is no call of memset, of which the
// simulator is told. (ARM's g++ has no such switch: include/simt/program_memset.h.)
#if defined(__x86_64__)
inline const Words fills_in_line = {"-mmemset-strategy=rep_8byte:-1:noalign"};
#else
inline const Words fills_in_line = {};
#endif

// A CUDA source becomes an object (or what else is asked for). `depfile` may be empty.
int compile_cuda(const Setup&, const std::string& source, const std::string& object, const std::string& depfile);

// Makes PrecompiledHeaders(name) of what a source includes.
int precompile_headers(const Setup&, const std::string& source, const std::string& name);

// Makes NAME.plain.h, NAME.watched.h and what g++ has read of each, for build_module, of what a source includes.
int precompile_module_headers(const Setup&, const std::string& source, const std::string& name);

// A module of plain C++, for graders of its threads: its code twice, as it is and watched.
int build_module(const Setup&, const std::string& source, const std::string& output);

// Objects and libraries become a program or a shared object.
int link(const Setup&, const Words& objects, const std::string& output);

}  // namespace simt::compiler
