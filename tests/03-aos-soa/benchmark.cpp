// Runs this chapter's versions: counters on sim, times on a GPU, every result checked value by value.
// Run: run-03-aos-soa.sim --version NAME=MODULE.so:FUNCTION:COMPUTES --shape 4x65536 [--time] [--json FILE]
//
// A shape is 4 fields × N objects. Structure of arrays is that matrix in memory, one row after the other; array of
// structures is its transpose. So both lie in the same two buffers, and adding is the same for every layout.
#include <cstdio>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/compare.hpp"
#include "harness/device_buffer.hpp"
#include "harness/runner.hpp"
#include "harness/tagged.hpp"
#include "tests/03-aos-soa/interface.hpp"

namespace {

using harness::Shape;
using Ints = std::vector<int>;

int plus(int a, int b) { return int(unsigned(a) + unsigned(b)); }  // wraps around, as a GPU's addition does

int total(const Ints& in, std::size_t first, std::size_t step, std::size_t count) {
  int sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum = plus(sum, in[first + i * step]);
  return sum;
}

// What a version's `computes` in course.toml may say, and how many bytes it must move for each object.
struct Reference {
  Ints (*compute)(const Ints& in, const Ints& before, std::size_t count);
  std::size_t bytes;
};
const std::map<std::string, Reference> references = {{"sum", {[](const Ints& in, const Ints& before, std::size_t) {
                                                                Ints out(before);
                                                                for (std::size_t i = 0; i < out.size(); ++i)
                                                                  out[i] = plus(out[i], in[i]);
                                                                return out;
                                                              },
                                                                 48}},
    {"sum_of_row_c",
        {[](const Ints& in, const Ints&, std::size_t count) { return Ints{total(in, 2 * count, 1, count)}; }, 4}},
    {"sum_of_column_c",
        {[](const Ints& in, const Ints&, std::size_t count) { return Ints{total(in, 2, 4, count)}; }, 4}},
    {"transpose", {[](const Ints& in, const Ints&, std::size_t count) {
                     Ints out(in.size());
                     for (std::size_t i = 0; i < count; ++i)
                       for (std::size_t field = 0; field < 4; ++field) out[field * count + i] = in[4 * i + field];
                     return out;
                   },
                      32}}};

class Layouts : public harness::Workload {
 public:
  bool knows(const std::string& computes) const override { return references.contains(computes); }
  std::size_t bytes(Shape shape, const std::string& computes) const override {
    return references.at(computes).bytes * std::size_t(shape.cols);
  }

  void prepare(Shape shape) override {
    if (shape.rows != 4) throw std::invalid_argument("a shape is 4 fields times so many objects: 4xN");
    if (shape.cols % 64 != 0)
      throw std::invalid_argument("the number of objects must be a multiple of 64, for the arrays' alignment");
    shape_ = shape;
    in_.reset();
    out_.reset();
    input_.resize(shape.elements());
    before_.resize(shape.elements());
    for (std::size_t i = 0; i < input_.size(); ++i) {
      input_[i] = int(harness::scramble(std::uint32_t(i)));
      before_[i] = int(harness::scramble(~std::uint32_t(i)));
    }
    in_.emplace(std::span<const int>(input_), "in");
    out_.emplace(std::span<const int>(before_), "out");
  }

  // A function is called by the types that the interface gives it: one of these.
  std::function<void()> bind(const harness::Version& version, const harness::Module& module) override {
    int *const out = out_->get(), *const in = in_->get(), count = shape_.cols;
    const Arrays out_arrays{out, out + count, out + 2 * count, out + 3 * count},
        in_arrays{in, in + count, in + 2 * count, in + 3 * count};
    Item *const out_items = reinterpret_cast<Item*>(out), *const in_items = reinterpret_cast<Item*>(in);
    const std::string& name = version.function;
    if (name.starts_with("one_field_soa"))
      return [=, f = module.function<decltype(one_field_soa)>(name)] { f(out, in_arrays, count); };
    if (name.starts_with("one_field_aos"))
      return [=, f = module.function<decltype(one_field_aos)>(name)] { f(out, in_items, count); };
    if (name.starts_with("aos_to_soa"))
      return [=, f = module.function<decltype(aos_to_soa)>(name)] { f(out_arrays, in_items, count); };
    if (name.starts_with("add_aosoa"))
      return [=, f = module.function<decltype(add_aosoa)>(name)] { f(out, in, count); };
    if (name.starts_with("add_aos"))
      return [=, f = module.function<decltype(add_aos)>(name)] { f(out_items, in_items, count); };
    return [=, f = module.function<decltype(add_soa)>(name)] { f(out_arrays, in_arrays, count); };
  }

  void clear_result() override { out_->upload(before_); }

  std::string check(const std::string& computes) override {
    const Ints expected = references.at(computes).compute(input_, before_, std::size_t(shape_.cols));
    Ints actual = out_->download();
    actual.resize(expected.size());
    if (const auto damage = out_->damage()) return damage->sentence("out");
    const harness::Comparison result = harness::compare<int>(expected, actual);
    if (result.equal()) return "";
    char words[160];
    std::snprintf(words, sizeof words, "int %zu of out is %d, should be %d; %zu of %zu are wrong", *result.first,
        actual[*result.first], expected[*result.first], result.different, result.compared);
    return words;
  }

  void copy() override { harness::device_copy(out_->get(), in_->get(), shape_.elements() * sizeof(int)); }

 private:
  Shape shape_;
  Ints input_, before_;
  std::optional<harness::DeviceBuffer<int>> in_, out_;
};

}  // namespace

int main(int argc, char** argv) {
  Layouts workload;
  return harness::run_benchmark(argc, argv, workload);
}
