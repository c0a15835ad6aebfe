// Numbers and sentences as graders write them.
#include "tests/common/words.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>

namespace grading {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 0.005 ? "%.0f" : "%.2f", value);
  return text;
}

std::string number_beside(double value, double bound) {
  std::string said = number(value);
  for (int digits = 3; value != bound && said == number(bound) && digits < 17; ++digits)
    if (number(value, digits) != number(bound, digits)) said = number(value, digits);
  return said;
}

std::string number(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string many(double value, const std::string& thing) {
  const std::string said = number(value);
  return said + " " + thing + (said == "1" ? "" : "s");
}

std::string because(std::string seen, std::string cause) {
  if (cause.empty()) return seen;
  if (seen.ends_with('.')) seen.pop_back();
  const bool acronym = cause.size() > 1 && std::isupper(static_cast<unsigned char>(cause[1]));
  if (!acronym) cause[0] = char(std::tolower(static_cast<unsigned char>(cause[0])));
  return seen + ": " + cause;
}

std::string closed(std::string sentence) {
  if (!sentence.empty() && sentence.find_last_of(".?!") != sentence.size() - 1) sentence += '.';
  return sentence;
}

}  // namespace grading
