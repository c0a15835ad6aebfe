// Tests of inputs that know where they come from.
#include "harness/tagged.hpp"

#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"

namespace {

using harness::Tag;

TEST(Tagged, UnscrambleUndoesScramble) {
  for (std::uint64_t x = 0; x < 1ull << 32; x += 65521)
    ASSERT_EQ(harness::unscramble(harness::scramble(std::uint32_t(x))), std::uint32_t(x));
}

TEST(Tagged, AValueTellsItsCallAndIndex) {
  for (const Tag tag : {Tag{1, 0}, Tag{1, 1}, Tag{127, 0xFFFFFF}, Tag{64, 123456}})
    EXPECT_EQ(harness::tag_of(harness::tagged_bits(tag)), tag);
}

TEST(Tagged, NoTwoElementsLookAlike) {
  std::set<std::uint32_t> seen;
  for (const std::uint32_t call : {1u, 2u, 127u})
    for (const float value : harness::tagged_input(5000, call)) seen.insert(std::bit_cast<std::uint32_t>(value));
  EXPECT_EQ(seen.size(), 15000u);
}

TEST(Tagged, WhatStudentsLeaveBehindIsNobodysElement) {
  EXPECT_FALSE(harness::tag_of(0));  // a cleared element
  EXPECT_FALSE(harness::tag_of(harness::poison_word(harness::Poison::first)));
  EXPECT_FALSE(harness::tag_of(harness::poison_word(harness::Poison::second)));
}

// Who has seen some numbers of a call that other seeds' runs make cannot know the rest.
TEST(Tagged, AKeyChangesAllAndCanBeUndone) {
  const harness::Key none = harness::input_key;
  const std::vector<float> plain = harness::tagged_input(1000, 3);
  const std::uint32_t nobodys[] = {0, harness::poison_word(harness::Poison::first)};
  for (const std::uint64_t seed : {2, 3, 4711}) {
    harness::draw_input_key(seed, {nobodys[0], nobodys[1]});
    EXPECT_NE(harness::input_key, none);
    for (const std::uint32_t bits : nobodys) EXPECT_FALSE(harness::tag_of(bits));
    for (const Tag tag : {Tag{1, 0}, Tag{127, 0xFFFFFF}, Tag{64, 123456}})
      EXPECT_EQ(harness::tag_of(harness::tagged_bits(tag)), tag);
    const std::vector<float> keyed = harness::tagged_input(1000, 3);
    std::size_t same = 0;
    for (std::size_t i = 0; i < keyed.size(); ++i)
      same += std::bit_cast<std::uint32_t>(keyed[i]) == std::bit_cast<std::uint32_t>(plain[i]);
    EXPECT_LT(same, 3u);
  }
  harness::draw_input_key(1, {});
  EXPECT_EQ(harness::input_key, none);
}

TEST(Tagged, AmongTheValuesAreNansInfinitiesOrDenormals) {
  int special = 0;
  for (const float value : harness::tagged_input(4096, 1)) special += !std::isnormal(value);
  EXPECT_GT(special, 8);
}

}  // namespace
