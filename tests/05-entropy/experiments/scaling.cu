// v18 by one rank, two, four, eight: strong and weak scaling without the file, and what a model of it needs.
// Run: ./course bench entropy --experiment scaling
//
// The program starts itself again under mpirun, once for each number of ranks; rank 0 writes down what was measured.
#include <cuda_runtime.h>
#include <mpi.h>
#include <unistd.h>

// Behind mpi.h, whose words it uses.
#include <mpi-ext.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace solutions::v15 {
#include "solutions/05-entropy/entropy_v15.cu"
}
namespace solutions::v18 {
#include "solutions/05-entropy/entropy_v18.cu"
}

namespace {

using namespace experiments;
namespace v18 = solutions::v18;

int rank_of_world() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
int ranks_of_world() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

// From when all ranks begin until the last one is done.
class ClockOfAll : public harness::CpuStopwatch {
 public:
  void start() override {
    MPI_Barrier(MPI_COMM_WORLD);
    harness::CpuStopwatch::start();
  }
  double stop() override {
    double mine = harness::CpuStopwatch::stop(), longest = mine;
    MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest;
  }
};

// The grid of fill_random, any row of it.
float symbol(long long row, int col) {
  const std::uint32_t word =
      harness::scramble(std::uint32_t(row) * 0x9E3779B9u ^ harness::scramble(std::uint32_t(col) + 0x85EBCA6Bu));
  return float(std::uint64_t(word) * 16 >> 32);
}

void fill(const v18::Band& band) {
  std::vector<float> line(static_cast<std::size_t>(band.cols));
  for (int row = 0; row < band.rows; ++row) {
    for (int col = 0; col < band.cols; ++col) line[std::size_t(col)] = symbol(band.first + row, col);
    v18::must(cudaMemcpy(band.in + band.cells(v18::halo + row), line.data(), band.bytes(1), cudaMemcpyHostToDevice));
  }
}

// A band's outermost rows are those that need another rank's.
void must_be_right(const v18::Band& band, int rows) {
  for (const int row : {0, 1, 2, band.rows / 2, band.rows - 3, band.rows - 2, band.rows - 1}) {
    std::vector<float> line(static_cast<std::size_t>(band.cols));
    v18::must(cudaMemcpy(line.data(), band.out + band.cells(row), band.bytes(1), cudaMemcpyDeviceToHost));
    const int of_grid = band.first + row, top = std::max(0, of_grid - 2), bottom = std::min(rows, of_grid + 3);
    for (int i = 0; i < 100; ++i) {
      const int col = int(std::int64_t(band.cols - 1) * i / 99);
      const int left = std::max(0, col - 2), right = std::min(band.cols, col + 3);
      std::vector<float> window;
      for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) window.push_back(symbol(y, x));
      // A grid as small as the window: its middle cell's window is all of it.
      const double should = oracle::entropy_of_cell(window, bottom - top, right - left, of_grid - top, col - left);
      if (!(std::abs(line[std::size_t(col)] - should) <= 1e-5))
        throw std::runtime_error(
            "row " + std::to_string(of_grid) + " of rank " + std::to_string(rank_of_world()) + " is wrong");
    }
  }
}

void compute_nothing(float*, const float*, int, int) {}

class Ranks {
 public:
  explicit Ranks(const std::string& path) {
    if (rank_of_world() == 0) to_.open(path, std::ios::app);
  }

