// Which g++ simtcc runs, with which flags; and the linker.
#include "simt/compiler/setup.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>

#include "simt/compiler/files.hpp"
#include "simt/compiler/messages/missing.hpp"
#include "simt/compiler/process.hpp"

namespace simt::compiler {
namespace {

namespace fs = std::filesystem;

std::string environment_or(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value ? value : otherwise;
}

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_of(" \t\n\"'$`\\*?;&|<>()#~") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

// CUDA's C++ libraries, and cuRAND's headers: the toolkit's, or PyPI's nvidia-cuda-cccl in the course's environment. Of the version that they were
// tried with: others come with other demands.
Words cuda_libraries(const fs::path& library) {
  std::vector<fs::path> folders = {environment_or("SIMTCC_CCCL", ""),
      fs::path(environment_or("CUDA_HOME", "")) / "include/cccl", "/usr/local/cuda/include/cccl"};
  std::error_code none;
  for (const fs::directory_entry& python : fs::directory_iterator(library.parent_path() / ".venv/lib", none))
    folders.push_back(python.path() / "site-packages/nvidia/cu13/include/cccl");
  for (const fs::path& folder : folders) {
    const fs::path version = folder / "cub/version.cuh";
    if (!folder.empty() && fs::exists(version, none) &&
        contents(version).find("#define CUB_VERSION 3000") != std::string::npos)
      // Of the toolkit's other headers cuRAND's functions for kernels are taken as they are, if they are there.
      return fs::exists(folder.parent_path() / "curand_kernel.h", none)
                 ? Words{"-I" + folder.string(), "-idirafter", folder.parent_path().string()}
                 : Words{"-I" + folder.string()};
  }
  return {};
}

}  // namespace

Setup::Setup(const Options& options)
    : options(options),
      compiler(environment_or("SIMTCC_CXX", SIMTCC_COMPILER)),
      library(environment_or("SIMTCC_LIBRARY_DIR", SIMTCC_LIBRARY_DIR)),
      own(environment_or("SIMTCC_INCLUDE_DIR", SIMTCC_INCLUDE_DIR)),
      // The same values on every processor: a plain char with a sign, as nvcc's, and no multiplication fused with an
      // addition. Nor does g++ reach a variable by how far it lies from another, as it does on ARM: red zones move them.
      // And the same code whatever a distribution's g++ adds by itself, as Ubuntu's does: checks in place of memcpy and printf, and
      // of the stack.
      common{compiler, "-g1", "-fPIC", "-fsigned-char", "-ffp-contract=off", "-fno-section-anchors",
          "-U_FORTIFY_SOURCE", "-fno-stack-protector"},
      // The graders' mpi.h is the last to be found: a library's own comes first.
      include{"-I" + own, "-idirafter", own + "/simt/mpi"},
      libraries(cuda_libraries(library)) {
#if defined(__x86_64__)
  common.push_back("-fcf-protection=none");
#else
  // Which of x86's vectors a function is to be compiled for is of no concern to another processor.
  common.insert(common.end(), {"-Dtarget_clones(...)=unused", "-D__target_clones__(...)=unused"});
#endif
#if defined(__aarch64__)
  // Atomics in line, as on x86: a function of the library's for each is nobody's that a submission may call.
  common.insert(common.end(), {"-mno-outline-atomics", "-mbranch-protection=none"});
#endif
}

int Setup::version() const {
  ScratchFile said(".txt");
  std::string why;
  if (compiler::run({{compiler, "-dumpversion"}, {}, said.path, ""}, why)) return 0;
  return std::atoi(contents(said.path).c_str());
}

int Setup::run(const Words& command, const std::string& messages) const {
  if (options.verbose) {
    std::string text;
    for (const std::string& word : command) text += " " + quoted(word);
    std::cerr << "#$" << text << '\n';
  }
  if (options.dry) return 0;
  std::string why;
  const int status = compiler::run({command, {}, "", messages}, why);
  if (status < 0) std::cerr << "simtcc: cannot start " << command[0] << ": " << why << '\n';
  return status < 0 ? 2 : status;
}

bool Setup::is_trusted(std::string_view file, bool system) const {
  if (file.empty()) return false;
  std::error_code none;
  const auto real = [&](const fs::path& path) { return fs::weakly_canonical(path, none); };
  const fs::path it = real(file);
  const auto lies_in = [&](const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), it.begin(), it.end());
    return end == folder.end() && rest != it.end();
  };
  if (lies_in(real(own))) return true;
  for (const std::string& word : libraries)
    if (word.starts_with("-I") && lies_in(real(word.substr(2)))) return true;
  if (!system) return false;
  // What is included by a header of the system is called one, too, whatever it is.
  constexpr std::array<const char*, 4> of_the_system = {"/usr", "/opt", "/nix/store", "/gnu/store"};
  return std::any_of(of_the_system.begin(), of_the_system.end(), lies_in);
}

