// The main() of every grader.
// Run: grade-LAB.sim --module FILE.so [--budget NAME=VALUE]… [--report-fd N] [--gtest_…]
//
// Exit status: 0 every test passed, 1 one failed, 2 the grader could not do its job, 77 no GPU.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/grader.hpp"
#include "harness/options.hpp"
#include "harness/report.hpp"

namespace harness {
namespace {

constexpr int all_pass = 0, some_fail = 1, cannot_grade = 2, no_gpu = 77;

struct Options {
  std::filesystem::path module;
  std::map<std::string, double> budgets;
  std::optional<int> report_descriptor;
};

// What submission() and budget() answer from.
Options options;
std::optional<Module> loaded;
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
          {"--report-fd", [](const std::string& value) { options.report_descriptor = std::stoi(value); }}});
  if (options.module.empty()) throw std::invalid_argument("--module FILE.so is missing");
  if (!std::filesystem::exists(options.module))
    throw std::invalid_argument("there is no module " + options.module.string());
}

// Only when every test is planned does the submission get into the process, and its static constructors run.
class Submission : public testing::Environment {
  void SetUp() override {
    try {
      loaded.emplace(options.module);
    } catch (const ModuleError& error) {
      load_error = error.what();
    }
  }
};

int run_tests() {
  if (!backend().missing.empty()) {
    std::printf("skipped: nothing to run CUDA on (%s)\n", backend().missing.c_str());
    std::fflush(stdout);
    return no_gpu;
  }
  testing::AddGlobalTestEnvironment(new Submission);
  return RUN_ALL_TESTS() == 0 ? all_pass : some_fail;
}

int run_reporting(int descriptor) {
  Report report(descriptor);
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(report.listener());
  const int status = run_tests();
  report.end();
  return status;
}

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int i = 0; i < 8; ++i) token += std::to_string(source()) + ' ';
  return token;
}

// With nobody listening to a report, the grader watches itself: the tests run in a child process, whose verdict
// counts only if it also came to its end. A submission's exit(0) does not, nor what it writes into the pipe.
int run_watched() {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe: " + std::string(std::strerror(errno)));
  const std::string token = random_token();
  std::fflush(nullptr);
  const pid_t child = fork();  // before the first CUDA call: a CUDA context does not survive a fork
  if (child < 0) throw std::runtime_error("no child process: " + std::string(std::strerror(errno)));
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // who kills the grader means the submission
    close(ends[0]);
    const int status = run_tests();
    std::fflush(nullptr);
    const std::string verdict = token + char(status);
    _exit(write(ends[1], verdict.data(), verdict.size()) == ssize_t(verdict.size()) ? status : cannot_grade);
  }
  close(ends[1]);
  std::string received;
  char piece[4096];
  for (ssize_t count; (count = read(ends[0], piece, sizeof piece)) > 0;) received.append(piece, std::size_t(count));
  int how = 0;
  waitpid(child, &how, 0);
  const std::size_t verdict = received.rfind(token);
  if (verdict != std::string::npos && verdict + token.size() < received.size()) return received[verdict + token.size()];
  std::printf("\nThe submission ended the process before the tests were done (%s).\n",
      WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : ("exit status " + std::to_string(WEXITSTATUS(how))).c_str());
  return some_fail;
}

}  // namespace

const Module& submission() {
  if (!loaded) throw ModuleError(load_error);
  return *loaded;
}

double budget(const std::string& name) {
  const auto found = options.budgets.find(name);
  if (found == options.budgets.end())
    throw std::out_of_range("the grader was started without --budget " + name + "=VALUE");
  return found->second;
}

int grader_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  try {
    parse_options(argc, argv);
    return options.report_descriptor ? run_reporting(*options.report_descriptor) : run_watched();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return cannot_grade;
  }
}

}  // namespace harness

int main(int argc, char** argv) { return harness::grader_main(argc, argv); }
