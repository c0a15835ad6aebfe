// Finds out what a wrong transpose did, from its result alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace transposes {

// What one call of a transpose left behind.
struct Result {
  int rows = 0, cols = 0;
  std::uint32_t call = 0;                              // whose input it was
  std::uint32_t poison = 0;                            // what every word of out held before
  std::vector<std::uint32_t> out;                      // afterwards
  bool no_kernel = false;                              // it is known that none was launched
  std::optional<std::uint64_t> stored = std::nullopt;  // bytes, by kernels, where that is counted
};

struct Place {
  int row = 0, col = 0;
};
std::string name(const char* matrix, Place place);  // "out[3][0]"

// The value every word of out must have: out[c][r] is in[r][c].
std::vector<std::uint32_t> expected_result(const Result& result);

// What is wrong with a result, as a sentence; empty when every bit is right.
std::string diagnosis(const Result& result);

// A place that got what nobody has given a value, as it is on sim: the same in every call.
std::string holds_no_value(const Result& result);

// For two calls with the same input on the same poison: a place where they give different values. That threads
// race to write different elements of in to one place is the other diagnoses' business.
std::string differs_by_itself(const Result& first, const Result& second);

// For two calls with the same input, whose out held different poison: a place that the poison shows through.
// (Two different elements of in at one place are a race between threads that both write there.)
std::string depends_on_before(const Result& first, const Result& second);

}  // namespace transposes
