// Tests of the one comparison.
#include "harness/compare.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace {

using harness::compare;
using harness::Within;
using Floats = std::vector<float>;

const float nan_a = std::bit_cast<float>(std::uint32_t{0x7fc00001});
const float nan_b = std::bit_cast<float>(std::uint32_t{0x7fc00002});
const float infinity = std::numeric_limits<float>::infinity();

TEST(Compare, EqualIsEqual) {
  const Floats values = {1, 2, nan_a};
  const auto result = compare<float>(values, values);
  EXPECT_TRUE(result.equal());
  EXPECT_EQ(result.compared, 3u);
  EXPECT_FALSE(result.first);
}

TEST(Compare, CountsDifferencesAndFindsTheFirst) {
  const auto result = compare<float>(Floats{1, 2, 3, 4}, Floats{1, 0, 3, 0});
  EXPECT_EQ(result.different, 2u);
  EXPECT_EQ(result.first, 1u);
}

TEST(Compare, BitForBitTellsZerosAndNansApart) {
  EXPECT_FALSE(compare<float>(Floats{0.0f}, Floats{-0.0f}).equal());
  EXPECT_FALSE(compare<float>(Floats{nan_a}, Floats{nan_b}).equal());
  EXPECT_TRUE(compare<float>(Floats{nan_a}, Floats{nan_a}).equal());
}

TEST(Compare, AMissingElementIsADifference) {
  const auto result = compare<float>(Floats{1, 2, 3}, Floats{1, 2});
  EXPECT_EQ(result.different, 1u);
  EXPECT_EQ(result.first, 2u);
}

TEST(Compare, ToleranceIsAbsoluteAndRelative) {
  const Floats expected = {100.0f};
  EXPECT_TRUE(compare<float>(expected, Floats{100.5f}, Within{.absolute = 0.5}).equal());
  EXPECT_FALSE(compare<float>(expected, Floats{100.6f}, Within{.absolute = 0.5}).equal());
  EXPECT_TRUE(compare<float>(expected, Floats{101.0f}, Within{.relative = 0.01}).equal());
  EXPECT_FALSE(compare<float>(expected, Floats{101.1f}, Within{.relative = 0.01}).equal());
}

TEST(Compare, ToleranceForgivesNoNanAndNoInfinity) {
  const Within loose{.absolute = 1e30, .relative = 1e30};
  EXPECT_FALSE(compare<float>(Floats{1.0f}, Floats{nan_a}, loose).equal());
  EXPECT_FALSE(compare<float>(Floats{nan_a}, Floats{1.0f}, loose).equal());
  EXPECT_FALSE(compare<float>(Floats{1.0f}, Floats{infinity}, loose).equal());
  EXPECT_FALSE(compare<float>(Floats{infinity}, Floats{-infinity}, loose).equal());
  EXPECT_TRUE(compare<float>(Floats{infinity, nan_a}, Floats{infinity, nan_b}, loose).equal());
}

}  // namespace
