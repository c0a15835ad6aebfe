// Compiles a CUDA source: g++ -E, the rewriter, g++ -S with ThreadSanitizer's instrumentation, room between the
// variables, the assembler. The simulator's library answers the calls that the instrumentation makes.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
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
#include "simt/compiler/submission/call_guards.hpp"
#include "simt/compiler/submission/jump_guards.hpp"
#include "simt/compiler/shared_sizes.hpp"
#include "simt/compiler/submission/return_guards.hpp"
#include "simt/compiler/submission/store_guards.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace simt::compiler {

namespace fs = std::filesystem;

namespace {

// How a program is read. libcu++ must not take the host's threads for the host's pass and none for the device's: both are one here.
Words language(const Options& options) {
  return {"-std=c++17", "-D__SIMTCC__=1", "-D__CUDACC__=1", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
      "-D__CUDACC_VER_BUILD__=0", "-D_LIBCUDACXX_HAS_THREAD_API_CUDA=1",
      options.run_time ? "-D__CUDACC_RTC__=1" : "-D__NVCC__=1"};
}

// -O1 keeps the loads and stores a kernel's author wrote, once each, as nvcc does: nothing is
// vectorised, and -fno-tree-sra keeps a float4 copy one access of 16 bytes. Basic blocks announce
// themselves (trace-pc), and every jump says where it goes (no jump tables) and no block is copied (no jump threading): the
// lockstep model finds by them where lanes meet again.
// An object that goes from memory straight into a call, or from a call into memory, g++ does not announce to anybody;
// -fno-elide-constructors gives it a copy on the way, and the copy is announced.
// A variable without a value would hold what other threads, and the simulator, left on the stack: addresses among it, and
// so something else on every run. -ftrivial-auto-var-init gives all of them the same, which is none that anybody expects.
// A mathematical function writes no errno on a GPU, so it touches no memory (-fno-math-errno).
// -g2 lists the variables of kernels (engine/record/private_arrays.cpp). Where in registers their values are, nobody asks, and
// -fno-var-tracking-assignments does not write it down: a tenth of the compile, and the same code and lines.
// Versions of g++ differ in some passes; without these all of them make the same loads and stores (tests/simt/compilers):
// - sink moves a load into the branch that uses it, from 14 on more of them (-fno-tree-sink);
// - modref2 looks at a function once more when its loads and stores are announced. To 12.3 to 13 it then seems to write to
//   any memory, and what was loaded in front of a call is loaded again behind it. What was known before stays known;
// - 12.2 does not see that announcing is something done, takes a function that only reads for pure, and makes two calls
//   of it one (-fno-ipa-pure-const);
// - forwprop knows from 16 on what a structure holds that has just been stored, and does not load it; and one that is copied by
//   way of a local variable it copies from where it came from, and loads that twice (-fno-tree-forwprop);
// - cunroll unrolls a loop of few rounds if it reckons that this makes no more code, and from 15 on it reckons otherwise: one
//   place of the source is then several. With max-completely-peel-times=0 a loop stays one;
// - 15 and newer know that `delete` does not read what it is given, and store nothing there in front of it
//   (-fno-assume-sane-operators-new-delete, which older ones do not know);
// - a memset of some thousand bytes was filled in line, where nobody is told of it, or a call, by version and number. What a
//   program calls is a call (-fno-builtin-memset), and what g++ fills by itself, a variable without a value, is not
//   (fills_in_line; on ARM it is one by another name, include/simt/program_memset.h);
// - 16 adds to a register what is loaded from a volatile variable in one instruction
//   (-fno-fuse-ops-with-volatile-access, which older ones do not know).
const Words instrumented = {"-std=c++17", "-O1", "-fno-tree-sra", "-fno-jump-tables", "-fno-thread-jumps",
    "-fno-elide-constructors", "-fsanitize=thread", "-fsanitize-coverage=trace-pc", "-fno-omit-frame-pointer",
    "-fstack-clash-protection", "-fno-builtin-printf", "-fno-builtin-memset", "-fno-semantic-interposition",
    "-fno-builtin-malloc", "-fno-builtin-free", "-fno-allocation-dce", "--param", "tsan-distinguish-volatile=1",
    "-ftrivial-auto-var-init=pattern", "-fno-tree-sink", "-fno-ipa-pure-const", "-fdisable-tree-modref2",
    "-fno-tree-forwprop", "--param", "max-completely-peel-times=0", "-fno-math-errno", "-g2",
    "-fno-var-tracking-assignments", "-Wno-unknown-pragmas", "-Wno-tsan"};

// What older versions do not know.
Words of_newer_versions(int version) {
  Words words;
  if (version >= 15) words.push_back("-fno-assume-sane-operators-new-delete");
  if (version >= 16) words.push_back("-fno-fuse-ops-with-volatile-access");
  return words;
}

// Whether the headers as the build has let g++ read them may stand for their text: no -D or -I of a person's, which they might
// heed, and no flag that changes how they are read. (g++ would notice most of that, and not all.)
bool may_be_precompiled(const Options& options) {
  if (options.step == Options::Step::preprocess || options.dry) return false;
  if (!options.precompiled.empty()) return true;
  const auto harmless = [](const std::string& word) {
    return word == "-fopenmp" || word.starts_with("-W") || word.starts_with("-fdiagnostics") ||
           word.starts_with("-fdebug-prefix-map");
  };
  const Words words = options.for_kernels();
  return (options.run_time || options.preprocess.empty()) && !std::getenv("SIMTCC_INCLUDE_DIR") &&
         std::all_of(words.begin(), words.end(), harmless);
}

class Compilation {
 public:
  Compilation(const Setup& setup, const std::string& source)
      : setup_(setup), options_(setup.options), source_(source) {}

