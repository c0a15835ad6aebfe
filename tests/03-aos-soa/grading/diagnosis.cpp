// Says what went wrong with objects that were added or rearranged: which place holds what, and where that came from.
#include "tests/03-aos-soa/grading/diagnosis.hpp"

#include <array>

#include "harness/device_buffer.hpp"

namespace objects {
namespace {

class Diagnosis {
 public:
  Diagnosis(const Result& result, const Values& values, Place out_place, Place in_place)
      : result_(result), values_(values), out_place_(std::move(out_place)), in_place_(std::move(in_place)) {
    for (std::size_t i = 0; i < result.after.size(); ++i)
      for (int field = 0; field < 4; ++field)
        if (result.after[i][std::size_t(field)] != right(i, field)) wrong_.push_back({i, field});
  }

  // What is wrong, as sentences; empty if nothing is.
  std::string sentence() const {
    if (wrong_.empty()) return "";
    const auto [object, field] = wrong_.front();
    const int actual = result_.after[object][std::size_t(field)];
    return extent() + out_place_("out", object, field) + " should be " + std::to_string(right(object, field)) + " (" +
           rule(object, field) + ") but is " + std::to_string(actual) + origin(object, field, actual) + ".";
  }

 private:
  struct Spot {
    std::size_t object;
    int field;
  };

  int right(std::size_t object, int field) const {
    const int add = result_.in[object][std::size_t(field)];
    return result_.task == Task::add ? result_.before[object][std::size_t(field)] + add : add;
  }

  std::string rule(std::size_t object, int field) const {
    const std::string in =
        in_place_("in", object, field) + " is " + std::to_string(result_.in[object][std::size_t(field)]);
    if (result_.task == Task::rearrange) return in;
    return "it was " + std::to_string(result_.before[object][std::size_t(field)]) + ", " + in;
  }

  // Where a wrong value came from: ": it was left as it was".
  std::string origin(std::size_t object, int field, int actual) const {
    const std::int64_t was = result_.before[object][std::size_t(field)], in = result_.in[object][std::size_t(field)];
    if (actual == was) return result_.task == Task::add ? ": it was left as it was" : ": nothing was written to it";
    if (actual == int(harness::no_value_word))
      return ": that is what a thread's own array holds where nothing was written; perhaps __shared__ is missing";
    if (result_.task == Task::rearrange) {
      const auto from = values_.source(actual, result_.in.size());
      return from && from->in ? ": that is " + in_place_("in", from->object, from->field) : "";
    }
    if (actual == in) return ": that is the value of in alone, but it is to be added to what out held";
    if (actual == was - in) return ": in was subtracted";
    for (const int times : {2, 3, 4, 8, 16, 32})
      if (actual == was + times * in) return ": in was added " + std::to_string(times) + " times";
    for (const bool from_in : {true, false}) {
      const auto from = values_.source(actual - (from_in ? was : in), result_.in.size());
      if (from && from->in && from_in) return ": " + in_place_("in", from->object, from->field) + " was added to it";
      if (from && !from->in && !from_in)
        return ": that is the old " + out_place_("out", from->object, from->field) + " plus its in";
    }
    return "";
  }

  // What the wrong places have in common, as the beginning of a sentence; or empty.
  std::string extent() const {
    const std::size_t count = result_.after.size();
    std::array<std::size_t, 4> of_field{};
    std::size_t untouched = 0;
    for (const auto [object, field] : wrong_) {
      ++of_field[std::size_t(field)];
      untouched += result_.after[object][std::size_t(field)] == result_.before[object][std::size_t(field)];
    }
    const std::size_t first = wrong_.front().object;
    if (untouched == wrong_.size() && first > 0 && wrong_.size() == (count - first) * 4)
      return "objects 0 to " + std::to_string(first - 1) + " are done and none after them, so the " +
             (result_.on_device ? "grid" : "loop") + " does not cover all of count: ";
    std::string fields;
    for (std::size_t field = 0; field < 4; ++field)
      if (of_field[field] > 0) fields += (fields.empty() ? "" : ", ") + std::string(1, letters[field]);
    if (fields.size() >= 10) return "";
    return (fields.size() > 1 ? "only fields " : "only field ") + fields +
           (fields.size() > 1 ? " have wrong values: " : " has wrong values: ");
  }

  const Result& result_;
  const Values& values_;
  Place out_place_, in_place_;
  std::vector<Spot> wrong_;
};

}  // namespace

std::string diagnosis(const Result& result, const Values& values, const Place& out_place, const Place& in_place) {
  return Diagnosis(result, values, out_place, in_place).sentence();
}

}  // namespace objects
