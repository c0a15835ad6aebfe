// The warp request model against brute force and against what an H200 counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "simt/simt.hpp"

namespace {

using Addresses = std::array<std::uint64_t, 32>;

// Byte by byte, as slow and as plain as can be.
int sectors_by_bytes(const Addresses& address, std::uint32_t active, int bytes) {
  std::set<std::uint64_t> sectors;
  for (int lane = 0; lane < 32; ++lane)
    if (active >> lane & 1)
      for (int byte = 0; byte < bytes; ++byte) sectors.insert((address[lane] + unsigned(byte)) / 32);
  return int(sectors.size());
}

// Whether lanes whose numbers differ in one bit only load from the same place, wherever both take part.
bool pairs_share(const Addresses& offset, std::uint32_t active, int bit) {
  for (int a = 0; a < 32; ++a)
    for (int b = 0; b < 32; ++b)
      if ((a ^ b) == bit && (active >> a & 1) && (active >> b & 1) && offset[a] != offset[b]) return false;
  return true;
}

// The most different words that one bank has to give to lanes [begin, end).
int busiest_bank(const Addresses& offset, std::uint32_t active, int bytes, int begin, int end) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words_in_bank;
  for (int lane = begin; lane < end; ++lane)
    if (active >> lane & 1)
      for (int byte = 0; byte < bytes; ++byte) {
        const std::uint64_t word = (offset[lane] + unsigned(byte)) / 4;
        words_in_bank[word % 32].insert(word);
      }
  std::size_t worst = 0;
  for (const auto& [bank, words] : words_in_bank) worst = std::max(worst, words.size());
  return int(worst);
}

int wavefronts_by_banks(const Addresses& offset, std::uint32_t active, int bytes, bool store) {
  if (bytes <= 4) return busiest_bank(offset, active, bytes, 0, 32);
  // Two halves of 8-byte loads, or two quarters of 16-byte ones, go at once where neighbours share and one pass will do.
  const int widest = bytes == 8 ? 32 : 16;
  int total = 0;
  for (int begin = 0; begin < 32; begin += widest) {
    const std::uint32_t wide = (widest == 32 ? ~0u : 0xffffu << begin) & active;
    const int middle = begin + widest / 2, end = begin + widest,
              at_once = busiest_bank(offset, active, bytes, begin, end);
    if (!store && at_once <= 1 && (pairs_share(offset, wide, 1) || pairs_share(offset, wide, 2))) total += at_once;
    else total += busiest_bank(offset, active, bytes, begin, middle) + busiest_bank(offset, active, bytes, middle, end);
  }
  return total;
}

Addresses strided(std::uint64_t base, std::int64_t stride) {
  Addresses address;
  for (int lane = 0; lane < 32; ++lane) address[lane] = base + std::uint64_t(lane * stride);
  return address;
}

constexpr std::uint32_t all = 0xffffffff;

TEST(Sectors, WhatTheHardwareCounts) {
  EXPECT_EQ(simt::count_sectors(strided(4096, 4).data(), all, 4), 4) << "float, aligned";
  EXPECT_EQ(simt::count_sectors(strided(4100, 4).data(), all, 4), 5) << "float, shifted";
  EXPECT_EQ(simt::count_sectors(strided(4096, 16).data(), all, 16), 16) << "float4";
  EXPECT_EQ(simt::count_sectors(strided(4096, 16).data(), all, 4), 16) << "one field of four";
  EXPECT_EQ(simt::count_sectors(strided(4096, 0).data(), all, 4), 1) << "broadcast";
  EXPECT_EQ(simt::count_sectors(strided(4096, 4096).data(), all, 4), 32) << "a column";
  EXPECT_EQ(simt::count_sectors(strided(4096, 4).data(), 1, 4), 1) << "one lane";
  EXPECT_EQ(simt::count_sectors(strided(4096, 4).data(), 0, 4), 0) << "no lane";
}

TEST(Sectors, AgreeWithBruteForceOnRandomWarps) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 20000; ++trial) {
    Addresses address;
    const std::uint64_t spread = std::uint64_t(1) << random() % 14;
    for (auto& a : address) a = (std::uint64_t(1) << 40) + random() % spread;
    if (trial % 3 == 0) std::sort(address.begin(), address.end());
    if (trial % 7 == 0) std::sort(address.rbegin(), address.rend());
    const std::uint32_t active = trial % 2 ? all : std::uint32_t(random());
    const int bytes = 1 + int(random() % 48);
    ASSERT_EQ(simt::count_sectors(address.data(), active, bytes), sectors_by_bytes(address, active, bytes))
        << "trial " << trial;
  }
}

TEST(Sectors, TheEndOfTheAddressSpace) {
  const Addresses address = strided(~std::uint64_t(0) - 7, 0);
  EXPECT_EQ(simt::count_sectors(address.data(), all, 4), 1);
  EXPECT_EQ(simt::count_sectors(address.data(), all, 16), 2) << "wraps round to address 0";
}

