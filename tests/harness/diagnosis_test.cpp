// Tests of the diagnosis of wrong transposes: each result is made by hand, no kernel involved.
#include "tests/common/transposes/diagnosis.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/tagged.hpp"

namespace {

using testing::HasSubstr;
using transposes::diagnosis;
using transposes::Result;

constexpr std::uint32_t poison = 0xE9E9E9E9, other_poison = 0x95959595;

std::uint32_t element(const Result& result, int index) {
  return harness::tagged_bits({result.call, std::uint32_t(index)});
}

// The right result of a rows × cols transpose, call 5.
Result right(int rows, int cols) {
  Result result{rows, cols, 5, poison, std::vector<std::uint32_t>(std::size_t(rows) * cols), false};
  result.out = transposes::expected_result(result);
  return result;
}

// What a kernel leaves that moves in[source(r, c)] to out[target(r, c)]; outside of the arrays nothing happens.
using Index = std::function<int(int row, int col)>;
std::string diagnosis_of(int rows, int cols, const Index& target, const Index& source) {
  Result result = right(rows, cols);
  const int count = rows * cols;
  std::fill(result.out.begin(), result.out.end(), poison);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      const int to = target(row, col), from = source(row, col);
      if (to >= 0 && to < count && from >= 0 && from < count) result.out[std::size_t(to)] = element(result, from);
    }
  return diagnosis(result);
}

TEST(Diagnosis, TheRightResultHasNone) {
  EXPECT_EQ(diagnosis(right(3, 5)), "");
  EXPECT_EQ(diagnosis(right(1, 1)), "");
}

TEST(Diagnosis, NothingWritten) {
  Result result = right(4, 4);
  std::fill(result.out.begin(), result.out.end(), poison);
  EXPECT_THAT(diagnosis(result), HasSubstr("not one element of out was written"));
  result.no_kernel = true;
  EXPECT_THAT(diagnosis(result), HasSubstr("no kernel was launched"));
}

TEST(Diagnosis, Copied) {
  const Index flat = [](int row, int col) { return row * 7 + col; };
  EXPECT_THAT(diagnosis_of(5, 7, flat, flat), HasSubstr("out is a copy of in, not its transpose: out[0][1] should hold "
                                                        "in[1][0] but holds in[0][1]"));
}

TEST(Diagnosis, SwappedStrideOfOut) {
  const std::string words =
      diagnosis_of(8, 3, [](int r, int c) { return c * 3 + r; }, [](int r, int c) { return r * 3 + c; });
  EXPECT_THAT(words, HasSubstr("rows and columns are swapped"));
  EXPECT_THAT(words, HasSubstr("yours went to out[col * cols + row]"));
}

TEST(Diagnosis, SwappedStrideOfIn) {
  const std::string words =
      diagnosis_of(3, 8, [](int r, int c) { return c * 3 + r; }, [](int r, int c) { return r * 3 + c; });
  EXPECT_THAT(words, HasSubstr("yours was read from in[row * rows + col]"));
}

TEST(Diagnosis, BothSwapped) {
  // in is read as 7×5 though it is 5×7; the other way round the same loop would be a transpose.
  Result result = right(5, 7);
  for (int row = 0; row < 7; ++row)
    for (int col = 0; col < 5; ++col) result.out[std::size_t(col * 7 + row)] = element(result, row * 5 + col);
  EXPECT_THAT(diagnosis(result), HasSubstr("in were taken to be cols × rows"));
}

TEST(Diagnosis, OffByOne) {
  const Index target = [](int r, int c) { return c * 6 + r; };
  EXPECT_THAT(diagnosis_of(6, 9, target, [](int r, int c) { return r < 5 ? (r + 1) * 9 + c : -1; }),
      HasSubstr("off by 1 row: out[0][0] should hold in[0][0] but holds in[1][0]"));
  EXPECT_THAT(diagnosis_of(6, 9, target, [](int r, int c) { return c > 1 ? r * 9 + c - 2 : -1; }),
      HasSubstr("off by 2 columns"));
}

TEST(Diagnosis, Rotated) {
  EXPECT_THAT(diagnosis_of(
                  6, 9, [](int r, int c) { return c * 6 + r; }, [](int r, int c) { return (5 - r) * 9 + c; }),
      HasSubstr("rotated, not transposed"));
}