  // The object, or what else is asked for.
  int compile(const std::string& object, const std::string& depfile) {
    const Words dependencies = setup_.dependencies(source_, object, depfile);
    if (options_.step == Options::Step::dependencies)
      return setup_.run(join({reading(text_of_headers()), dependencies, {"-x", "c++", source_}}));
    std::optional<int> status;
    if (may_be_precompiled(options_))
      if (const PrecompiledHeaders headers = built_headers(); headers.up_to_date(setup_.own))
        status = compile_with(headers, dependencies);
    if (!status) {
      if (const int failed = compile_text(dependencies)) return failed;
      if (options_.step == Options::Step::preprocess) {
        if (object.empty()) std::cout << program_;
        else write_file(object, program_);
        return 0;
      }
      status = say(assembling());
    }
    if (*status) return *status;
    if (is_submission() && tell(setup_, refused_assembly(contents(assembly_.path), setup_.trusted()))) return 1;
    std::string assembly = contents(assembly_.path);
    if (const std::string words = too_much_shared(assembly, source_); !words.empty()) {
      std::cerr << words;
      return 1;
    }
    if (options_.submission == Options::Submission::refused)
      assembly = guard_returns(guard_jumps(guard_calls(guard_accesses(assembly, true))));
    assembly =
        prefer_instrumented(use_own_library(use_own_threads(guard_divisions(trap_divisions(add_red_zones(assembly))))));
    write_file(assembly_.path, assembly);
    if (const int failed = setup_.run({setup_.compiler, "-c", assembly_.path, "-o", object})) return failed;
    if (!is_submission()) return 0;
    return tell(setup_, refused_symbols(object, setup_.library / "libsimt.so", assembly, source_)) ? 1 : 0;
  }

  // The source includes headers; makes the files of PrecompiledHeaders of them. Others may be compiled meanwhile: what they
  // find is whole, and what is looked for first comes last.
  int precompile(const std::string& name) {
    const PrecompiledHeaders made(name);
    const std::string unfinished = made.as_they_are + ".unfinished";
    fs::remove(made.as_they_are);
    write_file(made.source, contents(source_));
    const Words dependencies = setup_.dependencies(source_, made.as_they_are, options_.depfile);
    if (const int status = say(join({reading({}), dependencies, {"-x", "c++-header", source_, "-o", unfinished}})))
      return status;
    if (const int status = compile_text({"-D__SIMTCC_REWRITES__=1"})) return status;
    write_file(made.text, program_);
    if (const int status =
            say(join({translating(), {"-x", "c++-header", "-fpreprocessed", made.text, "-o", made.rewritten}})))
      return status;
    fs::rename(unfinished, made.as_they_are);
    return 0;
  }

 private:
  Words reading(const Words& headers) const {
    return join({setup_.common, language(options_), setup_.include, headers, options_.preprocess,
        options_.for_kernels(), setup_.libraries, options_.run_time && !options_.headers ? Words{"-dI"} : Words{}});
  }
  Words preprocessing(const Words& headers, const Words& more) const {
    return join({reading(headers), more, {"-E", "-x", "c++", source_, "-o", preprocessed_.path}});
  }
  Words text_of_headers() const {
    if (options_.headers) return {};
    Words words = {"-include", "cuda_runtime.h"};
    if (options_.run_time) words.insert(words.end(), {"-include", "simt/run_time_program.h"});
    return words;
  }
  Words translating() const {
    return join({setup_.common, instrumented, fills_in_line, of_newer_versions_, options_.for_kernels(),
        options_.run_time ? Words{"-fno-gnu-unique"} : Words{},
        // CUB gives a name a second meaning within a class, which nvcc does not mind.
        program_.find("/cub/config.cuh\"") != std::string::npos ? Words{"-fpermissive"} : Words{}});
  }
  Words assembling() {
    write_file(rewritten_.path, program_);
    return join({translating(), {"-S", "-x", "c++", "-fpreprocessed", rewritten_.path, "-o", assembly_.path}});
  }

