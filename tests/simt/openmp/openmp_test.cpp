// The simulator's threads of host code: every construct does what OpenMP says, in both orders of turns, and the race
// checker finds what is a race and nothing else.
#include <dlfcn.h>
#include <malloc.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "simt/compiler/host_threads.hpp"
#include "simt/host_threads.hpp"
#include "simt/simt.hpp"

namespace {

// What the engine gave back is overwritten: reading it again fails in four runs of ten, not in one of three hundred.
const int freed_is_overwritten = mallopt(M_PERTURB, 0xa5);

using Construct = long(int* times, int* owner, int n);

// The watched code of a module that Meson names in the environment.
Construct* watched(const std::string& module, const std::string& name) {
  void* const library = dlopen(std::getenv(module.c_str()), RTLD_NOW);
  EXPECT_NE(library, nullptr) << dlerror();
  void* const found = library ? dlsym(library, (std::string(simt::compiler::watched_prefix) + name).c_str()) : nullptr;
  EXPECT_NE(found, nullptr) << name;
  return reinterpret_cast<Construct*>(found);
}

struct Done {
  long result = 0;
  std::vector<int> times, owner;
  std::vector<std::string> races;

  std::size_t owners() const { return std::set<int>(owner.begin(), owner.end()).size(); }
};

Done run(const std::string& module, const std::string& name, int n, simt::TurnOrder order, int threads = 3) {
  Done done{.result = 0,
      .times = std::vector<int>(std::size_t(n)),
      .owner = std::vector<int>(std::size_t(n), -1),
      .races = {}};
  Construct* const construct = watched(module, name);
  if (!construct) return done;
  simt::set_checks("race");
  simt::set_turn_order(order);
  simt::set_host_threads(threads);
  simt::forget_launches();
  done.result = construct(done.times.data(), done.owner.data(), n);
  for (const simt::Finding& finding : simt::findings()) done.races.push_back(finding.message);
  simt::set_turn_order(simt::TurnOrder::forward);
  return done;
}

constexpr simt::TurnOrder orders[] = {simt::TurnOrder::forward, simt::TurnOrder::backward};

struct Expected {
  std::string name;
  long result = 0;
  int turns = 50;          // each done once; 0: it does none
  std::size_t owners = 3;  // at least so many threads took part
};

void expect(const std::string& module, const std::vector<Expected>& all) {
  for (const Expected& expected : all)
    for (const simt::TurnOrder order : orders) {
      SCOPED_TRACE(expected.name + (order == simt::TurnOrder::forward ? ", forward" : ", backward"));
      const Done done = run(module, expected.name, expected.turns ? expected.turns : 50, order);
      EXPECT_EQ(done.result, expected.result);
      EXPECT_EQ(done.races, std::vector<std::string>());
      if (!expected.turns) continue;
      EXPECT_EQ(done.times, std::vector<int>(std::size_t(expected.turns), 1));
      EXPECT_GE(done.owners(), expected.owners);
    }
}

TEST(Constructs, EachTurnOfALoopOnce) {
  for (const char* name : {"loop_static", "loop_static_chunks", "loop_dynamic", "loop_dynamic_chunks", "loop_monotonic",
           "loop_guided", "loop_guided_chunks", "loop_runtime", "loop_auto", "loop_simd", "taskloop", "taskloop_grains",
           "loop_downwards", "loop_unsigned", "cancelled"})
    for (const int n : {1, 2, 3, 4, 7, 50, 101}) expect("CONSTRUCTS", {{name, 0, n, n < 50 ? 1u : 3u}});
  expect("CONSTRUCTS",
      {{"loop_collapsed", 0, 48}, {"loop_private", 49 + 5}, {"loop_ordered", 1}, {"loop_ordered_static", 1}});
}

TEST(Constructs, ALoopOfNoTurns) {
  for (const char* name : {"loop_static", "loop_dynamic", "loop_guided", "loop_unsigned", "taskloop", "loop_ordered"})
    run("CONSTRUCTS", name, 0, simt::TurnOrder::forward);
}

TEST(Constructs, SectionsAndSingles) {
  expect("CONSTRUCTS",
      {{"sections", 0, 4}, {"sections_inside", 0, 2, 2}, {"singles", 0, 50, 1}, {"single_copied", 21, 0}});
}

TEST(Constructs, SumsOfManyThreads) {
  for (const char* name :
      {"summed", "in_critical", "in_named_critical", "atomic", "atomic_double", "atomic_wide", "with_lock"})
    expect("CONSTRUCTS", {{name, 49 * 50 / 2}});
}

TEST(Constructs, Barrier) { expect("CONSTRUCTS", {{"over_barrier", 1, 4, 4}}); }

TEST(Constructs, Tasks) {
  long in_a_row = 1;
  for (int i = 0; i < 50; ++i) in_a_row = in_a_row * 3 % 1000003 + i;
  expect(
      "CONSTRUCTS", {{"tasks", 0}, {"tasks", 0, 1000}, {"tasks_of_tasks", 144, 0}, {"tasks_in_a_row", in_a_row, 50, 1},
                        {"task_group", 50, 50, 1}, {"task_at_once", 49 * 50 / 2, 50, 1}});
}

TEST(Constructs, RegionsInRegions) {
  expect("CONSTRUCTS",
      {{"nested", 223, 0}, {"nested_alone", 2, 0}, {"own_variable", 0, 0}, {"outside", 49 * 50 / 2 + 1, 0}});
}

TEST(Threads, OfTheLibrary) {
  expect("THREADS", {{"std_threads", 49 * 50 / 2}, {"std_async", 49 * 50 / 2}, {"handed_over", 49 * 50 / 2, 0}});
}

TEST(Threads, TellEachOther) {
  expect("THREADS", {{"flag", 50, 0}, {"flag_with_flush", 50, 0}, {"std_barrier", 3, 3, 0}, {"made_once", 90, 0}});
}

// The same turns fall to the same threads, and as many accesses, every time.
TEST(Threads, TheSameEveryTime) {
  const auto once = [](const char* name) {
    simt::forget_host_work();
    const Done done = run("CONSTRUCTS", name, 50, simt::TurnOrder::forward, 4);
    return std::pair(done.owner, simt::host_work());
  };
  for (const char* name : {"loop_dynamic", "loop_guided", "tasks", "in_critical", "atomic"}) {
    const auto first = once(name);
    EXPECT_EQ(first.second.size(), 4u) << name;
    for (int turn = 0; turn < 20; ++turn) EXPECT_EQ(once(name), first) << name;
  }
}

// Work over span: how many processors could be busy.
TEST(Threads, WaitForEachOther) {
  struct Case {
    const char* name;
    double least, most;
  };
  const Case cases[] = {{"side_by_side", 2.8, 3}, {"numbers_by_lock", 2.6, 3}, {"one_in_critical", 1, 1.05},
      {"one_in_ordered", 1, 1.05}, {"a_task_each", 10, 48}, {"tasks_behind_each_other", 1, 1.1},
      {"half_of_it_alone", 1.4, 1.55}};
  for (const auto& [name, least, most] : cases)
    for (const simt::TurnOrder order : orders) {
      SCOPED_TRACE(name);
      simt::forget_host_work();
      const Done done = run("WAITS", name, 48, order);
      EXPECT_EQ(done.times, std::vector<int>(48, 1));
      std::uint64_t work = 0;
      for (const std::uint64_t accesses : simt::host_work()) work += accesses;
      EXPECT_GE(double(work) / double(simt::host_span()), least);
      EXPECT_LE(double(work) / double(simt::host_span()), most);
    }
}

int line_of(const std::string& comment) {
  std::ifstream file(std::getenv("RACES_SOURCE"));
  std::string text;
  for (int line = 1; std::getline(file, text); ++line)
    if (text.ends_with("// " + comment)) return line;
  return 0;
}

TEST(Races, AreFoundAtTheirLines) {
  for (const char* name : {"race_plain", "race_dynamic", "race_atomic_and_plain", "race_two_locks", "race_nowait",
           "race_of_tasks", "race_before_join", "race_relaxed_flag"})
    for (const simt::TurnOrder order : orders) {
      SCOPED_TRACE(name);
      const Done done = run("RACES", name, 50, order);
      ASSERT_FALSE(done.races.empty());
      const std::string place = "races.cpp line " + std::to_string(line_of(name));
      bool named = false;
      for (const std::string& race : done.races) named = named || race.find(place) != std::string::npos;
      EXPECT_TRUE(named) << place << ": " << done.races.front();
    }
}

// A lock that is taken in between orders the two, if the one was before it and the other behind: the other order of turns
// shows that it need not be so.
TEST(Races, ThatOneOrderHides) {
  EXPECT_TRUE(run("RACES", "race_by_order", 50, simt::TurnOrder::forward).races.empty());
  EXPECT_FALSE(run("RACES", "race_by_order", 50, simt::TurnOrder::backward).races.empty());
}

TEST(Races, AreNoneOnOneThread) {
  EXPECT_TRUE(run("RACES", "race_plain", 50, simt::TurnOrder::forward, 1).races.empty());
}

TEST(Races, AreNoneOnBytesApartOrMemoryGivenBack) {
  for (const simt::TurnOrder order : orders)
    for (const char* name : {"bytes_apart", "memory_again", "stacks_again"})
      EXPECT_EQ(run("RACES", name, 50, order).races, std::vector<std::string>()) << name;
}

TEST(Races, NameTheMemoryThatHasAName) {
  std::vector<int> times(50), owner(50);
  simt::name_host_memory(times.data(), 50 * sizeof(int), "times");
  simt::set_checks("race");
  simt::set_host_threads(2);
  simt::forget_launches();
  watched("RACES", "race_dynamic")(times.data(), owner.data(), 50);
  ASSERT_FALSE(simt::findings().empty());
  EXPECT_NE(simt::findings()[0].message.find("writes times at byte 0, "), std::string::npos)
      << simt::findings()[0].message;
}

TEST(Deadlock, EndsTheProgram) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(run("RACES", "deadlock", 50, simt::TurnOrder::forward), testing::ExitedWithCode(1),
      "deadlock: each of the program's 2 threads waits for another");
}

