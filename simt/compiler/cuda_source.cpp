// Compiles a CUDA source: g++ -E, the rewriter, g++ -S with ThreadSanitizer's instrumentation, room between the
// variables, the assembler. The simulator's library answers the calls that the instrumentation makes.
#include <unistd.h>

#include <iostream>
#include <stdexcept>

#include "simt/compiler/divisions.hpp"
#include "simt/compiler/files.hpp"
#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/inline_copies.hpp"
#include "simt/compiler/messages/messages.hpp"
#include "simt/compiler/messages/missing.hpp"
#include "simt/compiler/precompiled.hpp"
#include "simt/compiler/red_zones.hpp"
#include "simt/compiler/rewriter/architecture.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"
#include "simt/compiler/run_time.hpp"
#include "simt/compiler/setup.hpp"

namespace simt::compiler {

namespace fs = std::filesystem;

int compile_cuda(const Setup& setup, const std::string& source, const std::string& object, const std::string& depfile) {
  const Options& options = setup.options;
  const Words for_kernels = options.for_kernels();
  Words language = {"-std=c++17", "-D__SIMTCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=13",
      "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=0", "-include", "cuda_runtime.h"};
  if (options.run_time)
    language.insert(language.end(), {"-D__CUDACC_RTC__=1", "-include", "simt/run_time_program.h", "-dI"});
  else language.push_back("-D__NVCC__=1");
  ScratchFile preprocessed(".ii"), rewritten(".ii"), messages(".txt");
  std::string cpp, program;
  const ReadFile read_file = [&setup](const std::string& path) {
    return path.starts_with(setup.own) || !fs::is_regular_file(path) ? "" : contents(path);
  };
  // What g++ said, in the words of the program.
  const auto said = [&] { return readable_messages(contents(messages.path), cpp, read_file); };
  const auto compile_with = [&](Words words) {
    if (isatty(STDERR_FILENO)) words.push_back("-fdiagnostics-color=always");
    const int status = setup.run(words, messages.path);
    if (status == 1 && contents(messages.path).empty())
      throw std::runtime_error("cannot write to " + fs::temp_directory_path().string() + "; is the disk full?");
    std::cerr << said();
    return status;
  };
  const auto preprocess = [&](const Words& more) {
    return compile_with(join({setup.common, language, setup.include, options.preprocess, for_kernels, more,
        {"-E", "-x", "c++", source, "-o", preprocessed.path}}));
  };
  if (options.step == Options::Step::dependencies)
    return setup.run(join({setup.common, language, setup.include, options.preprocess, for_kernels,
        setup.dependencies(source, object, depfile), {"-x", "c++", source}}));
  if (const int status = preprocess(setup.dependencies(source, object, depfile))) return status;
  cpp = contents(preprocessed.path);
  if (!options.run_time && asks_for_architecture(cpp, setup.own)) {
    if (const int status = preprocess({"-D__CUDA_ARCH__=900"})) return status;
    cpp = merge_architectures(cpp, contents(preprocessed.path));
  }

  try {
    if (options.run_time) cpp = check_includes(cpp, options.directories(), setup.own);
    check_headers(cpp, setup.own);
    program = rewrite(cpp, read_file);
    if (options.step == Options::Step::preprocess) {
      if (object.empty()) std::cout << program;
      else write_file(object, program);
      return 0;
    }
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
  Words rest = for_kernels;
  if (options.run_time) rest.push_back("-fno-gnu-unique");
  ScratchFile assembly(".s");
  const Words translate = join({setup.common, instrument, rest});
  if (options.headers) {
    write_file(object, std::string(parts_of(program).headers));
    return compile_with(join({translate, {"-x", "c++-header", "-fpreprocessed", object, "-o", object + ".gch"}}));
  }
  const auto assemble = [&](const std::string& text) {
    write_file(rewritten.path, text);
    return join({translate, {"-S", "-x", "c++", "-fpreprocessed", rewritten.path, "-o", assembly.path}});
  };
  // With the headers as the build has precompiled them, or if g++ has anything to say (that they are another g++'s, that
  // the program is wrong): all over again, with their text.
  const fs::path headers = setup.library / (options.run_time ? "run_time_headers.ii" : "headers.ii");
  const std::string short_program =
      for_kernels.empty() || for_kernels == Words{"-fopenmp"} ? with_precompiled(program, headers.string()) : "";
  if (short_program.empty() || setup.run(assemble(short_program), messages.path) || !said().empty())
    if (const int status = compile_with(assemble(program))) return status;
  write_file(assembly.path,
      prefer_instrumented(use_own_library(use_own_threads(trap_divisions(add_red_zones(contents(assembly.path)))))));
  return setup.run({setup.compiler, "-c", assembly.path, "-o", object});
}

}  // namespace simt::compiler
