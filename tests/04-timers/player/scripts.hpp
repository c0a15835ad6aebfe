// The worlds that this chapter's timers are called in, as a judge describes them, and what came of each call.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/player/wire.hpp"
#include "tests/04-timers/interface.hpp"

namespace scripts {

// --- the host's clocks: the lab stopwatch ------------------------------------------------------------------------

enum class Work {
  plain,
  throws,        // an exception, when its time is over
  times_inside,  // 3 ms by a second stopwatch, between two pieces of its own time
  waits,         // 5 ms of the machine's own time: nothing is scripted
  nothing        // nothing is scripted either; allocations are counted
};
constexpr Work last_of(Work) { return Work::nothing; }

struct Clocks {  // nanoseconds
  std::int64_t now = 0, time_of_day = 0, reading_takes = 0;
  std::int64_t work_takes = 0, set_by = 0;  // `set_by`: how far the time of day is set during the work
  Work work = Work::plain;
  double total = 0;  // ms, before the call
  double adds = 0;   // ms, which the work adds to the total itself
};
template <typename Archive>
void fields(Archive& archive, Clocks& c) {
  archive(c.now, c.time_of_day, c.reading_takes, c.work_takes, c.set_by, c.work, c.total, c.adds);
}

struct Timed {
  double shown = 0, total = 0, total_during_work = 0, inner_total = 0;
  std::int64_t now = 0, time_of_day = 0;  // afterwards
  double least = 0, most = 0;             // ms: of the work, of the whole call
  std::vector<std::int32_t> asked;        // which clocks
  bool passed_on = false;                 // the work's exception
  std::int32_t allocations = 0;
};
template <typename Archive>
void fields(Archive& archive, Timed& t) {
  archive(t.shown, t.total, t.total_during_work, t.inner_total, t.now, t.time_of_day, t.least, t.most, t.asked,
      t.passed_on, t.allocations);
}

// --- a counter and work: the lab robust_timing --------------------------------------------------------------------

constexpr std::uint64_t reading_takes = 3, allocation_takes = 5000;  // ticks

// The clock runs on with the work, and a little with each reading; while the submission is between two readings an
// allocation costs time as well.
struct Samples {
  std::vector<std::uint64_t> takes;  // ticks of each call of work; the last for ever
  std::int32_t warm_up = 0, samples = 0;
  std::uint32_t origin = 0;

  std::uint64_t take(int call) const {
    return takes[std::size_t(call) < takes.size() ? std::size_t(call) : takes.size() - 1];
  }
};
template <typename Archive>
void fields(Archive& archive, Samples& s) {
  archive(s.takes, s.warm_up, s.samples, s.origin);
}

struct Sampled {
  Times times{};
  std::int32_t calls = 0, readings = 0, allocations_inside = 0;
};
template <typename Archive>
void fields(Archive& archive, Sampled& s) {
  archive(s.times.median, s.times.spread, s.times.drift, s.calls, s.readings, s.allocations_inside);
}

// --- the GPU's events: the lab event_timer ------------------------------------------------------------------------

struct StreamCall {
  std::string call;  // "cudaEventRecord", …
  std::uint64_t event = 0, stream = 0;
};
template <typename Archive>
void fields(Archive& archive, StreamCall& call) {
  archive(call.call, call.event, call.stream);
}

struct OnStream {
  float ms = 0, inner_ms = 0;
  std::vector<StreamCall> calls;
  std::uint64_t calls_before_work = 0, calls_after_work = 0;
  std::int32_t times_worked = 0;
  bool passed_on = false;  // the work's exception
};
template <typename Archive>
void fields(Archive& archive, OnStream& s) {
  archive(s.ms, s.inner_ms, s.calls, s.calls_before_work, s.calls_after_work, s.times_worked, s.passed_on);
}

}  // namespace scripts
