// A module in plain C++: its code as it is, optimised, and instrumented, under other names, for graders of its threads.
#include <future>
#include <iostream>

#include "simt/compiler/divisions.hpp"
#include "simt/compiler/files.hpp"
#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/setup.hpp"

namespace simt::compiler {

int build_module(const Setup& setup, const std::string& source, const std::string& output) {
  const Words& own = setup.options.preprocess;
  const Words as_it_is = {"-std=c++20", "-O2"};
  // As kernels below, so that the same is said of both; who is called by whom does not matter here. Nothing is kept in
  // a register from one turn of a loop to the next (-fno-tree-loop-im): an access stands where its author wrote it.
  const Words watched = {"-std=c++20", "-O1", "-fno-tree-sra", "-fno-elide-constructors", "-fsanitize=thread",
      "-fno-omit-frame-pointer", "-fno-builtin-malloc", "-fno-builtin-free", "-fno-allocation-dce", "--param",
      "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0", "-fno-tree-loop-im",
      "-ftrivial-auto-var-init=pattern", "-w"};
  ScratchFile plain(".o"), assembly(".s"), object(".o"), said(".txt");
  std::future<int> instrumented = std::async(std::launch::async, [&] {
    return setup.run(join({setup.common, watched, setup.include, own, setup.options.host,
                         {"-S", "-x", "c++", source, "-o", assembly.path}}),
        said.path);
  });
  const int status = setup.run(join({setup.common, as_it_is, setup.include, own, setup.options.host,
      setup.dependencies(source, output, setup.options.depfile), {"-c", "-x", "c++", source, "-o", plain.path}}));
  if (const int other = instrumented.get(); status || other) {
    if (!status) std::cerr << contents(said.path);
    return status ? status : other;
  }
  write_file(assembly.path, rename_definitions(use_own_threads(trap_divisions(contents(assembly.path)))));
  if (const int failed = setup.run({setup.compiler, "-c", assembly.path, "-o", object.path})) return failed;
  return link(setup, {plain.path, object.path}, output);
}

}  // namespace simt::compiler
