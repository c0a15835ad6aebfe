// Runs an experiment and writes its table as JSON; tools/ makes the CSV of it.
#include "harness/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "harness/backend.hpp"

namespace harness {
namespace {

using json = nlohmann::ordered_json;

json as_json(const Rows::Row& row) {
  json object = json::object();
  for (const auto& [column, cell] : row) std::visit([&](const auto& value) { object[column] = value; }, cell.value());
  return object;
}

bool same_columns(const Rows::Row& one, const Rows::Row& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
      [](const auto& a, const auto& b) { return a.column == b.column; });
}

}  // namespace

Cell::Cell(const char* text) : value_(std::string(text)) {}
Cell::Cell(std::string text) : value_(std::move(text)) {}
Cell::Cell(bool yes) : value_(std::int64_t{yes}) {}
Cell::Cell(int number) : value_(std::int64_t{number}) {}
Cell::Cell(unsigned number) : value_(std::int64_t{number}) {}
Cell::Cell(long number) : value_(std::int64_t{number}) {}
Cell::Cell(unsigned long number) : value_(static_cast<std::int64_t>(number)) {}
Cell::Cell(long long number) : value_(std::int64_t{number}) {}
Cell::Cell(unsigned long long number) : value_(static_cast<std::int64_t>(number)) {}
Cell::Cell(float number) : value_(double{number}) {}
Cell::Cell(double number) : value_(number) {}
Cell::Cell(const Cell&) = default;
Cell::Cell(Cell&&) noexcept = default;
Cell& Cell::operator=(const Cell&) = default;
Cell& Cell::operator=(Cell&&) noexcept = default;
Cell::~Cell() = default;

Field::Field(const char* column, Cell cell) : column(column), cell(std::move(cell)) {}
Field::Field(std::string column, Cell cell) : column(std::move(column)), cell(std::move(cell)) {}
Field::Field(const Field&) = default;
Field::Field(Field&&) noexcept = default;
Field& Field::operator=(const Field&) = default;
Field& Field::operator=(Field&&) noexcept = default;
Field::~Field() = default;

void Rows::add(Row row) {
  if (row.empty()) throw std::invalid_argument("a row of an experiment needs a cell");
  if (!rows_.empty() && !same_columns(rows_.front(), row))
    throw std::invalid_argument(
        "every row needs the first one's columns, in its order; this one differs: " + as_json(row).dump());
  for (const auto& [column, cell] : row)
    if (const double* real = std::get_if<double>(&cell.value()); real && !std::isfinite(*real))
      throw std::invalid_argument("the cell '" + column + "' is no finite number: " + as_json(row).dump());
  std::cerr << as_json(row).dump() << '\n';  // progress for whoever watches
  rows_.push_back(std::move(row));
}

int run_experiment(int argc, char** argv, const std::string& method, const FunctionRef<void(Rows&)> experiment) {
  try {
    if (argc != 1 && (argc != 3 || std::string(argv[1]) != "--json"))
      throw std::invalid_argument("the only option is --json FILE");
    if (const std::string missing = what_is_missing(backend()); !missing.empty()) {
      std::printf("skipped: %s\n", missing.c_str());
      return 77;
    }
    Rows rows;
    experiment(rows);
    if (const std::string fault = activity().fault; !fault.empty()) throw DeviceError(fault);
    if (rows.all().empty()) throw std::invalid_argument("the experiment has no rows");
    const Provenance from = provenance();
    json document = {{"backend", backend().name}, {"machine", from.machine}, {"driver", from.driver},
        {"runtime", from.runtime}, {"method", method}, {"rows", json::array()}};
    for (const Rows::Row& row : rows.all()) document["rows"].push_back(as_json(row));
    if (argc == 3) std::ofstream(argv[2]) << document.dump(1) << '\n';
    else std::cout << document.dump(1) << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace harness
