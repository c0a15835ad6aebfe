// Tests of the messages between judge and player: what is written is read, and what a submission made of it does no harm.
#include "harness/player/wire.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/player/wire_record.hpp"
#include "harness/tagged.hpp"

namespace {

using harness::Activity, harness::Malformed, harness::Reader, harness::Writer;

Activity full_activity() {
  Activity seen;
  seen.fault = "out of bounds";
  seen.launches = 2;
  seen.load.sectors = 7;
  harness::Site site;
  site.where = {"lab.cu", 12, "kernel"};
  site.op = simt::Op::red;
  site.counters.requests = 3;
  site.lane_distance = -128;
  seen.sites = {site, site};
  simt::Launch launch;
  launch.kernel = "kernel";
  launch.block = {256, 1, 1};
  launch.private_arrays = {{"table", 26, 8, true}};
  seen.kernels = {launch};
  seen.shared_words = {1, 2, 3};
  return seen;
}

std::string message() {
  Writer out;
  out(full_activity(), std::vector<std::string>{"a", ""}, std::tuple(1, 2.5, std::string("c")));
  return out.bytes;
}

TEST(Wire, WhatIsWrittenIsRead) {
  const std::string bytes = message();
  Reader in(bytes);
  const auto seen = in.next<Activity>();
  EXPECT_EQ(seen.fault, "out of bounds");
  EXPECT_EQ(seen.launches, 2u);
  EXPECT_EQ(seen.load.sectors, 7u);
  ASSERT_EQ(seen.sites.size(), 2u);
  EXPECT_EQ(seen.sites[1].where.line, 12);
  EXPECT_EQ(seen.sites[1].op, simt::Op::red);
  EXPECT_EQ(seen.sites[1].lane_distance, -128);
  ASSERT_EQ(seen.kernels.size(), 1u);
  EXPECT_EQ(seen.kernels[0].private_arrays[0].bytes(), 208u);
  EXPECT_EQ(seen.shared_words, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(in.next<std::vector<std::string>>(), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ((in.next<std::tuple<int, double, std::string>>()), std::tuple(1, 2.5, std::string("c")));
  in.end();
}

TEST(Wire, ACutMessageIsMalformed) {
  const std::string bytes = message();
  const auto read = [&](std::size_t length) {
    Reader in(std::string_view(bytes).substr(0, length));
    in.next<Activity>();
    in.next<std::vector<std::string>>();
    in.next<std::tuple<int, double, std::string>>();
  };
  EXPECT_NO_THROW(read(bytes.size()));
  for (std::size_t length = 0; length < bytes.size(); ++length) EXPECT_THROW(read(length), Malformed) << length;
}

TEST(Wire, ALengthThatCannotBeIsMalformed) {
  for (const std::uint64_t length :
      {~std::uint64_t{0}, ~std::uint64_t{0} / 8, std::uint64_t{1} << 61, std::uint64_t{9}}) {
    Writer out;
    out(length, std::uint64_t{5});
    EXPECT_THROW(Reader(out.bytes).next<std::vector<std::uint64_t>>(), Malformed) << length;
    EXPECT_THROW(Reader(out.bytes).next<std::vector<harness::Site>>(), Malformed) << length;
    EXPECT_THROW(Reader(out.bytes).next<std::string>(), Malformed) << length;
  }
}

TEST(Wire, AnEnumerationHasNoOtherValues) {
  for (const std::int32_t number : {-1, 4, 1 << 30}) {
    Writer out;
    out(number);
    EXPECT_THROW(Reader(out.bytes).next<simt::Op>(), Malformed);
  }
}

// Under AddressSanitizer, which the whole suite can be built with, this says more.
TEST(Wire, AnyBytesAreReadOrMalformed) {
  const std::string bytes = message();
  std::size_t read = 0, malformed = 0;
  for (std::uint32_t seed = 1; seed <= 20'000; ++seed) {
    std::string changed = bytes;
    for (std::uint32_t i = 0; i <= seed % 4; ++i)
      changed[harness::scramble(seed * 8 + i) % changed.size()] = char(harness::scramble(seed * 8 + i + 4));
    try {
      Reader(changed).next<Activity>();
      ++read;
    } catch (const Malformed&) {
      ++malformed;
    }
  }
  EXPECT_GT(read, 1000u);
  EXPECT_GT(malformed, 1000u);
}

}  // namespace
