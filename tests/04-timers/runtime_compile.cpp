// Grades the lab runtime_compile: kernels that run, texts that do not compile, kernels that fail.
// Run: grade-runtime_compile.sim --module FILE.so
#include <algorithm>
#include <cstdint>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/04-timers/interface.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"

namespace {

std::string shortened(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.size() > 160 ? text.substr(0, 160) + "…" : text;
}

// One call, and everything that can be said about it.
struct Outcome : grading::Call {
  std::string answer;  // what run_source returned
  std::vector<float> in, out;
  std::size_t modules = 0, programs = 0;  // more than before the call
};

constexpr float untouched = -77;

Outcome call(const std::string& source, const std::string& kernel, int count) {
  const auto function = harness::submission().function<decltype(run_source)>("run_source");
  return grading::safely([&] {
    Outcome outcome;
    static int calls = 0;
    ++calls;  // other values each time
    for (int i = 0; i < count; ++i) outcome.in.push_back(float((i + 7 * calls) % 1000) + 0.5f);
    harness::DeviceBuffer<float> in(outcome.in, "in");
    harness::DeviceBuffer<float> out(std::vector<float>(std::size_t(count), untouched), "out");
    const std::size_t modules = harness::live_modules(), programs = harness::live_programs();
    std::string thrown;
    grading::watch(outcome, 5'000'000, [&] {
      try {
        outcome.answer = function(source, kernel, out.get(), in.get(), count);
      } catch (const std::exception& error) {
        thrown = "it threw an exception, and what goes wrong is to be returned (" + shortened(error.what()) + ").";
      } catch (...) {
        thrown = "it threw an exception; what goes wrong is to be returned.";
      }
    });
    if (!thrown.empty()) outcome.wrong = thrown;
    outcome.modules = harness::live_modules() - modules;
    outcome.programs = harness::live_programs() - programs;
    const auto found = [&]() -> std::string {
      outcome.out = out.download();
      if (in.download() != outcome.in)
        return "in was changed, which may only be read: do the arguments stand in the kernel's order (out, in, count)?";
      return grading::damage(out, in);
    };
    grading::look(outcome, found, "The context is not yours: do not reset or destroy it.");
    return outcome;
  });
}

std::string kernel_text(const std::string& name, const std::string& expression) {
  return "extern \"C\" __global__ void " + name +
         "(float* out, const float* in, int count) {\n"
         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  if (i < count) out[i] = " +
         expression +
         ";\n"
         "}\n";
}

void expect_nothing_left(const std::string& what, const Outcome& outcome) {
  if (outcome.modules > 0)
    ADD_FAILURE()
        << what
        << "a module was left loaded. Every way out of run_source passes cuModuleUnload, once there is a module.";
  if (outcome.programs > 0)
    ADD_FAILURE() << what << "a program of NVRTC was left behind. Every way out passes nvrtcDestroyProgram.";
}

// The kernel runs, and out[i] is right(in[i]) for all.
template <typename Right>
void expect_result(const std::string& source, const std::string& kernel, int count, Right right) {
  const Outcome outcome = call(source, kernel, count);
  const std::string asked = kernel + " on " + std::to_string(count) + " floats: ";
  if (!outcome.wrong.empty()) FAIL() << asked << outcome.wrong;
  if (!outcome.answer.empty())
    FAIL() << asked << "this source is right, and run_source returned: " << shortened(outcome.answer);
  if (outcome.no_kernel()) FAIL() << asked << "\"\" was returned, and no kernel was launched.";
  for (const simt::Launch& launch : outcome.activity.kernels)
    if (launch.block != simt::Dim{256, 1, 1})
      FAIL() << asked << "it was launched in blocks of " << launch.block.x << " × " << launch.block.y << " × "
             << launch.block.z
             << " threads; they are to be 256 × 1 × 1. In cuLaunchKernel the grid's three numbers come first, then the "
                "block's.";
  for (std::size_t i = 0; i < outcome.out.size(); ++i) {
    const float should = right(outcome.in[i]);
    if (outcome.out[i] == should) continue;
    FAIL() << asked << "out[" << i << "] is " << outcome.out[i] << ", should be " << should
           << (outcome.out[i] == untouched ? ": no thread wrote it, so are there enough blocks?" : ".");
  }
  expect_nothing_left(asked, outcome);
}

float twice(float x) { return 2 * x; }

// Compiling takes most of a second here, so there are few calls, and each asks for much.
TEST(Correctness, OneKernel) { expect_result(kernel_text("scale", "2 * in[i]"), "scale", 1001, twice); }
TEST(Correctness, ManyBlocks) {
  expect_result(kernel_text("shift", "in[i] + 3"), "shift", 1'000'000, [](float x) { return x + 3; });
}

TEST(Correctness, AnotherTextEachTime) {
  expect_result(kernel_text("work", "in[i] + 1"), "work", 1, [](float x) { return x + 1; });
  if (HasFailure()) return;
  call("this does not compile", "work", 64);
  expect_result(kernel_text("work", "in[i] - 1"), "work", 300, [](float x) { return x - 1; });
  if (HasFailure())
    ADD_FAILURE() << "something is kept from call to call: three texts were given, a right one, one that does not "
                     "compile, and another right one with a kernel of the same name.";
}

TEST(Correctness, TheKernelThatWasNamed) {
  // The compiler warns of `seven`, and that is no error.
  const std::string source = "__device__ int seven(int x) { if (x) return 7; }\n" + kernel_text("first", "-1") +
                             kernel_text("second", "in[i] * in[i]") + kernel_text("third", "-3");
  expect_result(source, "second", 100, [](float x) { return x * x; });
}

// A text that nobody knows before, from the run's seed: who has kernels of its own for the others has none for this.
TEST(Correctness, Drawn) {
  std::mt19937 random(static_cast<std::mt19937::result_type>(harness::seed()));
  const auto below = [&](int most) { return int(random() % std::uint32_t(most)); };
  const int factor = 2 + below(7), more = 1 + below(50), period = 3 + below(5), turns = 2 + below(4),
            step = 1 + below(9);
  const bool adds = below(2) != 0;
  const std::string name = "drawn_" + std::to_string(random() % 100'000);
  const auto number = [](int value) { return std::to_string(value); };
  const std::string body = "0; if (i < count) { float x = " + number(factor) + " * in[i]; if (i % " + number(period) +
                           " == 1) x " + (adds ? "+" : "-") + "= " + number(more) + "; for (int k = 0; k < " +
                           number(turns) + "; ++k) x += " + number(step) + " * k; out[i] = x; }";
  const Outcome outcome = call(kernel_text(name, body), name, 500);
  if (!outcome.wrong.empty()) FAIL() << name << ": " << outcome.wrong;
  if (!outcome.answer.empty())
    FAIL() << name << ": this source is right, and run_source returned: " << shortened(outcome.answer);
  for (int i = 0; i < 500; ++i) {
    float should = float(factor) * outcome.in[std::size_t(i)];
    if (i % period == 1) should += float(adds ? more : -more);
    for (int k = 0; k < turns; ++k) should += float(step * k);
    if (outcome.out[std::size_t(i)] == should) continue;
    FAIL() << "a kernel that was drawn by the run's seed, on 500 floats: out[" << i << "] is "
           << outcome.out[std::size_t(i)] << ", should be " << should
           << ": is it this text that is compiled, and not one that is known?";
  }
}

// One call of a right text, in short.
std::string trial(harness::Activity* activity) {
  const Outcome outcome = call(kernel_text("scale", "2 * in[i]"), "scale", 700);
  if (activity) *activity = outcome.activity;
  if (!outcome.wrong.empty()) return outcome.wrong;
  if (!outcome.answer.empty()) return "this source is right, and run_source returned: " + shortened(outcome.answer);
  for (std::size_t i = 0; i < outcome.out.size(); ++i)
    if (outcome.out[i] != twice(outcome.in[i]))
      return "out[" + std::to_string(i) + "] is " + std::to_string(outcome.out[i]) + ", should be " +
             std::to_string(twice(outcome.in[i])) + ".";
  return "";
}
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("run_source", trial); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("run_source", trial); }
// By the driver's calls a context is made the current one, and with it a device: which one is the lab's own choice.
TEST(Correctness, NothingIsLeftBehind) {
  grading::expect_nothing_left_by("run_source", "", [] {
    if (const std::string words = trial(nullptr); !words.empty()) ADD_FAILURE() << words;
  });
}
TEST(Errors, NothingIsLeftBehind) {
  grading::expect_nothing_left_by("run_source", " with a text that does not compile", [] { call("nonsense", "a", 8); });
  grading::expect_nothing_left_by("run_source", " with the name of a kernel that is not there",
      [] { call(kernel_text("scale", "2 * in[i]"), "scala", 8); });
}

// Something goes wrong, nothing is written, and the answer says one of `words`.
void expect_words(const std::string& what, const std::string& source, const std::string& kernel,
    const std::vector<std::string>& words) {
  const Outcome outcome = call(source, kernel, 64);
  if (!outcome.wrong.empty()) FAIL() << what << ": " << outcome.wrong;
  if (outcome.answer.empty()) FAIL() << what << ", and run_source returned \"\", which says that all went well.";
  if (!std::all_of(outcome.out.begin(), outcome.out.end(), [](float x) { return x == untouched; }))
    FAIL() << what << ", and out was written all the same.";
  expect_nothing_left(what + ": ", outcome);
  for (const std::string& word : words)
    if (outcome.answer.find(word) != std::string::npos) return;
  FAIL() << what << ": the answer should say \"" << words.front() << "\", and it was: " << shortened(outcome.answer);
}

TEST(Errors, TheCompilersOwnWords) {
  const std::string word = "nonsense_" + std::to_string(harness::seed() % 1'000'000);
  expect_words("line 3 of the text uses `" + word + "`, which is declared nowhere",
      kernel_text("scale", word + " * in[i]"), "scale", {word});
}
TEST(Errors, AllOfTheCompilersWords) {
  const std::string another = "__device__ int more() { return neither_this; }\n";
  expect_words("behind a line that uses `nonsense` another one uses `neither_this`",
      kernel_text("scale", "nonsense * in[i]") + another, "scale", {"neither_this"});
}
TEST(Errors, ManyWordsOfTheCompilers) {
  std::string source = kernel_text("scale", "nonsense * in[i]");
  for (int i = 1; i <= 40; ++i) {
    const std::string number = std::to_string(i);
    source += "__device__ int more_" + number + "() { return neither_" + number + "; }\n";
  }
  expect_words(
      "40 lines each use a name that is declared nowhere, the last one `neither_40`", source, "scale", {"neither_40"});
}
TEST(Errors, AnEmptyText) {
  expect_words("the text is empty, so there is no kernel `scale` in it", "", "scale", {"not found"});
}
TEST(Errors, NoKernelOfThatName) {
  expect_words("the text has a kernel `scale`, and `scala` was asked for", kernel_text("scale", "2 * in[i]"), "scala",
      {"not found"});
}

// It writes to an address where there is nothing, on the simulator as on a GPU. The compiler must not see that (it drops what is
// written to a null pointer), so the address is a number that comes in: the count.
void expect_failure_told(int count) {
  const std::string source =
      kernel_text("stray", "0; float* nowhere = (float*)(unsigned long long)count; nowhere[i] = in[i]");
  const Outcome outcome = call(source, "stray", count);
  const std::string what = "a kernel wrote to address " + std::to_string(count) + ", where there is nothing";
  if (harness::backend().has_counters && outcome.activity.fault.empty())
    FAIL() << "the kernel `stray` was not run. " << outcome.wrong;
  if (outcome.answer.empty())
    FAIL() << what << ", and run_source returned \"\", which says that all "
           << "went well: a launch returns before the kernel runs, so wait for it, and look at what the wait returns.";
  if (outcome.answer.find("illegal memory access") == std::string::npos)
    FAIL() << what << ". cuCtxSynchronize says so, and cuGetErrorString "
           << "has the words \"an illegal memory access was encountered\"; the answer was: "
           << shortened(outcome.answer);
}
// Last, since a GPU's context is lost by it.
TEST(Errors, AKernelThatFails) {
  expect_failure_told(64);
  if (HasFailure() || !harness::backend().has_counters) return;
  // A launch on the simulator runs at once, and whoever asks has then waited. Here it runs when somebody waits.
  const harness::LateWork late;
  for (const int count : {64, 300'000})
    if (!HasFailure()) expect_failure_told(count);
}

}  // namespace
