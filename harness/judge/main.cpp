// The main() of every grader, which is the judge: tests, oracles and verdict are here, and the submission is not.
// Run: grade-LAB.sim --module FILE.so [--budget NAME=VALUE]… [--capability X.Y] [--seed N] [--before SUITE.TEST | --from SUITE.TEST]
//      [--player-fd N] [--report-fd N] [--gtest_…]
//
// --before takes the tests in front of that one, --from the others, and the very first: two graders are then done in half the time.
// Without --player-fd it starts the player that lies beside it. Exit status: 0 every test passed, 1 one failed, 2 the grader
// could not do its job, 77 no GPU, or an older one than the lab needs.
#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <climits>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/judge/machine_code.hpp"
#include "harness/judge/player.hpp"
#include "harness/judge/report.hpp"
#include "harness/options.hpp"
#include "harness/tagged.hpp"

namespace harness {
namespace {

constexpr int all_pass = 0, some_fail = 1, cannot_grade = 2, no_gpu = 77;

struct Options {
  std::filesystem::path module;
  std::map<std::string, double> budgets;
  std::optional<int> player_descriptor, report_descriptor;
  std::uint64_t seed = 1;
  std::string before, from;  // the test at which the tests are halved, where one half is to run
  bool counters = true;      // "none": judges as a GPU does, of which nothing is counted
  int capability = 0;        // that a GPU must have: 90 is 9.0
};

// What player(), submission() and budget() answer from.
Options options;
std::optional<Player> players;
std::optional<Submission> loaded;
std::string load_error = "the submission was not loaded";

// "NAME=VALUE"
void add_budget(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) throw std::invalid_argument("--budget wants NAME=VALUE, not '" + text + "'");
  std::size_t end = 0;
  const std::string value = text.substr(equals + 1);
  options.budgets[text.substr(0, equals)] = std::stod(value, &end);
  if (end != value.size()) throw std::invalid_argument("the budget '" + text + "' is not a number");
}

// After GoogleTest took its own options out of the list.
void parse_options(int argc, char** argv) {
  read_options(argc, argv,
      {{"--module", [](const std::string& value) { options.module = value; }}, {"--budget", add_budget},
          {"--capability", [](const std::string& value) { options.capability = std::lround(10 * std::stod(value)); }},
          {"--seed", [](const std::string& value) { options.seed = std::stoull(value); }},
          {"--counters", [](const std::string& value) { options.counters = value != "none"; }},
          {"--before", [](const std::string& value) { options.before = value; }},
          {"--from", [](const std::string& value) { options.from = value; }},
          {"--player-fd", [](const std::string& value) { options.player_descriptor = std::stoi(value); }},
          {"--report-fd", [](const std::string& value) { options.report_descriptor = std::stoi(value); }}});
  if (options.module.empty()) throw std::invalid_argument("--module FILE.so is missing");
  if (!std::filesystem::exists(options.module))
    throw std::invalid_argument("there is no module " + options.module.string());
}

// This program: "…/grade-transpose_naive.sim".
std::filesystem::path self() { return std::filesystem::read_symlink("/proc/self/exe"); }

// "player.sim" beside it.
std::filesystem::path player_beside() { return self().parent_path() / ("player" + self().extension().string()); }

// The name of tests that are none here, or nothing: one called Speed judges times, and simulated time is none.
std::string left_out() { return self().extension() == ".sim" ? "Speed" : ""; }

// Of a submission the first call is something else than those behind it: the second half, too, begins with it.
void choose_half(const std::string& middle, bool second) {
  std::string chosen;
  bool behind = false;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const std::string name = std::string(suite.name()) + "." + suite.GetTestInfo(t)->name();
      behind = behind || name == middle;
      if (behind == second || (s == 0 && t == 0)) chosen += name + ":";
    }
  }
  if (!behind) throw std::invalid_argument("there is no test " + middle);
  testing::GTEST_FLAG(filter) = chosen;
}

