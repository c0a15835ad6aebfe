// Grades the lab event_timer: on sim with events that are not complete at once and follow a script, on cuda in real time.
// Run: grade-event_timer.sim --module FILE.so
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/04-timers/interface.hpp"
#include "tests/common/words.hpp"

namespace {

std::uint64_t now = 0;  // nanoseconds of the scripted GPU
std::size_t calls_before_work = 0, calls_after_work = 0;
int times_worked = 0;
Stream stream_of_work = nullptr;

void scripted_work(Stream stream) {
  stream_of_work = stream;
  ++times_worked;
  calls_before_work = harness::stream_calls().size();
  now += 2'500'000;
  calls_after_work = harness::stream_calls().size();
}

std::string number(double value) { return grading::number(value, 6); }

bool is(const simt::StreamCall& call, const char* name) { return std::strcmp(call.call, name) == 0; }

// The scripted world, for one test.
class World : public testing::Test {
 protected:
  void SetUp() override {
    const bool real = std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) == "RealTime";
    if (!harness::backend().has_counters && !real) GTEST_SKIP() << "the order of calls is graded on sim";
    now = 1'000'000'000;
    times_worked = 0;
    harness::watch();
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    harness::script_events([] { return now += 10; });
  }
  void TearDown() override {
    harness::script_events(nullptr);
    if (stream) cudaStreamDestroy(stream);
    cudaGetLastError();
  }

  // Times work, and looks at what was called on the way.
  float time(Stream on, void (*work)(Stream) = scripted_work) {
    harness::script_events([] { return now += 10; });
    const float ms = harness::submission().function<decltype(time_on_stream)>("time_on_stream")(on, work);
    calls = harness::stream_calls();
    return ms;
  }

  int count(const char* name) const {
    int found = 0;
    for (const auto& call : calls) found += is(call, name);
    return found;
  }

  // What is wrong with the marks of one plain call; empty if nothing is.
  std::string wrong_marks(Stream on) const {
    if (times_worked != 1)
      return "the work was called " + std::to_string(times_worked) + " times; the timer calls it once.";
    if (count("cudaEventCreate") < 2)
      return "fewer than two events were created: one is needed before the work and one after it.";
    if (count("cudaEventRecord") < 2)
      return "fewer than two events were recorded: one mark belongs before the work and one behind it.";
    for (const auto& call : calls)
      if (is(call, "cudaEventRecord") && call.stream != on)
        return std::string("an event was recorded in ") + (call.stream ? "another stream" : "the default stream") +
               ", but the work is in the stream that was given. A mark in another stream says nothing about it: "
               "cudaEventRecord(event, stream).";
    const void *first = nullptr, *last = nullptr;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (!is(calls[i], "cudaEventRecord")) continue;
      if (i < calls_before_work) first = calls[i].event;
      if (i >= calls_after_work) last = calls[i].event;
    }
    if (!first) return "no event was recorded before the work.";
    if (!last) return "no event was recorded behind the work.";
    if (first == last)
      return "the same event was recorded before and behind the work; the second time replaces the first. Take two.";
    return "";
  }

  // Whether the time was asked for before the host had waited for the mark behind the work.
  bool asked_too_early(Stream on) const {
    const void* last = nullptr;
    bool waited = false;
    int questions = 0;
    for (const auto& call : calls) {
      if (is(call, "cudaEventRecord")) last = call.event, waited = false, questions = 0;
      if ((is(call, "cudaEventSynchronize") && call.event == last) ||
          (is(call, "cudaStreamSynchronize") && call.stream == on) || is(call, "cudaDeviceSynchronize"))
        waited = true;
      if (is(call, "cudaEventQuery") && ++questions >= 4) waited = true;
      if (is(call, "cudaEventElapsedTime") && !waited) return true;
    }
    return false;
  }

  // The whole judgement of one plain call.
  void expect_right(Stream on) {
    const float ms = time(on);
    std::string words = wrong_marks(on);
    const bool wrong = ms < 2.49999f || ms > 2.5001f;
    if (words.empty() && wrong && asked_too_early(on))
      words =
          "cudaEventElapsedTime was asked while the mark behind the work was not reached yet; it gave "
          "cudaErrorNotReady and no time. "
          "A launch and a record return at once: wait with cudaEventSynchronize first.";
    if (words.empty() && count("cudaEventElapsedTime") == 0)
      words = "the time between the two events was never asked for: cudaEventElapsedTime.";
    if (words.empty() && wrong)
      words = "the scripted work took 2.5 ms of the GPU and the timer said " + number(ms) + " ms." +
              (std::abs(ms - 0.0025f) < 1e-5f ? " That is in seconds; cudaEventElapsedTime gives milliseconds." : "") +
              (ms == 0 ? " Did cudaEventElapsedTime get both events, each recorded once and not yet destroyed? What "
                         "did it return?"
                       : "") +
              (ms < 0 ? " Its arguments are the milliseconds, the earlier event, the later one." : "");
    if (!words.empty()) ADD_FAILURE() << words;
  }

  Stream stream = nullptr;
  std::vector<simt::StreamCall> calls;
};
using Correctness = World;
using Leaks = World;

