// Tests of the report that a grader sends: one JSON object a line.
#include "harness/judge/report.hpp"

#include <unistd.h>

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

TEST(Report, IsALineForEachEvent) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  harness::Report report(ends[1], "");
  report.lost("what was \xff sent");
  report.end();
  close(ends[1]);
  char text[256] = {};
  ASSERT_GT(read(ends[0], text, sizeof text - 1), 0);
  close(ends[0]);
  const std::string lines = text;
  const auto first = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(first["event"], "lost");
  EXPECT_EQ(first["reason"], "what was \xef\xbf\xbd sent");
  EXPECT_EQ(nlohmann::json::parse(lines.substr(lines.find('\n')))["event"], "end");
}

TEST(Report, APlanNamesAllTestsButThoseThatAreNoneHere) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  harness::Report report(ends[1], "IsALineForEachEvent");
  const std::unique_ptr<testing::TestEventListener> listener(report.listener());
  listener->OnTestProgramStart(*testing::UnitTest::GetInstance());
  close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t count; (count = read(ends[0], part, sizeof part)) > 0;) text.append(part, std::size_t(count));
  close(ends[0]);
  const auto plan = nlohmann::json::parse(text)["tests"];
  EXPECT_EQ(plan.size(), std::size_t(testing::UnitTest::GetInstance()->total_test_count() - 1));
  for (const auto& test : plan) EXPECT_NE(test[1], "IsALineForEachEvent");
}

TEST(Report, ASentenceIsWithoutWhatGoogleTestPutsAroundIt) {
  EXPECT_EQ(harness::plain_sentence("Failed\nout is a copy of in.\n"), "out is a copy of in.");
  EXPECT_EQ(harness::plain_sentence("Skipped\ngraded on sim"), "graded on sim");
  EXPECT_EQ(harness::plain_sentence("C++ exception with description \"there is no \"f\"\" thrown in the test body.\n"),
      "there is no \"f\"");
  EXPECT_EQ(harness::plain_sentence("plain"), "plain");
}

}  // namespace
