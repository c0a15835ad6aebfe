// Grades the lab stopwatch: the player is the clock that the stopwatch reads.
// Run: grade-stopwatch.sim --module FILE.so
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/04-timers/player/scripts.hpp"
#include "tests/common/words.hpp"

namespace {

using Nanoseconds = std::int64_t;
constexpr Nanoseconds second = 1'000'000'000, day = 86'400 * second, hour = 3600 * second;

std::string number(double value) { return grading::number(value, 12); }

bool asked(const scripts::Timed& seen, clockid_t clock) {
  return std::find(seen.asked.begin(), seen.asked.end(), std::int32_t(clock)) != seen.asked.end();
}

// Which clock a stopwatch reads that should read the steady one; empty if it reads that.
std::string wrong_clock(const scripts::Timed& seen) {
  if (seen.asked.empty())
    return "No clock was read. std::chrono::steady_clock::now() reads the one that is never set back.";
  if (asked(seen, CLOCK_MONOTONIC) || asked(seen, CLOCK_MONOTONIC_RAW) || asked(seen, CLOCK_BOOTTIME)) return "";
  if (asked(seen, CLOCK_PROCESS_CPUTIME_ID) || asked(seen, CLOCK_THREAD_CPUTIME_ID))
    return "It reads the CPU time that the program used (clock()), which stands still while the program waits. Read "
           "std::chrono::steady_clock.";
  if (asked(seen, CLOCK_MONOTONIC_COARSE))
    return "It reads the coarse clock, which moves every 4 ms only. Read std::chrono::steady_clock.";
  return "It reads the time of day (system_clock, high_resolution_clock or gettimeofday). Read "
         "std::chrono::steady_clock.";
}

// A scripted world: how long the machine has been on, and what time of day it believes it is.
class Clock : public testing::Test {
 protected:
  // Runs work under a stopwatch, whose destructor adds to world.total; time goes on from call to call.
  scripts::Timed run(Nanoseconds takes, scripts::Work work = scripts::Work::plain) {
    world.work_takes = takes;
    world.work = work;
    const auto seen = harness::ask<scripts::Timed>("stopwatch", "timed", world);
    added = seen.total - world.total;
    world.total = seen.total;
    world.now = seen.now;
    world.time_of_day = seen.time_of_day;
    return seen;
  }

