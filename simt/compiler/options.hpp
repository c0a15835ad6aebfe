// simtcc's command line, which is nvcc's.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simt::compiler {

using Words = std::vector<std::string>;

enum class Language { cuda, cpp, c, none };

// What stands on the command line beside options, in that order: sources, objects, libraries.
struct Input {
  std::string word;   // a path, or -lNAME
  Language language;  // none: for the linker
};

struct Options {
  enum class Step { link, compile, preprocess, dependencies, archive, device_link, tell };

  Step step = Step::link;
  std::vector<Input> inputs;
  std::string output, output_folder, depfile, dependency_target;
  std::string depend;  // -MD, -MMD, -M or -MM; empty: no dependencies are written
  bool phony = false;  // -MP
  bool shared = false;
  bool run = false;         // what has been linked
  bool verbose = false;     // say each command before it runs
  bool dry = false;         // and do not run it
  bool headers = false;     // a source of headers, to precompile (precompiled.hpp)
  std::string precompiled;  // made with the same options; empty: those that stand before every program
  bool run_time = false;    // the program is one of NVRTC's (simt/driver/nvrtc.cpp)
  // A submission's code is kept away from what counts (submission/submission.hpp): what it may not have is said, or refused.
  enum class Submission { no, warned, refused } submission = Submission::no;
  Words preprocess;  // for g++ where it reads a source: -I, -D, -include, …
  Words host;        // for g++ where it compiles, or links, host code
  Words link;        // for g++ where it links
  Words run_arguments;
  Words ignored;     // options that mean nothing here, each with its reason
  std::string tell;  // what --help, --version and their like print

  Words sources() const;
  // The directories that -I names.
  Words directories() const;
  // The one that -iquote names; empty if there is none.
  std::string beside() const;
  // Of `host`, what g++ is given for CUDA sources: not what would change the loads and stores of kernels.
  Words for_kernels() const;
};

// Throws std::runtime_error, with one sentence.
Options parse_options(const Words& words);

// One of nvcc's options (nvcc_options.inc).
struct NvccOption {
  enum Takes { nothing, word, words };
  enum Becomes { obeyed, silent, said, refused };
  std::string_view name, short_name;
  Takes takes;
  Becomes becomes;
  std::string_view why, fine;
};
std::span<const NvccOption> nvcc_options();

}  // namespace simt::compiler
