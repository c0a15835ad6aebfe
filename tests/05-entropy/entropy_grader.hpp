// Calls a submitted filter on a grid and tells what is wrong with the result, if anything. Every rung's grader uses it.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/grader.hpp"
#include "tests/05-entropy/diagnosis.hpp"
#include "tests/05-entropy/interface.hpp"

namespace grading {

extern const char* const function;  // "entropy_v0"; the including grader defines it

inline std::string closed(std::string sentence) {
  if (!sentence.empty() && sentence.find_last_of(".?!") != sentence.size() - 1) sentence += '.';
  return sentence;
}

struct Call {
  std::string wrong;  // what went wrong, in words; or empty
  std::vector<float> out;
  harness::Activity activity;
};

// Runs `work` and watches the device. Whoever sends a kernel round for ever is not called again.
template <typename Work>
void watched(Call& call, std::size_t cells, const Work& work) {
  static bool endless = false;
  if (endless) {
    call.wrong = call.activity.fault = "not tried, since a kernel did not come to its end before.";
    return;
  }
  harness::limit_steps(20'000 * std::uint64_t(cells) + 10'000'000);  // one thread doing all the work needs a tenth of it
  harness::watch();
  try {
    work();
  } catch (const std::exception& error) {
    call.wrong = std::string("the function threw an exception: ") + error.what();
  } catch (...) {
    call.wrong = "the function threw an exception.";
  }
  call.activity = harness::activity();
  if (call.wrong.empty()) call.wrong = call.activity.fault;
  endless = call.activity.endless;
}

inline std::string changed_input(const Grid& grid, const std::vector<float>& in) {
  for (std::size_t i = 0; i < in.size(); ++i)
    if (!(in[i] == grid.cells[i]))
      return "in[" + std::to_string(i / std::size_t(grid.cols)) + "][" + std::to_string(i % std::size_t(grid.cols)) +
             "] was changed by the call. in is only to be read; have out and in changed places?";
  return "";
}

inline Call call_on_device(Entropy* filter, const Grid& grid, harness::Poison poison) {
  Call call;
  {
    harness::DeviceBuffer<float> in(grid.cells, "in"), out(grid.cells.size(), "out", poison);
    watched(call, grid.cells.size(), [&] { filter(out.get(), in.get(), grid.rows, grid.cols); });
    if (call.wrong.empty()) {
      try {
        if (const auto damage = out.damage()) call.wrong = damage->sentence("out");
        else if (const auto behind = in.damage()) call.wrong = behind->sentence("in");
        else call.wrong = changed_input(grid, in.download());
        call.out = out.download();
      } catch (const harness::DeviceError& error) {
        call.wrong = std::string("after the call the buffers are gone (") + error.what() + "). out and in belong to the caller: do not free them.";
      }
    }
  }
  if (!call.activity.fault.empty()) harness::recover();  // by now the buffers are gone
  return call;
}

// What lies before and behind the grid in host memory: all the same symbol, or one after the other. They do not belong to
// it: who counts them gets a wrong result, and with others another one, rather than a crash.
enum class Around { fives, all };

class Surrounded {
 public:
  Surrounded(const Grid& grid, Around around) : margin_(3 * std::size_t(grid.cols) + 16), words_(grid.cells.size() + 2 * margin_, 5) {
    for (std::size_t i = 0; i < words_.size() && around == Around::all; ++i) words_[i] = float(i * 7 % 16);
    std::copy(grid.cells.begin(), grid.cells.end(), words_.begin() + std::ptrdiff_t(margin_));
  }
  const float* data() const { return words_.data() + margin_; }
  std::vector<float> contents() const { return {words_.begin() + std::ptrdiff_t(margin_), words_.end() - std::ptrdiff_t(margin_)}; }

 private:
  std::size_t margin_;
  std::vector<float> words_;
};

// Host memory with a margin on both sides that nobody may write to.
class GuardedHost {
 public:
  explicit GuardedHost(std::size_t count, harness::Poison poison) : words_(count + 2 * margin, std::bit_cast<float>(harness::guard_word)) {
    std::fill_n(words_.begin() + margin, count, std::bit_cast<float>(harness::poison_word(poison)));
  }
  float* data() { return words_.data() + margin; }
  std::vector<float> contents() const { return {words_.begin() + margin, words_.end() - margin}; }

  std::string damage() const {
    const std::size_t count = words_.size() - 2 * margin;
    const auto touched = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(words_[i]) != harness::guard_word; };
    for (std::size_t i = 0; i < margin; ++i) {
      if (touched(margin + count + i)) return "the float " + std::to_string(i) + " past the end of out was written to.";
      if (touched(margin - 1 - i)) return "the float " + std::to_string(i + 1) + " before the beginning of out was written to.";
    }
    return "";
  }

 private:
  static constexpr std::size_t margin = 1024;
  std::vector<float> words_;
};

template <typename Filter>
Call call_on_host(const Filter& filter, const Grid& grid, harness::Poison poison, Around around = Around::fives) {
  Call call;
  const Surrounded in(grid, around);
  GuardedHost out(grid.cells.size(), poison);
  watched(call, grid.cells.size(), [&] { filter(out.data(), in.data(), grid.rows, grid.cols); });
  if (call.wrong.empty()) call.wrong = out.damage();
  if (call.wrong.empty()) call.wrong = changed_input(grid, in.contents());
  call.out = out.contents();
  if (!call.activity.fault.empty()) harness::recover();
  return call;
}

inline Call call_once(const Grid& grid, harness::Poison poison = harness::Poison::first) {
  Entropy* const filter = harness::submission().function<Entropy>(function);
  return on_device ? call_on_device(filter, grid, poison) : call_on_host(filter, grid, poison);
}

// The same, with the line of a race or an unwritten variable before or behind it, where there is one.
inline std::string with_disorder(const Grid& grid, const std::string& words) {
  if (words.empty() || !on_device) return words;
  return harness::with_order_checked([&] { return call_once(grid).activity; }).with_disorder(words);
}

// Of two calls with the same in: the first cell that is not the same; the number of cells if there is none.
inline std::size_t first_difference(const Call& one, const Call& other, harness::Poison poison) {
  for (std::size_t i = 0; i < one.out.size(); ++i) {
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    const bool unwritten = bits(one.out[i]) == harness::poison_word(harness::Poison::first) && bits(other.out[i]) == harness::poison_word(poison);
    if (bits(one.out[i]) != bits(other.out[i]) && !unwritten) return i;
  }
  return one.out.size();
}

// Empty when every cell is right and the same on a second call, over other poison.
inline std::string fault(const Grid& grid) {
  const Call call = call_once(grid);
  if (!call.wrong.empty()) return closed(call.wrong);
  const Call again = call_once(grid, harness::Poison::second);
  const auto name = [&](std::size_t i) { return cell_name(int(i / std::size_t(grid.cols)), int(i % std::size_t(grid.cols))); };
  const auto differs = [&](std::size_t i) {
    return name(i) + " differs from call to call, with the same in. " +
           (on_device ? "Something is read before it is written: shared memory without __syncthreads() between, a variable without a value, or out itself."
                      : "Do threads share what each should have for itself, counters or a sum? Is a variable read that has no value yet, or out itself?");
  };
  if (again.wrong.empty())
    if (const std::size_t i = first_difference(call, again, harness::Poison::second); i < call.out.size()) return with_disorder(grid, call.activity.with_reason(differs(i)));
  if (!on_device) {
    const auto surrounded_by = [&](Around around) { return call_on_host(harness::submission().function<Entropy>(function), grid, harness::Poison::first, around); };
    const Call elsewhere = surrounded_by(Around::all);
    if (const std::size_t i = first_difference(call, elsewhere, harness::Poison::first); elsewhere.wrong.empty() && i < call.out.size()) {
      for (int turn = 0; turn < 4; ++turn)  // or is it threads, which do not do the same every time?
        if (first_difference(turn % 2 ? call : elsewhere, surrounded_by(turn % 2 ? Around::fives : Around::all), harness::Poison::first) < call.out.size()) return differs(i);
      return name(i) + " depends on what lies before or behind in: memory is read that is not the grid's. Is the window clipped on all four sides?";
    }
  }
  if (on_device && call.activity.launches == std::size_t{0}) return "no kernel was launched. " + diagnosis(grid, call.out, harness::Poison::first);
  return with_disorder(grid, call.activity.with_reason(diagnosis(grid, call.out, harness::Poison::first)));
}

// Fails the current test at the first grid that comes out wrong.
inline void expect_right(const std::vector<Grid>& tried) {
  for (const Grid& grid : tried)
    if (const std::string words = fault(grid); !words.empty()) {
      ADD_FAILURE() << grid.words() << ": " << words;
      return;
    }
}

inline std::vector<Grid> random_of(const std::vector<grids::Size>& sizes) {
  std::vector<Grid> all;
  for (const grids::Size size : sizes) all.push_back(grids::random(size.rows, size.cols, std::uint32_t(all.size())));
  return all;
}

// One right call on that grid; fails the current test and gives nothing if the result is wrong.
inline std::optional<Call> right_call(const Grid& grid, const char* what) {
  Call call = call_once(grid);
  std::string words = call.wrong.empty() ? diagnosis(grid, call.out, harness::Poison::first) : closed(call.wrong);
  if (words.empty() && on_device && call.activity.launches == std::size_t{0}) words = "no kernel was launched.";
  if (words.empty()) return call;
  ADD_FAILURE() << what << " when the result is right. " << grid.words() << ": " << words;
  return std::nullopt;
}

// Closer than the tolerance: what double sums with this rung's table reach, and float sums do not.
inline void expect_precision(double budget) {
  for (const Grid& grid : {grids::all_divisions(), grids::random(150, 150)}) {
    const auto call = right_call(grid, "precision is judged");
    if (!call) return;
    const std::vector<double> expected = oracle::entropy(grid.cells, grid.rows, grid.cols);
    std::size_t worst = 0;
    const auto error = [&](std::size_t i) { return std::abs(double(call->out[i]) - expected[i]); };
    for (std::size_t i = 1; i < expected.size(); ++i)
      if (error(i) > error(worst)) worst = i;
    if (error(worst) <= budget) continue;
    char words[200];
    std::snprintf(words, sizeof words, " is %.8f, should be %.8f: off by %.2g, where %.2g can be had.", double(call->out[worst]), expected[worst], error(worst), budget);
    ADD_FAILURE() << grid.words() << ": " << cell_name(int(worst / std::size_t(grid.cols)), int(worst % std::size_t(grid.cols))) << words
                  << " Are products and sums in double, and is the table of the type that this rung asks for?";
    return;
  }
}

}  // namespace grading
