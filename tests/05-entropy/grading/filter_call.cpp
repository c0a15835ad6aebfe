// Calls a submitted filter on a grid and tells what is wrong with the result, if anything.
#include "tests/05-entropy/grading/filter_call.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <deque>
#include <utility>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/oracle.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/words.hpp"

namespace filters {

using grading::closed;

namespace {

bool at_full_speed = false;

Filter submitted() {
  const harness::Submission& all = harness::submission();
  return at_full_speed ? all.function<Entropy>(function) : all.watched_function<Entropy>(function);
}

std::uint64_t steps_for(std::size_t cells) {
  return 20'000 * std::uint64_t(cells) + 10'000'000;  // one thread doing all the work needs a tenth of it
}

std::string changed_input(const Grid& grid, const std::vector<float>& in) {
  for (std::size_t i = 0; i < in.size(); ++i)
    if (!(in[i] == grid.cells[i]))
      return "in[" + std::to_string(i / std::size_t(grid.cols)) + "][" + std::to_string(i % std::size_t(grid.cols)) +
             "] was changed by the call. in is only to be read; have out and in changed places?";
  return "";
}

Call call_on_device(const Filter& filter, const Grid& grid, harness::Poison poison) {
  return grading::safely([&] {
    Call call;
    harness::DeviceBuffer<float> in(grid.cells, "in"), out(grid.cells.size(), "out", poison);
    const harness::Attempt attempt(grid.words());
    grading::watch(call, steps_for(grid.cells.size()), [&] { filter(out.get(), in.get(), grid.rows, grid.cols); });
    const auto found = [&] {
      call.out = out.download();
      const std::string words = grading::damage(out, in);
      return words.empty() ? changed_input(grid, in.download()) : words;
    };
    grading::look(call, found, "out and in belong to the caller: do not free them.");
    return call;
  });
}

}  // namespace

Call call_on_host(const std::function<Entropy>& filter, const Grid& grid, harness::Poison poison, Around around) {
  return grading::safely([&] {
    Call call;
    const Surrounded in(grid, around);
    const GuardedHost out(grid.cells.size(), poison);
    const harness::Attempt attempt(grid.words());
    harness::name_host_memory(in.data(), grid.cells.size() * sizeof(float), "in");
    harness::name_host_memory(out.data(), grid.cells.size() * sizeof(float), "out");
    grading::watch(call, steps_for(grid.cells.size()), [&] { filter(out.data(), in.data(), grid.rows, grid.cols); });
    const GuardedHost::Found found = out.found();
    // Whether it is the cause of a wrong result or what follows from one, nobody knows: words_of() tells of both.
    if (call.activity.kind == "array-index") {
      std::swap(call.index, call.activity.fault);
      call.wrong.clear();
    }
    if (call.wrong.empty()) call.wrong = found.damage;
    if (call.wrong.empty()) call.wrong = changed_input(grid, in.contents());
    call.out = found.contents;
    return call;
  });
}

Call call_once(const Grid& grid, harness::Poison poison) {
  const Filter filter = submitted();
  Call call = on_device ? call_on_device(filter, grid, poison) : call_on_host(filter, grid, poison);
  static Grid last;
  static std::vector<float> result;
  call.stale = call.wrong.empty() && grid.rows == last.rows && grid.cells != last.cells && call.out == result;
  last = grid;
  result = call.out;
  return call;
}

// The same, with the line of a race or an unwritten variable before or behind it, where there is one.
std::string with_disorder(const Grid& grid, const std::string& words) {
  if (words.empty()) return words;
  const bool fast = std::exchange(at_full_speed, false);
  const harness::Activity checked = harness::with_order_checked([&] { return call_once(grid).activity; });
  at_full_speed = fast;
  // Which of the host's cells are wrong may hang on addresses, where a count gone wrong is an index.
  if (!on_device && !checked.shared_race.empty())
    return checked.shared_race +
           ": do threads share what each should have for itself, or does one use what another has yet to compute?";
  return checked.with_disorder(words);
}

bool set_threads(int threads) {
  harness::submission().watched_function<Entropy>(function);
  return harness::set_host_threads(threads);
}

AtFullSpeed::AtFullSpeed() {
  set_threads(1);
  at_full_speed = true;
}
AtFullSpeed::~AtFullSpeed() {
  at_full_speed = false;
  set_threads(3);
}

std::string race_in(harness::TurnOrder order, const std::function<Call()>& call) {
  harness::set_turn_order(order);
  const std::string race = harness::with_order_checked([&] { return call().activity; }).shared_race;
  harness::set_turn_order(harness::TurnOrder::forward);
  return race.empty() ? race
                      : race +
                            ". Give each thread its own, or let one wait for the "
                            "other (reduction, atomic, critical, a barrier).";
}

// Of two calls with the same in: the first cell that is not the same; the number of cells if there is none.
std::size_t first_difference(const Call& one, const Call& other, harness::Poison poison) {
  for (std::size_t i = 0; i < one.out.size(); ++i) {
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    const bool unwritten = bits(one.out[i]) == harness::poison_word(harness::Poison::first) &&
                           bits(other.out[i]) == harness::poison_word(poison);
    if (bits(one.out[i]) != bits(other.out[i]) && !unwritten) return i;
  }
  return one.out.size();
}

// What with one thread is right, and with three is not: threads disturb each other.
bool right_with_one_thread(const Grid& grid) {
  if (on_device || !set_threads(1)) return false;
  const Call alone = call_once(grid);
  set_threads(3);
  return alone.wrong.empty() && diagnosis(grid, alone.out, harness::Poison::first).empty();
}
const char* const threads_disturb =
    "With one thread all is right, so do threads share what each should have for itself, counters or a sum, or does "
    "one use what another has yet to compute?";

std::string words_of(const Grid& grid, const Call& call) {
  if (!call.wrong.empty()) return closed(call.wrong);
  const std::string words = diagnosis(grid, call.out, harness::Poison::first);
  if (words.empty()) return call.index.empty() ? "" : call.index + ": what lies there was right by chance.";
  if (call.stale)
    return "the result is that of the grid before, which has the same size: something is kept from call to call.";
  if (right_with_one_thread(grid)) return diagnosis(grid, call.out, harness::Poison::first, threads_disturb);
  constexpr std::size_t long_enough =
      220;  // with a grid's words in front of it a message is to have 300 letters at most
  return call.index.empty() || words.size() + call.index.size() > long_enough ? words
                                                                              : words + " Also, " + call.index + ".";
}

// Cell i is not the same in two calls with the same in. `index`: that one of them has left an array of the host's, or empty.
std::string differs(const Grid& grid, std::size_t i, const std::string& index) {
  if (!index.empty())
    return cell_name(grid, i) + " differs from call to call, with the same in: " + index +
           ". What lies there may be anything, so is right what the index is made of?";
  return grading::because(cell_name(grid, i) + " differs from call to call, with the same in.",
      on_device
          ? "Something is read before it is written: shared memory without __syncthreads() between, a variable without "
            "a value, or out itself."
      : right_with_one_thread(grid)
          ? threads_disturb
          : "Is something read that has no value yet, or still the last call's, or is out itself "
            "read? Do threads share what each should have for itself?");
}

// Whether the result hangs on what lies beside the grid in the host's memory, in words; or empty.
std::string reads_beside(const Grid& grid, const Call& call) {
  const auto surrounded_by = [&](Around around) {
    return call_on_host(submitted(), grid, harness::Poison::first, around);
  };
  const Call elsewhere = surrounded_by(Around::all);
  const std::size_t i = first_difference(call, elsewhere, harness::Poison::first);
  if (!elsewhere.wrong.empty() || i == call.out.size()) return "";
  for (int turn = 0; turn < 4; ++turn)  // or is it threads, which do not do the same every time?
    if (first_difference(turn % 2 ? call : elsewhere, surrounded_by(turn % 2 ? Around::fives : Around::all),
            harness::Poison::first) < call.out.size())
      return differs(grid, i, call.index);
  return cell_name(grid, i) +
         " depends on what lies before or behind in: memory is read that is not the grid's, so is the window clipped "
         "on all four sides?";
}

// A kernel that reads what it has not written does so on a grid of a few blocks, too, and large ones take long. Threads of the
// host are too few to meet on a small one.
bool is_called_twice(const Grid& grid) { return !on_device || grid.cells.size() <= 33 * 33; }

namespace {

std::string fault_of(const Grid& grid, Call& call) {
  if (on_device) harness::forget_host_work();
  call = call_once(grid);
  if (!call.wrong.empty()) return closed(call.wrong);
  if (on_device)
    if (const std::string words = grading::much_done_by_copies(call, grid.cells.size() * sizeof(float)); !words.empty())
      return words;
  if (is_called_twice(grid)) {
    harness::set_turn_order(harness::TurnOrder::backward);
    const Call again = call_once(grid, harness::Poison::second);
    harness::set_turn_order(harness::TurnOrder::forward);
    if (again.wrong.empty())
      if (const std::size_t i = first_difference(call, again, harness::Poison::second); i < call.out.size())
        return with_disorder(
            grid, call.activity.with_reason(differs(grid, i, call.index.empty() ? again.index : call.index)));
  }
  if (!on_device)
    if (const std::string words = reads_beside(grid, call); !words.empty()) return words;
  const std::string words = words_of(grid, call);
  if (!words.empty() && on_device && call.no_kernel()) return "no kernel was launched. " + words;
  if (!words.empty() && !call.activity.early_end.empty())
    return call.activity.with_reason(words);  // one reason will do
  return with_disorder(grid, words);
}

// Right calls, which other tests judge, too: each grid is then run once.
struct Kept {
  Grid grid;
  Call call;
};
std::deque<Kept> right_calls;

}  // namespace

std::string fault(const Grid& grid) {
  Call call;
  return fault_of(grid, call);
}

void expect_right(const std::vector<Grid>& tried) {
  constexpr int multiprocessors = 2;
  for (const Grid& grid : tried) {
    std::string words;
    {
      const harness::SmallDevice small(multiprocessors);
      Call call;
      words = fault_of(grid, call);
      if (words.empty() && !(on_device && call.no_kernel())) right_calls.push_back({grid, std::move(call)});
    }
    if (words.empty()) continue;
    // Where the number of multiprocessors matters, it is said.
    const std::string elsewhere = on_device ? fault(grid) : words;
    ADD_FAILURE() << grid.words() << ": "
                  << (elsewhere.empty() ? "on a device of " + std::to_string(multiprocessors) +
                                              " multiprocessors (with 132 it is right) " + words
                                        : elsewhere);
    return;
  }
}

void expect_launches_taken(const std::vector<grids::Size>& tried) {
  if (!harness::backend().has_counters) return expect_right(random_of(tried));
  const harness::LaunchesOnly only;
  for (const grids::Size size : tried) {
    const Grid grid{size.rows, size.cols, {}, "random"};
    const std::size_t cells = std::size_t(size.rows) * std::size_t(size.cols);
    const Call call = grading::safely([&] {
      Call made;
      // No kernel runs, so nobody looks at what is in them.
      harness::DeviceBuffer<float> in(cells, "in", harness::Poison::none), out(cells, "out", harness::Poison::none);
      const Filter filter = submitted();
      grading::watch(made, steps_for(cells), [&] { filter(out.get(), in.get(), size.rows, size.cols); });
      return made;
    });
    if (call.wrong.empty()) continue;
    ADD_FAILURE() << grid.words() << ": " << closed(call.wrong);
    return;
  }
}

std::vector<Grid> random_of(const std::vector<grids::Size>& sizes) {
  std::vector<Grid> all;
  for (const grids::Size size : sizes) all.push_back(grids::random(size.rows, size.cols, std::uint32_t(all.size())));
  return all;
}

std::optional<Call> right_call(const Grid& grid, const char* what) {
  Call call = call_once(grid);
  std::string words = words_of(grid, call);
  if (words.empty() && on_device && call.no_kernel()) words = "no kernel was launched.";
  if (words.empty()) return call;
  ADD_FAILURE() << what << " when the result is right. " << grid.words() << ": " << words;
  return std::nullopt;
}

const Call* kept_right_call(const Grid& grid, const char* what) {
  const auto found = std::find_if(right_calls.begin(), right_calls.end(), [&](const Kept& kept) {
    return kept.grid.rows == grid.rows && kept.grid.cols == grid.cols && kept.grid.cells == grid.cells;
  });
  if (found != right_calls.end()) return &found->call;
  auto call = right_call(grid, what);
  if (!call) return nullptr;
  right_calls.push_back({grid, *std::move(call)});
  return &right_calls.back().call;
}

void expect_precision(double budget) {
  for (const Grid& grid : {grids::all_divisions(), grids::random(100, 100)}) {
    const Call* const call = kept_right_call(grid, "precision is judged");
    if (!call) return;
    const std::vector<double> expected = oracle::entropy(grid.cells, grid.rows, grid.cols);
    std::size_t worst = 0;
    const auto error = [&](std::size_t i) { return std::abs(double(call->out[i]) - expected[i]); };
    for (std::size_t i = 1; i < expected.size(); ++i)
      if (error(i) > error(worst)) worst = i;
    if (error(worst) <= budget) continue;
    char words[200];
    std::snprintf(words, sizeof words, " is %.8f, should be %.8f: off by %.2g, where %.2g can be had,",
        double(call->out[worst]), expected[worst], error(worst), budget);
    ADD_FAILURE() << grid.words() << ": " << cell_name(grid, worst) << words
                  << (error(worst) > 3e-6
                             ? " so has each entry of the table all of its digits, 8 as a float and 17 as a double?"
                             : " so are products and sums in double, and is the table of the type that this rung asks "
                               "for, with all of its digits?");
    return;
  }
}

std::string narrow_counters(const std::vector<simt::PrivateArray>& arrays) {
  for (const simt::PrivateArray& array : arrays)
    if (array.element_bytes < 4 && array.elements >= 16 && array.elements < 25)
      return "the counters " + array.name + " have " + std::to_string(8 * array.element_bytes) +
             " bits; what narrow ones gain is another rung's, and those of this one are ints.";
  return "";
}

}  // namespace filters
