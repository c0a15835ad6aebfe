// Tells from a wrong result what was done wrong: it tries the usual mistakes and sees which gives these very numbers.
#pragma once

#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "tests/05-entropy/grids.hpp"

namespace filters {

using grids::Grid;

constexpr double tolerance = 1e-5;

// What the rung's table holds: logarithms, or whole entropies, each at a place that is worked out from the counts. A grader of
// the second kind says so.
enum class Table { of_logarithms, of_entropies };
inline Table table = Table::of_logarithms;

extern const bool on_device;  // whether the filter takes the device's memory or the host's; the grader defines it

std::string cell_name(int row, int col);  // "out[3][0]"
std::string cell_name(const Grid& grid, std::size_t i);
std::string decimals(double value);

// What is wrong with `out`, in a sentence or two; empty if every cell is within the tolerance. Looks for no reason where it
// is known.
std::string diagnosis(
    const Grid& grid, const std::vector<float>& out, harness::Poison poison, const std::string& reason = "");

}  // namespace filters
