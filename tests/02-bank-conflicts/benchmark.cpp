// Runs this chapter's versions: counters on sim, times on a GPU, every result checked element by element.
// Run: run-02-bank-conflicts.sim --version NAME=MODULE.so:FUNCTION:COMPUTES --shape 1024x1024 [--time] [--json FILE]
#include "tests/common/matrix_benchmark.hpp"

int main(int argc, char** argv) {
  benchmark::MatrixWorkload workload;
  return harness::run_benchmark(argc, argv, workload);
}
