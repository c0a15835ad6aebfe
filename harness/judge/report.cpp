// Sends a grader's results as JSON lines.
#include "harness/judge/report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "harness/judge/accused.hpp"
#include "simt/record_json.hpp"
#include "simt/simt.hpp"

namespace harness {

using json = nlohmann::ordered_json;

namespace {

const char* const accused_key = "accused";  // of a property of the test that runs

json accused_of(const testing::TestResult& result) {
  for (int i = 0; i < result.test_property_count(); ++i)
    if (result.GetTestProperty(i).key() == std::string(accused_key))
      return json::parse(result.GetTestProperty(i).value());
  return nullptr;
}

}  // namespace

void accuse(const Activity& activity, const Site& site, double measured, double budget, const std::string& unit) {
  json launches = json::array();
  for (const simt::Launch& launch : activity.kernels) launches.push_back(simt::launch_json(launch));
  const json accused = {{"measured", measured}, {"budget", budget}, {"unit", unit}, {"file", site.where.file},
      {"line", site.where.line}, {"space", simt::to_string(site.space)}, {"op", simt::to_string(site.op)},
      {"width", site.bytes}, {"launches", std::move(launches)}};
  testing::Test::RecordProperty(accused_key, accused.dump(-1, ' ', false, json::error_handler_t::replace));
}

class ReportListener : public testing::EmptyTestEventListener {
 public:
  explicit ReportListener(Report& report) : report_(report) {}

 private:
  void OnTestProgramStart(const testing::UnitTest& all) override {
    json tests = json::array();
    for (int s = 0; s < all.total_test_suite_count(); ++s) {
      const testing::TestSuite& suite = *all.GetTestSuite(s);
      for (int t = 0; t < suite.total_test_count(); ++t)
        if (const std::string name = suite.GetTestInfo(t)->name(); name != report_.left_out_)
          tests.push_back({suite.name(), name});  // one that GTEST_FILTER leaves out is not passed
    }
    report_.send({{"event", "plan"}, {"tests", std::move(tests)}});
  }

  void OnTestStart(const testing::TestInfo& test) override {
    report_.send({{"event", "start"}, {"suite", test.test_suite_name()}, {"test", test.name()}});
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    const testing::TestResult& result = *test.result();
    json messages = json::array();
    for (int i = 0; i < result.total_part_count(); ++i) {
      const testing::TestPartResult& part = result.GetTestPartResult(i);
      if (part.failed() || part.skipped()) messages.push_back(plain_sentence(part.message()));
    }
    const char* verdict = result.Failed() ? "fail" : result.Skipped() ? "skip" : "pass";
    json event = {{"event", "test"}, {"suite", test.test_suite_name()}, {"test", test.name()}, {"result", verdict},
        {"messages", std::move(messages)}};
    if (json accused = accused_of(result); result.Failed() && !accused.is_null()) event["accused"] = std::move(accused);
    report_.send(event);
  }

  Report& report_;
};

void Report::send(const json& event) {
  // A message may quote what the submission wrote, which need not be UTF-8.
  const std::string line = event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t written = write(descriptor_, line.data() + sent, line.size() - sent);
    if (written < 0 && errno != EINTR) return;  // nobody listens any more
    if (written > 0) sent += std::size_t(written);
  }
}

void Report::lost(const std::string& reason) { send({{"event", "lost"}, {"reason", reason}}); }
void Report::attempted(const std::string& what, const std::string& reason) {
  send({{"event", "attempt"}, {"what", what}, {"reason", reason}});
}
void Report::end() { send({{"event", "end"}}); }

testing::TestEventListener* Report::listener() { return new ReportListener(*this); }

std::string plain_sentence(std::string message) {
  static const std::string failed = "Failed\n", thrown = "C++ exception with description \"", in_body = "\" thrown in ",
                           skipped = "Skipped\n";
  if (message.starts_with(failed)) message.erase(0, failed.size());
  if (message.starts_with(skipped)) message.erase(0, skipped.size());
  if (message.starts_with(thrown)) {
    message.erase(0, thrown.size());
    message.erase(std::min(message.size(), message.rfind(in_body)));
  }
  while (message.ends_with('\n')) message.pop_back();
  return message;
}

}  // namespace harness
