// Grades the lab loads_in_flight: Little's law, and the launch that has so many bytes on their way.
// Run: grade-loads_in_flight.sim --module FILE.so
#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/07-latency/case_judge.hpp"
#include "tests/07-latency/interface.hpp"
#include "tests/07-latency/multiprocessor.hpp"

namespace {

namespace sm = multiprocessor;

// --- bytes -----------------------------------------------------------------------------------------------

using Little = grading::CaseJudge<decltype(bytes_on_the_way)>;

double exact(const Little::Case& one) { return std::get<0>(one) * std::get<1>(one) / std::get<2>(one); }
long sectors_up(double bytes) { return 32 * long(std::ceil(bytes / 32)); }

// Too near to a whole number of sectors for the last digit of a double to decide.
bool on_the_edge(const Little::Case& one) {
  const double sectors = exact(one) / 32;
  const bool whole =
      std::get<0>(one) == std::floor(std::get<0>(one)) && std::get<1>(one) == std::floor(std::get<1>(one));
  return !whole && std::abs(sectors - std::round(sectors)) < 1e-6;
}

Little little() {
  Little judge("bytes_on_the_way", [](const Little::Case& one) { return sectors_up(exact(one)); },
      {{"It looks as if nothing were computed yet.", [](const Little::Case&) { return 0l; }},
          {"It looks as if the bytes of all SMs together were given; each has its share of them.",
              [](const Little::Case& one) { return sectors_up(exact(one) * std::get<2>(one)); }},
          {"It looks as if the bytes were rounded down; a sector that is missing is a sector too few.",
              [](const Little::Case& one) { return 32 * long(exact(one) / 32); }},
          {"It looks as if the bytes were rounded to the nearest sector; a sector that is missing is a sector too few.",
              [](const Little::Case& one) { return 32 * std::lround(exact(one) / 32); }},
          {"It looks as if a whole number of sectors got one more; what is whole stays as it is.",
              [](const Little::Case& one) { return 32 * (long(exact(one) / 32) + 1); }},
          {"It looks as if latency or bandwidth were cut to a whole number; both are doubles.",
              [](const Little::Case& one) {
                const auto [latency, bandwidth, sms] = one;
                return sectors_up(double(long(latency) * long(bandwidth) / sms));
              }},
          {"It looks as if bytes were not made whole sectors; memory gives no less than 32 at a time.",
              [](const Little::Case& one) { return long(std::ceil(exact(one))); }},
          {"It looks as if sectors were counted; bytes are asked for.",
              [](const Little::Case& one) { return sectors_up(exact(one)) / 32; }},
          {"It looks as if a GB were 2^30 bytes; it is 10^9, and then a GB a second is a byte a nanosecond.",
              [](const Little::Case& one) { return sectors_up(exact(one) * 1.073741824); }},
          {"It looks as if whole cache lines of 128 bytes were counted; memory moves sectors of 32.",
              [](const Little::Case& one) { return 128 * long(std::ceil(exact(one) / 128)); }},
          {"It looks as if there and back were counted; a latency is from asking to having.",
              [](const Little::Case& one) { return sectors_up(2 * exact(one)); }},
          {"It looks as if bytes were counted in 32 bits; more may be on their way.",
              [](const Little::Case& one) { return long(int(sectors_up(exact(one)))); }},
          {"It looks as if 132 SMs were taken for granted; sms says how many there are.",
              [](const Little::Case& one) { return sectors_up(exact(one) * std::get<2>(one) / 132); }}});
  judge.name_arguments({"latency_ns", "gb_per_s", "sms"});
  judge.say("must be on their way", [](const Little::Case& one) {
    return ": " + std::to_string(std::get<0>(one) * std::get<1>(one)) + " for all SMs, " + std::to_string(exact(one)) +
           " for each";
  });
  return judge;
}

void ask(Little& judge, double latency, double bandwidth, int sms) {
  if (!on_the_edge({latency, bandwidth, sms})) judge.expect(latency, bandwidth, sms);
}

TEST(Little, AnH200) {
  Little judge = little();
  for (const double latency : {100.0, 250.0, 487.5, 600.0, 813.0})
    for (const double bandwidth : {1000.0, 3350.0, 4000.0, 4915.2}) ask(judge, latency, bandwidth, 132);
  judge.conclude();
}

TEST(Little, OtherMachines) {
  Little judge = little();
  for (const int sms : {1, 2, 20, 80, 108, 114, 144})
    for (const double bandwidth : {25.6, 448.0, 900.0, 2039.0})
      for (const double latency : {90.0, 350.25, 1200.0}) ask(judge, latency, bandwidth, sms);
  ask(judge, 600'000, 8'000, 1);  // what is far away: more bytes than an int counts
  judge.conclude();
}

TEST(Little, Drawn) {
  Little judge = little();
  std::mt19937_64 random(harness::seed());
  const auto drawn = [&](double most) { return 1 + double(random() % 1'000'000) / 1e6 * most; };
  for (int i = 0; i < 5000; ++i) ask(judge, drawn(2000), drawn(8000), 1 + int(random() % 200));
  judge.conclude();
}

// Where floats' 24 bits make it a sector more or less.
TEST(Little, EveryDigit) {
  Little judge = little();
  std::mt19937_64 random(harness::seed() + 1);
  const auto drawn = [&](double most) { return 1 + double(random() % 1'000'000) / 1e6 * most; };
  for (int i = 0; i < 200'000; ++i) {
    const double latency = drawn(2000), bandwidth = drawn(8000);
    const int sms = 1 + int(random() % 200);
    if (sectors_up(double(float(latency) * float(bandwidth)) / sms) != sectors_up(exact({latency, bandwidth, sms})))
      ask(judge, latency, bandwidth, sms);
  }
  judge.conclude();
}

// --- the launch ------------------------------------------------------------------------------------------

using Launch = grading::CaseJudge<decltype(loads_a_thread)>;

// The lab's rule with one thing changed.
struct Changed {
  bool registers_grow = true, stops_at_the_first_loss = false, has_registers = true, whole_warps = false, none = true;
  int most = 32, most_registers = 255, most_that_grow = 32;
  bool widest_only = false, of_the_block = false, by_granules = true, exceeds = false;

