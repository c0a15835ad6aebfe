// A measurement that is not "version × rows × cols": a program that gives a table of its own.
//
//   int main(int argc, char** argv) {
//     return harness::run_experiment(argc, argv, "CUDA events, cold L2, median", [](harness::Rows& rows) {
//       const harness::Timing t = harness::measure(*harness::device_stopwatch(), [&] { kernel<<<grid, block>>>(in); });
//       rows.add({{"pad", 1}, {"shape", "8192x8192"}, {"median_ms", t.median_ms}});
//     });
//   }
//
// `./course bench CHAPTER --experiment NAME` builds it, runs it and writes the CSV with its provenance. With --dry-run, and
// in the course's tests, dry_run() is true and a .cu runs on `sim`: take small sizes then.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "harness/device.hpp"
#include "harness/timing.hpp"

namespace harness {

// One cell: a text, a whole number or a real one. (Out of line, and for every type its own: programs list hundreds of them,
// and compile in half the time.)
class Cell {
 public:
  // NOLINTBEGIN: a row is written as a list of plain values
  Cell(const char* text);
  Cell(std::string text);
  Cell(bool yes);
  Cell(int number);
  Cell(unsigned number);
  Cell(long number);
  Cell(unsigned long number);
  Cell(long long number);
  Cell(unsigned long long number);
  Cell(float number);
  Cell(double number);
  // NOLINTEND
  Cell(const Cell&);
  Cell(Cell&&) noexcept;
  Cell& operator=(const Cell&);
  Cell& operator=(Cell&&) noexcept;
  ~Cell();
  const std::variant<std::string, std::int64_t, double>& value() const { return value_; }

 private:
  std::variant<std::string, std::int64_t, double> value_;
};

// A cell and its column. (A std::pair's constructor would be made anew for every length of a name and type of a value.)
struct Field {
  Field(const char* column, Cell cell);
  Field(std::string column, Cell cell);
  Field(const Field&);
  Field(Field&&) noexcept;
  Field& operator=(const Field&);
  Field& operator=(Field&&) noexcept;
  ~Field();

  std::string column;
  Cell cell;
};

// The table an experiment fills, row by row.
class Rows {
 public:
  using Row = std::vector<Field>;

  // Throws std::invalid_argument where the columns differ from the first row's, or a number is not finite.
  void add(Row row);
  const std::vector<Row>& all() const { return rows_; }

 private:
  std::vector<Row> rows_;
};

// An experiment's main(). `method` says in a line how its numbers came about. Options: --json FILE.
// Returns 0 when there are rows, 2 when something went wrong, 77 where there is nothing to run on.
int run_experiment(int argc, char** argv, const std::string& method, FunctionRef<void(Rows&)> experiment);

}  // namespace harness