  scripts::Clocks world{3 * day + 123'456'789, 20'000 * day};
  double added = 0;  // ms, by the last run
};
using Correctness = Clock;

// Of no number nobody can say that it is far from another.
bool differs(double ms, double should) { return !(std::abs(ms - should) <= 1e-6); }

// `ms` lies between the work's own time and that of the whole call.
void expect_time(const char* what, double ms, const scripts::Timed& seen) {
  const double least = seen.least, most = seen.most;
  if (ms >= least - 1e-9 && ms <= most + 1e-9) return;  // a thousandth of a nanosecond
  // As many digits as tell the two apart.
  int digits = 12;
  while (digits < 17 && grading::number(ms, digits) == grading::number(least, digits)) ++digits;
  std::string words = std::string(what) + " " + grading::number(ms, digits) + " ms, but the work took " +
                      grading::number(least, digits) + " ms.";
  std::string cause = wrong_clock(seen);
  if (!cause.empty()) {
  } else if (std::abs(ms * 1000 - least) < 1e-6 * least) cause = "That is in seconds.";
  else if (std::abs(ms / 1000 - least) < 1e-6 * least) cause = "That is in microseconds.";
  else if (std::abs(ms / 1e6 - least) < 1e-6 * least) cause = "That is in nanoseconds.";
  else if (least < 1e-3 && ms == 0) cause = "A nanosecond is a time, too.";
  else if (ms == std::floor(ms) && std::abs(ms - least) < 1)
    cause = "duration_cast<milliseconds> cuts the rest off. Use std::chrono::duration<double, std::milli>.";
  else if (std::abs(ms - least) < 1e-3 && std::abs(1000 * ms - std::round(1000 * ms)) < 1e-9)
    cause = "duration_cast<microseconds> cuts nanoseconds off. Use std::chrono::duration<double, std::milli>.";
  else if (std::abs(ms - least) < 0.01 && std::abs(ms - least) > 0)
    cause =
        "The last digits are lost. Subtract the two time points first, and keep the difference as a double: times "
        "since the machine was started are too large for that.";
  ADD_FAILURE() << grading::because(words, cause);
}

TEST_F(Correctness, ShowsMilliseconds) {
  const scripts::Timed seen = run(12'345'678);
  expect_time("after the work the stopwatch showed", seen.shown, seen);
}

TEST_F(Correctness, AddsMilliseconds) {
  const scripts::Timed seen = run(7'250'000);
  expect_time("the destructor added", added, seen);
}

TEST_F(Correctness, WorkOfAnyLength) {
  std::mt19937_64 random(harness::seed());
  for (int i = 0; i < 4; ++i) {
    const scripts::Timed seen = run(Nanoseconds(1000 + random() % 90'000'000));
    expect_time("after the work the stopwatch showed", seen.shown, seen);
    expect_time("the destructor added", added, seen);
  }
}

TEST_F(Correctness, AddsToWhatIsThere) {
  world.total = 100;
  const double once = run(3'000'000).total, twice = run(5'000'000).total;
  if (differs(once, 103) || differs(twice, 108))
    ADD_FAILURE() << "total_ms was 100; after work of 3 ms it was " << number(once) << ", after 5 ms more "
                  << number(twice) << ", and should be 103, then 108: the destructor adds, it does not replace.";
}

TEST_F(Correctness, AddsNothingBeforeTheEnd) {
  world.total = 42;
  const scripts::Timed seen = run(1'000'000);
  if (seen.total_during_work != 42)
    ADD_FAILURE() << "total_ms had changed from 42 to " << number(seen.total_during_work)
                  << " while the work was running; the time is added when the stopwatch goes out of scope.";
}

TEST_F(Correctness, AddsToWhatIsThereInTheEnd) {
  world.total = 100;
  world.adds = 11;
  const double total = run(3'000'000).total;
  if (differs(total, 114))
    ADD_FAILURE() << "total_ms was 100, work of 3 ms added 11 ms to it itself, and afterwards it was " << number(total)
                  << " and should be 114: add to what it holds when the stopwatch ends, not to what it held before.";
}

TEST_F(Correctness, AnExceptionStopsItToo) {
  const scripts::Timed seen = run(4'000'000, scripts::Work::throws);
  if (!seen.passed_on)
    ADD_FAILURE() << "the exception that the work threw did not get out of timed(); the stopwatch must not catch it.";
  if (differs(seen.total, 4))
    ADD_FAILURE() << "the work threw an exception after 4 ms, and total_ms was " << number(seen.total)
                  << " afterwards. A destructor runs then as well: let it do the adding.";
}

TEST_F(Correctness, OneInsideTheOther) {
  const scripts::Timed seen = run(2'000'000, scripts::Work::times_inside);
  if (differs(seen.inner_total, 3))
    ADD_FAILURE() << "inside work that was being timed, 3 ms were timed by a second stopwatch; it added "
                  << number(seen.inner_total) << " ms.";
  if (differs(seen.total, 7))
    ADD_FAILURE() << "work of 7 ms was timed, 3 ms of them by a second stopwatch as well; the outer one added "
                  << number(seen.total) << " ms: does each stopwatch have its own beginning?";
}

TEST_F(Correctness, GoesOnRunning) {
  world.reading_takes = 20;
  const scripts::Timed seen = run(1'000'000);
  if (added <= seen.shown)
    ADD_FAILURE() << "elapsed_ms() gave " << number(seen.shown) << " ms, and the destructor, which comes later, added "
                  << number(added) << ": looking at a stopwatch does not stop it.";
  expect_time("the destructor added", added, seen);
}

TEST_F(Clock, IsNeverSetBack) {
  world.set_by = -hour;
  const scripts::Timed seen = run(6'000'000);
  if (asked(seen, CLOCK_REALTIME) || asked(seen, CLOCK_REALTIME_COARSE))
    ADD_FAILURE() << "during work of 6 ms the machine's time of day was set back by an hour, and the stopwatch showed "
                  << number(seen.shown)
                  << " ms: it reads the time of day (system_clock, high_resolution_clock or gettimeofday). "
                  << "Read std::chrono::steady_clock.";
  expect_time("the machine's time of day was set back by an hour; the stopwatch showed", seen.shown, seen);
}

TEST_F(Clock, CountsWaiting) {
  const scripts::Timed seen = run(250'000'000);
  expect_time("the work waited for 250 ms; the stopwatch showed", seen.shown, seen);
}

TEST_F(Clock, CountsWholeSeconds) {
  for (const Nanoseconds takes : {second, 2 * second + 5, 3 * hour + 1}) {
    const scripts::Timed seen = run(takes);
    if (seen.shown < 0 || seen.shown < double(takes % second) * 1e-6 + 1)
      ADD_FAILURE() << "the work took " << number(double(takes) * 1e-6) << " ms, and the stopwatch showed "
                    << number(seen.shown)
                    << ": do whole seconds get lost? A timespec has two parts, and an int holds 2.1 s of nanoseconds.";
    else expect_time("the stopwatch showed", seen.shown, seen);
  }
}

TEST_F(Clock, ResolvesOneNanosecond) {
  for (const Nanoseconds takes : {1, 7, 999}) {
    const scripts::Timed seen = run(takes);
    expect_time("the stopwatch showed", seen.shown, seen);
  }
}

TEST_F(Clock, ResolvesOneNanosecondOnAMachineThatWasNeverSwitchedOff) {
  world.now = 2000 * day + 987'654'321;
  const scripts::Timed seen = run(1'234'567);  // rounded to what a double holds there, 32 ns, no whole microsecond
  expect_time("the machine has been on for 2000 days; the stopwatch showed", seen.shown, seen);
}

TEST_F(Clock, AgreesWithRealTime) {
  const scripts::Timed seen = run(0, scripts::Work::waits);
  if (!(seen.shown >= seen.least && seen.shown <= seen.most && seen.total >= seen.shown && seen.total <= seen.most))
    ADD_FAILURE() << "a real wait took between " << number(seen.least) << " and " << number(seen.most)
                  << " ms; the stopwatch showed " << number(seen.shown) << " and added " << number(seen.total) << ".";
}

TEST_F(Clock, AllocatesNothing) {
  run(1);  // whatever is set up once
  const scripts::Timed seen = run(0, scripts::Work::nothing);
  if (seen.allocations > 0)
    ADD_FAILURE() << "memory was allocated " << seen.allocations
                  << " times by one stopwatch. What it remembers belongs into its members.";
  if (seen.total <= 0) ADD_FAILURE() << "no time was added to total_ms, so there is nothing to judge yet.";
}

}  // namespace
