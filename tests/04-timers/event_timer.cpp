// Grades the lab event_timer: on sim with events that are not complete at once and follow a script, on cuda in real time.
// Run: grade-event_timer.sim --module FILE.so
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/04-timers/player/scripts.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace {

constexpr std::uint64_t default_stream = 0;

std::string number(double value) { return grading::number(value, 6); }

bool is(const scripts::StreamCall& call, const char* name) { return call.call == name; }

// Of no number nobody can say that it is far from another.
bool differs(double is, double should, double tolerance) { return !(std::abs(is - should) <= tolerance); }

// The scripted world, for one test.
class World : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    if (!harness::backend().has_counters && test != "RealTime") GTEST_SKIP() << "the order of calls is graded on sim";
    stream = harness::ask<std::uint64_t>("events", test == "WorkThatComesLate");
    begun = true;
  }
  void TearDown() override {
    if (begun) harness::ask<>("end of events");
  }

  // Times work, and looks at what was called on the way.
  float time(std::uint64_t on, scripts::Work work = scripts::Work::plain, std::uint64_t takes = 2'500'000) {
    seen = harness::ask<scripts::OnStream>("time on stream", "time_on_stream", on, work, takes);
    return seen.ms;
  }

  int count(const char* name) const {
    int found = 0;
    for (const auto& call : seen.calls) found += is(call, name);
    return found;
  }

  // What is wrong with the marks of one plain call; empty if nothing is.
  std::string wrong_marks(std::uint64_t on) const {
    if (seen.times_worked != 1)
      return "the work was called " + std::to_string(seen.times_worked) + " times; the timer calls it once.";
    std::set<std::uint64_t> recorded;
    for (const auto& call : seen.calls)
      if (is(call, "cudaEventRecord")) recorded.insert(call.event);
    if (count("cudaEventCreate") < 2 && recorded.size() >= 2)
      return "the events are an earlier timer's: none was created. Let each timer create its own two, and destroy "
             "them.";
    if (count("cudaEventCreate") < 2)
      return "fewer than two events were created: one is needed before the work and one after it.";
    if (count("cudaEventRecord") < 2)
      return "fewer than two events were recorded: one mark belongs before the work and one behind it.";
    for (const auto& call : seen.calls)
      if (is(call, "cudaEventRecord") && call.stream != on)
        return std::string("an event was recorded in ") + (call.stream ? "another stream" : "the default stream") +
               ", but the work is in the stream that was given. A mark in another stream says nothing about it: "
               "cudaEventRecord(event, stream).";
    std::uint64_t first = 0, last = 0;
    for (std::size_t i = 0; i < seen.calls.size(); ++i) {
      if (!is(seen.calls[i], "cudaEventRecord")) continue;
      if (i < seen.calls_before_work) first = seen.calls[i].event;
      if (i >= seen.calls_after_work) last = seen.calls[i].event;
    }
    if (!first) return "no event was recorded before the work.";
    if (!last) return "no event was recorded behind the work.";
    if (first == last)
      return "the same event was recorded before and behind the work; the second time replaces the first. Take two.";
    return "";
  }

  // Whether the time was asked for before the host had waited for the mark behind the work.
  bool asked_too_early(std::uint64_t on) const {
    std::uint64_t last = 0;
    bool waited = false;
    int questions = 0;
    for (const auto& call : seen.calls) {
      if (is(call, "cudaEventRecord")) last = call.event, waited = false, questions = 0;
      if ((is(call, "cudaEventSynchronize") && call.event == last) ||
          (is(call, "cudaStreamSynchronize") && call.stream == on) || is(call, "cudaDeviceSynchronize"))
        waited = true;
      if (is(call, "cudaEventQuery") && ++questions >= 4) waited = true;
      if (is(call, "cudaEventElapsedTime") && !waited) return true;
    }
    return false;
  }

  // The whole judgement of one plain call, of work that takes so many nanoseconds of the GPU.
  void expect_right(std::uint64_t on, std::uint64_t takes = 2'500'000) {
    const float ms = time(on, scripts::Work::plain, takes);
    const double should = double(takes) * 1e-6;
    std::string words = wrong_marks(on);
    const bool wrong = differs(ms, should, std::max(1e-4, 1e-6 * should));  // a float has seven digits
    if (words.empty() && wrong && asked_too_early(on))
      words =
          "cudaEventElapsedTime was asked while the mark behind the work was not reached yet; it gave "
          "cudaErrorNotReady and no time. "
          "A launch and a record return at once: wait with cudaEventSynchronize first.";
    if (words.empty() && count("cudaEventElapsedTime") == 0)
      words = "the time between the two events was never asked for: cudaEventElapsedTime.";
    if (words.empty() && wrong)
      words = grading::because(
          "the scripted work took " + number(should) + " ms of the GPU and the timer said " + number(ms) + " ms.",
          std::abs(ms - should / 1000) < 1e-5 ? "That is in seconds; cudaEventElapsedTime gives milliseconds."
          : count("cudaStreamDestroy") > 0    ? "The stream was destroyed, and it belongs to the caller."
          : ms == 0 ? "Did cudaEventElapsedTime get both events, each recorded once and not yet destroyed?"
          : ms < 0  ? "Its arguments are the milliseconds, the earlier event, the later one."
                    : "");
    if (!words.empty()) ADD_FAILURE() << words;
  }

  std::uint64_t stream = 0;  // of the player's
  scripts::OnStream seen;

 private:
  bool begun = false;
};
using Correctness = World;
using Leaks = World;

