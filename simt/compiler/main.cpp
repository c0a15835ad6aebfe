// simtcc: compiles CUDA C++ for the simulator, with the host's g++. Its command line is nvcc's (options.hpp).
// Run: simtcc a.cu b.cpp c.o -lNAME -o PROGRAM     simtcc -c a.cu -o a.o     simtcc --help
//      simtcc -shared -fopenmp LAB.cu -o LAB.so
//      simtcc --headers [--run-time] FILE.cu -o NAME   (the build does: precompiled.hpp), simtcc --precompiled NAME …
//      simtcc --headers FILE.cpp -o NAME   (for modules in plain C++: module.cpp)
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "simt/compiler/files.hpp"
#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/messages/messages.hpp"
#include "simt/compiler/messages/missing.hpp"
#include "simt/compiler/setup.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace {

namespace fs = std::filesystem;
using namespace simt::compiler;
using Step = Options::Step;

// A .cpp or .c is g++'s, with the simulator's headers where nvcc has CUDA's. Where that fails, it is said what the simulator does
// not have.
int compile_host(const Setup& setup, const Input& input, const std::string& object, const std::string& depfile) {
  const Options& options = setup.options;
  const Words language = {"-x", input.language == Language::c ? "c" : "c++", input.word};
  const Words shared = join({setup.common, {"-D__NVCC__=1"}, setup.include, options.preprocess, options.host});
  if (options.step == Step::preprocess || options.step == Step::dependencies) {
    const Words step = options.step == Step::preprocess ? Words{"-E"} : setup.dependencies(input.word, object, depfile);
    const bool to_file = !object.empty() && options.step == Step::preprocess;
    return setup.run(join({shared, step, language, to_file ? Words{"-o", object} : Words{}}));
  }
  const ScratchFile messages(".txt"), preprocessed(".ii");
  const Words colour = isatty(STDERR_FILENO) ? Words{"-fdiagnostics-color=always"} : Words{};
  const Words words = join({shared, colour, setup.dependencies(input.word, object, depfile), {"-c"}, language});
  const int status = setup.run(join({words, {"-o", object}}), messages.path);
  const ReadFile read_file = setup.own_files();
  if (status && setup.run(join({shared, {"-E"}, language, {"-o", preprocessed.path}}), "/dev/null") == 0) try {
      check_headers(contents(preprocessed.path), setup.own);
    } catch (const RewriteError& error) {  // what else g++ says of it comes of that
      return std::cerr << error_message(error, read_file, !colour.empty()), status;
    }
  std::cerr << readable_messages(contents(messages.path), contents(preprocessed.path), read_file);
  return status;
}

std::string folder_with(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : (fs::path(folder) / name).string();
}

// What build systems read to learn where a toolkit is, and what a program is linked with (nvcc says it with -v).
void tell_places(const Setup& setup, const Words& objects, const std::string& output) {
  const std::string top = setup.toolkit().string(), libraries = "\"-L" + top + "/lib64\"";
  std::cerr << "#$ TOP=" << top << "\n#$ NVVMIR_LIBRARY_DIR=" << top << "/nvvm/libdevice\n#$ PATH=" << top
            << "/bin:" << (std::getenv("PATH") ? std::getenv("PATH") : "") << "\n#$ INCLUDES=\"-I" << top
            << "/include\"  \n#$ LIBRARIES=  " << libraries << "\n#$ ARCHITECTURE=-arch compute_90\n";
  if (objects.empty()) return;
  // Linked like this it would be the same program.
  std::cerr << "#$ " << setup.compiler;
  for (const std::string& object : objects) std::cerr << " \"" << object << '"';
  std::cerr << ' ' << libraries << "  -lcudadevrt  -lcudart_static  -lrt -lpthread  -ldl  -o \"" << output << "\"\n";
}