Setup::Trusted Setup::trusted() const {
  return [this, known = std::map<std::pair<std::string, bool>, bool>()](std::string_view file, bool system) mutable {
    const auto [at, is_new] = known.try_emplace({std::string(file), system}, false);
    if (is_new) at->second = is_trusted(file, system);
    return at->second;
  };
}

ReadFile Setup::own_files() const {
  return [this](const std::string& path) {
    return is_trusted(path, false) || !fs::is_regular_file(path) ? "" : contents(path);
  };
}

Words Setup::dependencies(const std::string& source, const std::string& object, const std::string& depfile) const {
  if (options.depend.empty()) return {};
  Words words = {options.depend};
  if (!depfile.empty()) words.insert(words.end(), {"-MF", depfile});
  const std::string& target = options.dependency_target;
  words.insert(words.end(), {"-MT", !target.empty()   ? target
                                    : !object.empty() ? object
                                                      : fs::path(source).stem().string() + ".o"});
  if (options.phony) words.push_back("-MP");
  return words;
}

Words join(std::initializer_list<Words> parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

int link(const Setup& setup, const Words& objects, const std::string& output) {
  const Options& options = setup.options;
  Words finish = {options.shared ? "-shared" : "-pie"};
  if (fs::exists(setup.toolkit())) finish.push_back("-L" + (setup.toolkit() / "lib64").string());
  finish.insert(finish.end(), {"-L" + setup.library.string(), "-Xlinker", "-rpath", "-Xlinker", setup.library.string(),
                                  "-pthread", "-Wl,--allow-shlib-undefined"});
  if (*SIMTCC_SANITIZE) finish.push_back(SIMTCC_SANITIZE);
  // Of several run-time programs each must use its own symbols, whatever the others are called.
  if (options.run_time) finish.push_back("-Wl,-Bsymbolic");
  // A submission's table of what it calls, the instrumentation among it, is filled in when it is loaded, and may not be written to
  // from then on.
  if (options.submission != Options::Submission::no) finish.push_back("-Wl,-z,relro,-z,now");
  // A library finds what it has of C++'s by way of the simulator's: to look through libstdc++'s names takes the linker longer than
  // all else, and a small program that a grader loads is compiled in a fifth less.
  const bool by_way_of_simt =
      options.shared && !*SIMTCC_SANITIZE && SIMTCC_STANDARD_LIBRARY_IS_WHOLE && setup.compiler == SIMTCC_COMPILER;
  const Words libraries = by_way_of_simt ? Words{"-nodefaultlibs", "-Wl,--no-as-needed", "-lsimt", "-Wl,--as-needed",
                                               "-lm", "-lgcc_s", "-lc"}
                                         : Words{"-Wl,--as-needed", "-lsimt"};
  // Linked apart from compiling: with -fsanitize=thread the driver would bring its own runtime.
  const ScratchFile messages(".txt");
  const int status = setup.run(
      join({{setup.compiler}, finish, options.host, options.link, objects, {"-o", output}, libraries}), messages.path);
  const std::string said = contents(messages.path);
  if (const std::string missing = missing_function(said); !missing.empty()) std::cerr << "simtcc: " << missing << '\n';
  std::cerr << said;
  return status;
}

}  // namespace simt::compiler
