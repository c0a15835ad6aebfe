// Judges a function of a few numbers: asks it about many cases, and explains the simplest that it gets wrong.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/common/indices.hpp"
#include "tests/common/words.hpp"

namespace grading {

template <typename Signature>
class CaseJudge;

template <typename Answer, typename... Numbers>
class CaseJudge<Answer(Numbers...)> {
 public:
  using Case = std::tuple<Numbers...>;
  using Rule = std::function<Answer(const Case&)>;
  struct Mistake {  // something students do, in words, and what comes of it
    const char* words;
    Rule rule;
  };

  CaseJudge(const std::string& name, Rule right, std::vector<Mistake> mistakes)
      : function_(harness::submission().function<Answer(Numbers...)>(name)),
        name_(name),
        right_(std::move(right)),
        mistakes_(std::move(mistakes)) {}

  // What the answer means: "blocks fit". And what is to be added of the first wrong case.
  void say(std::string unit, std::function<std::string(const Case&)> more) {
    unit_ = std::move(unit);
    more_ = std::move(more);
  }
  void name_arguments(std::vector<std::string> names) { arguments_ = std::move(names); }
  // Whether an answer is as good as another.
  void accept(std::function<bool(Answer is, Answer should)> same) { same_ = std::move(same); }

  void expect(Numbers... numbers) { asked_.emplace_back(numbers...); }

  // To be called when all have been named.
  void conclude() {
    const std::vector<Case> some(asked_.begin(), asked_.begin() + std::min<std::ptrdiff_t>(200, std::ssize(asked_)));
    const auto watched = harness::submission().watched_function<Answer(Numbers...)>(name_);
    if (const std::string words = index_fault([&] { watched.each(some); }); !words.empty()) {
      ADD_FAILURE() << words;
      return;
    }
    const std::vector<Answer> answers = function_.each(asked_);
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < asked_.size(); ++i)
      if (!same_(answers[i], right_(asked_[i]))) wrong.push_back(i);
    if (wrong.empty()) return again(answers);
    const std::size_t first = *std::min_element(
        wrong.begin(), wrong.end(), [&](std::size_t a, std::size_t b) { return asked_[a] < asked_[b]; });
    std::string words;
    for (const Mistake& mistake : mistakes_) {
      bool fits = true;
      for (std::size_t i = 0; i < asked_.size() && fits; ++i) fits = same_(answers[i], mistake.rule(asked_[i]));
      if (fits && words.empty()) words = std::string(mistake.words) + " ";
    }
    ADD_FAILURE() << words << called(asked_[first]) << " returned " << shown(answers[first]) << ", but "
                  << shown(right_(asked_[first])) << " " << unit_ << (more_ ? more_(asked_[first]) : "") << ".";
  }

 private:
  // The same in another order: nothing is kept from call to call.
  void again(const std::vector<Answer>& before) {
    std::vector<Case> turned(asked_.rbegin(), asked_.rend());
    const std::vector<Answer> answers = function_.each(turned);
    for (std::size_t i = 0; i < turned.size(); ++i)
      if (!same_(answers[i], before[turned.size() - 1 - i])) {
        ADD_FAILURE() << "asked once more, " << called(turned[i]) << " returned " << shown(answers[i]) << ", and "
                      << shown(before[turned.size() - 1 - i])
                      << " before: something is kept from call to call. The answer depends on the arguments alone.";
        return;
      }
  }

  template <typename Number>
  static std::string shown(Number number) {
    if constexpr (std::is_integral_v<Number>) return std::to_string(number);
    else return grading::number(number, 6);
  }

  std::string called(const Case& one) const {
    std::string list;
    std::size_t place = 0;
    std::apply(
        [&](auto... number) {
          ((list += (list.empty() ? "" : ", ") + arguments_.at(place++) + " = " + shown(number)), ...);
        },
        one);
    return name_ + "(" + list + ")";
  }
  harness::Function<Answer(Numbers...)> function_;
  std::string name_, unit_;
  Rule right_;
  std::vector<Mistake> mistakes_;
  std::vector<std::string> arguments_;
  std::function<std::string(const Case&)> more_;
  std::function<bool(Answer, Answer)> same_ = [](Answer is, Answer should) { return is == should; };
  std::vector<Case> asked_;
};

}  // namespace grading
