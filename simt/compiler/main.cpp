// simtcc: compiles plain CUDA C++ for the simulator, with the host's g++.
// Run: simtcc [-shared] FILE.cu -o OUT [-MD -MF DEPFILE] [-c] [-E] [-I… -D… and other g++ options]
//
// Its steps: g++ -E, the rewriter, g++ -S with ThreadSanitizer's instrumentation, room between the
// variables, the assembler and the linker, without ThreadSanitizer's runtime: the simulator's library
// answers the calls that the instrumentation makes. A .cpp is host code and compiled as it is,
// optimised. Host code may use OpenMP in both.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "simt/compiler/architecture.hpp"
#include "simt/compiler/missing.hpp"
#include "simt/compiler/red_zones.hpp"
#include "simt/compiler/rewriter.hpp"
#include "simt/compiler/run_time.hpp"

extern char** environ;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// With `messages`, what the command writes to stderr goes to that file.
int run(const Words& words, const std::string& messages = "") {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!messages.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_TRUNC, 0);
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error) {
    std::cerr << "simtcc: cannot start " << words[0] << ": " << std::strerror(error) << '\n';
    return 2;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

// Whatever is made on the way is gone at the end, whichever end that is.
struct ScratchFile {
  explicit ScratchFile(const std::string& suffix) {
    std::string pattern = (fs::temp_directory_path() / "simtcc-XXXXXX").string() + suffix;
    const int file = mkstemps(pattern.data(), int(suffix.size()));
    if (file < 0) throw std::runtime_error("cannot write to " + fs::temp_directory_path().string());
    close(file);
    path = pattern;
  }
  ~ScratchFile() { std::remove(path.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  std::string path;
};

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Compiles, and says of CUDA's names that are not there that they are not there.
int run_explained(Words words) {
  ScratchFile messages(".txt");
  if (isatty(STDERR_FILENO)) words.push_back("-fdiagnostics-color=always");
  const int status = run(words, messages.path);
  std::cerr << simt::compiler::explain_missing(contents(messages.path));
  return status;
}

struct Options {
  std::string input, output, depfile;
  bool shared = false, compile_only = false, preprocess_only = false, depend = false;
  bool run_time = false;  // the program is one of NVRTC's (simt/driver/nvrtc.cpp)
  Words rest;
};

Options parse(int argc, char** argv) {
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

std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

Words directories_of(const Words& words) {
  Words directories;
  for (const std::string& word : words)
    if (word.starts_with("-I")) directories.push_back(word.substr(2));
  return directories;
}

int compile(const Options& options) {
  const std::string compiler = environment_or("SIMTCC_CXX", "g++");
  const fs::path library = environment_or("SIMTCC_LIBRARY_DIR", SIMTCC_LIBRARY_DIR);
  const Words include = {"-I" + environment_or("SIMTCC_INCLUDE_DIR", SIMTCC_INCLUDE_DIR)};
  // In a kernel these are the device heap's (engine/device_functions/heap.cpp).
  const std::string wrapped =
      "-Wl,--wrap=malloc,--wrap=free,--wrap=_Znwm,--wrap=_Znam,--wrap=_ZdlPv,--wrap=_ZdlPvm,--wrap=_ZdaPv,--wrap=_"
      "ZdaPvm";
  Words common = {compiler, "-g1", "-fPIC"};
  Words finish;
  if (options.compile_only) finish = {"-c"};
  else
    finish = {options.shared ? "-shared" : "-pie", "-L" + library.string(), "-Wl,-rpath," + library.string(),
        "-pthread", wrapped};
  if (!options.compile_only && *SIMTCC_SANITIZE) finish.push_back(SIMTCC_SANITIZE);
  Words dependencies;
  if (options.depend)
    dependencies = {
        "-MD", "-MF", options.depfile.empty() ? options.output + ".d" : options.depfile, "-MT", options.output};
  const auto join = [](std::initializer_list<Words> parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };

  if (!options.input.ends_with(".cu"))
    return run(join({common, {"-std=c++20", "-O2", "-fopenmp"}, include, options.rest, dependencies, finish,
        {options.input, "-o", options.output, "-Wl,--as-needed", "-lsimt"}}));

  Words language = {"-std=c++17", "-D__SIMTCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=13",
      "-D__CUDACC_VER_MINOR__=0", "-include", "cuda_runtime.h"};
  if (options.run_time)
    language.insert(language.end(), {"-D__CUDACC_RTC__=1", "-include", "simt/run_time_program.h", "-dI"});
  else language.insert(language.end(), {"-D__NVCC__=1", "-fopenmp"});
  ScratchFile preprocessed(".ii"), rewritten(".ii");
  const auto preprocess = [&](const Words& more) {
    return run_explained(join(
        {common, language, include, options.rest, more, {"-E", "-x", "c++", options.input, "-o", preprocessed.path}}));
  };
  if (const int status = preprocess(dependencies)) return status;
  std::string cpp = contents(preprocessed.path);
  if (!options.run_time && simt::compiler::asks_for_architecture(cpp, include[0].substr(2))) {
    if (const int status = preprocess({"-D__CUDA_ARCH__=900"})) return status;
    cpp = simt::compiler::merge_architectures(cpp, contents(preprocessed.path));
  }

  try {
    if (options.run_time) cpp = simt::compiler::check_includes(cpp, directories_of(options.rest), include[0].substr(2));
    simt::compiler::check_headers(cpp, include[0].substr(2));
    cpp = simt::compiler::rewrite(cpp);
  } catch (const simt::compiler::RewriteError& error) {
    std::cerr << error.file << ':' << error.line << ": error: " << error.what() << '\n';
    return 1;
  }
  if (options.preprocess_only) return std::cout << cpp, 0;
  std::ofstream(rewritten.path) << cpp;

  // -O1 keeps the loads and stores a kernel's author wrote, once each, as nvcc does: nothing is
  // vectorised, and -fno-tree-sra keeps a float4 copy one access of 16 bytes. Basic blocks announce
  // themselves (trace-pc), and every jump says where it goes (no jump tables) and no block is copied (no jump threading): the
  // lockstep model finds by them where lanes meet again.
  // An object that goes from memory straight into a call, or from a call into memory, g++ does not announce to anybody;
  // -fno-elide-constructors gives it a copy on the way, and the copy is announced.
  // A variable without a value would hold what other threads, and the simulator, left on the stack: addresses among it, and
  // so something else on every run. -ftrivial-auto-var-init gives all of them the same, which is none that anybody expects.
  // -g2 lists the variables of kernels (engine/record/private_arrays.cpp).
  const Words instrument = {"-std=c++17", "-O1", "-fno-tree-sra", "-fno-jump-tables", "-fno-thread-jumps",
      "-fno-elide-constructors", "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "-fno-omit-frame-pointer",
      "-ffp-contract=off", "-fstack-clash-protection", "-fno-builtin-printf", "-fno-semantic-interposition",
      "-fno-builtin-malloc", "-fno-builtin-free", "-fno-allocation-dce", "--param", "tsan-distinguish-volatile=1",
      "-ftrivial-auto-var-init=pattern", "-g2", "-Wno-unknown-pragmas", "-Wno-tsan"};
  Words rest;
  rest.push_back(options.run_time ? "-fno-gnu-unique" : "-fopenmp");
  for (const std::string& word : options.rest)
    if (!(word.starts_with("-I") || word.starts_with("-D"))) rest.push_back(word);
  ScratchFile assembly(".s"), object(".o");
  const std::string& target = options.compile_only ? options.output : object.path;
  if (const int status = run_explained(
          join({common, instrument, rest, {"-S", "-x", "c++", "-fpreprocessed", rewritten.path, "-o", assembly.path}})))
    return status;
  const std::string with_room = simt::compiler::add_red_zones(contents(assembly.path));
  std::ofstream(assembly.path) << with_room;
  if (const int status = run({compiler, "-c", assembly.path, "-o", target})) return status;
  if (options.compile_only) return 0;
  // Linked apart from compiling: with -fsanitize=thread the driver would bring its own runtime.
  // Of several run-time programs each must use its own symbols, whatever the others are called.
  if (options.run_time) finish.push_back("-Wl,-Bsymbolic");
  // Of these the simulator has its own (simt/engine/device_functions/libc.cpp).
  Words replaced;
  for (const char* name : {"printf", "memcpy", "memmove", "memset", "memcmp", "fread", "fwrite"})
    replaced.push_back(std::string("-Wl,--wrap=") + name);
  if (!options.run_time) finish.insert(finish.end(), {"-Wl,--as-needed", "-fopenmp"});
  return run(join({{compiler}, finish, replaced, {target, "-o", options.output, "-lsimt"}}));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return compile(parse(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << "simtcc: " << error.what() << '\n';
    return 2;
  }
}
