// Tries a submitted function that adds up field c of all objects, and tells what a wrong sum may be the sum of.
#include "tests/03-aos-soa/grading/sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/tagged.hpp"
#include "tests/common/words.hpp"

namespace objects {
namespace {

constexpr int summed_field = 2;  // c

// Small enough for the sum of many and otherwise large: few objects have sums beyond the 24 bits of a float. And the
// fields' sums differ: one of b is not taken for one of c.
Objects small_objects(int count, std::uint32_t call) {
  Objects objects(static_cast<std::size_t>(count));
  harness::Numbers numbers(call * 0x9E3779B1u + 1);
  const int range = std::max(2000, 100'000'000 / count);
  for (Object& object : objects)
    for (int field = 0; field < 4; ++field)
      object[std::size_t(field)] = int(numbers.next() >> 4) % range - range / 20 * 7 * field;
  return objects;
}

// What a wrong sum might be the sum of; or empty.
std::string resemblance(const Objects& objects, const Summed& result) {
  std::array<int, 4> sums{};
  for (const Object& object : objects)
    for (std::size_t field = 0; field < 4; ++field) sums[field] += object[field];
  const int right = sums[summed_field];
  if (result.sum == result.before) return ": *sum was left as it was";
  if (result.sum == right + result.before)
    return ": that is the sum, plus what *sum held before the call. Set it to 0 first";
  for (std::size_t field = 0; field < 4; ++field)
    if (field != summed_field && result.sum == sums[field])
      return std::string(": that is the sum of field ") + letters[field];
  if (result.sum == sums[0] + sums[1] + sums[2] + sums[3]) return ": that is the sum of all four fields";
  int sum = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (result.sum == sum && i > 0)
      return ": that is the sum of the first " + (i > 1 ? std::to_string(i) + " objects" : "object") + " alone";
    sum += objects[i][summed_field];
  }
  sum = right;
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    sum -= objects[i][summed_field];
    if (result.sum == sum) return ": that is the sum without the first " + std::to_string(i + 1) + " objects";
  }
  if (result.sum == int(float(right)) || std::abs(double(result.sum) - right) <= std::abs(double(right)) * 1e-6)
    return ": that is nearly right, and a float holds 24 bits; add as ints";
  return "";
}

}  // namespace

std::string fault_of_sum(const SumOnce& sum_once, int count, harness::Activity* activity) {
  const std::uint32_t call = next_call();
  const Objects objects = small_objects(count, call);
  int right = 0;
  for (const Object& object : objects) right += object[summed_field];
  const Summed result = sum_once(objects, 1'000'000 + int(call));
  if (activity) *activity = result.activity;
  if (!result.wrong.empty()) return grading::closed(result.wrong);
  if (result.sum == right) return "";
  std::string words = "*sum should be " + std::to_string(right) + " (the sum of field c) but is " +
                      std::to_string(result.sum) + resemblance(objects, result) + ".";
  if (result.no_kernel()) return "no kernel was launched. " + words;
  const Summed again = sum_once(objects, result.before);
  if (again.wrong.empty() && again.sum != result.sum)
    words += " The next call, with the same objects, gives " + std::to_string(again.sum) +
             ": something is read before it is written, or kept from the call before.";
  return words;
}

}  // namespace objects
