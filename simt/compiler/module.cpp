// A module in plain C++: its code as it is, optimised, and instrumented, under other names, for graders of its threads.
#include <future>
#include <iostream>

#include "simt/compiler/divisions.hpp"
#include "simt/compiler/files.hpp"
#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/setup.hpp"
#include "simt/compiler/submission/store_guards.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace simt::compiler {
namespace {

bool is_submission(const Setup& setup) { return setup.options.submission != Options::Submission::no; }

// Whether its text is refused. Where g++ cannot read it, it says why when it compiles it.
bool text_is_refused(const Setup& setup, const Words& reading, const std::string& source) {
  ScratchFile preprocessed(".ii"), said(".txt");
  return !setup.run(join({reading, {"-E", "-x", "c++", source, "-o", preprocessed.path}}), said.path) &&
         tell(setup, refused_text(contents(preprocessed.path), setup.own, setup.own_files(), false));
}

}  // namespace

int build_module(const Setup& setup, const std::string& source, const std::string& output) {
  const Words standard = join({setup.common, {"-std=c++20"}});
  const Words own = join({setup.include, setup.options.preprocess, setup.options.host});
  if (is_submission(setup) && text_is_refused(setup, join({standard, own}), source)) return 1;
  // As kernels below, so that the same is said of both; who is called by whom does not matter here. Nothing is kept in
  // a register from one turn of a loop to the next (-fno-tree-loop-im): an access stands where its author wrote it.
  const Words watched = {"-O1", "-fno-tree-sra", "-fno-elide-constructors", "-fsanitize=thread",
      "-fno-omit-frame-pointer", "-fno-builtin-malloc", "-fno-builtin-free", "-fno-allocation-dce", "--param",
      "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0", "-fno-tree-loop-im",
      "-ftrivial-auto-var-init=pattern", "-w",
      // Which arrays a function has, and the same lines of places as without.
      "-g2", "-gno-statement-frontiers", "-fno-var-tracking-assignments"};
  ScratchFile plain(".o"), assembly(".s"), object(".o"), said(".txt");
  std::future<int> instrumented = std::async(std::launch::async, [&] {
    return setup.run(join({standard, watched, own, {"-S", "-x", "c++", source, "-o", assembly.path}}), said.path);
  });
  const int status = setup.run(join({standard, {"-O2"}, own, setup.dependencies(source, output, setup.options.depfile),
      {"-c", "-x", "c++", source, "-o", plain.path}}));
  if (const int other = instrumented.get(); status || other) {
    if (!status) std::cerr << contents(said.path);
    return status ? status : other;
  }
  const std::string text = contents(assembly.path);
  if (is_submission(setup) && (tell(setup, refused_assembly(text, setup.own)) ||
                                  tell(setup, refused_symbols(plain.path, setup.library / "libsimt.so", text, source))))
    return 1;
  const bool guarded = setup.options.submission == Options::Submission::refused;
  write_file(assembly.path, rename_definitions(use_own_threads(trap_divisions(guarded ? guard_stores(text) : text))));
  if (const int failed = setup.run({setup.compiler, "-c", assembly.path, "-o", object.path})) return failed;
  return link(setup, {plain.path, object.path}, output);
}

}  // namespace simt::compiler
