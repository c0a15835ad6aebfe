// The report a grader sends to the process that started it: one JSON object a line, each with a secret token.
//
// The submission runs in the same process and may print, close or write whatever it likes. It never sees the
// token, which is read before the submission is loaded, so what it writes is not a report. And only a grader
// that came to its end says so: a submission that exits, crashes or hangs leaves a report with no end.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace testing {
class TestEventListener;
}

namespace harness {

class Report {
 public:
  // `descriptor` is inherited: one end of a socket, or of a pipe that a line already waits in.
  // Reads the token from it.
  explicit Report(int descriptor);

  // Sends the plan (every test that will run), then start and result of each test.
  // GoogleTest owns and deletes the listener; the Report must live longer.
  testing::TestEventListener* listener();

  void end();

 private:
  friend class ReportListener;
  void send(nlohmann::json event);

  int descriptor_;
  std::string token_;
};

// The sentence in a GoogleTest failure, without what GoogleTest puts around it.
std::string plain_sentence(std::string message);

}  // namespace harness
