// The line a·x + b: inputs whose every value knows where it stands, and what is wrong with a result.
#pragma once

#include <string>
#include <vector>

namespace line {

struct Line {
  float a = 2.5f, b = 0.75f;
};

// Numbers that no two places share, other ones with every call, with a sign and a fraction; a line with factors of at most 4
// bits through them is exact, fused or not.
std::vector<float> numbers(std::size_t count, int call);

// Some of them are endless, or no numbers.
std::vector<float> no_numbers(std::size_t count);

bool all_same(const std::vector<float>& one, const std::vector<float>& other);  // bit by bit, but for a NaN's

// What out holds before a call: nothing that a line gives.
std::vector<float> before(std::size_t count, int call);

// What a function made of the numbers; `before` is what out held.
struct Result {
  std::vector<float> in, before, out;
  bool copied = false;  // by the function, which was given the host's memory
};

// What is wrong with it, in a sentence that begins with the first wrong element; or empty.
std::string wrong_with(const Result& result, Line line);

}  // namespace line
