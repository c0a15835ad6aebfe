// Tests of the report that a grader sends: token first, then one JSON object a line.
#include "harness/report.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

TEST(Report, ReadsTheTokenAndPutsItIntoEveryLine) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  const std::string greeting = "5ec2e7\nmore";
  ASSERT_EQ(write(ends[0], greeting.data(), greeting.size()), ssize_t(greeting.size()));
  harness::Report report(ends[1]);
  report.end();
  char line[256] = {};
  ASSERT_GT(read(ends[0], line, sizeof line - 1), 0);
  const auto event = nlohmann::json::parse(line);
  EXPECT_EQ(event["token"], "5ec2e7");
  EXPECT_EQ(event["event"], "end");
  char rest[8] = {};  // nothing behind the token was taken
  EXPECT_EQ(read(ends[1], rest, 4), 4);
  EXPECT_STREQ(rest, "more");
  close(ends[0]);
  close(ends[1]);
}

TEST(Report, ASentenceIsWithoutWhatGoogleTestPutsAroundIt) {
  EXPECT_EQ(harness::plain_sentence("Failed\nout is a copy of in.\n"), "out is a copy of in.");
  EXPECT_EQ(harness::plain_sentence("Skipped\ngraded on sim"), "graded on sim");
  EXPECT_EQ(harness::plain_sentence("C++ exception with description \"there is no \"f\"\" thrown in the test body.\n"),
      "there is no \"f\"");
  EXPECT_EQ(harness::plain_sentence("plain"), "plain");
}

}  // namespace
