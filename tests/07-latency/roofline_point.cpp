// Grades the lab roofline_point: where a kernel lies, what is above it, and which roof is the nearest.
// Run: grade-roofline_point.sim --module FILE.so
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/07-latency/case_judge.hpp"
#include "tests/07-latency/interface.hpp"
#include "tests/common/words.hpp"

namespace {

bool close(double is, double should) { return std::abs(is - should) <= 1e-9 * std::abs(should); }

// --- the point -------------------------------------------------------------------------------------------

using Across = grading::CaseJudge<decltype(instructions_per_byte)>;
using Up = grading::CaseJudge<decltype(rate_under_roofs)>;
using Nearest = grading::CaseJudge<decltype(nearest_roof)>;

constexpr double issued_a_cycle = 4;  // of an SM

Across across() {
  Across judge("instructions_per_byte",
      [](const Across::Case& one) { return std::get<0>(one) / (std::get<1>(one) + std::get<2>(one)); },
      {{"It looks as if nothing were computed yet.", [](const Across::Case&) { return 0.0; }},
          {"It looks as if what is written were left out; it comes over the same wires.",
              [](const Across::Case& one) { return std::get<0>(one) / std::get<1>(one); }},
          {"It looks as if what is read were left out; it comes over the same wires.",
              [](const Across::Case& one) { return std::get<0>(one) / std::get<2>(one); }},
          {"It looks as if a thread's instructions were counted; ncu's sm__inst_executed are a warp's already.",
              [](const Across::Case& one) { return 32 * std::get<0>(one) / (std::get<1>(one) + std::get<2>(one)); }},
          {"It looks as if it were bytes an instruction; it is the other way round.",
              [](const Across::Case& one) { return (std::get<1>(one) + std::get<2>(one)) / std::get<0>(one); }},
          {"It looks as if sectors were counted; bytes are asked for.",
              [](const Across::Case& one) { return 32 * std::get<0>(one) / (std::get<1>(one) + std::get<2>(one)); }}});
  judge.name_arguments({"instructions", "read_bytes", "written_bytes"});
  judge.accept(close);
  judge.say("instructions of warps a byte", nullptr);
  return judge;
}

TEST(Point, Across) {
  Across judge = across();
  for (const double instructions : {1e6, 33'554'432.0, 2.056e9})
    for (const double read : {4096.0, 2.68e8, 4.2e8})
      for (const double written : {512.0, 2.48e8, 7.73e9}) judge.expect(instructions, read, written);
  std::mt19937_64 random(harness::seed());
  for (int i = 0; i < 1000; ++i)
    judge.expect(1 + double(random() % 1'000'000'000), double(1 + random() % 100'000), double(1 + random() % 100'000));
  judge.conclude();
}

// --- the roofs over it -----------------------------------------------------------------------------------

Up up() {
  const auto issue = [](const Up::Case& one) { return std::get<2>(one) * std::get<3>(one) * issued_a_cycle; };
  const auto memory = [](const Up::Case& one) { return std::get<0>(one) * std::get<1>(one); };
  Up judge("rate_under_roofs", [=](const Up::Case& one) { return std::min(issue(one), memory(one)); },
      {{"It looks as if nothing were computed yet.", [](const Up::Case&) { return 0.0; }},
          {"It looks as if the roof of issuing were left out; no kernel goes above it.", memory},
          {"It looks as if the memory's roof were left out; where there are few instructions a byte it is the lower "
           "one.",
              issue},
          {"It looks as if the higher of the two roofs were given; a kernel stays below both.",
              [=](const Up::Case& one) { return std::max(issue(one), memory(one)); }},
          {"It looks as if an SM issued one instruction a cycle; it has four schedulers.",
              [=](const Up::Case& one) { return std::min(issue(one) / 4, memory(one)); }},
          {"It looks as if lanes were counted; a warp's instruction is one.",
              [=](const Up::Case& one) { return std::min(issue(one) * 32, memory(one)); }},
          {"It looks as if the two roofs were added.", [=](const Up::Case& one) { return issue(one) + memory(one); }}});
  judge.name_arguments({"instructions_per_byte", "gb_per_s", "sms", "clock_ghz"});
  judge.accept(close);
  judge.say("is the most", [=](const Up::Case& one) {
    return ": " + grading::number(memory(one), 4) + " by memory, " + grading::number(issue(one), 4) + " by issuing";
  });
  return judge;
}

TEST(Roofs, BothSidesOfTheRidge) {
  Up judge = up();
  for (const int sms : {132, 108, 16})
    for (const double ghz : {1.0, 1.41, 1.98})
      for (const double gb_per_s : {448.0, 2039.0, 4814.0})
        for (const double intensity : {1e-3, 0.03, 0.1, 0.2, 0.3, 1.0, 40.0})
          judge.expect(intensity, gb_per_s, sms, ghz);
  judge.conclude();
}

// --- the nearest -----------------------------------------------------------------------------------------

// Shares of each roof: memory, issuing, passes.
std::array<double, 3> shares(const Nearest::Case& one) {
  const auto [instructions, bytes, passes, ms, sms, ghz, gb_per_s] = one;
  const double cycles = ms * 1e6 * ghz * sms;
  return {bytes / (ms * 1e6 * gb_per_s), instructions / (cycles * issued_a_cycle), passes / cycles};
}

constexpr double near_enough = 0.6;

int nearest(const std::array<double, 3>& share) {
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (share[std::size_t(i)] > share[std::size_t(best)]) best = i;
  return share[std::size_t(best)] < near_enough ? -1 : best;
}

// Two roofs equally near, or one at the border: not asked.
bool undecided(const Nearest::Case& one) {
  std::array<double, 3> share = shares(one);
  std::sort(share.begin(), share.end());
  return std::abs(share[2] - near_enough) < 1e-6 || (share[2] > near_enough && share[2] - share[1] < 1e-6);
}

Nearest nearest_judge() {
  const auto without = [](int left_out, const Nearest::Case& one) {
    std::array<double, 3> share = shares(one);
    share[std::size_t(left_out)] = 0;
    return nearest(share);
  };
  Nearest judge("nearest_roof", [](const Nearest::Case& one) { return nearest(shares(one)); },
      {{"It looks as if nothing were computed yet.", [](const Nearest::Case&) { return 0; }},
          {"It looks as if no roof were too far; below 60 % of each it is -1.",
              [](const Nearest::Case& one) {
                const std::array<double, 3> share = shares(one);
                return int(std::max_element(share.begin(), share.end()) - share.begin());
              }},
          {"It looks as if the first roof were given that is near enough; of several the nearest is asked for.",
              [](const Nearest::Case& one) {
                const std::array<double, 3> share = shares(one);
                const auto* const first =
                    std::find_if(share.begin(), share.end(), [](double part) { return part >= near_enough; });
                return first == share.end() ? -1 : int(first - share.begin());
              }},
          {"It looks as if half of a roof were near enough; below 60 % of each it is -1.",
              [](const Nearest::Case& one) {
                const std::array<double, 3> share = shares(one);
                const auto* const most = std::max_element(share.begin(), share.end());
                return *most < 0.5 ? -1 : int(most - share.begin());
              }},
          {"It looks as if passes were left out, or as if an SM made several a cycle; it makes one.",
              [=](const Nearest::Case& one) { return without(2, one); }},
          {"It looks as if issuing were left out; an SM issues four a cycle.",
              [=](const Nearest::Case& one) { return without(1, one); }},
          {"It looks as if an SM issued one instruction a cycle; it has four schedulers.",
              [](const Nearest::Case& one) {
                std::array<double, 3> share = shares(one);
                share[1] *= 4;
                return nearest(share);
              }},
          {"It looks as if a single SM did all of it; there are `sms`.", [](const Nearest::Case& one) {
             std::array<double, 3> share = shares(one);
             share[1] *= std::get<4>(one), share[2] *= std::get<4>(one);
             return nearest(share);
           }}});
  judge.name_arguments({"instructions", "bytes", "passes", "ms", "sms", "ghz", "gb_per_s"});
  judge.say("is right", [](const Nearest::Case& one) {
    const std::array<double, 3> share = shares(one);
    const auto percent = [](double part) { return std::to_string(int(std::lround(100 * part))); };
    return ": " + percent(share[0]) + " % of memory, " + percent(share[1]) + " of issuing, " + percent(share[2]) +
           " of passes";
  });
  return judge;
}

TEST(Nearest, OneOfThree) {
  Nearest judge = nearest_judge();
  for (const double memory : {0.05, 0.5, 0.7, 0.93})
    for (const double issue : {0.1, 0.55, 0.65, 0.9})
      for (const double passes : {0.02, 0.58, 0.75, 0.97})
        for (const int sms : {132, 80}) {
          const double ms = 0.25, ghz = 1.98, cycles = ms * 1e6 * ghz * sms;
          const Nearest::Case one{issue * 4 * cycles, memory * ms * 1e6 * 4814, passes * cycles, ms, sms, ghz, 4814};
          if (!undecided(one)) std::apply([&](auto... n) { judge.expect(n...); }, one);
        }
  judge.conclude();
}

TEST(Nearest, Drawn) {
  Nearest judge = nearest_judge();
  std::mt19937_64 random(harness::seed() + 1);
  const auto part = [&] { return double(random() % 1'000'000) / 1e6; };
  for (int i = 0; i < 5000; ++i) {
    const int sms = 1 + int(random() % 144);
    const double ms = 0.01 + 20 * part(), ghz = 0.5 + 2 * part(), gb = 100 + 8000 * part(),
                 cycles = ms * 1e6 * ghz * sms;
    const Nearest::Case one{part() * 4 * cycles, part() * ms * 1e6 * gb, part() * cycles, ms, sms, ghz, gb};
    if (!undecided(one)) std::apply([&](auto... n) { judge.expect(n...); }, one);
  }
  judge.conclude();
}

// Exactly 60 % is not less. In numbers that every way of reckoning has exact; one answer out of all is enough all the same.
TEST(Nearest, SixtyIsEnough) {
  const auto function = harness::submission().function<decltype(nearest_roof)>("nearest_roof");
  std::string first;
  for (const double ms : {0.25, 1.0, 2.0})
    for (const int sms : {132, 80})
      for (int roof = 0; roof < 3; ++roof) {
        const double ghz = 1.5, gb = 2000, cycles = ms * 1e6 * ghz * sms;
        const double most = std::array{ms * 1e6 * gb, 4 * cycles, cycles}[std::size_t(roof)], enough = most / 5 * 3;
        const double instructions = roof == 1 ? enough : 1000, bytes = roof == 0 ? enough : 1000,
                     passes = roof == 2 ? enough : 1000;
        const int said = function(instructions, bytes, passes, ms, sms, ghz, gb);
        if (said == roof) return;
        if (first.empty())
          first = "nearest_roof(" + grading::number(instructions, 10) + ", " + grading::number(bytes, 10) + ", " +
                  grading::number(passes, 10) + ", " + grading::number(ms, 4) + ", " + std::to_string(sms) +
                  ", 1.5, 2000) is " + std::to_string(said) + ", but " + std::to_string(roof) + " is right";
      }
  FAIL() << first
         << ": that is 60 % of this roof exactly, and -1 is for less than 60 %. (0.6f is a little more than 0.6.)";
}

// The course's own kernels, as an H200 counted them.
TEST(Nearest, KernelsOfTheCourse) {
  const std::string path = COURSE_ROOT "/data/07-latency/measured/nvidia-h200-roofline.csv";
  std::ifstream file(path);
  Nearest judge = nearest_judge();
  int kernels = 0;
  for (std::string line; std::getline(file, line);) {
    char name[64];
    double elements, ms, q1, q3, instructions, read, written, l2, passes, rest[8], peak;
    int sms, mhz;
    if (std::sscanf(line.c_str(),
            "%*d,%63[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%d,%d,%lf", name,
            &elements, &ms, &q1, &q3, &instructions, &read, &written, &l2, &passes, &rest[0], &rest[1], &rest[2],
            &rest[3], &rest[4], &rest[5], &rest[6], &rest[7], &sms, &mhz, &peak) != 21)
      continue;
    judge.expect(instructions, read + written, passes, ms, sms, mhz / 1000.0, peak);
    ++kernels;
  }
  if (kernels < 20) throw std::runtime_error("there are no twenty kernels in " + path);
  judge.conclude();
}

}  // namespace
