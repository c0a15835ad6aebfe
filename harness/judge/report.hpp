// The report that a grader sends to the process that started it: one JSON object a line.
//
// Only a grader that came to its end says so: a submission that exits, crashes or hangs leaves a report with no end.
#pragma once

#include <string>
#include <utility>

#include <nlohmann/json_fwd.hpp>

namespace testing {
class TestEventListener;
}

namespace harness {

class Report {
 public:
  // descriptor: inherited. left_out: the name of tests that are none here, which no plan names.
  Report(int descriptor, std::string left_out) : descriptor_(descriptor), left_out_(std::move(left_out)) {}

  // Sends the plan (every test that is to pass), then start and result of each test.
  // GoogleTest owns and deletes the listener; the Report must live longer.
  testing::TestEventListener* listener();

  // The submission's process cannot be asked any more, for a reason that its own end does not tell.
  void lost(const std::string& reason);
  // It has ended while it was given that.
  void attempted(const std::string& what, const std::string& reason);
  void end();

 private:
  friend class ReportListener;
  void send(const nlohmann::ordered_json& event);

  int descriptor_;
  std::string left_out_;
};

// The sentence in a GoogleTest failure, without what GoogleTest puts around it.
std::string plain_sentence(std::string message);

}  // namespace harness