TEST_F(Correctness, WorkInAStream) { expect_right(stream); }
TEST_F(Correctness, WorkInTheDefaultStream) { expect_right(nullptr); }

TEST_F(Correctness, TimesAgainAndAgain) {
  for (int i = 0; i < 3 && !HasFailure(); ++i) {
    times_worked = 0;
    expect_right(stream);
  }
}

TEST_F(Correctness, TwoTimersAtOnce) {
  if (const float alone = time(stream); alone < 2.49999f || alone > 2.5001f)
    FAIL() << "two timers at once are judged when one alone is right.";
  static float inner = 0;
  const float outer = time(stream, [](Stream on) {
    scripted_work(on);
    inner = harness::submission().function<decltype(time_on_stream)>("time_on_stream")(on, scripted_work);
  });
  if (std::abs(inner - 2.5f) > 1e-3f || std::abs(outer - 5.0f) > 1e-3f)
    ADD_FAILURE() << "work of 5 ms was timed, and half of it by a second timer meanwhile: the outer one said "
                  << number(outer) << " ms, the inner one " << number(inner)
                  << ". Does each timer have its own events?";
}

TEST_F(Correctness, WaitsForThisWorkOnly) {
  time(stream);
  if (const std::string words = wrong_marks(stream); !words.empty()) ADD_FAILURE() << words;
  if (count("cudaDeviceSynchronize") > 0)
    ADD_FAILURE() << "cudaDeviceSynchronize was called. It stops the host until every stream is empty; "
                     "cudaEventSynchronize waits for the one mark.";
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (is(calls[i], "cudaStreamSynchronize") && calls[i].stream != stream)
      ADD_FAILURE() << "cudaStreamSynchronize waited for another stream than the one that was given.";
}

// On a GPU: marks of the grader's own just inside and just outside of the timer's.
cudaEvent_t inner_begin, inner_end;
void* memory = nullptr;
constexpr std::size_t memory_bytes = std::size_t{1} << 28;

TEST_F(Correctness, RealTime) {
  if (!harness::backend().has_time) return;  // sim never pretends to time a GPU
  cudaEvent_t outer_begin, outer_end;
  for (cudaEvent_t* event : {&inner_begin, &inner_end, &outer_begin, &outer_end}) cudaEventCreate(event);
  if (cudaMalloc(&memory, memory_bytes) != cudaSuccess) FAIL() << "the GPU has no 256 MiB left";
  cudaEventRecord(outer_begin, stream);
  const float ms = harness::submission().function<decltype(time_on_stream)>("time_on_stream")(stream, [](Stream on) {
    cudaEventRecord(inner_begin, on);
    for (int i = 0; i < 20; ++i) cudaMemsetAsync(memory, i, memory_bytes, on);
    cudaEventRecord(inner_end, on);
  });
  cudaEventRecord(outer_end, stream);
  cudaDeviceSynchronize();
  float inner = 0, outer = 0;
  cudaEventElapsedTime(&inner, inner_begin, inner_end);
  cudaEventElapsedTime(&outer, outer_begin, outer_end);
  cudaFree(memory);
  for (const cudaEvent_t event : {inner_begin, inner_end, outer_begin, outer_end}) cudaEventDestroy(event);
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
  bool passed_on = false;
  try {
    time(stream, [](Stream) { throw std::runtime_error("from the work"); });
  } catch (const std::runtime_error&) {
    passed_on = true;
  }
  if (harness::stream_calls().empty()) FAIL() << "no event was created, so nothing can be said about their end.";
  if (!passed_on) ADD_FAILURE() << "the exception that the work threw did not get out.";
  const std::size_t left = harness::live_events() - before;
  if (left > 0)
    ADD_FAILURE() << "the work threw an exception, stop() was never reached, and " << left
                  << " events were left behind. The destructor runs all the same: destroy them there.";
}

TEST_F(Leaks, NothingIsDestroyedTwice) {
  time(stream);
  if (count("cudaEventCreate") == 0) FAIL() << "no event was created.";
  if (count("cudaEventDestroy") > count("cudaEventCreate")) ADD_FAILURE() << "more events were destroyed than created.";
  if (count("cudaStreamDestroy") > 0) ADD_FAILURE() << "a stream was destroyed. It belongs to the caller.";
}

}  // namespace