  void ping_pong() {
    if (ranks_of_world() < 2) return;
    for (const int cols : harness::dry_run() ? std::vector{64} : std::vector{64, 1024, 4096, 10240, 46336, 262144}) {
      std::vector<float> rows(std::size_t(v18::halo) * std::size_t(cols));
      const int turns = 20, count = int(rows.size()), me = rank_of_world();
      const harness::Timing time = measured([&] {
        for (int turn = 0; turn < turns && me < 2; ++turn)
          for (const int sender : {0, 1})
            if (me == sender) MPI_Send(rows.data(), count, MPI_FLOAT, 1 - me, 0, MPI_COMM_WORLD);
            else MPI_Recv(rows.data(), count, MPI_FLOAT, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      });
      add("a message of two rows", v18::halo, cols, time, 2 * turns);
    }
  }

  void scale(const char* what, int rows, int cols) {
    v18::Band band(rows, cols, rank_of_world(), ranks_of_world());
    band.allocate();
    fill(band);
    Entropy* const v15 = solutions::v15::entropy_v15;
    const auto done = [] { v18::must(cudaDeviceSynchronize()); };
    add(what, rows, cols, measured([&] { v18::filter_band(band, v15), done(); }));
    must_be_right(band, rows);
    add((std::string(what) + ", nothing computed").c_str(), rows, cols,
        measured([&] { v18::filter_band(band, compute_nothing), done(); }));
    add((std::string(what) + ", kernel alone").c_str(), rows, cols,
        measured([&] { v15(band.out, band.in + band.cells(v18::halo), band.rows, cols), done(); }));
  }

  void with_file(int rows, int cols) {
    const char* const folder = std::getenv("SCALING_FOLDER");
    const std::string in = std::string(folder) + "/in", out = std::string(folder) + "/out";
    if (rank_of_world() == 0 && !std::filesystem::exists(in)) {
      std::ofstream file(in, std::ios::binary);
      std::vector<float> line(static_cast<std::size_t>(cols));
      for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) line[std::size_t(col)] = symbol(row, col);
        file.write(reinterpret_cast<const char*>(line.data()), std::streamsize(line.size() * sizeof(float)));
      }
    }
    add("a whole call, file to file", rows, cols,
        measured([&] { v18::entropy_v18(out.c_str(), in.c_str(), rows, cols, solutions::v15::entropy_v15); }, 3));
  }

  void kernels() {  // of as few cells as a rank of many has; alone, one rank
    if (ranks_of_world() > 1) return;
    for (const int rows : harness::dry_run() ? std::vector{6} : std::vector{6, 10, 160, 1280, 5120, 10240}) {
      const int cols = harness::dry_run() ? 64 : 10240;
      v18::Band band(rows, cols, 0, 1);
      band.allocate();
      fill(band);
      add("kernel", rows, cols, measured([&] {
        solutions::v15::entropy_v15(band.out, band.in + band.cells(v18::halo), rows, cols);
        v18::must(cudaDeviceSynchronize());
      }));
    }
  }

 private:
  // All ranks take as many samples: so many, and no rule that one rank might see differently.
  static harness::Timing measured(harness::FunctionRef<void()> work, int samples = 15) {
    if (harness::dry_run()) samples = 1;
    ClockOfAll clock;
    std::vector<double> found;
    for (int i = -2; i < samples; ++i) {
      clock.start();
      work();
      const double ms = harness::dry_run() ? (clock.stop(), 1) : clock.stop();
      if (i >= 0) found.push_back(ms);
    }
    return harness::summarize(found);
  }
  void add(const char* what, int rows, int cols, const harness::Timing& time, int of = 1) {
    if (rank_of_world() != 0) return;
    to_ << what << '\t' << ranks_of_world() << '\t' << harness::devices() << '\t' << rows << '\t' << cols << '\t'
        << time.median_ms / of << '\t' << time.q1_ms / of << '\t' << time.q3_ms / of << '\t' << time.samples
        << std::endl;
  }
  std::ofstream to_;
};

// What a rank does.
int work(const char* path) {
  MPI_Init(nullptr, nullptr);
  int status = 0;
  try {
    v18::choose_device();
    Ranks ranks(path);
    const int side = harness::dry_run() ? 64 : 10240, many = ranks_of_world();
    ranks.ping_pong();
    ranks.kernels();
    ranks.scale("strong", side, side);
    if (!harness::dry_run() && many <= 2) ranks.scale("strong", 46336, 46336);
    ranks.scale("weak", side * many, side);
    if (many <= 4) ranks.with_file(side, side);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", rank_of_world(), error.what());
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Finalize();
  return status;
}

void time_ranks(harness::Rows& rows, const char* program) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("entropy-scaling-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string table = (folder / "table").string();
  setenv("SCALING_FOLDER", folder.c_str(), 1);
  const char* const mpirun = std::getenv("COURSE_MPIRUN");
  for (const int ranks : harness::dry_run() ? std::vector{1, 3} : std::vector{1, 2, 4, 8}) {
    const std::string command = std::string(mpirun ? mpirun : "mpirun --allow-run-as-root --oversubscribe") + " -n " +
                                std::to_string(ranks) + " " + program + " --ranks " + table;
    if (std::system(command.c_str()) != 0) {
      std::filesystem::remove_all(folder);
      throw std::runtime_error("this failed: " + command);
    }
  }
  std::ifstream from(table);
  for (std::string line; std::getline(from, line);) {
    std::istringstream cells(line);
    std::string what;
    std::getline(cells, what, '\t');
    int count = 0, gpus = 0, height = 0, width = 0, samples = 0;
    double median = 0, q1 = 0, q3 = 0;
    cells >> count >> gpus >> height >> width >> median >> q1 >> q3 >> samples;
    rows.add({{"what", what}, {"ranks", count}, {"gpus", gpus}, {"rows", height}, {"cols", width},
        {"median_ms", median}, {"q1_ms", q1}, {"q3_ms", q3}, {"samples", samples}});
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--ranks") return work(argv[2]);
  return harness::run_experiment(argc, argv,
      "steady_clock between two barriers, the rank that takes longest, medians; a message: a 40th of 20 turns there "
      "and "
      "back between ranks 0 and 1; the file is in the folder of temporary files, and in memory by then",
      [&](harness::Rows& rows) { time_ranks(rows, argv[0]); });
}
