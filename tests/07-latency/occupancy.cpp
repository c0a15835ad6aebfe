// Grades the lab occupancy: each limit by itself, all together, and thousands of answers of CUDA's own API on an H200.
// Run: grade-occupancy.sim --module FILE.so
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/07-latency/case_judge.hpp"
#include "tests/07-latency/interface.hpp"
#include "tests/07-latency/multiprocessor.hpp"

namespace {

using Judge = grading::CaseJudge<decltype(blocks_that_fit)>;
namespace sm = multiprocessor;

int least(std::initializer_list<int> all) { return std::min(all); }

// The lab's rule with one thing changed.
struct Changed {
  int thread_unit = 32, blocks = sm::blocks, reserved = sm::reserved, shared_unit = sm::shared_unit;
  int shared_bytes = sm::shared_bytes, registers = sm::registers, warps = sm::warps;
  bool quarters = true, pieces = true, has_registers = true, has_shared = true, part_of_a_block = false;

  int operator()(const Judge::Case& one) const {
    const auto [threads, of_thread, shared] = one;
    const int of_block = thread_unit == 32 ? sm::warps_of(threads) : threads;
    const int by_warps = thread_unit == 32 ? warps / of_block : warps * 32 / threads;
    const int of_warp = pieces ? sm::up(of_thread * 32, sm::register_unit) : of_thread * 32;
    const int by_registers = quarters ? registers / sm::quarters / of_warp * sm::quarters / sm::warps_of(threads)
                                      : registers / (of_warp * sm::warps_of(threads));
    const int of_shared = sm::up(shared + reserved, shared_unit);
    const int by_shared = has_shared && of_shared > 0 ? shared_bytes / of_shared : blocks;
    const int fit = least({by_warps, blocks, has_registers ? by_registers : blocks, by_shared});
    return part_of_a_block && fit == 0 ? 1 : fit;
  }
};

Changed changed(const std::function<void(Changed&)>& change) {
  Changed rule;
  change(rule);
  return rule;
}

Judge judge() {
  static const std::vector<Judge::Mistake> mistakes = {
      {"It looks as if nothing were counted yet.", [](const Judge::Case&) { return 0; }},
      {"It looks as if warps were counted; blocks are asked for.",
          [](const Judge::Case& one) { return Changed{}(one)*sm::warps_of(std::get<0>(one)); }},
      {"It looks as if a part of a warp counted as a part; it takes the room of a whole warp.",
          changed([](Changed& rule) { rule.thread_unit = 1; })},
      {"It looks as if an SM held any number of small blocks; it holds 32 at the most.",
          changed([](Changed& rule) { rule.blocks = 64; })},
      {"It looks as if an SM held 16 blocks at the most; an H200's holds 32.",
          changed([](Changed& rule) { rule.blocks = 16; })},
      {"It looks as if registers were left out.", changed([](Changed& rule) { rule.has_registers = false; })},
      {"It looks as if shared memory were left out.", changed([](Changed& rule) { rule.has_shared = false; })},
      {"It looks as if a warp took no more registers than its threads have; it takes them in pieces of 256.",
          changed([](Changed& rule) { rule.pieces = false; })},
      {"It looks as if the registers were one heap; each quarter of the SM has its own, and a warp lies in one "
       "quarter.",
          changed([](Changed& rule) { rule.quarters = false; })},
      {"It looks as if the registers were one heap, and a warp took no more than its threads have; they come in pieces "
       "of "
       "256, from one quarter of the SM.",
          changed([](Changed& rule) { rule.quarters = rule.pieces = false; })},
      {"It looks as if a block took no more shared memory than it asks for; 1024 bytes come on top.",
          changed([](Changed& rule) { rule.reserved = 0; })},
      {"It looks as if a block's shared memory were not rounded up; it comes in pieces of 128 bytes.",
          changed([](Changed& rule) { rule.shared_unit = 1; })},
      {"It looks as if an SM's shared memory were the 227 KiB that a block may have; it is 228 KiB.",
          changed([](Changed& rule) { rule.shared_bytes -= 1024; })},
      {"It looks as if the 1024 bytes were taken off once for an SM; they come on top of each block's.",
          changed([](Changed& rule) { rule.reserved = 0, rule.shared_bytes -= 1024; })},
      {"It looks as if an SM had 32 places for warps; it has 64.", changed([](Changed& rule) { rule.warps = 32; })},
      {"It looks as if there were always room for one block; a kernel that needs more than an SM has is not launched.",
          changed([](Changed& rule) { rule.part_of_a_block = true; })},
  };
  Judge one(
      "blocks_that_fit",
      [](const Judge::Case& asked) { return std::apply([](auto... n) { return sm::blocks_that_fit(n...); }, asked); },
      mistakes);
  one.name_arguments({"threads", "registers", "shared_bytes"});
  one.say("fit", [](const Judge::Case& asked) {
    const sm::Limits l = std::apply([](auto... n) { return sm::limits(n...); }, asked);
    return ": there are places for " + std::to_string(l.warps) + " by warps, " + std::to_string(l.blocks) +
           " by blocks, " + std::to_string(l.registers) + " by registers, " + std::to_string(l.shared) +
           " by shared memory";
  });
  return one;
}

TEST(Correctness, Threads) {
  Judge asked = judge();
  for (int threads = 1; threads <= 1024; ++threads) asked.expect(threads, 16, 0);
  asked.conclude();
}

TEST(Correctness, SharedMemory) {
  Judge asked = judge();
  for (const int threads : {32, 256, 1024})
    for (int bytes = 0; bytes <= 232'448; bytes += bytes < 8192 ? 1 : 127) asked.expect(threads, 16, bytes);
  asked.expect(1024, 16, 232'448);
  asked.conclude();
}

TEST(Registers, WholeBlocks) {
  Judge asked = judge();
  for (const int threads : {32, 64, 128, 256, 512, 1024})
    for (int registers = 1; registers <= 255; ++registers) asked.expect(threads, registers, 0);
  asked.conclude();
}

TEST(Registers, AnyBlock) {
  Judge asked = judge();
  for (int threads = 1; threads <= 1024; ++threads)
    for (int registers = threads % 7 + 1; registers <= 255; registers += 7) asked.expect(threads, registers, 0);
  asked.conclude();
}

TEST(Together, Drawn) {
  Judge asked = judge();
  std::mt19937_64 random(harness::seed());
  for (int i = 0; i < 40'000; ++i) {
    const int most = 1 << random() % 18;  // small blocks and large ones
    asked.expect(
        1 + int(random() % 1024), 1 + int(random() % 255), std::min(232'448, int(random() % std::uint64_t(most))));
  }
  asked.conclude();
}

// A row of the recording is a kernel's registers, its block, its shared memory, and what CUDA said.
TEST(Together, AsRecordedOnAnH200) {
  const std::string path = COURSE_ROOT "/data/07-latency/measured/nvidia-h200-occupancy_answers.csv";
  std::ifstream file(path);
  std::vector<harness::Function<decltype(blocks_that_fit)>::Tuple> asked;
  std::vector<int> told;
  for (std::string line; std::getline(file, line);) {
    int registers = 0, threads = 0, shared = 0, blocks = 0;
    if (std::sscanf(line.c_str(), "%d,%d,%d,%d", &registers, &threads, &shared, &blocks) != 4) continue;
    asked.push_back({threads, registers, shared});
    told.push_back(blocks);
  }
  if (told.size() < 1000) throw std::runtime_error("there are no thousand answers in " + path);
  const auto answers = harness::submission().function<decltype(blocks_that_fit)>("blocks_that_fit").each(asked);
  std::size_t wrong = 0;
  std::string first;
  for (std::size_t i = 0; i < told.size(); ++i) {
    const auto [threads, registers, shared] = asked[i];
    // What the grader itself takes to be right must agree with the GPU's own library.
    if (sm::blocks_that_fit(threads, registers, shared) != told[i])
      throw std::runtime_error("the grader's own rule disagrees with " + path);
    if (answers[i] != told[i] && wrong++ == 0)
      first = std::to_string(registers) + " registers, blocks of " + std::to_string(threads) + " threads with " +
              std::to_string(shared) + " bytes: " + std::to_string(answers[i]) + " instead of " +
              std::to_string(told[i]);
  }
  if (wrong)
    ADD_FAILURE() << "CUDA's library on an H200 was asked " << told.size() << " times and said otherwise " << wrong
                  << " times. The first: " << first << ".";
}

}  // namespace
