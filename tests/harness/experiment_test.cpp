// Tests of an experiment's table: what a row may hold, and what is refused.
#include "harness/experiment.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using harness::Rows;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Experiment, RowsHoldTextsAndWholeAndRealNumbers) {
  Rows rows;
  rows.add({{"layout", "aos"}, {"name", std::string("x")}, {"bytes", std::size_t{1} << 40}, {"pad", -1}, {"on", true},
      {"ms", 0.5f}});
  const Rows::Row& row = rows.all().front();
  EXPECT_EQ(std::get<std::string>(row[0].cell.value()), "aos");
  EXPECT_EQ(std::get<std::int64_t>(row[2].cell.value()), std::int64_t{1} << 40);
  EXPECT_EQ(std::get<std::int64_t>(row[3].cell.value()), -1);
  EXPECT_EQ(std::get<double>(row[5].cell.value()), 0.5);
}

TEST(Experiment, EveryRowHasTheSameColumns) {
  Rows rows;
  rows.add({{"pad", 0}, {"ms", 1.5}});
  rows.add({{"pad", 1}, {"ms", 1.0}});
  EXPECT_THAT([&] { rows.add({{"pad", 2}}); }, ThrowsMessage<std::invalid_argument>(HasSubstr("this one differs")));
  EXPECT_THAT(
      [&] { rows.add({{"ms", 2.0}, {"pad", 2}}); }, ThrowsMessage<std::invalid_argument>(HasSubstr("in its order")));
  EXPECT_THAT([&] { rows.add({}); }, ThrowsMessage<std::invalid_argument>(HasSubstr("needs a cell")));
  EXPECT_EQ(rows.all().size(), 2u);
}

TEST(Experiment, ANumberThatIsNoneIsNamed) {
  Rows rows;
  EXPECT_THAT([&] { rows.add({{"pad", 0}, {"ms", std::nan("")}}); },
      ThrowsMessage<std::invalid_argument>(HasSubstr("'ms' is no finite number")));
  EXPECT_TRUE(rows.all().empty());
}

}  // namespace
