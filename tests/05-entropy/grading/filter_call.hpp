// Calls a submitted filter on a grid and tells what is wrong with the result, if anything. Every rung's grader uses it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/diagnosis.hpp"
#include "tests/05-entropy/grading/host_buffers.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/common/call.hpp"

namespace filters {

extern const char* const function;  // "entropy_v0"; the grader defines it

using Filter = harness::Function<Entropy>;

struct Call : grading::Call {
  std::vector<float> out;  // afterwards
  std::string index;       // that the host's code uses one outside of an array, in words; or empty
  bool stale = false;      // which is what the call before gave, for another grid
};

// One call of the submitted filter; call_on_host calls another one, with the host's memory.
Call call_once(const Grid& grid, harness::Poison poison = harness::Poison::first);
Call call_on_host(
    const std::function<Entropy>& filter, const Grid& grid, harness::Poison poison, Around around = Around::fives);

// What is wrong with a call's result, in words; or empty.
std::string words_of(const Grid& grid, const Call& call);

// Empty when every cell is right and, unless the grid is large, the same on a second call, over other poison.
std::string fault(const Grid& grid);

// For the watched code and for the other, which has OpenMP's own threads; false if the submission does without OpenMP.
bool set_threads(int threads);

// While it lives host code is called as it was compiled for speed, by one thread. For large grids: telling of each access takes
// most of a call's time, and what threads do to each other is seen on smaller ones.
class AtFullSpeed {
 public:
  AtFullSpeed();
  ~AtFullSpeed();
  AtFullSpeed(const AtFullSpeed&) = delete;
};

// What two threads of the host touch in `call`, one of them writing, with nothing between that orders them, in words; or
// empty. Whether that makes a result wrong is chance: it is an error, whatever came of it.
std::string race_in(harness::TurnOrder order, const std::function<Call()>& call);

std::vector<Grid> random_of(const std::vector<grids::Size>& sizes);

// Every cell of each grid is right. Fails the current test at the first grid that comes out wrong. On sim the device has
// two multiprocessors, as the smallest GPUs have: a filter that launches as many blocks as fill its device takes a tenth of the
// time. All other calls are on an H200's 132.
void expect_right(const std::vector<Grid>& tried);
// That a device takes the launches for grids of these sizes: larger ones than kernels could be run for on sim.
void expect_launches_taken(const std::vector<grids::Size>& tried);

// One right call on that grid; fails the current test and gives nothing if the result is wrong. `what` begins the sentence:
// "precision is judged".
std::optional<Call> right_call(const Grid& grid, const char* what);
// The same, for tests that judge nothing but its result: made once, be it by expect_right.
const Call* kept_right_call(const Grid& grid, const char* what);

// Closer than the tolerance: what double sums with this rung's table reach, and float sums do not.
void expect_precision(double budget);

// Counters of fewer bits than an int, with a place for each of the sixteen symbols: in words, or nothing.
std::string narrow_counters(const std::vector<simt::PrivateArray>& arrays);

}  // namespace filters
