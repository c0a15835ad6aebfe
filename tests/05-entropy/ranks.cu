// One rank of v18, with v15 for its band: what mpirun starts.
// Run: mpirun -n 4 ranks-05-entropy.sim IN OUT ROWS COLS     (IN, OUT: files of ROWS × COLS floats, no header)
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <system_error>

#include "solutions/05-entropy/entropy_v15.cu"
#include "solutions/05-entropy/entropy_v18.cu"

// A rank that only returned would leave the others waiting for it.
[[noreturn]] static void end_job(int rank, const char* words) {
  std::fprintf(stderr, "rank %d: %s\n", rank, words);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

// 0: it is no number from 1 on that an int holds.
static int side(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int rows = argc == 5 ? side(argv[3]) : 0;
  const int cols = argc == 5 ? side(argv[4]) : 0;
  if (rows < 1 || cols < 1) end_job(rank, "usage: IN OUT ROWS COLS");
  try {
    entropy_v18(argv[2], argv[1], rows, cols, entropy_v15);
  } catch (const std::exception& error) {
    end_job(rank, error.what());
  }
  MPI_Finalize();
}
