// A module in plain C++: its code as it is, optimised, and instrumented, under other names, for graders of its threads.
#include <algorithm>
#include <array>
#include <future>
#include <iostream>

#include "simt/compiler/divisions.hpp"
#include "simt/compiler/files.hpp"
#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/precompiled.hpp"
#include "simt/compiler/setup.hpp"
#include "simt/compiler/submission/call_guards.hpp"
#include "simt/compiler/submission/jump_guards.hpp"
#include "simt/compiler/submission/return_guards.hpp"
#include "simt/compiler/submission/store_guards.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace simt::compiler {
namespace {

bool is_submission(const Setup& setup) { return setup.options.submission != Options::Submission::no; }

// Whether its text is refused, as it is compiled in either way: what g++ is told by its flags, macros tell the text. Where
// g++ cannot read it, it says why when it compiles it.
bool text_is_refused(const Setup& setup, const Words& plain, const Words& watched, const std::string& source) {
  const auto preprocessed = [&](const Words& way) {
    return std::async(std::launch::async, [&setup, &source, &way] {
      ScratchFile made(".ii"), said(".txt");
      const int failed = setup.run(join({way, {"-E", "-x", "c++", source, "-o", made.path}}), said.path);
      return failed ? std::string() : contents(made.path);
    });
  };
  std::future<std::string> one = preprocessed(plain), other = preprocessed(watched);
  const std::string texts[] = {one.get(), other.get()};
  const auto look_at = [&](const std::string& text) {
    return text.empty() ? Refusals() : refused_text(text, setup.trusted(), setup.own_files(), false);
  };
  std::future<Refusals> of_plain = std::async(std::launch::async, look_at, std::cref(texts[0]));
  Refusals found = look_at(texts[1]);
  std::ranges::copy(of_plain.get(), std::back_inserter(found));
  if (found.empty() && !texts[0].empty() && !texts[1].empty())
    found = refused_difference(texts[0], texts[1], setup.trusted());
  return tell(setup, found);
}

// How it is compiled twice. As kernels, where it is watched, so that the same is said of both; who is called by whom does
// not matter here. Nothing is kept in a register from one turn of a loop to the next (-fno-tree-loop-im): an access stands
// where its author wrote it.
const Words plain_flags = {"-O2"};
const Words watched_flags = {"-O1", "-fno-tree-sra", "-fno-elide-constructors", "-fsanitize=thread",
    "-fno-omit-frame-pointer", "-fno-builtin-memset", "-fno-builtin-malloc", "-fno-builtin-free", "-fno-allocation-dce",
    "--param", "tsan-distinguish-volatile=1", "--param", "tsan-instrument-func-entry-exit=0", "-fno-tree-loop-im",
    "-ftrivial-auto-var-init=pattern", "-w",
    // An index is held against the array's length, where the type says it (engine/memory/array_bounds.cpp).
    "-fsanitize=bounds-strict", "-fsanitize-recover=bounds-strict",
    // Which arrays a function has, and the same lines of places as without.
    "-g2", "-gno-statement-frontiers", "-fno-var-tracking-assignments"};

Words standard(const Setup& setup) { return join({setup.common, {"-std=c++20"}}); }
Words own(const Setup& setup) { return join({setup.include, setup.options.preprocess, setup.options.host}); }

// What the build may have precompiled of the standard library (simt/precompiled/NAME.cpp), the dearest first.
constexpr std::array precompiled_names = {"std_chrono", "std_algorithm_cmath", "std_algorithm"};

// What is watched begins with it.
const Words names_memset = {"-include", "simt/program_memset.h"};

// For g++: headers that it has read before, with the same flags, if they are among those that the module begins with; so it
// sees no name more. Where g++ cannot take what was precompiled it reads the text that lies beside. `otherwise`: if there are none.
Words precompiled_headers(
    const Setup& setup, const std::string& source, const std::string& way, const Words& otherwise) {
  if (!setup.options.preprocess.empty()) return otherwise;
  for (const std::string name : precompiled_names) {
    const std::string header = setup.library / (name + "." + way + ".h");
    if (begins_with_headers(source, header)) return {"-include", header};
  }
  return otherwise;
}

}  // namespace

int precompile_module_headers(const Setup& setup, const std::string& source, const std::string& name) {
  for (const auto& [way, flags, begin] : {std::tuple("plain", plain_flags, std::string()),
           std::tuple("watched", join({watched_flags, fills_in_line, names_memset}),
               std::string("#include \"simt/program_memset.h\"\n"))}) {
    const std::string header = name + "." + way + ".h", made = header + ".gch";
    write_file(header, begin + contents(source));
    // Read from the source: a depfile that names what is made here is a cycle to ninja.
    const Words dependencies = setup.dependencies(source, name + ".plain.h.gch", setup.options.depfile);
    if (const int status = setup.run(
            join({standard(setup), flags, own(setup), dependencies, {"-x", "c++-header", source, "-o", made}})))
      return status;
  }
  return 0;
}

int build_module(const Setup& setup, const std::string& source, const std::string& output) {
  const Words before_plain = precompiled_headers(setup, source, "plain", {});
  const Words before_watched = precompiled_headers(setup, source, "watched", names_memset);
  const Words read_plain = join({standard(setup), plain_flags, own(setup), before_plain});
  const Words read_watched = join({standard(setup), watched_flags, fills_in_line, own(setup), before_watched});
  if (is_submission(setup) && text_is_refused(setup, read_plain, read_watched, source)) return 1;
  const bool guarded = setup.options.submission == Options::Submission::refused;
  ScratchFile plain(".o"), plain_assembly(".s"), assembly(".s"), object(".o"), said(".txt");
  std::future<int> instrumented = std::async(std::launch::async,
      [&] { return setup.run(join({read_watched, {"-S", "-x", "c++", source, "-o", assembly.path}}), said.path); });
  const int status = setup.run(join({read_plain, setup.dependencies(source, output, setup.options.depfile),
      {guarded ? "-S" : "-c", "-x", "c++", source, "-o", guarded ? plain_assembly.path : plain.path}}));
  if (const int other = instrumented.get(); status || other) {
    if (!status) std::cerr << contents(said.path);
    return status ? status : other;
  }
  if (guarded) {
    const std::string plain_text = contents(plain_assembly.path);
    if (tell(setup, refused_assembly(plain_text, setup.trusted()))) return 1;
    write_file(plain_assembly.path, guard_jumps(guard_calls(plain_text, Calls::of_streams)));
    if (const int failed = setup.run({setup.compiler, "-c", plain_assembly.path, "-o", plain.path})) return failed;
  }
  const std::string text = contents(assembly.path);
  const auto symbols_are_refused = [&](const std::string& made) {
    return is_submission(setup) && tell(setup, refused_symbols(made, setup.library / "libsimt.so", text, source));
  };
  if (is_submission(setup) && (tell(setup, refused_assembly(text, setup.trusted())) || symbols_are_refused(plain.path)))
    return 1;
  write_file(assembly.path,
      rename_definitions(use_own_threads(
          trap_divisions(guarded ? guard_returns(guard_jumps(guard_calls(guard_accesses(text, false)))) : text))));
  if (const int failed = setup.run({setup.compiler, "-c", assembly.path, "-o", object.path})) return failed;
  if (symbols_are_refused(object.path)) return 1;
  return link(setup, {plain.path, object.path}, output);
}

}  // namespace simt::compiler
