// Calls a submitted transpose and tells what is wrong with its result, if anything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/transpose.hpp"
#include "tests/common/transposes/diagnosis.hpp"

namespace transposes {

struct Shape {
  int rows, cols;
  std::size_t elements() const { return std::size_t(rows) * cols; }
  std::size_t bytes() const { return elements() * sizeof(float); }
  std::string words() const { return "rows = " + std::to_string(rows) + ", cols = " + std::to_string(cols); }
};

struct Call : grading::Call {
  Result result;  // unless something is wrong
};

// Drawn from the run's seed: `count` small ones of any sides, and one that is not square and has odd multiples of 64 for sides.
std::vector<Shape> drawn_shapes(int count);
Shape drawn_whole_shape();

using Submitted = harness::Function<Transpose>;

// The submitted function of that name. Throws harness::ModuleError where there is none.
Submitted submitted(const char* function);

// Calls it with the input number `number` (see harness/tagged.hpp; 0: the next one) on an out full of `poison`.
Call call(const Submitted& transpose, Shape shape, harness::Poison poison = harness::Poison::first,
    std::uint32_t number = 0, unsigned warp = 0);

// Each shape is transposed rightly; small ones are tried twice, with other input on other poison. Fails the current test
// with the first that is not, and says why.
void expect_transposes(const char* function, const std::vector<Shape>& shapes);

// Whether the device takes the launches for that shape; no kernel runs.
void expect_launches_taken(const char* function, Shape shape);

// One call on that shape, with other input each time.
grading::Trial trial(const char* function, Shape shape);

// Zeros of both signs, numbers that are none, infinities and denormals arrive bit for bit.
void expect_every_bit(const char* function);

// With more elements than a float can count.
void expect_transposes_very_many(const char* function);

// The work is done by a kernel: somebody has to read every byte of in and write every byte of out there.
void expect_work_on_device(const char* function);

}  // namespace transposes
