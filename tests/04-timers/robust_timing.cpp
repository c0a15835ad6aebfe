// Grades the lab robust_timing with work and a clock that follow a script.
// Run: grade-robust_timing.sim --module FILE.so
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/04-timers/interface.hpp"
#include "tests/04-timers/player/scripts.hpp"
#include "tests/common/words.hpp"

namespace {

using Samples = std::vector<double>;
using scripts::reading_takes;

// What the samples are in that world.
Samples right_samples(const scripts::Samples& script) {
  Samples ticks;
  for (int i = 0; i < script.samples; ++i) ticks.push_back(double(script.take(script.warm_up + i) + reading_takes));
  return ticks;
}

// --- the three numbers, and what they are taken for -----------------------------------------------------------

double median(Samples values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double mean(const Samples& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

Samples distances(const Samples& values, double from) {
  Samples all;
  for (const double value : values) all.push_back(std::abs(value - from));
  return all;
}

double half_median(const Samples& values, bool late) {
  const auto half = std::ptrdiff_t(values.size() / 2);
  return late ? median({values.end() - half, values.end()}) : median({values.begin(), values.begin() + half});
}

Times right_answer(const Samples& s) {
  return {median(s), median(distances(s, median(s))), half_median(s, true) - half_median(s, false)};
}

struct Mistake {
  const char* words;
  std::function<double(const Samples&)> value;
};

Samples sorted(Samples values) {
  std::sort(values.begin(), values.end());
  return values;
}

const std::vector<Mistake> median_mistakes = {
    {"That is the mean. One disturbed sample moves it; the median stays.", mean},
    {"That is the sum of the samples.", [](const Samples& s) { return mean(s) * double(s.size()); }},
    {"That is the smallest sample.", [](const Samples& s) { return sorted(s).front(); }},
    {"That is the largest sample.", [](const Samples& s) { return sorted(s).back(); }},
    {"That is the sample in the middle of the run; the median is in the middle of the sorted samples.",
        [](const Samples& s) { return s[s.size() / 2]; }},
    {"That is the upper one of the two in the middle; of an even number of samples the median is their mean.",
        [](const Samples& s) { return sorted(s)[s.size() / 2]; }},
    {"That is the lower one of the two in the middle; of an even number of samples the median is their mean.",
        [](const Samples& s) { return sorted(s)[s.size() / 2 - 1]; }},
    {"Are the samples kept, and is it computed from them?", [](const Samples&) { return 0.0; }},
    {"The half of a tick was cut off: of an even number of samples the median is the mean of the middle two.",
        [](const Samples& s) { return std::floor(median(s)); }},
    {"The middle two were added in 32 bits, and their sum has 33.",
        [](const Samples& s) { return median(s) - double(std::uint64_t{1} << 31); }},
};

const std::vector<Mistake> spread_mistakes = {
    {"Nothing yet, or differences with their signs, which cancel: a distance has none.",
        [](const Samples&) { return 0.0; }},
    {"That is the standard deviation, which one outlier rules.",
        [](const Samples& s) {
          const double middle = mean(s);
          return std::sqrt(std::accumulate(s.begin(), s.end(), 0.0, [&](double sum, double x) {
            return sum + (x - middle) * (x - middle);
          }) / double(s.size()));
        }},
    {"That is the standard deviation, which one outlier rules.",
        [](const Samples& s) {
          const double middle = mean(s);
          return std::sqrt(std::accumulate(s.begin(), s.end(), 0.0, [&](double sum, double x) {
            return sum + (x - middle) * (x - middle);
          }) / double(s.size() - 1));
        }},
    {"That is the root of the mean square of the distances, a standard deviation, which one outlier rules.",
        [](const Samples& s) {
          const double middle = median(s);
          return std::sqrt(std::accumulate(s.begin(), s.end(), 0.0, [&](double sum, double x) {
            return sum + (x - middle) * (x - middle);
          }) / double(s.size()));
        }},
    {"That is the largest sample less the smallest; one outlier rules it.",
        [](const Samples& s) { return sorted(s).back() - sorted(s).front(); }},
    {"That is the mean of the distances from the median; take their median.",
        [](const Samples& s) { return mean(distances(s, median(s))); }},
    {"That is the median of the distances from the mean; take those from the median.",
        [](const Samples& s) { return median(distances(s, mean(s))); }},
    {"That is the largest distance from the median.",
        [](const Samples& s) { return sorted(distances(s, median(s))).back(); }},
    {"That is the median distance times 1.4826, an estimate of the standard deviation; the distance itself is asked "
     "for.",
        [](const Samples& s) { return 1.4826 * median(distances(s, median(s))); }},
    {"That is the distance of the quartiles; take the median of the distances from the median.",
        [](const Samples& s) { return sorted(s)[s.size() * 3 / 4] - sorted(s)[s.size() / 4]; }},
    {"The half of a tick was cut off: of an even number of distances the median is the mean of the middle two.",
        [](const Samples& s) { return std::floor(median(distances(s, median(s)))); }},
};

// Of each half not its median: the lower or the upper one of the two in its middle.
double drift_of_one(const Samples& s, bool upper) {
  const std::size_t half = s.size() / 2, at = upper ? half / 2 : (half - 1) / 2;
  const auto count = std::ptrdiff_t(half);
  return sorted({s.end() - count, s.end()})[at] - sorted({s.begin(), s.begin() + count})[at];
}

const std::vector<Mistake> drift_mistakes = {
    {"It is not computed, cut off, or one half less itself.", [](const Samples&) { return 0.0; }},
    {"The sign is wrong: late less early, so that work that gets faster has a negative drift.",
        [](const Samples& s) { return half_median(s, false) - half_median(s, true); }},
    {"That is the last sample less the first.", [](const Samples& s) { return s.back() - s.front(); }},
    {"One half has the sample in the middle of the run as well; of an odd number it belongs to neither: each half has "
     "samples / 2.",
        [](const Samples& s) {
          return median({s.begin() + std::ptrdiff_t(s.size() / 2), s.end()}) - half_median(s, false);
        }},
    {"Both halves have the sample in the middle of the run; of an odd number it belongs to neither: each half has "
     "samples / 2.",
        [](const Samples& s) {
          const auto half = std::ptrdiff_t((s.size() + 1) / 2);
          return median({s.end() - half, s.end()}) - median({s.begin(), s.begin() + half});
        }},
    {"Of each half it is the lower one of the two in the middle; of an even number the median is their mean.",
        [](const Samples& s) { return drift_of_one(s, false); }},
    {"Of each half it is the upper one of the two in the middle; of an even number the median is their mean.",
        [](const Samples& s) { return drift_of_one(s, true); }},
    {"That compares the halves' means; take their medians.",
        [](const Samples& s) {
          const auto half = std::ptrdiff_t(s.size() / 2);
          return mean({s.end() - half, s.end()}) - mean({s.begin(), s.begin() + half});
        }},
    {"That compares the last third with the first; halves are asked for.",
        [](const Samples& s) {
          const auto third = std::ptrdiff_t((s.size() + 2) / 3);
          return median({s.end() - third, s.end()}) - median({s.begin(), s.begin() + third});
        }},
    {"That compares the last third with the first; halves are asked for.",
        [](const Samples& s) {
          const auto third = std::ptrdiff_t(s.size() / 3);
          return third ? median({s.end() - third, s.end()}) - median({s.begin(), s.begin() + third}) : 0;
        }},
    {"It looks as if the samples had been sorted before they were cut into an early and a late half.",
        [](const Samples& s) { return half_median(sorted(s), true) - half_median(sorted(s), false); }},
};

// --- the verdict ----------------------------------------------------------------------------------------------

std::string number(double value) { return grading::number(value, 10); }

std::string list(const Samples& samples) {
  std::string text;
  for (std::size_t i = 0; i < samples.size() && i < 6; ++i) text += (i ? ", " : "") + number(samples[i]);
  return samples.size() > 6 ? text + ", …" : text;
}

std::string judged(
    const char* name, double is, double should, const Samples& samples, const std::vector<Mistake>& known) {
  if (std::abs(is - should) <= 1e-6) return "";  // ticks and halves of them are exact in a double
  std::string words = "the samples are " + list(samples) + " ticks, so " + name + " is " + number(should) +
                      "; yours is " + number(is) + ".";
  for (const Mistake& mistake : known)
    if (std::abs(mistake.value(samples) - is) <= 1e-5) return grading::because(words, mistake.words);
  return words;
}

// What a submission returns whose samples are wrong in a known way, all three numbers.
std::string wrong_samples(const scripts::Samples& script, const Times& is, const Samples& right) {
  const auto same = [&](const Samples& s) {
    const Times other = right_answer(s);
    return other.median == is.median && other.spread == is.spread && other.drift == is.drift;
  };
  Samples changed;
  for (int i = 0; i < script.samples; ++i) changed.push_back(double(script.take(i) + reading_takes));
  if (script.warm_up > 0 && same(changed)) return "It looks as if the warm-up calls had been timed.";
  changed = Samples(right.size(), reading_takes);
  if (same(changed)) return "It looks as if the two readings stood side by side; the work belongs between them.";
  changed = Samples(right.size());
  changed.insert(changed.end(), right.begin(), right.end());
  if (is.median == median(changed))
    return "It looks as if each sample had a 0 beside it: a vector made with `samples` elements has so many zeros, and "
           "push_back adds behind them.";
  changed = right;
  for (double& sample : changed) sample = double(float(sample));
  if (same(changed)) return "It looks as if a sample were kept in a float, which has 24 bits.";
  changed = right;
  std::uint64_t at = 0;
  for (int i = 0; i < script.warm_up; ++i) at += script.take(i);
  for (double& sample : changed) {
    at += reading_takes;
    const double before = std::uint32_t(script.origin + at);
    at += std::uint64_t(sample);
    sample = double(std::uint32_t(script.origin + at)) - before;
  }
  const bool converted = same(changed);
  changed = right;
  for (double& sample : changed) sample = double(std::int32_t(std::uint32_t(sample)));
  if (same(changed))
    return std::string("It looks as if the difference of two readings were kept in a signed int") +
           (converted ? ", or the readings were converted before they were subtracted" : "") +
           ": then what lasts long shows as a negative time.";
  if (converted)
    return "It looks as if the readings were converted before they were subtracted: then a wrap shows as a negative "
           "time.";
  return "";
}

// What is wrong with the answer to it, or nothing.
std::string fault(const scripts::Samples& script) {
  const auto [is, calls, readings, allocations_inside] =
      harness::ask<scripts::Sampled>("robust timing", "robust_timing", script);

  const int wanted = script.warm_up + script.samples;
  const std::string asked = "robust_timing with warm_up = " + std::to_string(script.warm_up) +
                            ", samples = " + std::to_string(script.samples) + ": ";
  if (calls != wanted)
    return asked + "work was called " + std::to_string(calls) + " times, not " + std::to_string(wanted) +
           ": warm_up calls without the clock, then samples calls with it.";
  if (readings < script.samples + 1)
    return asked + "the clock was read " + std::to_string(readings) +
           " times, and each sample is timed by itself: read, work, read.";
  const Samples right = right_samples(script);
  const Times should = right_answer(right);
  std::string words = judged("the median", is.median, should.median, right, median_mistakes);
  if (words.empty()) words = judged("the spread", is.spread, should.spread, right, spread_mistakes);
  if (words.empty()) words = judged("the drift", is.drift, should.drift, right, drift_mistakes);
  if (words.empty()) return "";
  if (allocations_inside > 0)
    words = "memory was allocated " + std::to_string(allocations_inside) +
            " times between the two readings of a sample, and that was timed too. Make room before: nothing but the "
            "work belongs there.";
  return asked + grading::because(words, wrong_samples(script, is, right));
}

void expect_right(const scripts::Samples& script) {
  if (const std::string words = fault(script); !words.empty()) ADD_FAILURE() << words;
}

std::vector<std::uint64_t> repeated(const std::vector<std::uint64_t>& pattern, int times) {
  std::vector<std::uint64_t> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), pattern.begin(), pattern.end());
  return all;
}

TEST(Correctness, OddNumberOfSamples) { expect_right({{70, 20, 40, 95, 60}, 0, 5, 1000}); }
TEST(Correctness, EvenNumberOfSamples) { expect_right({{70, 20, 90, 40, 60, 10}, 0, 6, 1000}); }
TEST(Correctness, TwoSamples) { expect_right({{30, 10}, 0, 2, 0}); }
TEST(Correctness, AsManySamplesAgain) {
  const scripts::Samples first{{70, 20, 40, 95, 60}, 0, 5, 1000}, second{{155, 185, 135, 125, 195}, 0, 5, 2000};
  std::string words = fault(first);
  const bool kept = words.empty();
  if (kept) words = fault(second);
  if (!words.empty())
    FAIL() << (kept ? "a second call for as many samples is wrong, so is something kept from the first, in a static "
                      "variable? "
                    : "")
           << words;
}
TEST(Correctness, ManySamples) { expect_right({repeated({500, 512, 498, 505, 541, 503, 499}, 60), 0, 401, 77}); }
TEST(Correctness, VeryManySamples) {
  expect_right({repeated({500, 512, 498, 505, 541, 503, 499}, 6000), 2, 40'011, 77});
}
TEST(Correctness, VeryManyWarmUps) { expect_right({{250}, 70'000, 5, 0}); }
TEST(Correctness, AQuietClock) { expect_right({{250}, 4, 30, 0}); }

// Scripts that nobody knows before; one sample in eight is disturbed.
TEST(Correctness, Drawn) {
  std::mt19937_64 random(harness::seed());
  for (int i = 0; i < 6 && !testing::Test::HasFailure(); ++i) {
    scripts::Samples script;
    script.warm_up = int(random() % 5);
    script.samples = 2 + int(random() % 60);
    script.origin = std::uint32_t(random());
    for (int call = 0; call < script.warm_up + script.samples; ++call)
      script.takes.push_back(random() % 8 ? 900 + random() % 200 : random() % 1'000'000);
    expect_right(script);
  }
}

// More than anybody has room for on a stack, and slower and slower: the first of them tell nothing of the last.
TEST(Correctness, ManyDrawnSamples) {
  std::mt19937_64 random(harness::seed() + 1);
  scripts::Samples script;
  script.warm_up = 1;
  script.samples = 4000 + int(random() % 2000);
  for (int call = 0; call <= script.samples; ++call) script.takes.push_back(1000 + call / 4 + random() % 100);
  expect_right(script);
}

TEST(Robustness, SlowFirstCalls) { expect_right({{9000, 4000, 1500, 300, 310, 290, 305, 295, 320, 280}, 3, 7, 0}); }
TEST(Robustness, MoreWarmUpThanSamples) {
  expect_right({{9000, 4000, 1500, 800, 600, 500, 450, 300, 310, 290, 305}, 7, 4, 0});
}
TEST(Robustness, Outliers) {
  expect_right({repeated({100, 103, 98, 101, 70'000, 99, 102, 104, 97, 100, 250'000}, 4), 1, 43, 0});
}
TEST(Robustness, WorkThatSlowsDown) {
  expect_right({{100, 101, 103, 104, 106, 109, 113, 118, 124, 131, 139, 148}, 1, 11, 0});
}
TEST(Robustness, WorkThatGetsFaster) { expect_right({{240, 233, 231, 228, 226, 225, 224, 224, 223}, 0, 9, 0}); }
TEST(Robustness, AWrapBetweenTwoReadings) { expect_right({{100, 110, 90, 105, 95}, 1, 4, std::uint32_t(-250)}); }
TEST(Robustness, AWrapInEverySample) {
  expect_right({repeated({4'000'000'000, 4'100'000'000, 3'900'000'000}, 3), 0, 9, 3'000'000'000u});
}
TEST(Robustness, LargeSamples) {
  expect_right({repeated({4'000'000'000, 4'100'000'000, 3'900'000'000, 4'200'000'001}, 3), 0, 12, 77});
}
TEST(Robustness, NothingButTheWorkBetweenTwoReadings) { expect_right({repeated({60, 61, 59}, 40), 2, 100, 0}); }

}  // namespace
