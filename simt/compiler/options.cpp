// Reads simtcc's command line.
#include "simt/compiler/options.hpp"

#include <stdexcept>

namespace simt::compiler {

Options parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
      if (++i == argc) throw std::runtime_error("an argument is missing after " + word);
      return std::string(argv[i]);
    };
    if (word == "-o") options.output = value();
    else if (word == "-MF") options.depfile = value();
    else if (word == "-MD") options.depend = true;
    else if (word == "-shared" || word == "--shared") options.shared = true;
    else if (word == "-c") options.compile_only = true;
    else if (word == "--run-time") options.run_time = true;
    else if (word == "--headers") options.headers = true;
    else if (word == "-E") options.preprocess_only = true;
    else if (word[0] != '-' &&
             (word.ends_with(".cu") || word.ends_with(".cpp") || word.ends_with(".cc") || word.ends_with(".cxx"))) {
      if (!options.input.empty()) throw std::runtime_error("one source file at a time");
      options.input = word;
    } else options.rest.push_back(word);
  }
  if (options.input.empty() || (options.output.empty() && !options.preprocess_only))
    throw std::runtime_error("usage: simtcc [-shared] [-c] FILE.cu -o OUT [-MD -MF DEPFILE] [g++ options]");
  return options;
}

Words Options::directories() const {
  Words directories;
  for (const std::string& word : rest)
    if (word.starts_with("-I")) directories.push_back(word.substr(2));
  return directories;
}

}  // namespace simt::compiler
