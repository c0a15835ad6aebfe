// simtcc: compiles plain CUDA C++ for the simulator, with the host's g++.
// Run: simtcc [-shared] FILE.cu -o OUT [-MD -MF DEPFILE] [-c] [-E] [-I… -D… and other g++ options]
//      simtcc --headers [--run-time] NOTHING.cu -o HEADERS   (the build does: precompiled.hpp)
//
// Its steps: g++ -E, the rewriter, g++ -S with ThreadSanitizer's instrumentation, room between the
// variables, the assembler and the linker, without ThreadSanitizer's runtime: the simulator's library
// answers the calls that the instrumentation makes. A .cpp is host code and compiled twice: as it is,
// optimised, and instrumented, with other names, for graders of its threads. Host code may use OpenMP in both.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <string>

#include "simt/compiler/rewriter/architecture.hpp"
#include "simt/compiler/divisions.hpp"
#include "simt/compiler/files.hpp"
#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/messages/messages.hpp"
#include "simt/compiler/messages/missing.hpp"
#include "simt/compiler/options.hpp"
#include "simt/compiler/precompiled.hpp"
#include "simt/compiler/process.hpp"
#include "simt/compiler/red_zones.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"
#include "simt/compiler/run_time.hpp"

namespace {

namespace fs = std::filesystem;
using namespace simt::compiler;

// With `messages`, what the command writes to stderr goes to that file.
int run_tool(const Words& words, const std::string& messages = "") {
  std::string why;
  const int status = run({words, {}, "", messages}, why);
  if (status < 0) std::cerr << "simtcc: cannot start " << words[0] << ": " << why << '\n';
  return status < 0 ? 2 : status;
}

std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

int compile(const Options& options) {
  const std::string compiler = environment_or("SIMTCC_CXX", SIMTCC_COMPILER);
  const fs::path library = environment_or("SIMTCC_LIBRARY_DIR", SIMTCC_LIBRARY_DIR);
  const std::string own = environment_or("SIMTCC_INCLUDE_DIR", SIMTCC_INCLUDE_DIR);  // the simulator's headers
  const Words include = {"-I" + own};
  // In a kernel these are the device heap's (engine/device_functions/heap.cpp).
  const std::string wrapped =
      "-Wl,--wrap=malloc,--wrap=free,--wrap=_Znwm,--wrap=_Znam,--wrap=_ZdlPv,--wrap=_ZdlPvm,--wrap=_ZdaPv,--wrap=_"
      "ZdaPvm";
  // The same values on every processor: a plain char with a sign, as nvcc's, and no multiplication fused with an addition.
  // Nor does g++ reach a variable by how far it lies from another, as it does on ARM: red zones move them.
  Words common = {compiler, "-g1", "-fPIC", "-fsigned-char", "-ffp-contract=off", "-fno-section-anchors"};
#if !defined(__x86_64__)
  // Which of x86's vectors a function is to be compiled for is of no concern to another processor.
  common.insert(common.end(), {"-Dtarget_clones(...)=unused", "-D__target_clones__(...)=unused"});
#endif
  Words finish;
  if (options.compile_only) finish = {"-c"};
  else
    finish = {options.shared ? "-shared" : "-pie", "-L" + library.string(), "-Xlinker", "-rpath", "-Xlinker",
        library.string(), "-pthread", "-Wl,--allow-shlib-undefined", wrapped};
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

  if (!options.input.ends_with(".cu")) {
    const Words as_it_is = {"-std=c++20", "-O2", "-fopenmp"};
    if (options.compile_only)
      return run_tool(
          join({common, as_it_is, include, options.rest, dependencies, finish, {options.input, "-o", options.output}}));
    // As kernels below, so that the same is said of both; who is called by whom does not matter here. Nothing is kept in
    // a register from one turn of a loop to the next (-fno-tree-loop-im): an access stands where its author wrote it.
    const Words watched = {"-std=c++20", "-O1", "-fopenmp", "-fno-tree-sra", "-fno-elide-constructors",
        "-fsanitize=thread", "-fno-omit-frame-pointer", "-fno-builtin-malloc", "-fno-builtin-free",
        "-fno-allocation-dce", "--param", "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0",
        "-fno-tree-loop-im", "-ftrivial-auto-var-init=pattern", "-w"};
    ScratchFile plain(".o"), assembly(".s"), object(".o"), said(".txt");
    std::future<int> instrumented = std::async(std::launch::async, [&] {
      return run_tool(
          join({common, watched, include, options.rest, {"-S", options.input, "-o", assembly.path}}), said.path);
    });
    const int status = run_tool(
        join({common, as_it_is, include, options.rest, dependencies, {"-c", options.input, "-o", plain.path}}));
    if (const int other = instrumented.get(); status || other) {
      if (!status) std::cerr << contents(said.path);
      return status ? status : other;
    }
    const std::string renamed = rename_definitions(use_own_threads(trap_divisions(contents(assembly.path))));
    write_file(assembly.path, renamed);
    if (const int failed = run_tool({compiler, "-c", assembly.path, "-o", object.path})) return failed;
    return run_tool(join({{compiler, "-fopenmp"}, finish,
        {plain.path, object.path, "-o", options.output, "-Wl,--as-needed", "-lsimt"}}));
  }

  Words language = {"-std=c++17", "-D__SIMTCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=13",
      "-D__CUDACC_VER_MINOR__=0", "-include", "cuda_runtime.h"};
  if (options.run_time)
    language.insert(language.end(), {"-D__CUDACC_RTC__=1", "-include", "simt/run_time_program.h", "-dI"});
  else language.insert(language.end(), {"-D__NVCC__=1", "-fopenmp"});
  ScratchFile preprocessed(".ii"), rewritten(".ii"), messages(".txt");
  std::string cpp, program;
  const ReadFile read_file = [&own](const std::string& path) {
    return path.starts_with(own) || !fs::is_regular_file(path) ? "" : contents(path);
  };
  // What g++ said, in the words of the program.
  const auto said = [&] { return readable_messages(contents(messages.path), cpp, read_file); };
  const auto compile_with = [&](Words words) {
    if (isatty(STDERR_FILENO)) words.push_back("-fdiagnostics-color=always");
    const int status = run_tool(words, messages.path);
    if (status == 1 && contents(messages.path).empty())
      throw std::runtime_error("cannot write to " + fs::temp_directory_path().string() + "; is the disk full?");
    std::cerr << said();
    return status;
  };
  const auto preprocess = [&](const Words& more) {
    return compile_with(join(
        {common, language, include, options.rest, more, {"-E", "-x", "c++", options.input, "-o", preprocessed.path}}));
  };
  if (const int status = preprocess(dependencies)) return status;
  cpp = contents(preprocessed.path);
  if (!options.run_time && asks_for_architecture(cpp, own)) {
    if (const int status = preprocess({"-D__CUDA_ARCH__=900"})) return status;
    cpp = merge_architectures(cpp, contents(preprocessed.path));
  }

  try {
    if (options.run_time) cpp = check_includes(cpp, options.directories(), own);
    check_headers(cpp, own);
    program = rewrite(cpp, read_file);
    if (options.preprocess_only) return std::cout << program, 0;
  } catch (const RewriteError& error) {
    std::cerr << error_message(error, read_file, isatty(STDERR_FILENO));
    return 1;
  }

  // -O1 keeps the loads and stores a kernel's author wrote, once each, as nvcc does: nothing is
  // vectorised, and -fno-tree-sra keeps a float4 copy one access of 16 bytes. Basic blocks announce
  // themselves (trace-pc), and every jump says where it goes (no jump tables) and no block is copied (no jump threading): the
  // lockstep model finds by them where lanes meet again.
  // An object that goes from memory straight into a call, or from a call into memory, g++ does not announce to anybody;
  // -fno-elide-constructors gives it a copy on the way, and the copy is announced.
  // A variable without a value would hold what other threads, and the simulator, left on the stack: addresses among it, and
  // so something else on every run. -ftrivial-auto-var-init gives all of them the same, which is none that anybody expects.
  // -g2 lists the variables of kernels (engine/record/private_arrays.cpp).
  // Versions of g++ differ in some passes; without these all of them make the same loads and stores (tests/simt/compilers):
  // - sink moves a load into the branch that uses it, from 14 on more of them (-fno-tree-sink);
  // - modref2 looks at a function once more when its loads and stores are announced. To 12.3 to 13 it then seems to write to
  //   any memory, and what was loaded in front of a call is loaded again behind it. What was known before stays known;
  // - 12.2 does not see that announcing is something done, takes a function that only reads for pure, and makes two calls
  //   of it one (-fno-ipa-pure-const);
  // - forwprop1 knows from 16 on what a structure holds that has just been stored, and does not load it.
  const Words instrument = {"-std=c++17", "-O1", "-fno-tree-sra", "-fno-jump-tables", "-fno-thread-jumps",
      "-fno-elide-constructors", "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "-fno-omit-frame-pointer",
      "-fstack-clash-protection", "-fno-builtin-printf", "-fno-semantic-interposition", "-fno-builtin-malloc",
      "-fno-builtin-free", "-fno-allocation-dce", "--param", "tsan-distinguish-volatile=1",
      "-ftrivial-auto-var-init=pattern", "-fno-tree-sink", "-fno-ipa-pure-const", "-fdisable-tree-modref2",
      "-fdisable-tree-forwprop1", "-g2", "-Wno-unknown-pragmas", "-Wno-tsan"};
  Words rest;
  rest.push_back(options.run_time ? "-fno-gnu-unique" : "-fopenmp");
  for (const std::string& word : options.rest)
    if (!(word.starts_with("-I") || word.starts_with("-D"))) rest.push_back(word);
  ScratchFile assembly(".s"), object(".o");
  const std::string& target = options.compile_only ? options.output : object.path;
  const Words translate = join({common, instrument, rest});
  if (options.headers) {
    write_file(options.output, std::string(parts_of(program).headers));
    return compile_with(
        join({translate, {"-x", "c++-header", "-fpreprocessed", options.output, "-o", options.output + ".gch"}}));
  }
  const auto assemble = [&](const std::string& text) {
    write_file(rewritten.path, text);
    return join({translate, {"-S", "-x", "c++", "-fpreprocessed", rewritten.path, "-o", assembly.path}});
  };
  // With the headers as the build has precompiled them, or if g++ has anything to say (that they are another g++'s, that
  // the program is wrong): all over again, with their text.
  const fs::path headers = library / (options.run_time ? "run_time_headers.ii" : "headers.ii");
  const std::string short_program = rest.size() == 1 ? with_precompiled(program, headers.string()) : "";
  if (short_program.empty() || run_tool(assemble(short_program), messages.path) || !said().empty())
    if (const int status = compile_with(assemble(program))) return status;
  const std::string with_room = use_own_threads(trap_divisions(add_red_zones(contents(assembly.path))));
  write_file(assembly.path, with_room);
  if (const int status = run_tool({compiler, "-c", assembly.path, "-o", target})) return status;
  if (options.compile_only) return 0;
  // Linked apart from compiling: with -fsanitize=thread the driver would bring its own runtime.
  // Of several run-time programs each must use its own symbols, whatever the others are called.
  if (options.run_time) finish.push_back("-Wl,-Bsymbolic");
  // Of these the simulator has its own (simt/engine/device_functions/libc.cpp, mathematics.cpp).
  Words replaced;
  for (const char* name : {
           "printf",
           "memcpy",
           "memmove",
           "memset",
           "memcmp",
           "fread",
           "fwrite",
#define SIMT_FLOAT1(name) #name "f",
#define SIMT_FLOAT2(name) #name "f",
#include "simt/float_functions.inc"
#undef SIMT_FLOAT1
#undef SIMT_FLOAT2
       })
    replaced.push_back(std::string("-Wl,--wrap=") + name);
  if (!options.run_time) finish.insert(finish.end(), {"-Wl,--as-needed", "-fopenmp"});
  return run_tool(join({{compiler}, finish, replaced, {target, "-o", options.output, "-lsimt"}}));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return compile(parse_options(argc, argv));
  } catch (const simt::compiler::MissingConstruct& error) {
    std::cerr << argv[1] << ": error: " << error.what() << '\n';
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "simtcc: " << error.what() << '\n';
    return 2;
  }
}