// Whatever the compiler lets call the simulator is there.
TEST(Names, AreAllDefined) {
  void* const library = dlopen("libsimt.so", RTLD_NOW);
  ASSERT_NE(library, nullptr);
  for (const std::string& name : simt::compiler::own_thread_functions())
    EXPECT_NE(dlsym(library, ("__wrap_" + name).c_str()), nullptr) << name;
}

TEST(Names, CallsGoToTheSimulator) {
  using namespace simt::compiler;
  EXPECT_EQ(use_own_threads("\tcall\tGOMP_parallel@PLT\n"), "\tcall\t__wrap_GOMP_parallel@PLT\n");
  EXPECT_EQ(use_own_threads("\tcall\tGOMP_loop_ull_guided_next\n"), "\tcall\t__wrap_GOMP_loop_ull_guided_next\n");
  EXPECT_EQ(use_own_threads("\tcall\tmy_GOMP_parallel\n\t.string \"GOMP_parallel\"\n"),
      "\tcall\tmy_GOMP_parallel\n\t.string \"GOMP_parallel\"\n");
  EXPECT_EQ(use_own_threads("\tcall\tGOMP_target_ext\n"), "\tcall\tGOMP_target_ext\n");
  EXPECT_THROW(use_own_threads("\tcall\tGOMP_loop_doacross_static_start\n"), MissingConstruct);
}

TEST(Names, DefinitionsGetAnother) {
  using namespace simt::compiler;
  EXPECT_EQ(rename_definitions("\t.globl\tf\nf:\n\tcall\tf\n\tcall\tg\n"),
      "\t.globl\tsimt.f\nsimt.f:\n\tcall\tsimt.f\n\tcall\tg\n");
  EXPECT_EQ(rename_definitions("\t.weak\tg\n\tcall\tg\n"), "\t.weak\tg\n\tcall\tg\n");  // another file's
  EXPECT_EQ(rename_definitions("\t.section\t.text.v,\"axG\",@progbits,group,comdat\n\t.weak\tv\nv:\n"),
      "\t.section\t.text.v,\"axG\",@progbits,simt.group,comdat\n\t.weak\tsimt.v\nsimt.v:\n");
  EXPECT_EQ(rename_definitions("\tcall\t__tsan_read4@PLT\n"), "\tcall\tsimt_host_read4@PLT\n");
}

}  // namespace
