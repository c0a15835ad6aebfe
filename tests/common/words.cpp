// Numbers and sentences as graders write them.
#include "tests/common/words.hpp"

#include <cmath>
#include <cstdio>

namespace grading {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 0.005 ? "%.0f" : "%.2f", value);
  return text;
}

std::string number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string closed(std::string sentence) {
  if (!sentence.empty() && sentence.find_last_of(".?!") != sentence.size() - 1) sentence += '.';
  return sentence;
}

}  // namespace grading
