// Grades the lab aosoa: a layout in which an object is near itself and a warp's requests touch 4 sectors.
// Run: grade-aosoa.sim --module FILE.so --budget object_span=512 --budget sectors_per_request=4
#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/03-aos-soa/grading/budgets.hpp"
#include "tests/03-aos-soa/grading/trial.hpp"

namespace objects {
namespace {

std::size_t ints_for(std::size_t count) { return (count + 31) / 32 * 128; }

std::string asked(std::size_t i, int field) {
  return "aosoa_place(" + std::to_string(i) + ", " + std::to_string(field) + ")";
}

// The places of the first `count` objects' fields, asked for once.
const std::vector<Object>& places(std::size_t count) {
  static std::vector<Object> known;
  if (known.size() >= count) return known;
  std::vector<std::tuple<int, int>> calls;
  calls.reserve(4 * (count - known.size()));
  for (std::size_t i = known.size(); i < count; ++i)
    for (int field = 0; field < 4; ++field) calls.emplace_back(int(i), field);
  const std::vector<int> places = harness::submission().function<decltype(aosoa_place)>("aosoa_place").each(calls);
  for (std::size_t at = 0; at < places.size(); at += 4)
    known.push_back({places[at], places[at + 1], places[at + 2], places[at + 3]});
  return known;
}

// What is wrong with the places of `count` objects, or empty: each inside the array, and each different.
std::string fault_with_places(std::size_t count) {
  std::vector<std::int64_t> owner(ints_for(count), -1);
  for (std::size_t i = 0; i < count; ++i)
    for (int field = 0; field < 4; ++field) {
      const int place = places(count)[i][std::size_t(field)];
      const auto call = [&] { return asked(i, field) + " is " + std::to_string(place); };
      if (place < 0 || std::size_t(place) >= owner.size())
        return call() + ", but " + std::to_string(count) + (count == 1 ? " object has " : " objects have ") +
               std::to_string(owner.size()) + " ints, places 0 to " + std::to_string(owner.size() - 1) + ".";
      std::int64_t& taken = owner[std::size_t(place)];
      if (taken >= 0)
        return call() + ", and so is " + asked(std::size_t(taken / 4), int(taken % 4)) + ": two fields in one place.";
      taken = std::int64_t(i) * 4 + field;
    }
  return "";
}

// Objects in an array on the device, each field where the submission says. The gaps hold poison.
class DevicePlaced {
 public:
  static std::string place(const std::string& name, std::size_t i, int field) {
    return name + "[aosoa_place(" + std::to_string(i) + ", " + std::to_string(field) + ")]";
  }

  DevicePlaced(const Objects& objects, const std::string& name) : count_(objects.size()) {
    if (const std::string words = fault_with_places(count_); !words.empty()) throw std::runtime_error(words);
    std::vector<int> ints(ints_for(count_), int(harness::poison_word(harness::Poison::first)));
    for (std::size_t i = 0; i < count_; ++i)
      for (int field = 0; field < 4; ++field)
        ints[std::size_t(places(count_)[i][std::size_t(field)])] = objects[i][std::size_t(field)];
    ints_ = std::make_unique<harness::DeviceBuffer<int>>(ints, name);
  }

  int* argument() const { return ints_->get(); }

  Objects download() const {
    const std::vector<int> ints = ints_->download();
    Objects objects(count_);
    for (std::size_t i = 0; i < count_; ++i)
      for (int field = 0; field < 4; ++field)
        objects[i][std::size_t(field)] = ints[std::size_t(places(count_)[i][std::size_t(field)])];
    return objects;
  }

  std::string damage() const {
    const auto found = ints_->damage();
    return found ? found->sentence(ints_->name()) : "";
  }

 private:
  std::size_t count_;
  std::unique_ptr<harness::DeviceBuffer<int>> ints_;
};

auto gpu() { return trial<DevicePlaced, DevicePlaced, decltype(add_aosoa)>("add_aosoa", Task::add); }

TEST(Correctness, FewObjects) { expect_right(gpu(), few); }
TEST(Correctness, OddCounts) { expect_right(gpu(), odd); }
TEST(Correctness, ManyObjects) { expect_right(gpu(), many); }
TEST(Correctness, Drawn) { expect_right(gpu(), drawn_counts()); }
TEST(Correctness, Zeros) { expect_right_with_zeros(gpu()); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("add_aosoa", with(gpu(), 700)); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("add_aosoa", with(gpu(), 1000)); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("add_aosoa", with(gpu(), 900)); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(gpu(), 32, 16); }
TEST(Correctness, AnyGrid) {
  expect_grid_to_follow_count(gpu(), call_of<DevicePlaced, DevicePlaced, decltype(add_aosoa)>("add_aosoa"));
}

TEST(Layout, PlacesAreDifferent) {
  for (const std::size_t count : {1, 31, 32, 33, 1000, 65536, 1 << 20})
    if (const std::string words = fault_with_places(count); !words.empty()) {
      ADD_FAILURE() << counted(int(count)) << words;
      return;
    }
}

// Up to as many objects as there may be: some tiles all over the array, a power of two and its neighbours among them.
TEST(Layout, FarPlacesAreDifferent) {
  constexpr int most = 1 << 26, tile = 32;
  std::vector<std::tuple<int, int>> calls;
  for (int power = 1; power <= most / tile; power *= 2)
    for (const int first : {tile * (power - 1), tile * power, tile * (power + 1)})
      for (int i = first; i < first + tile && i < most; ++i)
        for (int field = 0; field < 4; ++field) calls.emplace_back(i, field);
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  const std::vector<int> answers = harness::submission().function<decltype(aosoa_place)>("aosoa_place").each(calls);
  std::map<int, std::size_t> taken;
  for (std::size_t at = 0; at < answers.size(); ++at) {
    const auto [i, field] = calls[at];
    const std::string is = asked(std::size_t(i), field) + " is " + std::to_string(answers[at]);
    if (answers[at] < 0 || std::size_t(answers[at]) >= ints_for(most))
      FAIL() << counted(most) << is << ", but that many objects have " << ints_for(most) << " ints.";
    const auto [other, is_new] = taken.try_emplace(answers[at], at);
    if (is_new) continue;
    const auto [i_too, field_too] = calls[other->second];
    FAIL() << counted(most) << is << ", and so is " << asked(std::size_t(i_too), field_too)
           << ": two fields in one place, so does a number on the way hold fewer bits than an int?";
  }
}

// From the first byte of an object's nearest field to the last byte of its farthest.
TEST(Layout, ObjectIsNearItself) {
  const int budget = int(harness::budget("object_span"));
  if (const std::string words = fault_with_places(4096); !words.empty())
    FAIL() << "distances are judged when no two fields share a place. " << words;
  for (std::size_t i = 0; i < 4096; ++i) {
    const Object& place = places(4096)[i];
    const auto [first, last] = std::minmax_element(place.begin(), place.end());
    const int span = 4 * (*last - *first) + 4;
    if (span > budget)
      FAIL() << asked(i, int(first - place.begin())) << " is " << *first << " and "
             << asked(i, int(last - place.begin())) << " is " << *last << ": the object reaches over " << span
             << " bytes, and all of it is to be within " << budget << ".";
  }
}

TEST(Memory, Sectors) { expect_sectors(gpu(), harness::budget("sectors_per_request")); }

}  // namespace
}  // namespace objects
