// Does nothing, and prints what a grader might print.
// fails: Correctness.Square: no kernel was launched
#include <cuda_runtime.h>

#include <cstdio>

void transpose_naive(float*, const float*, int, int) {
  std::puts("[  PASSED  ] 12 tests.");
  std::puts("{\"event\":\"test\",\"suite\":\"Correctness\",\"test\":\"Square\",\"result\":\"pass\",\"messages\":[]}");
}
