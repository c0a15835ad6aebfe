// Grades the lab stopwatch: this program is the clock that the stopwatch reads.
// Run: grade-stopwatch.sim --module FILE.so
//
// clock_gettime below takes the C library's place in the whole process, and std::chrono and OpenMP ask it.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/04-timers/counted_malloc.hpp"
#include "tests/04-timers/interface.hpp"
#include "tests/common/words.hpp"

namespace {

using Nanoseconds = std::int64_t;
constexpr Nanoseconds second = 1'000'000'000, day = 86'400 * second, hour = 3600 * second;

// The scripted world: how long the machine has been on, and what time of day it believes it is.
bool scripted = false;
Nanoseconds now = 0, time_of_day = 0, reading_takes = 0;
std::set<clockid_t> asked;  // which clocks

Nanoseconds scripted_time(clockid_t clock) {
  asked.insert(clock);
  now += reading_takes;
  switch (clock) {
    case CLOCK_REALTIME:
      return time_of_day + now;
    case CLOCK_REALTIME_COARSE:
      return (time_of_day + now) / 4'000'000 * 4'000'000;
    case CLOCK_MONOTONIC_COARSE:
      return now / 4'000'000 * 4'000'000;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      return 5'000'000;  // the work waits; it does not compute
    default:
      return now;
  }
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!scripted) return int(syscall(SYS_clock_gettime, clock, time));
  const Nanoseconds is = scripted_time(clock);
  *time = {is / second, is % second};
  return 0;
}
extern "C" int gettimeofday(timeval* time, void*) noexcept {
  timespec is{};
  clock_gettime(CLOCK_REALTIME, &is);
  *time = {is.tv_sec, is.tv_nsec / 1000};
  return 0;
}

