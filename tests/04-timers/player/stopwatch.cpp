// The world of the labs that time work on the host: this program is the clock that they read, and counts what they allocate.
//
// clock_gettime below takes the C library's place in the whole process, and std::chrono and OpenMP ask it.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <set>
#include <stdexcept>
#include <thread>

#include "harness/player/requests.hpp"
#include "harness/scripted.hpp"
#include "tests/04-timers/player/counted_malloc.hpp"
#include "tests/04-timers/player/scripts.hpp"

namespace {

constexpr std::int64_t second = 1'000'000'000;

bool scripted = false;
scripts::Clocks world;
std::set<clockid_t> asked;

std::int64_t scripted_time(clockid_t clock) {
  asked.insert(clock);
  world.now += world.reading_takes;
  switch (clock) {
    case CLOCK_REALTIME:
      return world.time_of_day + world.now;
    case CLOCK_REALTIME_COARSE:
      return (world.time_of_day + world.now) / 4'000'000 * 4'000'000;
    case CLOCK_MONOTONIC_COARSE:
      return world.now / 4'000'000 * 4'000'000;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
      return 5'000'000;  // the work waits; it does not compute
    default:
      return world.now;
  }
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!scripted) return int(syscall(SYS_clock_gettime, clock, time));
  const std::int64_t is = scripted_time(clock);
  *time = {is / second, is % second};
  return 0;
}
extern "C" int gettimeofday(timeval* time, void*) noexcept {
  timespec is{};
  clock_gettime(CLOCK_REALTIME, &is);
  *time = {is.tv_sec, is.tv_nsec / 1000};
  return 0;
}

namespace scripts {
namespace {

decltype(::timed)* function = nullptr;
scripts::Timed outcome;
double* total = nullptr;
std::int64_t work_began = 0, work_ended = 0;

void scripted_work() {
  work_began = world.now;
  world.now += world.work_takes;
  world.time_of_day += world.set_by;
  outcome.total_during_work = *total;
  *total += world.adds;
  work_ended = world.now;
}
void throwing_work() {
  scripted_work();
  throw std::runtime_error("from the work");
}
void work_with_a_stopwatch() {
  scripted_work();
  function(outcome.inner_total, harness::lent(+[] { world.now += 3'000'000; }));
  scripted_work();
}

// Ends the script whatever the submission does.
struct Scripted {
  Scripted() { scripted = true; }
  ~Scripted() { scripted = false; }
};

void play_script(double& sum) {
  void (*const work)() = world.work == scripts::Work::throws         ? throwing_work
                         : world.work == scripts::Work::times_inside ? work_with_a_stopwatch
                                                                     : scripted_work;
  const std::int64_t begin = world.now;
  {
    const Scripted script;
    if (world.work != scripts::Work::throws) outcome.shown = function(sum, harness::lent(work));
    else try {
        function(sum, harness::lent(work));
      } catch (const std::runtime_error&) {
        outcome.passed_on = true;
      }
  }
  outcome.least = double(work_ended - work_began) * 1e-6;
  outcome.most = double(world.now - begin) * 1e-6;
  outcome.asked.assign(asked.begin(), asked.end());
}

void play_waiting(double& sum) {
  using Steady = std::chrono::steady_clock;
  static Steady::time_point began, ended;
  const auto begin = Steady::now();
  const auto waits = [] {
    began = Steady::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ended = Steady::now();
  };
  outcome.shown = function(sum, harness::lent(+waits));
  const auto end = Steady::now();
  const auto ms = [](Steady::duration span) { return std::chrono::duration<double, std::milli>(span).count(); };
  outcome.least = ms(ended - began);
  outcome.most = ms(end - begin);
}

void play_nothing(double& sum) {
  static int allocations = 0;
  auto* const work = harness::lent(+[] {});
  allocations = 0;
  grading::on_allocation = [] { ++allocations; };
  function(sum, work);
  grading::on_allocation = nullptr;
  outcome.allocations = allocations;
}

const harness::Request stopwatch("stopwatch", [](harness::Reader& in, harness::Writer& out) {
  function = harness::played().function<decltype(::timed)>(in.next<std::string>());
  world = in.next<scripts::Clocks>();
  outcome = {};
  asked.clear();
  double sum = world.total;
  total = &sum;
  if (world.work == scripts::Work::waits) play_waiting(sum);
  else if (world.work == scripts::Work::nothing) play_nothing(sum);
  else play_script(sum);
  outcome.total = sum;
  outcome.now = world.now;
  outcome.time_of_day = world.time_of_day;
  out(outcome);
});

// --- robust_timing -----------------------------------------------------------------------------------------------

scripts::Samples samples;
scripts::Sampled sampled;
std::uint64_t now = 0;

std::uint32_t read_script() {
  now += scripts::reading_takes;
  ++sampled.readings;
  return samples.origin + std::uint32_t(now);
}
void sampled_work() { now += samples.take(sampled.calls++); }
void sampled_allocation() {
  if (sampled.readings % 2 == 0) return;
  now += scripts::allocation_takes;
  ++sampled.allocations_inside;
}

const harness::Request robust("robust timing", [](harness::Reader& in, harness::Writer& out) {
  auto* const timing = harness::played().function<decltype(robust_timing)>(in.next<std::string>());
  samples = in.next<scripts::Samples>();
  sampled = {};
  now = 0;
  struct Counted {
    Counted() { grading::on_allocation = sampled_allocation; }
    ~Counted() { grading::on_allocation = nullptr; }
  };
  auto* const clock = harness::lent(read_script);
  auto* const work = harness::lent(sampled_work);
  {
    const Counted counted;
    sampled.times = timing(clock, work, samples.warm_up, samples.samples);
  }
  out(sampled);
});

}  // namespace
}  // namespace scripts
