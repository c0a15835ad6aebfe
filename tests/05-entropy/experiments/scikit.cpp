// scikit-image's filters.rank.entropy beside the versions for the CPU, on the same grids, in the same run.
// Run: SCIKIT_PYTHON=/path/to/python3 ./course bench entropy --experiment scikit      (that Python has scikit-image)
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/cpu_versions.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

const char* const script = COURSE_ROOT "/tests/05-entropy/scikit_filter.py";

std::string python() {
  for (const char* const name : {"SCIKIT_PYTHON", "COURSE_PYTHON"})
    if (const char* const path = std::getenv(name)) return path;
  return "python3";
}

struct Missing : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A Python that holds the grid and filters it each time it is asked: starting it and handing the grid over takes no time
// of a sample, and the pipe's answer some microseconds.
class Scikit {
 public:
  Scikit(const std::string& symbols, int rows, int cols, const std::string& result) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("no pipe");
    child_ = fork();
    if (child_ == 0) {
      dup2(to[0], 0);
      dup2(from[1], 1);
      for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
      const std::string path = python();
      execlp(path.c_str(), path.c_str(), script, symbols.c_str(), std::to_string(rows).c_str(),
          std::to_string(cols).c_str(), result.c_str(), nullptr);
      std::printf("cannot start %s\n", path.c_str());
      std::fflush(stdout);
      _exit(77);
    }
    close(to[0]);
    close(from[1]);
    out_ = fdopen(to[1], "w");
    in_ = fdopen(from[0], "r");
    version_ = answer();
    if (version_.rfind("scikit-image ", 0) != 0) throw Missing(version_);
  }
  ~Scikit() {
    std::fclose(out_);
    std::fclose(in_);
    waitpid(child_, nullptr, 0);
  }
  Scikit(const Scikit&) = delete;
  Scikit& operator=(const Scikit&) = delete;

  void ask(const char* words) {
    std::fprintf(out_, "%s\n", words);
    std::fflush(out_);
    if (const std::string said = answer(); said != "done")
      throw std::runtime_error("scikit_filter.py stopped: " + said);
  }
  const std::string& version() const { return version_; }

 private:
  std::string answer() {
    char line[400] = "";
    if (!std::fgets(line, sizeof line, in_)) return "it said nothing";
    std::string words = line;
    while (!words.empty() && words.back() == '\n') words.pop_back();
    return words;
  }

  pid_t child_ = -1;
  std::FILE *out_ = nullptr, *in_ = nullptr;
  std::string version_;
};

// A folder that goes when it is no longer needed.
struct Scratch {
  std::filesystem::path path;
  Scratch() {
    char name[] = "/tmp/course-scikit-XXXXXX";
    if (!mkdtemp(name)) throw std::runtime_error("no temporary folder");
    path = name;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

// The largest distance from the exact value, in nats, where the window is whole and where it is clipped.
struct Off {
  double inside = 0, border = 0;
};

template <typename T>
Off off(const std::vector<T>& out, const std::vector<double>& exact, int side) {
  Off found;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const int row = int(i) / side, col = int(i) % side;
    const bool whole = row >= 2 && col >= 2 && row < side - 2 && col < side - 2;
    double& largest = whole ? found.inside : found.border;
    largest = std::max(largest, std::abs(double(out[i]) - exact[i]));
  }
  return found;
}

void compare(harness::Rows& rows) {
  const Scratch scratch;
  const std::string symbols = scratch.path / "symbols", result = scratch.path / "result";
  for (const int side : harness::dry_run() ? std::vector{40} : std::vector{400, 2560}) {
    const std::size_t cells = std::size_t(side) * std::size_t(side);
    std::vector<float> in(cells), out(cells);
    std::vector<double> theirs(cells);
    experiments::fill_random(in.data(), side, side);
    std::ofstream(symbols, std::ios::binary)
        .write(reinterpret_cast<const char*>(in.data()), std::streamsize(cells * sizeof(float)));
    const std::vector<double> exact = oracle::entropy(in, side, side);
    Scikit scikit(symbols, side, side, result);

    struct Filter {
      std::string name;
      int threads;
      std::function<void()> run;
      bool theirs;
      std::vector<double> ms = {};
      Off off = {};
    };
    std::vector<Filter> filters;
    // Sixteen symbols fit into uint8, for which it has 256 counters; for uint16 it has as many as the largest symbol asks for.
    for (const char* const type : {"uint8", "uint16"})
      filters.push_back({scikit.version() + ", " + type, 1, [&scikit, type] { scikit.ask(type); }, true});
    for (const auto& [name, filter] : experiments::cpu_versions)
      for (const int threads : {1, omp_get_num_procs()})
        filters.push_back({name, threads, [&, run = filter] { run(out.data(), in.data(), side, side); }, false});

    const int rounds = harness::dry_run() ? 1 : side > 1000 ? 5 : 15;
    for (int round = -1; round < rounds; ++round)  // the first warms up
      for (Filter& filter : filters) {
        omp_set_num_threads(filter.threads);
        harness::CpuStopwatch stopwatch;
        stopwatch.start();
        filter.run();
        const double ms = harness::dry_run() ? 1 : stopwatch.stop();
        if (round >= 0) filter.ms.push_back(ms);
        else if (!filter.theirs) filter.off = off(out, exact, side);
        else {
          scikit.ask("save");
          if (!std::ifstream(result, std::ios::binary)
                  .read(reinterpret_cast<char*>(theirs.data()), std::streamsize(cells * sizeof(double))))
            throw std::runtime_error("scikit_filter.py left no result");
          filter.off = off(theirs, exact, side);
        }
      }
    for (const Filter& filter : filters) {
      const harness::Timing time = harness::summarize(filter.ms);
      rows.add({{"filter", filter.name}, {"rows", side}, {"cols", side}, {"threads", filter.threads},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
          {"ns_per_cell", time.median_ms * 1e6 / double(cells)}, {"off_inside", filter.off.inside},
          {"off_border", filter.off.border}});
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Scratch scratch;
    const std::string nothing = scratch.path / "nothing";
    std::ofstream(nothing).close();
    const Scikit tried(nothing, 0, 1, nothing);
  } catch (const Missing& error) {
    std::printf(
        "skipped: scikit-image is missing (%s). Set SCIKIT_PYTHON to a Python that has it (pip install "
        "scikit-image==0.26.0).\n",
        error.what());
    return 77;
  }
  const char* method =
      "steady_clock, median of rounds that take every filter in turn; random symbols; scikit-image in a Python of its "
      "own that holds the grid and answers through a pipe; "
      "off_*: the largest distance from the exact value in nats (bits times ln 2)";
  return harness::run_experiment(argc, argv, method, compare);
}
