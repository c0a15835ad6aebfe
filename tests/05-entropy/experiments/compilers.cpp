// The versions for the CPU as several compilers make them, on one thread.
// Run: COURSE_COMPILERS="g++ clang++" ./course bench entropy --experiment compilers
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

using namespace experiments;
using Filter = Entropy*;

const std::vector<std::string> names = {"v10", "v11", "v12", "v13", "v16"};

// What a command prints, or nothing where it fails.
std::string said_by(const std::string& command) {
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start " + command);
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += char(c);
  return pclose(pipe) == 0 ? said : "";
}

// A version from a library of its own, with the OpenMP that its compiler links it with.
struct Made {
  std::string compiler, flags, version;
  Filter filter;
  void (*set_threads)(int);
};

Made load(
    const std::string& library, const std::string& compiler, const std::string& flags, const std::string& version) {
  void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!opened) throw std::runtime_error(dlerror());
  // In the library's own scope: each OpenMP has a function of this name.
  void* const set = dlsym(opened, "omp_set_num_threads");
  void* const filter = dlsym(opened, ("_Z11entropy_" + version + "PfPKfii").c_str());
  if (!filter) throw std::runtime_error(library + " has no entropy_" + version);
  return {compiler, flags, version, reinterpret_cast<Filter>(filter), reinterpret_cast<void (*)(int)>(set)};
}

// All that can be made here. A compiler that is not there, or refuses, is said on the way and left out.
std::vector<Made> make_all(const std::filesystem::path& folder) {
  const char* const asked = std::getenv("COURSE_COMPILERS");
  std::istringstream words(asked ? asked : "g++ clang++");
  std::vector<Made> all;
  for (std::string compiler; words >> compiler;) {
    const std::string about = said_by(compiler + " --version");
    if (about.empty()) {
      std::cerr << "left out, for it is not here: " << compiler << '\n';
      continue;
    }
    const std::string name = about.substr(0, about.find('\n'));
    for (const std::string flags : {"", "-march=x86-64-v3"})
      for (const std::string& version : names) {
        const std::string library = (folder / (compiler + flags + version + ".so")).string();
        const std::string command = compiler + " -std=c++20 -O3 -fopenmp " + flags +
                                    " -shared -fPIC " COURSE_ROOT "/solutions/05-entropy/entropy_" + version +
                                    ".cpp -o " + library;
        if (said_by(command + " && echo made").find("made") == std::string::npos)
          std::cerr << "left out, for it does not compile: " << command << '\n';
        else all.push_back(load(library, name, flags.empty() ? "none" : flags, version));
      }
  }
  if (all.empty()) throw std::runtime_error("none of the compilers made anything; COURSE_COMPILERS says which to take");
  return all;
}

void time_made(harness::Rows& rows, const std::vector<Made>& all) {
  const int side = harness::dry_run() ? 40 : 1024;
  std::vector<float> in(std::size_t(side) * std::size_t(side)), out(in.size());
  const auto add = [&](const Made& made, const harness::Timing& time) {
    rows.add({{"compiler", made.compiler}, {"flags", made.flags}, {"version", made.version}, {"rows", side},
        {"cols", side}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
        {"samples", time.samples}, {"ns_per_cell", time.median_ms * 1e6 / double(in.size())}});
  };
  fill_random(in.data(), side, side);
  std::vector<std::vector<double>> samples(all.size());
  for (int round = -1; round < (harness::dry_run() ? 1 : 7); ++round)  // the first warms up
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].set_threads(1);
      harness::CpuStopwatch clock;
      clock.start();
      all[i].filter(out.data(), in.data(), side, side);
      const double ms = harness::dry_run() ? 1 : clock.stop();
      if (round < 0) must_be_right(all[i].compiler + " " + all[i].version, out.data(), in.data(), side, side);
      else samples[i].push_back(ms);
    }
  for (std::size_t i = 0; i < all.size(); ++i) add(all[i], harness::summarize(samples[i]));
}

void time_compilers(harness::Rows& rows) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("entropy-compilers-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  try {
    time_made(rows, make_all(folder));
  } catch (...) {
    std::filesystem::remove_all(folder);
    throw;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "-std=c++20 -O3 -fopenmp and the flags of the row; one thread; steady_clock, medians of rounds that take all in "
      "turn; the host's memory, touched before",
      time_compilers);
}
