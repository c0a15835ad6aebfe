// Calls a submitted function that makes arrays of one, and tells what is wrong with them, if anything.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/grader.hpp"
#include "tests/06-caches/interface.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"

namespace arrays {

struct Shape {
  int rows, cols;
  std::size_t elements() const { return std::size_t(rows) * std::size_t(cols); }
};

// An array that a call fills: what it is called, what is to be there, and how a place in it is written: "[2][5]".
struct Output {
  std::string name;
  std::vector<float> expected;
  std::function<std::string(std::size_t)> place;
};

// What all of an output is, in order, if somebody makes a mistake that is known.
struct Mistake {
  std::string words;
  std::function<std::vector<float>(const std::vector<float>& in, Shape)> output;
};

// A lab's function, and how it is called and judged.
struct Task {
  std::string function;
  std::function<std::size_t(Shape)> results;  // how many floats all outputs have
  std::function<std::string(Shape)> words;    // "rows = 3, cols = 5"
  std::function<std::vector<Output>(const std::vector<float>& in, Shape)> outputs;
  std::function<void(const std::vector<float*>& out, const float* in, Shape)> call;  // the pointers are the device's
  int largest = 100;     // the input's values are whole numbers from 1 to that
  float unit = 1;        // times this
  double tolerance = 0;  // of a result, relative
  bool moves = false;    // results are elements of the input, bit by bit, be they numbers or not
  bool has_no_number =
      false;  // among the input is something that is no number, and results are none where it is in them
  std::optional<float> before;    // what lies where results come, before the call; else harness::Poison
  std::string what_if_unchanged;  // what a place that nobody has written to may mean
  std::vector<Mistake> mistakes;  // of the only output
  bool is_for_the_end = false;    // only the last place must have been written to
  grading::Watched watched = {};  // the warp whose requests are kept
};

// One call, with input that no call before had: what is wrong, in words that begin with the shape, or nothing.
std::string fault(const Task& task, Shape shape, harness::Activity* activity = nullptr);

void expect_right(const Task& task, const std::vector<Shape>& shapes);
// Up to the last row of a large shape: of each launch only the last blocks run. Who gives them other rows than the last is called
// with all that run.
void expect_right_at_the_end(const Task& task, Shape shape);
// Where one element of the input is no number.
void expect_right_without_a_number(Task task, Shape shape);
// That a device takes the launches for these shapes: larger ones than kernels could be run for on sim.
void expect_launches_taken(const Task& task, const std::vector<Shape>& shapes);
// A grid that has stopped growing below the largest shape is enough for it: it is run where `smaller` starts as many threads.
void expect_grid_to_follow(const Task& task, Shape smaller, Shape largest);
grading::Trial trial(const Task& task, Shape shape);
// Drawn from the run's seed.
std::vector<Shape> drawn_shapes(int count, int most_rows, int most_cols);

// The work is done by kernels: they load all of `in` and store all of the results.
void expect_work_on_device(const Task& task, Shape shape);

// What one call moves between the SMs, L2 and DRAM, as an H200's caches are modelled; sectors. Judged when the result is right.
struct Traffic {
  double asked = 0;   // that loads ask L1 for
  double hits = 0;    // of those, in L1
  double read = 0;    // that L2 is asked for
  double sent = 0;    // of stores, that L2 is given
  double filled = 0;  // from DRAM
  harness::Activity activity;
  std::string input;  // "rows = 3, cols = 5: "
};
// Nothing where something is wrong, which fails the current test. kept: each launch finds L2 as the one before has left it.
struct Judged {
  bool right = false;
  Traffic traffic;
};
Judged traffic_of(const Task& task, Shape shape, bool kept = false);

// Fails the current test where `value` is over the budget: "your kernels …, N sectors, and M would do; PLACE … most".
// `part` says which of a place's sectors count.
void expect_at_most(const Traffic& traffic, double value, double budget, const std::string& what,
    const std::function<double(const harness::Site&)>& part, const std::string& advice);

}  // namespace arrays
