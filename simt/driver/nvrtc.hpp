// The parts of the simulator's NVRTC: its options, its messages.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace simt::driver {

// What a program's options come down to.
struct CompileOptions {
  int architecture = 75;                 // NVRTC's own choice
  bool real_architecture = false;        // sm_…: there is a cubin
  std::vector<std::string> words;        // for simtcc
  std::vector<std::string> directories;  // that #include looks into
  std::vector<std::string> included;     // headers before the first line
  bool source_included = true;           // #include "…" looks into the folder that the program's name says, too
  std::string log;                       // what NVRTC says about them
};
// False when one is unknown or has a wrong value; the log says which.
bool read_options(int count, const char* const* options, CompileOptions& out);

const std::vector<int>& supported_architectures();

// g++'s messages, as NVRTC writes them: "name(line): error: text", the source line, and at last how many errors there
// were. `sources` are the program and its headers by their names.
std::string nvrtc_log(const std::string& messages, const std::map<std::string, std::string>& sources,
    const std::string& program, bool has_directories, bool source_included);

}  // namespace simt::driver
