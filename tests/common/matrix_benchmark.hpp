// The workload of the chapters that move a matrix: versions are transposes or copies of rows × cols floats,
// checked element by element. A chapter's benchmark.cpp is a main() that runs it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/compare.hpp"
#include "harness/device_buffer.hpp"
#include "harness/runner.hpp"
#include "harness/tagged.hpp"
#include "tests/common/transpose.hpp"

namespace benchmark {

using harness::Shape;
using Matrix = std::vector<float>;

// Squares of 64×64 are read and written while both still lie in the CPU's cache.
inline Matrix transpose(const Matrix& in, Shape shape) {
  constexpr int tile = 64;
  Matrix out(in.size());
  for (int row0 = 0; row0 < shape.rows; row0 += tile)
    for (int col0 = 0; col0 < shape.cols; col0 += tile)
      for (int row = row0; row < std::min(row0 + tile, shape.rows); ++row)
        for (int col = col0; col < std::min(col0 + tile, shape.cols); ++col)
          out[std::size_t(col) * std::size_t(shape.rows) + std::size_t(row)] =
              in[std::size_t(row) * std::size_t(shape.cols) + std::size_t(col)];
  return out;
}

inline Matrix copy(const Matrix& in, Shape) { return in; }

inline Matrix shifted_copy(const Matrix& in, Shape) {
  Matrix out(in.begin() + 1, in.end());
  out.push_back(in.back());
  return out;
}

// What a version's `computes` in course.toml may say.
inline const std::map<std::string, Matrix (*)(const Matrix&, Shape)> references = {
    {"transpose", transpose}, {"copy", copy}, {"shifted_copy", shifted_copy}};

class MatrixWorkload : public harness::Workload {
 public:
  bool knows(const std::string& computes) const override { return references.contains(computes); }

  void prepare(Shape shape) override {
    shape_ = shape;
    expected_.clear();
    in_.reset();
    out_.reset();
    input_.resize(shape.elements());
    // Every element differs from every other, up to 2^32 of them.
    for (std::size_t i = 0; i < input_.size(); ++i)
      input_[i] = std::bit_cast<float>(harness::scramble(std::uint32_t(i)));
    in_.emplace(std::span<const float>(input_), "in");
    out_.emplace(shape.elements(), "out");
  }

  std::function<void()> bind(const harness::Version& version, const harness::Module& module) override {
    Transpose* const function = module.function<Transpose>(version.function);
    return [this, function] { function(out_->get(), in_->get(), shape_.rows, shape_.cols); };
  }

  void clear_result() override { out_->poison(harness::Poison::first); }

  std::string check(const std::string& computes) override {
    auto& expected = expected_[computes];
    if (expected.empty()) expected = references.at(computes)(input_, shape_);
    const Matrix actual = out_->download();
    const harness::Comparison result = harness::compare<float>(expected, actual);
    if (const auto damage = out_->damage()) return damage->sentence("out");
    if (result.equal()) return "";
    char words[160];
    std::snprintf(words, sizeof words,
        "out[%zu] (of a flat array) is 0x%08x, should be 0x%08x; %zu of %zu elements are wrong", *result.first,
        std::bit_cast<std::uint32_t>(actual[*result.first]), std::bit_cast<std::uint32_t>(expected[*result.first]),
        result.different, result.compared);
    return words;
  }

  void copy() override { harness::device_copy(out_->get(), in_->get(), shape_.elements() * sizeof(float)); }

 private:
  Shape shape_;
  Matrix input_;
  std::map<std::string, Matrix> expected_;  // by `computes`, made when first asked for
  std::optional<harness::DeviceBuffer<float>> in_, out_;
};

}  // namespace benchmark
