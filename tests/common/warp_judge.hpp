// Judges a function that answers one number about one warp's request: int f(addresses, lanes, bytes).
//
// The graders of the labs that count sectors and wavefronts derive from it and say what is right, which mistakes are
// known, and how a warp is put into words. So does that of lru_hits, f(addresses, count, lines): a trace for a warp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/judge/host_buffer.hpp"
#include "simt/include/simt/h200.h"
#include "tests/common/indices.hpp"

namespace grading {

// What the lanes of a warp ask for: lane i for `bytes` bytes from addresses[i] on.
template <typename Address>
struct WarpOf {
  std::vector<Address> addresses;
  int bytes = 4;
  int lanes() const { return int(addresses.size()); }

  // As the simulator takes it: a bit for each lane, and a place for all of a warp.
  std::uint32_t active() const { return lanes() == int(simt::warp_lanes) ? ~0u : (1u << lanes()) - 1; }
  std::array<std::uint64_t, simt::warp_lanes> of_32_lanes() const {
    std::array<std::uint64_t, simt::warp_lanes> all{};
    std::copy(addresses.begin(), addresses.end(), all.begin());
    return all;
  }
};

// Something students do, in words, and what it makes of a warp.
template <typename Address>
struct MistakeOf {
  const char* words;
  std::function<long(const WarpOf<Address>&)> count;
};

// Judges many warps, and fails the test with the smallest one that can be found to come out wrong.
template <typename Address>
class WarpJudge {
 public:
  using Warp = WarpOf<Address>;
  using Mistake = MistakeOf<Address>;
  using Function = int(const Address* addresses, int lanes, int bytes);

  WarpJudge(harness::Function<Function> function, std::string name) : function_(function), name_(std::move(name)) {}
  virtual ~WarpJudge() = default;

  void expect(Warp warp) { tried_.push_back(std::move(warp)); }

  // To be called when all warps have been tried.
  void conclude() {
    if (!complained_) {
      const std::vector<Warp> some(tried_.begin(), tried_.begin() + std::min<std::ptrdiff_t>(50, std::ssize(tried_)));
      const auto watched = harness::submission().watched_function<Function>(name_);
      if (const std::string words = index_fault([&] { ask(watched, some); }); !words.empty())
        return complain_once(words);
    }
    look_at(ask(tried_));
    if (wrong_.empty() || complained_) return;
    if (answer(wrong_.front()) != answers_.front()) return complain_once(two_answers());
    const Warp smallest = shrunk(*std::min_element(
        wrong_.begin(), wrong_.end(), [](const Warp& a, const Warp& b) { return a.lanes() < b.lanes(); }));
    ADD_FAILURE() << explanation() << words(smallest);
  }

  // Asked about warp after warp of as many lanes, at the same place in memory.
  void expect_nothing_remembered(const std::function<Warp()>& next) {
    std::optional<harness::SameMemory> same(std::in_place);
    for (int i = 0; i < 4 && !complained_ && tried_.empty(); ++i) {
      const Warp warp = next();
      if (answer(warp) == right_answer(warp)) continue;
      const bool wrong_anywhere = i == 0 || ask({warp, warp}).back().answer != right_answer(warp);
      if (wrong_anywhere) expect(warp);
      else
        complain_once(name_ +
                      " keeps something from call to call and finds it again by its address: asked about another warp "
                      "whose addresses lie where those of the one before lay, it gives a wrong answer. Count what is "
                      "there now.");
    }
    same.reset();
    if (!tried_.empty()) conclude();
  }

 protected:
  virtual int right_answer(const Warp& warp) const = 0;
  virtual std::string words(const Warp& warp) const = 0;  // "f({0x1e}, lanes = 1, bytes = 4) returned 1, but …"
  virtual const std::vector<Mistake>& mistakes() const = 0;
  virtual const std::vector<Warp>& mixture() const = 0;   // two mistakes that agree on one kind of warp differ here
  virtual const std::vector<Address>& units() const = 0;  // how far a warp may be moved down to look simpler
  virtual std::vector<int> widths_below(int bytes) const = 0;  // narrower accesses that may be tried
  virtual std::string length() const { return "lanes"; }       // what the function calls the number of addresses

  // What lies behind the last address: one that changes an answer which counts it, and one that changes it in another way.
  virtual std::pair<Address, Address> behind_last(const Warp& warp) const {
    const Address first = warp.addresses.front();
    return {first + (1 << 20), first};
  }

  int answer(const Warp& warp) const { return ask({warp}).front().answer; }

 private:
  struct Asked {
    int answer = 0;
    bool changed = false;  // the addresses, which belong to the caller
  };