TEST_F(Correctness, WorkInAStream) { expect_right(stream); }
TEST_F(Correctness, WorkInTheDefaultStream) { expect_right(default_stream); }

// Seconds, minutes, hours: nothing says how long work may take.
TEST_F(Correctness, LongWork) {
  std::uint64_t takes = 1'000'000 * (300 + harness::seed() % 400);
  for (int i = 0; i < 4 && !HasFailure(); ++i, takes *= 27) expect_right(stream, takes);
}

TEST_F(Correctness, TimesAgainAndAgain) {
  for (int i = 0; i < 3 && !HasFailure(); ++i) expect_right(stream);
}

TEST_F(Correctness, WorkOfAnyLength) {
  std::mt19937_64 random(harness::seed());
  for (int i = 0; i < 3 && !HasFailure(); ++i) expect_right(stream, 100'000 + random() % 30'000'000);
}
TEST_F(Correctness, WorkThatComesLate) { expect_right(stream); }

TEST_F(Correctness, TwoTimersAtOnce) {
  if (differs(time(stream), 2.5, 1e-4)) FAIL() << "two timers at once are judged when one alone is right.";
  const float outer = time(stream, scripts::Work::times_inside), inner = seen.inner_ms;
  if (differs(inner, 2.5, 1e-3) || differs(outer, 5, 1e-3))
    ADD_FAILURE() << "work of 5 ms was timed, and half of it by a second timer meanwhile: the outer one said "
                  << number(outer) << " ms, the inner one " << number(inner)
                  << ": does each timer have its own events?";
}

TEST_F(Correctness, WaitsForThisWorkOnly) {
  time(stream);
  if (const std::string words = wrong_marks(stream); !words.empty()) ADD_FAILURE() << words;
  if (count("cudaDeviceSynchronize") > 0)
    ADD_FAILURE() << "cudaDeviceSynchronize was called. It stops the host until every stream is empty; "
                     "cudaEventSynchronize waits for the one mark.";
  for (std::size_t i = 0; i < seen.calls.size(); ++i)
    if (is(seen.calls[i], "cudaStreamSynchronize") && seen.calls[i].stream != stream)
      ADD_FAILURE() << "cudaStreamSynchronize waited for another stream than the one that was given.";
}

TEST_F(Correctness, RealTime) {
  if (!harness::backend().has_time) return;  // sim never pretends to time a GPU
  const auto [ms, inner, outer] = harness::ask<float, float, float>("time on stream in real time", "time_on_stream");
  if (!(ms >= inner - 0.001f && ms <= outer + 0.001f))
    ADD_FAILURE() << "marks just inside the timer's are " << number(inner) << " ms apart, marks just outside "
                  << number(outer) << " ms, and the timer said " << number(ms) << " ms.";
}

TEST_F(Leaks, EveryEventIsDestroyed) {
  const std::size_t before = harness::live_events();
  for (int i = 0; i < 20; ++i) time(stream);
  if (count("cudaEventCreate") == 0) FAIL() << "no event was created, so nothing can be said about their end.";
  const std::size_t left = harness::live_events() - before;
  if (left > 0)
    ADD_FAILURE() << "20 timers left " << left
                  << " events behind. Whoever creates an event destroys it: cudaEventDestroy, in the destructor.";
}

TEST_F(Leaks, AlsoWhenTheWorkThrows) {
  const std::size_t before = harness::live_events();
  time(stream, scripts::Work::throws);
  if (seen.calls.empty()) FAIL() << "no event was created, so nothing can be said about their end.";
  if (!seen.passed_on) ADD_FAILURE() << "the exception that the work threw did not get out.";
  const std::size_t left = harness::live_events() - before;
  if (left > 0)
    ADD_FAILURE() << "the work threw an exception, stop() was never reached, and " << left
                  << " events were left behind. The destructor runs all the same: destroy them there.";
}

TEST_F(Leaks, NothingElseIsLeft) {
  grading::expect_nothing_left("the timer", [&](harness::Activity*) {
    time(default_stream);  // of whatever device is the current one
    return std::string();
  });
  if (count("cudaEventCreate") == 0) FAIL() << "no event was created, so nothing can be said about their end.";
}

TEST_F(Leaks, NothingIsDestroyedTwice) {
  time(stream);
  if (count("cudaEventCreate") == 0) FAIL() << "no event was created.";
  if (count("cudaEventDestroy") > count("cudaEventCreate")) ADD_FAILURE() << "more events were destroyed than created.";
  if (count("cudaStreamDestroy") > 0) ADD_FAILURE() << "a stream was destroyed. It belongs to the caller.";
}

}  // namespace
