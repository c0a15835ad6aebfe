// Numbers and sentences as graders write them.
#pragma once

#include <string>

namespace grading {

// "32", "4.50": whole, or two places after the point.
std::string number(double value);

// The same, with as many digits as tell it from `bound`, which stands beside it: "1.0701" where 1.07 would do.
std::string number_beside(double value, double bound);

// At most that many digits in all: "2.5" of 2.5 with 6.
std::string number(double value, int digits);

// "1 load", "4.50 loads".
std::string many(double value, const std::string& thing);

// What was seen, and in the same sentence the cause: "the median is 63; yours is 59: that is the mean." `cause` is a sentence
// of its own, or several, or nothing.
std::string because(std::string seen, std::string cause);

// With the full stop that a sentence of the simulator's may lack.
std::string closed(std::string sentence);

}  // namespace grading