  // g++ takes no headers that it has read without -fopenmp for a program with it, nor the other way round: some ask for _OPENMP.
  PrecompiledHeaders built_headers() const {
    if (!options_.precompiled.empty()) return PrecompiledHeaders(options_.precompiled);
    const Words words = options_.for_kernels();
    const bool openmp = std::find(words.begin(), words.end(), "-fopenmp") != words.end();
    const std::string library = setup_.library.string() + "/";
    const PrecompiledHeaders containers(library + "openmp_containers");
    if (openmp && begins_with_headers(source_, containers.source) && containers.up_to_date(setup_.own))
      return containers;
    return PrecompiledHeaders(library + (options_.run_time ? "run_time_headers"
                                            : openmp       ? "openmp_headers"
                                                           : "headers"));
  }

  // With the headers as the build has precompiled them: g++'s exit status. None if they cannot stand for their text (they
  // are another g++'s, the program's macros change them), or if the program is not as far as that: then all over again.
  std::optional<int> compile_with(const PrecompiledHeaders& headers, const Words& dependencies) {
    try {
      if (setup_.run(preprocessing(headers.words(), dependencies), messages_.path)) return std::nullopt;
      cpp_ = contents(preprocessed_.path);
      if (!said().empty() || !headers.stand_in(cpp_) || asks_for_architecture()) return std::nullopt;
      rewrite_it();
    } catch (const RewriteError&) {
      return std::nullopt;
    }
    if (tell(setup_, refusals_)) return 1;
    program_ = headers.before(program_);
    const int status = setup_.run(in_colour(assembling()), messages_.path);
    if (contents(messages_.path).find(".gch") != std::string::npos) return std::nullopt;
    std::cerr << said();
    return status;
  }

  // Leaves the program, rewritten, with its headers' text.
  int compile_text(const Words& more) {
    if (const int status = say(preprocessing(text_of_headers(), more))) return status;
    cpp_ = contents(preprocessed_.path);
    if (asks_for_architecture()) {
      if (const int status = say(preprocessing(text_of_headers(), {"-D__CUDA_ARCH__=900"}))) return status;
      cpp_ = merge_architectures(cpp_, contents(preprocessed_.path));
    }
    try {
      rewrite_it();
    } catch (const RewriteError& error) {
      std::cerr << error_message(error, read_file_, isatty(STDERR_FILENO));
      return 1;
    }
    return tell(setup_, refusals_) ? 1 : 0;
  }

  bool is_submission() const { return options_.submission != Options::Submission::no; }

  bool asks_for_architecture() const { return !options_.run_time && compiler::asks_for_architecture(cpp_, setup_.own); }

  void rewrite_it() {
    if (options_.run_time && !options_.headers)
      cpp_ = check_includes(cpp_, options_.directories(), options_.beside(), setup_.own);
    check_headers(cpp_, setup_.own);
    if (is_submission()) refusals_ = refused_text(cpp_, setup_.trusted(), read_file_, true);
    program_ = rewrite(cpp_, read_file_);
  }

  // What g++ said, in the words of the program.
  std::string said() const { return readable_messages(contents(messages_.path), cpp_, read_file_); }

  static Words in_colour(Words words) {
    if (isatty(STDERR_FILENO)) words.push_back("-fdiagnostics-color=always");
    return words;
  }

  int say(const Words& words) {
    const int status = setup_.run(in_colour(words), messages_.path);
    if (status == 1 && contents(messages_.path).empty())
      throw std::runtime_error("cannot write to " + fs::temp_directory_path().string() + "; is the disk full?");
    std::cerr << said();
    return status;
  }

  const Setup& setup_;
  const Options& options_;
  const std::string& source_;
  const ReadFile read_file_ = setup_.own_files();
  const Words of_newer_versions_ = of_newer_versions(setup_.version());
  ScratchFile preprocessed_{".ii"}, rewritten_{".ii"}, assembly_{".s"}, messages_{".txt"};
  std::string cpp_, program_;  // as g++ -E leaves it; rewritten
  Refusals refusals_;
};

}  // namespace

int compile_cuda(const Setup& setup, const std::string& source, const std::string& object, const std::string& depfile) {
  return Compilation(setup, source).compile(object, depfile);
}

int precompile_headers(const Setup& setup, const std::string& source, const std::string& name) {
  return Compilation(setup, source).precompile(name);
}

}  // namespace simt::compiler
