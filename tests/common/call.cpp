// Calls a submitted function and keeps what it does to itself.
#include "tests/common/call.hpp"

#include <exception>
#include <stdexcept>

#include "tests/common/words.hpp"

namespace grading {

void watch(Call& call, std::uint64_t steps, const std::function<void()>& work, unsigned warp) {
  static bool endless = false;
  if (endless) {
    call.wrong = call.activity.fault = "not tried, since a kernel did not come to its end before.";
    return;
  }
  harness::limit_steps(steps);
  harness::watch(warp);
  try {
    work();
  } catch (const std::exception& error) {
    call.refused = dynamic_cast<const std::invalid_argument*>(&error) != nullptr;
    call.wrong = std::string("the function threw an exception: ") + error.what();
  } catch (...) {
    call.wrong = "the function threw an exception.";
  }
  call.activity = harness::activity();
  if (call.wrong.empty()) call.wrong = call.activity.fault;
  endless = call.activity.endless;
}

std::uint64_t threads_started(const std::function<void()>& work) {
  const harness::LaunchesOnly only;
  const Call seen = safely([&] {
    Call call;
    watch(call, 1, work);
    return call;
  });
  return seen.wrong.empty() ? seen.activity.threads : 0;  // what is refused starts none
}

void look(Call& call, const std::function<std::string()>& found, const std::string& belongs) {
  if (!call.wrong.empty()) return;
  try {
    call.wrong = found();
  } catch (const harness::DeviceError& error) {
    call.wrong = because(std::string("after the call the buffers are gone (") + error.what() + ").", belongs);
    call.activity.fault = call.wrong;
  }
}

}  // namespace grading