// What -dlink makes where there is nothing to link on a device: an object without anything in it.
int empty_object(const Setup& setup, const std::string& output) {
  ScratchFile source(".c");
  return setup.run({setup.compiler, "-c", "-fPIC", "-x", "c", source.path, "-o", output});
}

int build(Options options) {
  const Setup setup(options);
  if (options.submission == Options::Submission::warned) write_file(refusals_file(options), "");
  if (options.headers)
    return (options.inputs[0].language == Language::cuda ? precompile_headers : precompile_module_headers)(
        setup, options.inputs[0].word, options.output);
  if (options.step == Step::device_link)
    return empty_object(setup, options.output.empty() ? "a_dlink.o" : options.output);
  if (options.verbose) tell_places(setup, {}, "");

  const bool links = options.step == Step::link || options.step == Step::archive;
  const bool prints = options.step == Step::preprocess || options.step == Step::dependencies;
  const std::string product = !options.output.empty()         ? options.output
                              : options.step == Step::archive ? "a.a"
                                                              : folder_with(options.output_folder, "a.out");
  if (links && options.dependency_target.empty()) options.dependency_target = product;
  const Words sources = options.sources();
  if (options.step == Step::link && options.shared && options.inputs.size() == 1 &&
      options.inputs[0].language == Language::cpp)
    return build_module(setup, options.inputs[0].word, product);

  Words objects, depfiles;
  std::vector<std::unique_ptr<ScratchFile>> scratch;
  for (const Input& input : options.inputs) {
    if (input.language == Language::none) {
      objects.push_back(input.word);
      continue;
    }
    const std::string stem = fs::path(input.word).stem().string();
    std::string object = options.output;
    if (links) object = scratch.emplace_back(std::make_unique<ScratchFile>(".o"))->path;
    else if (object.empty() && !prints) object = folder_with(options.output_folder, stem + ".o");
    std::string depfile = options.depfile;
    if (options.step == Step::dependencies && depfile.empty()) depfile = options.output;
    if (!options.depend.empty() && !prints) {
      if (depfile.empty())
        depfile = fs::path(links ? (options.output.empty() ? stem : product) : object).replace_extension(".d");
      if (sources.size() > 1) {
        if (!options.depfile.empty()) depfile = scratch.emplace_back(std::make_unique<ScratchFile>(".d"))->path;
        depfiles.push_back(depfile);
      }
    }
    const int status = input.language == Language::cuda ? compile_cuda(setup, input.word, object, depfile)
                                                        : compile_host(setup, input, object, depfile);
    if (status) return status;
    objects.push_back(object);
  }
  if (!depfiles.empty() && !options.depfile.empty()) {
    std::string all;
    for (const std::string& file : depfiles) all += contents(file);
    write_file(options.depfile, all);
  }
  if (!links) return 0;
  if (options.step == Step::archive) return setup.run(join({{"ar", "rcs", product}, objects}));
  if (options.verbose) tell_places(setup, objects, product);
  if (const int status = link(setup, objects, product)) return status;
  if (!options.run) return 0;
  return setup.run(join({{fs::absolute(product).string()}, options.run_arguments}));
}

}  // namespace

int main(int argc, char** argv) {
#if defined(M_TRIM_THRESHOLD)
  // Texts of some megabytes follow each other: the next is put where the last was, and no page is asked of the system anew.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
  try {
    const Options options = parse_options(Words(argv + 1, argv + argc));
    if (options.step == Step::tell) return std::cout << options.tell, 0;
    if (!options.ignored.empty()) {
      std::cerr << "simtcc: ignored:";
      for (std::size_t i = 0; i < options.ignored.size(); ++i) std::cerr << (i ? ", " : " ") << options.ignored[i];
      std::cerr << '\n';
    }
    return build(options);
  } catch (const MissingConstruct& error) {
    std::cerr << argv[1] << ": error: " << error.what() << '\n';
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "simtcc: " << error.what() << '\n';
    return 2;
  }
}