void leave_out() {
  std::string& filter = testing::GTEST_FLAG(filter);
  if (!left_out().empty()) filter += (filter.find('-') == std::string::npos ? "-*." : ":*.") + left_out();
}

std::string attempted_what, attempted_reason;

// The first thing that the submission may do is to be loaded, when every test is planned.
class Loading : public testing::Environment {
  void SetUp() override {
    try {
      ask<>("load", std::filesystem::absolute(options.module).string());
      loaded.emplace();
    } catch (const std::exception& error) {
      load_error = error.what();
    }
  }
};

int run_tests() {
  if (const std::string missing = what_is_missing(backend(), options.capability); !missing.empty()) {
    std::printf("skipped: %s\n", missing.c_str());
    std::fflush(stdout);
    return no_gpu;
  }
  testing::AddGlobalTestEnvironment(new Loading);
  return RUN_ALL_TESTS() == 0 ? all_pass : some_fail;
}

// A player that has ended took the tests that were to come with it. What was told of the others stands.
int run_reporting(int descriptor) {
  Report report(descriptor, left_out());
  players->on_end = [&](const std::string& sent) {
    if (!sent.empty()) report.lost(sent);
    if (!attempted_what.empty()) report.attempted(attempted_what, attempted_reason);
    _exit(some_fail);
  };
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(report.listener());
  const int status = run_tests();
  if (status != no_gpu) report.end();
  return status;
}

int run_printing() {
  players->on_end = [](const std::string& sent) {
    const std::string how = sent.empty() ? players->ending() : sent;
    std::printf("\nThe submission ended the process before the tests were done (%s).\n", how.c_str());
    std::fflush(stdout);
    _exit(some_fail);
  };
  return run_tests();
}

}  // namespace

Player& player() { return *players; }

const Submission& submission() {
  if (!loaded) throw ModuleError(load_error);
  return *loaded;
}

Attempt::Attempt(std::string what, std::string reason)
    : what_before_(std::exchange(attempted_what, std::move(what))), reason_before_(attempted_reason) {
  if (!reason.empty()) attempted_reason = std::move(reason);
}
Attempt::~Attempt() {
  attempted_what = what_before_;
  attempted_reason = reason_before_;
}

double budget(const std::string& name) {
  const auto found = options.budgets.find(name);
  if (found == options.budgets.end())
    throw std::out_of_range("the grader was started without --budget " + name + "=VALUE");
  return found->second;
}

std::uint64_t seed() { return options.seed; }
bool counters_are_wanted() { return options.counters; }

bool may_count_in_floats() { return !backend().has_counters || may_make_floats_of_integers(options.module); }
bool may_keep_an_index_in_a_float() {
  return !backend().has_counters || may_make_a_float_of_an_integer(options.module);
}

int judge_main(int argc, char** argv) {
  // What is freed is kept for the next array: getting pages of the system anew, and having them cleared, would take as long as
  // all that is done with them.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  // Whoever runs as the same user can neither read this process nor trace it.
  prctl(PR_SET_DUMPABLE, 0);
  testing::InitGoogleTest(&argc, argv);
  try {
    const bool lists = testing::GTEST_FLAG(list_tests);
    if (!lists) parse_options(argc, argv);
    draw_input_key(options.seed, {0, poison_word(Poison::first), poison_word(Poison::second), guard_word});
    if (const std::string middle = options.before + options.from; !middle.empty())
      choose_half(middle, options.before.empty());
    leave_out();
    if (lists) return RUN_ALL_TESTS();
    if (options.player_descriptor) players.emplace(*options.player_descriptor);
    else players.emplace(player_beside());
    const int status = options.report_descriptor ? run_reporting(*options.report_descriptor) : run_printing();
    players.reset();
    return status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return cannot_grade;
  }
}

}  // namespace harness

int main(int argc, char** argv) { return harness::judge_main(argc, argv); }