// As ncu counted (tests/simt/calibration/copies_apart.cu, copies_by_chance.cu): asked for, and passed.
TEST(Sectors, OfCopiesOf16Bytes) {
  const auto count = [](auto from, auto to) {
    const auto [asked, passed] = simt::count_copy_sectors(from.data(), to.data(), all);
    return std::pair(asked, passed);
  };
  EXPECT_EQ(count(strided(0, 16), strided(0, 16)), std::pair(16, 16));
  EXPECT_EQ(count(strided(32, 16), strided(0, 16)), std::pair(16, 16)) << "whole sectors";
  EXPECT_EQ(count(strided(16, 16), strided(16, 16)), std::pair(17, 17)) << "a load's: half a sector at each end";
  EXPECT_EQ(count(strided(16, 16), strided(0, 16)), std::pair(32, 20))
      << "a sector of two halves, of one line or of two";
  EXPECT_EQ(count(strided(0, 0), strided(0, 16)), std::pair(32, 16)) << "no broadcast";
}

TEST(Wavefronts, WhatTheHardwareCounts) {
  EXPECT_EQ(simt::count_wavefronts(strided(0, 4).data(), all, 4), 1);
  EXPECT_EQ(simt::count_wavefronts(strided(0, 128).data(), all, 4), 32) << "a column of a 32-wide tile";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 132).data(), all, 4), 1) << "a column of a 33-wide tile";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 0).data(), all, 4), 1) << "broadcast";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 8).data(), all, 8), 2) << "float2, stride 1";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 16).data(), all, 8), 4) << "float2, stride 2";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 16).data(), all, 16), 4) << "float4, stride 1";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 32).data(), all, 16), 8) << "float4, stride 2";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 0).data(), all, 8), 1) << "double, broadcast";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 0).data(), all, 16), 2) << "float4, broadcast";
  EXPECT_EQ(simt::count_wavefronts(strided(0, 0).data(), all, 8, true), 2) << "a store has no broadcast";
  for (const int bytes : {4, 8, 16})
    EXPECT_EQ(simt::count_wavefronts(strided(0, 5 * bytes).data(), all, bytes), bytes / 4)
        << "a stride of 5 conflicts at no width";
}

// As ncu counted (tests/simt/calibration/copies_apart.cu).
TEST(Wavefronts, OfCopies) {
  const auto count = [](auto from, auto to, int bytes) {
    return simt::count_copy_wavefronts(from.data(), to.data(), all, bytes);
  };
  EXPECT_EQ(count(strided(0, 4), strided(0, 4), 4), 1);
  EXPECT_EQ(count(strided(0, 0), strided(0, 4), 4), 32) << "no broadcast: each lane's word goes its own way";
  EXPECT_EQ(count(strided(0, 4), strided(0, 128), 4), 32) << "a column";
  const auto words = [](std::initializer_list<std::pair<int, unsigned>> changed) {
    auto address = strided(0, 4);
    for (const auto& [lane, word] : changed) address[unsigned(lane)] = word * 4;
    return address;
  };
  EXPECT_EQ(count(words({{7, 9}}), words({}), 4), 2) << "two meet at the source";
  EXPECT_EQ(count(words({{7, 9}}), words({{7, 41}}), 4), 2) << "the same two meet at the source and at the target";
  EXPECT_EQ(count(words({{7, 9}}), words({{3, 41}}), 4), 3) << "lane 9 meets one at the source, another at the target";
  EXPECT_EQ(count(words({{7, 9}}), words({{3, 36}}), 4), 2) << "two meet at the source, two others at the target";
  EXPECT_EQ(count(strided(0, 8), strided(0, 8), 8), 2);
  EXPECT_EQ(count(strided(0, 16), strided(0, 16), 16), 4);
  EXPECT_EQ(count(strided(16, 16), strided(0, 16), 16), 12) << "sectors are put together of two halves";
  EXPECT_EQ(count(strided(32, 16), strided(0, 16), 16), 8) << "each line goes to two rows";
  EXPECT_EQ(count(strided(16, 16), strided(16, 16), 16), 6) << "half a sector is no sector";
}

TEST(Wavefronts, AgreeWithBruteForceOnRandomWarps) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 20000; ++trial) {
    const int bytes = 1 << random() % 5;
    Addresses offset;
    for (auto& o : offset) o = random() % (std::uint64_t(1) << (4 + random() % 9)) * unsigned(bytes);
    const std::uint32_t active = trial % 2 ? all : std::uint32_t(random());
    if (trial % 5 == 0)
      for (int lane = 0; lane < 32; ++lane) offset[lane] = offset[lane & ~(1 + trial % 2)];
    for (const bool store : {false, true})
      ASSERT_EQ(simt::count_wavefronts(offset.data(), active, bytes, store),
          wavefronts_by_banks(offset, active, bytes, store))
          << "trial " << trial;
  }
}

}  // namespace
