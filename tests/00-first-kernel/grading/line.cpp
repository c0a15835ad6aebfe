// What a wrong element tells: each guess is made only where the number itself says so.
#include "tests/00-first-kernel/grading/line.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/common/words.hpp"

namespace line {
namespace {

// Quarters from −2^17 to 2^17, each place with another one: a prime times the place, modulo 2^20. Who loses a sign or a
// fraction on the way in is wrong.
constexpr std::size_t different = std::size_t{1} << 20;

bool same(float one, float other) {
  return std::memcmp(&one, &other, sizeof one) == 0 || (std::isnan(one) && std::isnan(other));
}

// The element that would have had this value, if there is one.
bool stands_elsewhere(const Result& result, Line line, float value, std::size_t& place) {
  for (place = 0; place < result.in.size(); ++place)
    if (same(value, line.a * result.in[place] + line.b)) return true;
  return false;
}

std::string guess(const Result& result, Line line, std::size_t i) {
  const float is = result.out[i], x = result.in[i];
  std::size_t place = 0;
  const bool next_is_written = i + 1 < result.out.size() && !same(result.out[i + 1], result.before[i + 1]);
  if (same(is, result.before[i]) && x == 0 && next_is_written)
    return "nobody has written it, but what follows: 0 is a number like any other.";
  if (same(is, result.before[i]))
    return result.copied && i > 0 && i == result.out.size() / 4
               ? "nobody has written it, nor what comes behind that quarter of out: cudaMemcpy counts bytes."
               : "nobody has written it, so does every element have a thread? The number of blocks is rounded up, "
                 "(count + block - 1) / block.";
  if (!std::isfinite(x)) return "what is endless or no number goes through the same arithmetic as any other.";
  if (same(is, x)) return "that is in[i] as it was.";
  if (same(is, line.a * x)) return "that is a * in[i]; b is missing.";
  if (same(is, x + line.b)) return "that is in[i] + b; a is missing.";
  if (same(is, line.b * x + line.a)) return "that is b * in[i] + a: a and b have changed places.";
  if (same(is, line.a * (x + line.b))) return "that is a * (in[i] + b).";
  if (same(is, line.a * std::fabs(x) + line.b)) return "the sign of in[i] was lost.";
  if (same(is, line.a * std::trunc(x) + line.b) || same(is, line.a * std::floor(x) + line.b) ||
      same(is, std::trunc(line.a * x + line.b)) || same(is, std::floor(line.a * x + line.b)))
    return "the fraction was cut off on the way: is there an int?";
  if (same(is, result.before[i] + line.a * x + line.b)) return "the result was added to what out held before.";
  if (same(is, line.b) && x != 0) return "that is b alone, as of an in[i] that is 0: has it arrived on the device?";
  if (stands_elsewhere(result, line, is, place))
    return "that is what belongs into out[" + std::to_string(place) +
           "]: blockIdx.x * blockDim.x + threadIdx.x is a number that only one thread has.";
  for (std::size_t after = i; after < result.out.size(); ++after)
    if (same(result.out[after], line.a * result.in[after] + line.b)) return "";
  if (i == 0) return "";
  return "nor is any right behind it, and all before it are, so does the grid end there?" +
         std::string(i % 65'535 == 0 ? " In x it may have 2^31 - 1 blocks; 65,535 is the most in y and z." : "");
}

}  // namespace

std::vector<float> numbers(std::size_t count, int call) {
  std::vector<float> made(count);
  for (std::size_t i = 0; i < count; ++i)
    made[i] = i == count / 3
                  ? 0
                  : (float((i * 7919 + std::size_t(call) * 209458 + 5) % different) - float(different / 2)) / 4;
  return made;
}

std::vector<float> no_numbers(std::size_t count) {
  std::vector<float> made = numbers(count, 0);
  constexpr float endless = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < count; i += 5) made[i] = i % 3 == 0 ? endless : i % 3 == 1 ? -endless : std::nanf("");
  return made;
}

bool all_same(const std::vector<float>& one, const std::vector<float>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
}

std::vector<float> before(std::size_t count, int call) {
  std::vector<float> made(count);
  for (std::size_t i = 0; i < count; ++i) made[i] = -4e6f - float((std::size_t(call) + i) % 1000);
  return made;
}

std::string wrong_with(const Result& result, Line line) {
  for (std::size_t i = 0; i < result.out.size(); ++i) {
    const float computed = line.a * result.in[i] + line.b;
    const float right = std::isnan(computed) ? std::nanf("") : computed;  // which may come with a sign
    if (same(result.out[i], right)) continue;
    return grading::because("out[" + std::to_string(i) + "] is " + grading::number(result.out[i], 9) + ", should be " +
                                grading::number(line.a, 6) + " * " + grading::number(result.in[i], 9) + " + " +
                                grading::number(line.b, 6) + " = " + grading::number(right, 9) + ".",
        guess(result, line, i));
  }
  return "";
}

}  // namespace line