  int operator()(const Launch::Case& one) const {
    const auto [bytes, threads, width, registers] = one;
    long before = -1;
    for (int loads = 1; loads <= most; ++loads) {
      const int of_thread = registers + (registers_grow ? std::min(loads, most_that_grow) * width / 4 : 0);
      if (of_thread > most_registers) break;
      const int fit =
          !has_registers ? std::min(32, 64 / sm::warps_of(threads))
          : by_granules  ? sm::blocks_that_fit(threads, of_thread, 0)
                         : std::min({32, 64 / sm::warps_of(threads), 65536 / (of_thread * 32 * sm::warps_of(threads))});
      const int lanes = whole_warps ? sm::warps_of(threads) * 32 : threads;
      const long has = long(of_the_block ? 1 : fit) * lanes * loads * (widest_only ? 16 : width);
      if (exceeds ? has > bytes : has >= bytes) return loads;
      if (stops_at_the_first_loss && has < before) break;
      before = has;
    }
    return none ? 0 : most;
  }
};

Changed changed(const std::function<void(Changed&)>& change) {
  Changed rule;
  change(rule);
  return rule;
}

Launch launch() {
  Launch judge("loads_a_thread", Changed{},
      {{"It looks as if nothing were computed yet.", [](const Launch::Case&) { return 0; }},
          {"It looks as if loads needed no registers; what is on its way to a thread has its place there already.",
              changed([](Changed& rule) { rule.registers_grow = false; })},
          {"It looks as if only one load of a thread needed registers; each of them does.",
              changed([](Changed& rule) { rule.most_that_grow = 1; })},
          {"It looks as if registers did not limit how many blocks there are.",
              changed([](Changed& rule) { rule.has_registers = false; })},
          {"It looks as if the search ended where one load more has fewer bytes on their way; still more loads may "
           "have more "
           "again.",
              changed([](Changed& rule) { rule.stops_at_the_first_loss = true; })},
          {"It looks as if lanes that a block's last warp does not have were counted; they load nothing.",
              changed([](Changed& rule) { rule.whole_warps = true; })},
          {"It looks as if 32 were the answer where nothing is enough; that is 0.",
              changed([](Changed& rule) { rule.none = false; })},
          {"It looks as if no more than 16 loads were tried; up to 32 are allowed.",
              changed([](Changed& rule) { rule.most = 16; })},
          {"It looks as if a thread could have any number of registers; it has 255 at the most.",
              changed([](Changed& rule) { rule.most_registers = 10'000; })},
          {"It looks as if every load had 16 bytes; it has `width`.",
              changed([](Changed& rule) { rule.widest_only = true; })},
          {"It looks as if one block had all the bytes on their way; the SM's blocks do together.",
              changed([](Changed& rule) { rule.of_the_block = true; })},
          {"It looks as if registers were one heap; they are given in pieces of 256 a warp, from a quarter of the SM.",
              changed([](Changed& rule) { rule.by_granules = false; })},
          {"It looks as if `bytes` were kept in an int; it is a long.",
              [](const Launch::Case& one) {
                const auto [bytes, threads, width, registers] = one;
                return Changed{}({long(int(bytes)), threads, width, registers});
              }},
          {"It looks as if more than `bytes` were wanted; as many are enough.",
              changed([](Changed& rule) { rule.exceeds = true; })}});
  judge.name_arguments({"bytes", "threads", "width", "registers"});
  judge.say("is the smallest number (0: none is enough)", [](const Launch::Case& one) {
    const auto [bytes, threads, width, registers] = one;
    const int loads = Changed{}(one), shown = loads ? loads : 32, of_thread = registers + shown * width / 4;
    if (of_thread > 255) return std::string(": 32 would take ") + std::to_string(of_thread) + " registers";
    const int fit = sm::blocks_that_fit(threads, of_thread, 0);
    return ": with " + std::to_string(shown) + " loads and " + std::to_string(of_thread) + " registers " +
           std::to_string(fit) + " blocks fit and have " + std::to_string(long(fit) * threads * shown * width) +
           " bytes";
  });
  return judge;
}

TEST(Launch, PlentyOfRegisters) {
  Launch judge = launch();
  for (const int threads : {32, 64, 128, 256, 512, 1024})
    for (const int width : {4, 8, 16})
      for (const long bytes : {32l, 4096l, 16'384l, 20'000l, 32'768l, 65'536l}) judge.expect(bytes, threads, width, 8);
  judge.conclude();
}

TEST(Launch, RegistersGrow) {
  Launch judge = launch();
  for (const int threads : {32, 96, 128, 256, 384, 768, 1024})
    for (const int width : {4, 8, 16})
      for (const int registers : {10, 16, 24, 32, 40, 64, 100, 128, 200})
        for (long bytes = 16'384; bytes <= 262'144; bytes += 16'384) judge.expect(bytes, threads, width, registers);
  judge.conclude();
}

TEST(Launch, PartOfAWarp) {
  Launch judge = launch();
  for (const int threads : {1, 17, 33, 100, 1000})
    for (const int width : {4, 8, 16})
      for (const long bytes : {1l, 1000l, 10'000l, 33'000l, 100'000l}) judge.expect(bytes, threads, width, 16);
  judge.conclude();
}

// More than an int counts: no SM has so many on their way.
TEST(Launch, ManyBytes) {
  Launch judge = launch();
  for (const int shift : {31, 32, 33, 40})
    for (const long more : {-1l, 0l, 1l, 2048l, 100'000l}) judge.expect((1l << shift) + more, 256, 16, 16);
  judge.conclude();
}

TEST(Launch, Drawn) {
  Launch judge = launch();
  std::mt19937_64 random(harness::seed() + 1);
  for (int i = 0; i < 20'000; ++i)
    judge.expect(1 + long(random() % 200'000), 1 + int(random() % 1024), 4 << random() % 3, 8 + int(random() % 240));
  judge.conclude();
}

}  // namespace