namespace {

decltype(timed)* function() { return harness::submission().function<decltype(timed)>("timed"); }

std::string number(double value) { return grading::number(value, 12); }

// Which clock a stopwatch reads that should read the steady one; empty if it reads that.
std::string wrong_clock() {
  if (asked.empty()) return "No clock was read. std::chrono::steady_clock::now() reads the one that is never set back.";
  if (asked.contains(CLOCK_MONOTONIC) || asked.contains(CLOCK_MONOTONIC_RAW) || asked.contains(CLOCK_BOOTTIME))
    return "";
  if (asked.contains(CLOCK_PROCESS_CPUTIME_ID) || asked.contains(CLOCK_THREAD_CPUTIME_ID))
    return "It reads the CPU time that the program used (clock()), which stands still while the program waits. Read "
           "std::chrono::steady_clock.";
  if (asked.contains(CLOCK_MONOTONIC_COARSE))
    return "It reads the coarse clock, which moves every 4 ms only. Read std::chrono::steady_clock.";
  return "It reads the time of day (system_clock, high_resolution_clock or gettimeofday), which is set forward and "
         "back while "
         "programs run. Read std::chrono::steady_clock.";
}

struct Outcome {
  double shown = 0, added = 0;      // milliseconds
  Nanoseconds least = 0, most = 0;  // what is right
};

Nanoseconds work_began = 0, work_ended = 0, work_takes = 0;
Nanoseconds clock_is_set_by = 0;
double* watched_total = nullptr;
double total_during_work = 0;

void scripted_work() {
  work_began = now;
  now += work_takes;
  time_of_day += clock_is_set_by;
  if (watched_total) total_during_work = *watched_total;
  work_ended = now;
}

Outcome run(double& total, Nanoseconds takes, void (*work)() = scripted_work) {
  Outcome outcome;
  const auto timed = function();
  const double before = total;
  work_takes = takes;
  watched_total = &total;
  asked.clear();
  scripted = true;
  const Nanoseconds begin = now;
  outcome.shown = timed(total, work);
  outcome.most = now - begin;
  scripted = false;
  outcome.least = work_ended - work_began;
  outcome.added = total - before;
  return outcome;
}

// Ends the script whatever the submission does.
class Clock : public testing::Test {
 protected:
  Clock() {
    now = 3 * day + 123'456'789;
    time_of_day = 20'000 * day;
    clock_is_set_by = reading_takes = 0;
  }
  ~Clock() override { scripted = false; }
};
using Correctness = Clock;

// `ms` lies between the work's own time and that of the whole call.
void expect_time(const char* what, double ms, const Outcome& outcome) {
  const double least = double(outcome.least) * 1e-6, most = double(outcome.most) * 1e-6;
  if (ms >= least - 1e-9 && ms <= most + 1e-9) return;  // a thousandth of a nanosecond
  std::string words = std::string(what) + " " + number(ms) + " ms, but the work took " + number(least) + " ms.";
  if (const std::string clock = wrong_clock(); !clock.empty()) words += " " + clock;
  else if (std::abs(ms * 1000 - least) < 1e-6 * least) words += " That is in seconds.";
  else if (std::abs(ms / 1000 - least) < 1e-6 * least) words += " That is in microseconds.";
  else if (std::abs(ms / 1e6 - least) < 1e-6 * least) words += " That is in nanoseconds.";
  else if (ms == std::floor(ms) && std::abs(ms - least) < 1)
    words += " duration_cast<milliseconds> cuts the rest off: use std::chrono::duration<double, std::milli>.";
  else if (std::abs(ms - least) < 0.01 && std::abs(ms - least) > 0)
    words +=
        " The last digits are lost. Subtract the two time points first, and keep the difference as a double: times "
        "since the machine was started are too large for that.";
  ADD_FAILURE() << words;
}

TEST_F(Correctness, ShowsMilliseconds) {
  double total = 0;
  const Outcome outcome = run(total, 12'345'678);
  expect_time("after the work the stopwatch showed", outcome.shown, outcome);
}

TEST_F(Correctness, AddsMilliseconds) {
  double total = 0;
  const Outcome outcome = run(total, 7'250'000);
  expect_time("the destructor added", outcome.added, outcome);
}

TEST_F(Correctness, AddsToWhatIsThere) {
  double total = 100;
  run(total, 3'000'000);
  const double once = total;
  run(total, 5'000'000);
  if (std::abs(once - 103) > 1e-6 || std::abs(total - 108) > 1e-6)
    ADD_FAILURE() << "total_ms was 100; after work of 3 ms it was " << number(once) << ", after 5 ms more "
                  << number(total) << ". It should be 103, then 108: the destructor adds, it does not replace.";
}

TEST_F(Correctness, AddsNothingBeforeTheEnd) {
  double total = 42;
  run(total, 1'000'000);
  if (total_during_work != 42)
    ADD_FAILURE() << "total_ms had changed from 42 to " << number(total_during_work)
                  << " while the work was running; the time is added when the stopwatch goes out of scope.";
}

TEST_F(Correctness, AnExceptionStopsItToo) {
  double total = 0;
  bool passed_on = false;
  try {
    run(total, 4'000'000, [] {
      scripted_work();
      throw std::runtime_error("from the work");
    });
  } catch (const std::runtime_error&) {
    passed_on = true;
  }
  scripted = false;
  if (!passed_on)
    ADD_FAILURE() << "the exception that the work threw did not get out of timed(); the stopwatch must not catch it.";
  if (std::abs(total - 4) > 1e-6)
    ADD_FAILURE() << "the work threw an exception after 4 ms, and total_ms was " << number(total)
                  << " afterwards. A destructor runs then as well: let it do the adding.";
}

TEST_F(Correctness, OneInsideTheOther) {
  static double inner = 0;
  inner = 0;
  double total = 0;
  run(total, 2'000'000, [] {
    scripted_work();
    function()(inner, [] { now += 3'000'000; });
    scripted_work();
  });
  if (std::abs(inner - 3) > 1e-6)
    ADD_FAILURE() << "inside work that was being timed, 3 ms were timed by a second stopwatch; it added "
                  << number(inner) << " ms.";
  if (std::abs(total - 7) > 1e-6)
    ADD_FAILURE() << "work of 7 ms was timed, 3 ms of them by a second stopwatch as well; the outer one added "
                  << number(total) << " ms. Does each stopwatch have its own beginning?";
}

TEST_F(Correctness, GoesOnRunning) {
  reading_takes = 20;
  double total = 0;
  const Outcome outcome = run(total, 1'000'000);
  if (outcome.added <= outcome.shown)
    ADD_FAILURE() << "elapsed_ms() gave " << number(outcome.shown)
                  << " ms, and the destructor, which comes later, added " << number(outcome.added)
                  << ". Looking at a stopwatch does not stop it.";
  expect_time("the destructor added", outcome.added, outcome);
}

TEST_F(Clock, IsNeverSetBack) {
  double total = 0;
  clock_is_set_by = -hour;
  const Outcome outcome = run(total, 6'000'000);
  if (asked.contains(CLOCK_REALTIME) || asked.contains(CLOCK_REALTIME_COARSE))
    ADD_FAILURE() << "during work of 6 ms the machine's time of day was set back by an hour, and the stopwatch showed "
                  << number(outcome.shown) << " ms. " << wrong_clock();
  expect_time("the machine's time of day was set back by an hour; the stopwatch showed", outcome.shown, outcome);
}

TEST_F(Clock, CountsWaiting) {
  double total = 0;
  const Outcome outcome = run(total, 250'000'000);
  expect_time("the work waited for 250 ms; the stopwatch showed", outcome.shown, outcome);
}

TEST_F(Clock, CountsWholeSeconds) {
  double total = 0;
  for (const Nanoseconds takes : {second, 2 * second + 5, 3 * hour + 1}) {
    const Outcome outcome = run(total, takes);
    if (outcome.shown < 0 || outcome.shown < double(outcome.least % second) * 1e-6 + 1)
      ADD_FAILURE() << "the work took " << number(double(takes) * 1e-6) << " ms, and the stopwatch showed "
                    << number(outcome.shown)
                    << ". Do whole seconds get lost? A timespec has two parts, and an int holds 2.1 s of nanoseconds.";
    else expect_time("the stopwatch showed", outcome.shown, outcome);
  }
}

TEST_F(Clock, ResolvesOneNanosecond) {
  double total = 0;
  for (const Nanoseconds takes : {1, 7, 999}) {
    const Outcome outcome = run(total, takes);
    expect_time("the stopwatch showed", outcome.shown, outcome);
  }
}

TEST_F(Clock, ResolvesOneNanosecondOnAMachineThatWasNeverSwitchedOff) {
  now = 2000 * day + 987'654'321;
  double total = 0;
  const Outcome outcome = run(total, 1'300'001);
  expect_time("the machine has been on for 2000 days; the stopwatch showed", outcome.shown, outcome);
}

TEST_F(Clock, AgreesWithRealTime) {
  using Steady = std::chrono::steady_clock;
  static Steady::time_point began, ended;
  double total = 0;
  const auto timed = function();
  const auto begin = Steady::now();
  const double shown = timed(total, [] {
    began = Steady::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ended = Steady::now();
  });
  const auto end = Steady::now();
  const auto ms = [](Steady::duration span) { return std::chrono::duration<double, std::milli>(span).count(); };
  if (!(shown >= ms(ended - began) && shown <= ms(end - begin) && total >= shown && total <= ms(end - begin)))
    ADD_FAILURE() << "a real wait took between " << number(ms(ended - began)) << " and " << number(ms(end - begin))
                  << " ms; the stopwatch showed " << number(shown) << " and added " << number(total) << ".";
}

TEST_F(Clock, AllocatesNothing) {
  static int allocations = 0;
  allocations = 0;
  double total = 0;
  run(total, 1);  // whatever is set up once
  grading::on_allocation = [] { ++allocations; };
  const auto timed = function();
  allocations = 0;
  timed(total, [] {});
  grading::on_allocation = nullptr;
  if (allocations > 0)
    ADD_FAILURE() << "memory was allocated " << allocations
                  << " times by one stopwatch. What it remembers belongs into its members.";
  if (total <= 0) ADD_FAILURE() << "no time was added to total_ms, so there is nothing to judge yet.";
}

}  // namespace
