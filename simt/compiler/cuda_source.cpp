// Compiles a CUDA source: g++ -E, the rewriter, g++ -S with ThreadSanitizer's instrumentation, room between the
// variables, the assembler. The simulator's library answers the calls that the instrumentation makes.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
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

namespace {

// Whether the headers as the build has let g++ read them may stand for their text: no -D or -I of a person's, which they might
// heed, and no flag that changes how they are read. (g++ would notice most of that, and not all.)
bool may_be_precompiled(const Options& options) {
  const auto harmless = [](const std::string& word) {
    return word == "-fopenmp" || word.starts_with("-W") || word.starts_with("-fdiagnostics") ||
           word.starts_with("-fdebug-prefix-map");
  };
  const Words words = options.for_kernels();
  return options.step != Options::Step::preprocess && !options.dry && !options.headers &&
         (options.run_time || options.preprocess.empty()) && !std::getenv("SIMTCC_INCLUDE_DIR") &&
         std::all_of(words.begin(), words.end(), harmless);
}

}  // namespace

int compile_cuda(const Setup& setup, const std::string& source, const std::string& object, const std::string& depfile) {
  const Options& options = setup.options;
  const Words for_kernels = options.for_kernels();
  Words language = {"-std=c++17", "-D__SIMTCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=13",
      "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=0"};
  language.push_back(options.run_time ? "-D__CUDACC_RTC__=1" : "-D__NVCC__=1");
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
  Words text_of_headers = {"-include", "cuda_runtime.h"};
  if (options.run_time) text_of_headers.insert(text_of_headers.end(), {"-include", "simt/run_time_program.h"});
  const auto reading = [&](const Words& headers, const Words& more) {
    return join({setup.common, language, setup.include, headers, options.preprocess, for_kernels,
        options.run_time ? Words{"-dI"} : Words{}, more, {"-E", "-x", "c++", source, "-o", preprocessed.path}});
  };
  if (options.step == Options::Step::dependencies)
    return setup.run(join({setup.common, language, setup.include, text_of_headers, options.preprocess, for_kernels,
        setup.dependencies(source, object, depfile), {"-x", "c++", source}}));
  const Words dependencies = setup.dependencies(source, object, depfile);
  const PrecompiledHeaders precompiled((setup.library / (options.run_time ? "run_time_headers" : "headers")).string());
  const auto read_precompiled = [&] {
    if (setup.run(reading(precompiled.words(), dependencies), messages.path)) return false;
    cpp = contents(preprocessed.path);
    return said().empty() && precompiled.stand_in(cpp) && !asks_for_architecture(cpp, setup.own);
  };
  const auto read_text = [&] {
    if (const int status = compile_with(reading(text_of_headers, dependencies))) return status;
    cpp = contents(preprocessed.path);
    if (options.run_time || !asks_for_architecture(cpp, setup.own)) return 0;
    if (const int status = compile_with(reading(text_of_headers, {"-D__CUDA_ARCH__=900"}))) return status;
    cpp = merge_architectures(cpp, contents(preprocessed.path));
    return 0;
  };
  const auto rewrite_it = [&] {
    if (options.run_time) cpp = check_includes(cpp, options.directories(), setup.own);
    check_headers(cpp, setup.own);
    program = rewrite(cpp, read_file);
  };

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
  const auto assemble = [&] {
    write_file(rewritten.path, program);
    return join({translate, {"-S", "-x", "c++", "-fpreprocessed", rewritten.path, "-o", assembly.path}});
  };
  // With the headers as the build has precompiled them, or if there is anything to say (that they are another g++'s, that
  // the program is wrong): all over again, with their text.
  const auto translate_precompiled = [&] {
    try {
      if (!read_precompiled()) return false;
      rewrite_it();
    } catch (const RewriteError&) {
      return false;
    }
    program = precompiled.rewritten(program);
    return setup.run(assemble(), messages.path) == 0 && said().empty();
  };
  if (!may_be_precompiled(options) || !precompiled.up_to_date(setup.own) || !translate_precompiled()) {
    if (const int status = read_text()) return status;
    try {
      rewrite_it();
    } catch (const RewriteError& error) {
      std::cerr << error_message(error, read_file, isatty(STDERR_FILENO));
      return 1;
    }
    if (options.step == Options::Step::preprocess) {
      if (object.empty()) std::cout << program;
      else write_file(object, program);
      return 0;
    }
    if (options.headers) {
      const PrecompiledHeaders made(object);
      write_file(made.text, PrecompiledHeaders::including(text_of_headers));
      write_file(made.rewritten_text, std::string(headers_of(program)));
      if (const int status =
              compile_with(join({setup.common, language, setup.include, {"-x", "c++-header", made.text}})))
        return status;
      return compile_with(join({translate,
          {"-x", "c++-header", "-fpreprocessed", made.rewritten_text, "-o", made.rewritten_text + ".gch"}}));
    }
    if (const int status = compile_with(assemble())) return status;
  }
  write_file(assembly.path,
      prefer_instrumented(use_own_library(use_own_threads(trap_divisions(add_red_zones(contents(assembly.path)))))));
  return setup.run({setup.compiler, "-c", assembly.path, "-o", object});
}

}  // namespace simt::compiler