TEST(Diagnosis, HalfTransposed) {
  const auto in_tile = [](int at, int other) { return at / 4 * 4 + other % 4; };
  const Index source = [](int r, int c) { return r * 12 + c; };
  EXPECT_THAT(diagnosis_of(
                  8, 12, [=](int r, int c) { return in_tile(c, r) * 8 + in_tile(r, c); }, source),
      HasSubstr("tiles of 4×4 elements are in their places, but not transposed inside"));
  const Index square = [](int r, int c) { return r * 8 + c; };
  EXPECT_THAT(diagnosis_of(
                  8, 8, [=](int r, int c) { return in_tile(r, c) * 8 + in_tile(c, r); }, square),
      HasSubstr("tiles of 4×4 elements are transposed inside, but not in their places"));
}

TEST(Diagnosis, MissingTails) {
  const Index source = [](int r, int c) { return r * 9 + c; };
  const auto up_to = [](int rows, int cols) {
    return [=](int r, int c) { return r < rows && c < cols ? c * 6 + r : -1; };
  };
  EXPECT_THAT(diagnosis_of(6, 9, up_to(4, 9), source), HasSubstr("rows from 4 on of in never reach out"));
  EXPECT_THAT(diagnosis_of(6, 9, up_to(6, 8), source), HasSubstr("columns from 8 on of in never reach out"));
  EXPECT_THAT(diagnosis_of(6, 9, up_to(4, 8), source), HasSubstr("rows from 4 on and columns from 8 on of in never"));
}

TEST(Diagnosis, ScatteredHolesAreCounted) {
  Result result = right(6, 6);
  result.out[0] = result.out[20] = poison;
  const std::string words = diagnosis(result);
  EXPECT_THAT(words, HasSubstr("out[0][0] should hold in[0][0] but still holds what was there before the call"));
  EXPECT_THAT(words, HasSubstr("2 of 36 elements are wrong, none of them written at all"));
}

TEST(Diagnosis, EarlierCall) {
  Result result = right(4, 4);
  result.out[3] = harness::tagged_bits({4, 3});
  EXPECT_THAT(diagnosis(result), HasSubstr("an earlier call's in"));
}

TEST(Diagnosis, AForeignValue) {
  Result result = right(4, 4);
  result.out[1] = 0x3fc00000;
  EXPECT_THAT(diagnosis(result),
      HasSubstr("out[0][1] should hold in[1][0] but holds 1.5 (bits 0x3fc00000), which is no element of in"));
}

TEST(Diagnosis, ReadsFromOutsideAreNoCounterexample) {
  Result result = right(8, 4);
  for (int row = 0; row < 8; ++row)
    for (int col = 0; col < 4; ++col) {
      const int from = row * 8 + col;
      result.out[std::size_t(col * 8 + row)] = from < 32 ? element(result, from) : harness::guard_word;
    }
  EXPECT_THAT(diagnosis(result), HasSubstr("yours was read from in[row * rows + col]"));
  result = right(4, 4);
  result.out[7] = harness::guard_word;
  EXPECT_THAT(diagnosis(result), HasSubstr("holds what was read from outside of in"));
}

TEST(Diagnosis, Shifted) {
  EXPECT_THAT(diagnosis_of(
                  6, 9, [](int r, int c) { return (c * 6 + r + 1) % 54; }, [](int r, int c) { return r * 9 + c; }),
      HasSubstr("the elements of out are 1 too far back in memory"));
}

TEST(Diagnosis, DiffersByItself) {
  Result first = right(3, 3), second = right(3, 3);
  EXPECT_EQ(transposes::differs_by_itself(first, second), "");
  first.out[4] = 0;
  EXPECT_THAT(transposes::differs_by_itself(first, second), HasSubstr("out[1][1] differs from call to call"));
}

TEST(Diagnosis, ARaceIsNoDependence) {
  Result first = right(3, 3), second = right(3, 3);
  second.poison = other_poison;
  first.out[4] = element(first, 1);
  second.out[4] = element(second, 2);
  EXPECT_EQ(transposes::differs_by_itself(first, second), "");
  EXPECT_EQ(transposes::depends_on_before(first, second), "");
}

TEST(Diagnosis, DependsOnWhatWasBefore) {
  Result first = right(3, 3), second = right(3, 3);
  second.poison = other_poison;
  first.out[4] = 0x11111111;
  second.out[4] = 0x22222222;
  EXPECT_THAT(
      transposes::depends_on_before(first, second), HasSubstr("out[1][1] depends on what out held before the call"));
  second.out[4] = first.out[4];
  EXPECT_EQ(transposes::depends_on_before(first, second), "");
}

}  // namespace
