// simtcc's command line.
#pragma once

#include <string>
#include <vector>

namespace simt::compiler {

using Words = std::vector<std::string>;

struct Options {
  std::string input, output, depfile;
  bool shared = false, compile_only = false, preprocess_only = false, depend = false;
  bool headers = false;   // only those that stand before every program (precompiled.hpp)
  bool run_time = false;  // the program is one of NVRTC's (simt/driver/nvrtc.cpp)
  Words rest;             // for g++

  // The directories that -I names.
  Words directories() const;
};

// Throws std::runtime_error.
Options parse_options(int argc, char** argv);

}  // namespace simt::compiler
