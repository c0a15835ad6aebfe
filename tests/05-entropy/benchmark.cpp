// Runs this chapter's versions: counters on sim, times of the kernels on a GPU, every cell of every result checked.
// Run: run-05-entropy.sim --version NAME=MODULE.so:FUNCTION:COMPUTES --shape 448x448 [--time] [--json FILE]
//
// A version's time is its kernel's, from device memory to device memory. Versions for the host's memory are checked here
// and timed by the chapter's experiments.
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/runner.hpp"
#include "tests/05-entropy/grid.hpp"
#include "tests/05-entropy/grids.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/ladder.hpp"
#include "tests/05-entropy/oracle.hpp"

namespace {

using harness::Shape;

constexpr double tolerance = 1e-5;

class Ladder : public harness::Workload {
 public:
  bool knows(const std::string& computes) const override { return ladder::memories.contains(computes); }
  bool timed(const harness::Version& version) const override {
    return ladder::memories.at(version.computes) == ladder::Memory::device;
  }

  void prepare(Shape shape) override {
    shape_ = shape;
    expected_.clear();
    in_.reset();
    out_.reset();
    grid_ = grids::random(shape.rows, shape.cols);
    check_grid(grid_.cells, shape.rows, shape.cols);
    in_.emplace(std::span<const float>(grid_.cells), "in");
    out_.emplace(shape.elements(), "out");
  }

  std::function<void()> bind(const harness::Version& version, const harness::Module& module) override {
    const ladder::Memory memory = ladder::memories.at(version.computes);
    from_host_ = memory != ladder::Memory::device;
    const std::function<Entropy> function = ladder::find(module, version.module_path, version.function, memory);
    if (from_host_) return [=, this] { function(host_out_.data(), grid_.cells.data(), shape_.rows, shape_.cols); };
    return [=, this] { function(out_->get(), in_->get(), shape_.rows, shape_.cols); };
  }

  void clear_result() override {
    host_out_.assign(from_host_ ? shape_.elements() : 0, std::nanf(""));
    out_->poison(harness::Poison::first);
  }

  // A grid too large for the oracle to take its time is checked in its first, middle and last rows.
  std::string check(const std::string&) override {
    const std::vector<float> actual = from_host_ ? host_out_ : out_->download();
    if (const auto damage = out_->damage()) return damage->sentence("out");
    const bool all = shape_.elements() <= std::size_t{1} << 23;
    std::size_t wrong = 0, checked = 0, first = 0;
    for (int row = 0; row < shape_.rows; ++row) {
      const int from_middle = std::abs(row - shape_.rows / 2);
      if (!all && row >= 64 && row < shape_.rows - 64 && from_middle >= 64) continue;
      for (int col = 0; col < shape_.cols; ++col, ++checked) {
        const std::size_t i = std::size_t(row) * std::size_t(shape_.cols) + std::size_t(col);
        if (std::abs(double(actual[i]) - expected(i, row, col)) <= tolerance) continue;
        if (wrong++ == 0) first = i;
      }
    }
    if (wrong == 0) return "";
    char words[200];
    const int row = int(first / std::size_t(shape_.cols)), col = int(first % std::size_t(shape_.cols));
    std::snprintf(words, sizeof words, "out[%d][%d] is %.7g, should be %.7g; %zu of %zu cells looked at are wrong", row,
        col, double(actual[first]), expected(first, row, col), wrong, checked);
    return words;
  }

  void copy() override { harness::device_copy(out_->get(), in_->get(), shape_.elements() * sizeof(float)); }

 private:
  // Reckoned when first asked for.
  double expected(std::size_t i, int row, int col) {
    if (expected_.empty()) expected_.assign(shape_.elements(), float(std::nanf("")));
    if (std::isnan(expected_[i]))
      expected_[i] = float(oracle::entropy_of_cell(grid_.cells, shape_.rows, shape_.cols, row, col));
    return expected_[i];
  }

  Shape shape_;
  grids::Grid grid_;
  std::vector<float> expected_, host_out_;
  bool from_host_ = false;
  std::optional<harness::DeviceBuffer<float>> in_, out_;
};

}  // namespace

int main(int argc, char** argv) {
  Ladder workload;
  return harness::run_benchmark(argc, argv, workload);
}