  // Sorts out what is wrong of all that was tried, and complains if that is not a question of what was asked.
  void look_at(const std::vector<Asked>& asked) {
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      if (asked[i].changed) return complain_once("the addresses were changed; they are const, and the caller's.");
      if (asked[i].answer == right_answer(tried_[i])) continue;
      wrong_.push_back(tried_[i]);
      answers_.push_back(asked[i].answer);
    }
    const std::vector<Asked> again = ask(wrong_), behind = ask(wrong_, Behind::another);
    for (std::size_t i = 0; i < wrong_.size(); ++i) {
      if (again[i].answer != answers_[i]) return complain_once(two_answers());
      const std::string lanes = std::to_string(wrong_[i].lanes());
      if (behind[i].answer != answers_[i])
        return complain_once("the answer depends on what lies behind the last address: there are `" + length() +
                             "` of them, " + lanes + " in a call with " + length() + " = " + lanes +
                             ", and no more may be looked at.");
    }
  }

  // What the submission says of each. It is given the addresses and behind them, where nobody may look, 64 copies of one more.
  enum class Behind { one, another };
  std::vector<Asked> ask(const std::vector<Warp>& warps, Behind which = Behind::one) const {
    return ask(function_, warps, which);
  }
  std::vector<Asked> ask(
      const harness::Function<Function>& function, const std::vector<Warp>& warps, Behind which = Behind::one) const {
    constexpr std::size_t behind = 64;
    std::vector<Address> handed;
    for (const Warp& warp : warps) {
      handed.insert(handed.end(), warp.addresses.begin(), warp.addresses.end());
      const auto [one, another] = behind_last(warp);
      handed.insert(handed.end(), behind, which == Behind::one ? one : another);
    }
    const harness::HostBuffer<Address> buffer(handed);
    std::vector<typename harness::Function<Function>::Tuple> calls;
    std::size_t place = 0;
    for (const Warp& warp : warps) {
      calls.push_back({buffer.get() + place, warp.lanes(), warp.bytes});
      place += warp.addresses.size() + behind;
    }
    const std::vector<int> answers = function.each(calls);
    const std::vector<Address> left = buffer.download();
    std::vector<Asked> all;
    place = 0;
    for (const Warp& warp : warps) {
      const bool same = std::equal(warp.addresses.begin(), warp.addresses.end(), left.begin() + std::ptrdiff_t(place));
      all.push_back({answers[all.size()], !same});
      place += warp.addresses.size() + behind;
    }
    return all;
  }

  std::string two_answers() const {
    return "asked about the same addresses again, " + name_ +
           " gives another answer: something is kept from call to call.";
  }

  bool fails(const Warp& warp) const { return answer(warp) != right_answer(warp); }

  void complain_once(const std::string& sentence) {
    if (!complained_) ADD_FAILURE() << sentence;
    complained_ = true;
  }

  // Drops lanes, many at a time and then one, moves addresses down by whole units, narrows the access: while it still fails. What is so long that this would
  // take minutes is left as it is.
  Warp shrunk(Warp warp) const {
    constexpr int longest = 10'000;
    if (warp.lanes() > longest) return warp;
    const auto keep = [&](Warp smaller) {
      if (!fails(smaller)) return false;
      warp = std::move(smaller);
      return true;
    };
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (int many = std::max(1, warp.lanes() / 2); many > 0; many /= 2)
        for (int lane = 0; lane + many <= warp.lanes() && many < warp.lanes();) {
          Warp fewer = warp;
          const auto first = fewer.addresses.begin() + lane;
          fewer.addresses.erase(first, first + many);
          if (keep(fewer)) smaller = true;
          else lane += many;
        }
      const Address lowest = *std::min_element(warp.addresses.begin(), warp.addresses.end());
      for (const Address unit : units()) {
        Warp lower = warp;
        for (Address& address : lower.addresses) address -= lowest / unit * unit;
        if (lowest >= unit && keep(lower)) {
          smaller = true;
          break;
        }
      }
      for (const int bytes : widths_below(warp.bytes))
        if (keep({warp.addresses, bytes})) smaller = true;
    }
    return warp;
  }

  // A known mistake that gives the very same answers, here and on a mixture of warps.
  std::string explanation() const {
    std::vector<Warp> all = wrong_;
    all.insert(all.end(), mixture().begin(), mixture().end());
    const std::vector<Asked> asked = ask(all);
    for (const Mistake& mistake : mistakes()) {
      bool same = true;
      for (std::size_t i = 0; i < all.size() && same; ++i) same = mistake.count(all[i]) == asked[i].answer;
      if (same) return std::string(mistake.words) + " ";
    }
    return "";
  }

  harness::Function<Function> function_;
  std::string name_;
  std::vector<Warp> wrong_;
  std::vector<int> answers_;  // to wrong_, when first asked
  std::vector<Warp> tried_;
  bool complained_ = false;
};

}  // namespace grading
