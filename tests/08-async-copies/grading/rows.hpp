// Calls a submitted function that sums neighbours in rows, tells what is wrong with its result, and how it has copied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/grader.hpp"
#include "tests/08-async-copies/interface.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"

namespace row_sums {

struct Shape {
  int rows, cols;
  std::size_t elements() const { return std::size_t(rows) * std::size_t(cols); }
  std::uint64_t bytes() const { return elements() * sizeof(int); }
  std::string words() const { return "rows = " + std::to_string(rows) + ", cols = " + std::to_string(cols); }
};

// Drawn from the run's seed; `of`: cols are a multiple of it.
std::vector<Shape> drawn_shapes(int count, int of = 1);

// On which copies are judged: nearly 64 rows of nearly 1024, of which the run's seed says how many.
Shape judged_shape();
// With a number of columns that is a multiple of nothing.
Shape odd_shape();

// Each shape's sums are right. Fails the current test with the first that is not, and says why.
void expect_sums(const char* function, const std::vector<Shape>& shapes);
// So are those of the last rows, where a launch's last blocks write them: for shapes whose whole work takes seconds.
void expect_last_sums(const char* function, Shape shape);
// No two threads, nor a copy and a thread, meet in the same bytes without an order between them.
void expect_clean(const char* function);
// One call on that shape, with other input each time.
grading::Trial trial(const char* function, Shape shape);

// What comes into shared memory comes there by asynchronous copies, and no thread loads it into a register.
void expect_without_registers(const char* function, Shape shape);
// Copies bring at most `budget` times the bytes of in.
void expect_fetched_once(const char* function, Shape shape, double budget);
// Of all copies at least that share is on its way while its thread reads what came before.
void expect_overlap(const char* function, Shape shape, double share);
// Each warp of a block either copies or stores sums, both kinds are there, and those that copy fill two stages or more.
void expect_roles(const char* function, Shape shape);

}  // namespace row_sums
