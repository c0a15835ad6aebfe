// Calls a submitted function and keeps what it does to itself.
#include "tests/common/call.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <random>
#include <stdexcept>

#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/common/words.hpp"

namespace grading {

namespace {

std::string made_at(const simt::Acquired& one) {
  if (one.made_at.line == 0) return "";
  return " (made in " + std::filesystem::path(one.made_at.file).filename().string() + " line " +
         std::to_string(one.made_at.line) + ")";
}

}  // namespace

std::string left_behind(const std::vector<simt::Acquired>& before, const std::vector<simt::Acquired>& now) {
  std::vector<simt::Acquired> more;
  for (const simt::Acquired& one : now)
    if (std::none_of(before.begin(), before.end(),
            [&](const simt::Acquired& old) { return old.address == one.address && old.what == one.what; }))
      more.push_back(one);
  if (more.empty()) return "";
  const simt::Acquired& first = more.front();
  const auto same = std::count_if(more.begin(), more.end(), [&](const simt::Acquired& one) {
    return one.what == first.what && one.made_at.file == first.made_at.file && one.made_at.line == first.made_at.line;
  });
  std::string what = first.what;  // "a stream", "device memory"
  if (first.bytes) what = std::to_string(first.bytes) + " bytes of " + what;
  else if (same > 1) what = std::to_string(same) + what.substr(what.find(' ')) + "s";
  return what + made_at(first) + ". Give it back by " + first.given_back_by + " on every way out of the function.";
}

namespace {

// What calls have left and is there still.
class Left {
 public:
  void look(const std::vector<simt::Acquired>& before, std::vector<simt::Acquired> now) {
    const auto is_in = [](const std::vector<simt::Acquired>& all, const simt::Acquired& one) {
      return std::any_of(all.begin(), all.end(),
          [&](const simt::Acquired& other) { return other.address == one.address && other.what == one.what; });
    };
    std::erase_if(now, [](const simt::Acquired& one) { return one.address == 0; });  // what kernels took of the heap
    std::erase_if(left_, [&](const simt::Acquired& one) { return !is_in(now, one); });
    for (const simt::Acquired& one : now)
      if (!is_in(before, one) && !is_in(left_, one)) left_.push_back(one);
    if (left_.size() <= most_) return;
    most_ = left_.size();
    // What is made once and kept, or given back for something larger, is no leak.
    constexpr int often = 4;
    if (++records_ >= often) words_ = left_behind(before, now);
  }
  const std::string& words() const { return words_; }

 private:
  std::vector<simt::Acquired> left_;
  std::size_t most_ = 0;  // at any time
  int records_ = 0;
  std::string words_;
};
Left left;

}  // namespace

namespace {

// Memory that has a name, of one word, is the caller's: who uses it when it is freed has its pointer from an earlier call, or has freed it.
void explain_freed(Call& call) {
  const std::string freed = " after it was freed";
  const std::size_t at = call.wrong.find(freed);
  if (at == std::string::npos || call.wrong != call.activity.fault) return;
  const std::size_t of = call.wrong.rfind(" of ", at);
  if (of == std::string::npos || call.wrong.find(' ', of + 4) < at) return;
  call.wrong = because(call.wrong,
      "is that the memory of an earlier call, whose pointer was kept, or has the function freed what is its caller's?");
  call.activity.fault = call.wrong;
}

}  // namespace

std::string Watched::words() const { return "warp " + std::to_string(warp) + " of block " + std::to_string(block); }

Watched drawn_warp(const simt::Launch& launch, unsigned number) {
  const auto product = [](const simt::Dim& dim) { return std::uint64_t(dim.x) * dim.y * dim.z; };
  const std::uint64_t warps = (product(launch.block) + simt::warp_lanes - 1) / simt::warp_lanes;
  std::mt19937_64 random(harness::seed() * 64 + number);
  return {unsigned(random() % warps), random() % product(launch.grid)};
}

void watch(Call& call, std::uint64_t steps, const std::function<void()>& work, Watched watched) {
  static bool endless = false;
  if (endless) {
    call.wrong = call.activity.fault = "not tried, since a kernel did not come to its end before.";
    return;
  }
  const std::vector<simt::Acquired> before = harness::acquired();
  harness::limit_steps(steps);
  harness::watch(watched.warp, watched.block);
  try {
    work();
  } catch (const std::exception& error) {
    call.refused = dynamic_cast<const std::invalid_argument*>(&error) != nullptr;
    const std::string words = error.what();
    call.wrong = "the function threw an exception" + (words.empty() ? "." : ": " + words);
  } catch (...) {
    call.wrong = "the function threw an exception.";
  }
  call.activity = harness::activity();
  // Who throws what CUDA said threw its words, "invalid argument"; what was seen before says which call that was, and where.
  if (call.wrong.empty()) call.wrong = call.activity.fault;
  else if (!call.activity.fault.empty()) call.wrong += ": " + call.activity.fault;
  endless = call.activity.endless;
  explain_freed(call);
  if (call.wrong.empty()) left.look(before, harness::acquired());
}

std::string left_again() { return left.words(); }

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
