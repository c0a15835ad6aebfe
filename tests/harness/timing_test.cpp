// Tests of the timing loop with a clock that follows a script.
#include "harness/timing.hpp"

#include <numeric>
#include <string>

#include <gtest/gtest.h>

namespace {

using harness::Timing;
using harness::TimingRules;

// Gives the scripted times one after another, the last one for ever, and writes down what it was asked.
class ScriptedStopwatch : public harness::Stopwatch {
 public:
  explicit ScriptedStopwatch(std::vector<double> script) : script_(std::move(script)) {}

  void prepare() override { log += 'p'; }
  void start() override { log += '('; }
  double stop() override {
    log += ')';
    return script_[std::min(next_++, script_.size() - 1)];
  }

  std::string log;

 private:
  std::vector<double> script_;
  std::size_t next_ = 0;
};

Timing measure_script(std::vector<double> script, const TimingRules& rules = {}) {
  ScriptedStopwatch stopwatch(std::move(script));
  return harness::measure(stopwatch, [] {}, rules);
}

std::vector<double> repeated(const std::vector<double>& pattern, int times) {
  std::vector<double> script;
  for (int i = 0; i < times; ++i) script.insert(script.end(), pattern.begin(), pattern.end());
  return script;
}

TEST(Timing, PreparesBeforeEverySampleAndTimesOnlyTheWork) {
  ScriptedStopwatch stopwatch({1.0});
  harness::measure(stopwatch, [&] { stopwatch.log += 'w'; }, {.warm_up = 2, .min_samples = 3});
  EXPECT_EQ(stopwatch.log, "pwpwp(w)p(w)p(w)");
}

TEST(Timing, AQuietClockNeedsNoMoreThanTheFewestSamples) {
  const Timing timing = measure_script({2.0}, {.min_samples = 10});
  EXPECT_EQ(timing.samples, 10);
  EXPECT_TRUE(timing.stable);
  EXPECT_EQ(timing.median_ms, 2.0);
}

TEST(Timing, NoiseIsAnsweredWithMoreSamplesUntilTheMedianIsKnown) {
  const Timing timing = measure_script(repeated({1.0, 1.04, 0.98, 1.02, 1.0, 0.96}, 200));
  EXPECT_TRUE(timing.stable);
  EXPECT_GT(timing.samples, TimingRules{}.min_samples);
  EXPECT_LT(timing.samples, 200);
  EXPECT_NEAR(timing.median_ms, 1.0, 0.005);
}

TEST(Timing, OneOutlierMovesNeitherTheMedianNorTheEnd) {
  std::vector<double> script(20, 1.0);
  script[4] = 50.0;
  const Timing timing = measure_script(script);
  EXPECT_EQ(timing.samples, TimingRules{}.min_samples);
  EXPECT_TRUE(timing.stable);
  EXPECT_EQ(timing.median_ms, 1.0);
  EXPECT_EQ(timing.min_ms, 1.0);
}

TEST(Timing, AClockThatSlowsDownForEverIsNeverCalledStable) {
  std::vector<double> script;
  for (int i = 0; i < 400; ++i) script.push_back(1.0 + 0.01 * i);
  const Timing timing = measure_script(script, {.max_samples = 100, .max_total_ms = 1e9});
  EXPECT_EQ(timing.samples, 100);
  EXPECT_FALSE(timing.stable);
}

TEST(Timing, AStepBetweenTwoQuietHalvesIsNotStable) {
  std::vector<double> samples(20, 1.0);
  for (std::size_t i = 10; i < 20; ++i) samples[i] = 1.03;
  EXPECT_FALSE(harness::summarize(samples, {.min_samples = 10, .noise = 0.02 / 3 * 1.4}).stable);
}

TEST(Timing, ALimitOnTimeEndsTheLoopButNotBeforeTheFewestSamples) {
  const Timing slow = measure_script(repeated({900.0, 1100.0}, 100), {.min_samples = 6, .max_total_ms = 2000});
  EXPECT_EQ(slow.samples, 6);
  EXPECT_FALSE(slow.stable);
}

TEST(Timing, ALimitOnSamplesEndsTheLoop) {
  const Timing noisy = measure_script(repeated({1.0, 2.0}, 500), {.max_samples = 40});
  EXPECT_EQ(noisy.samples, 40);
  EXPECT_FALSE(noisy.stable);
}

TEST(Timing, AClockBelowItsResolutionEnds) { EXPECT_TRUE(measure_script({0.0}).stable); }

TEST(Timing, SummarizesWithQuartilesBetweenSamples) {
  const Timing timing = harness::summarize({4.0, 1.0, 3.0, 2.0});
  EXPECT_DOUBLE_EQ(timing.median_ms, 2.5);
  EXPECT_DOUBLE_EQ(timing.q1_ms, 1.75);
  EXPECT_DOUBLE_EQ(timing.q3_ms, 3.25);
  EXPECT_DOUBLE_EQ(timing.min_ms, 1.0);
  EXPECT_EQ(timing.samples, 4);
}

TEST(Timing, OneSampleIsItsOwnMedian) {
  const Timing timing = harness::summarize({3.0}, {.min_samples = 1});
  EXPECT_EQ(timing.median_ms, 3.0);
  EXPECT_EQ(timing.q3_ms, 3.0);
}

TEST(Timing, NothingSampledIsNothing) { EXPECT_EQ(harness::summarize({}).samples, 0); }

TEST(Timing, TheCpuStopwatchTellsRealTime) {
  harness::CpuStopwatch stopwatch;
  volatile double sink = 0;
  const Timing timing = harness::measure(stopwatch,
      [&] {
        for (int i = 0; i < 100000; ++i) sink = sink + i;
      },
      {.min_samples = 3, .max_total_ms = 20});
  EXPECT_GT(timing.min_ms, 0.0);
  EXPECT_LE(timing.min_ms, timing.median_ms);
}

}  // namespace
