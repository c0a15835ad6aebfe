// Grades the lab one_field: the right sum in both layouts; bytes fetched for each byte used 1 and 4.
// Run: grade-one_field.sim --module FILE.so --budget bytes_per_byte_soa=1 --budget bytes_per_byte_aos=4
#include "tests/03-aos-soa/memory_budget.hpp"

namespace grading {
namespace {

constexpr int summed_field = 2;  // c

// Small enough for the sum of many and otherwise large: few objects have sums beyond the 24 bits of a float. And the
// fields' sums differ: one of b is not taken for one of c.
Objects small_objects(int count, std::uint32_t call) {
  Objects objects(static_cast<std::size_t>(count));
  std::uint32_t state = call * 0x9E3779B1u + 1;
  const int range = std::max(2000, 100'000'000 / count);
  for (Object& object : objects)
    for (int field = 0; field < 4; ++field) {
      state = state * 1664525u + 1013904223u;
      object[std::size_t(field)] = int(state >> 4) % range - range / 20 * 7 * field;
    }
  return objects;
}

struct Summed {
  Call call;
  int sum = 0, before = 0;
};

// One call of void(sum, in, int) on the device, with `before` in *sum.
template <typename In, typename Function>
Summed summed(Function* function, const Objects& objects, int before) {
  Summed result;
  {
    harness::DeviceBuffer<int> sum(std::vector<int>{before}, "sum");
    In in(objects, "in");
    result.before = before;
    result.call = watched(int(objects.size()), [&] { function(sum.get(), in.argument(), int(objects.size())); });
    if (result.call.wrong.empty()) {
      try {
        if (const auto damage = sum.damage()) result.call.wrong = damage->sentence("sum");
        else if (in.download() != objects) result.call.wrong = "in was changed by the call. It is only to be read.";
        result.sum = sum.download().front();
      } catch (const harness::DeviceError& error) {
        result.call.wrong =
            std::string("after the call the buffers are gone (") + error.what() + "). They belong to the caller.";
      }
    }
  }
  if (!result.call.activity.fault.empty()) harness::recover();
  return result;
}

// What a wrong sum might be the sum of; or empty.
std::string resemblance(const Objects& objects, const Summed& result) {
  std::array<int, 4> sums{};
  for (const Object& object : objects)
    for (std::size_t field = 0; field < 4; ++field) sums[field] += object[field];
  const int right = sums[summed_field];
  if (result.sum == result.before) return ": *sum was left as it was";
  if (result.sum == right + result.before)
    return ": that is the sum, plus what *sum held before the call. Set it to 0 first";
  for (std::size_t field = 0; field < 4; ++field)
    if (field != summed_field && result.sum == sums[field])
      return std::string(": that is the sum of field ") + letters[field];
  if (result.sum == sums[0] + sums[1] + sums[2] + sums[3]) return ": that is the sum of all four fields";
  int sum = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (result.sum == sum && i > 0)
      return ": that is the sum of the first " + (i > 1 ? std::to_string(i) + " objects" : "object") + " alone";
    sum += objects[i][summed_field];
  }
  sum = right;
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    sum -= objects[i][summed_field];
    if (result.sum == sum) return ": that is the sum without the first " + std::to_string(i + 1) + " objects";
  }
  if (result.sum == int(float(right)) || std::abs(double(result.sum) - right) <= std::abs(double(right)) * 1e-6)
    return ": that is nearly right. A float holds 24 bits; add as ints";
  return "";
}

template <typename In, typename Function>
std::string fault(Function* function, int count, harness::Activity* activity = nullptr) {
  const std::uint32_t call = next_call();
  const Objects objects = small_objects(count, call);
  int right = 0;
  for (const Object& object : objects) right += object[summed_field];
  const Summed result = summed<In>(function, objects, 1'000'000 + int(call));
  if (activity) *activity = result.call.activity;
  if (!result.call.wrong.empty()) return closed(result.call.wrong);
  if (result.sum == right) return "";
  std::string words = "*sum should be " + std::to_string(right) + " (the sum of field c) but is " +
                      std::to_string(result.sum) + resemblance(objects, result) + ".";
  if (result.call.activity.launches == std::size_t{0}) return "no kernel was launched. " + words;
  const Summed again = summed<In>(function, objects, result.before);
  if (again.call.wrong.empty() && again.sum != result.sum)
    words += " The next call, with the same objects, gives " + std::to_string(again.sum) +
             ": something is read before it is written, or kept from the call before.";
  return words;
}

auto soa() { return harness::submission().function<decltype(one_field_soa)>("one_field_soa"); }
auto aos() { return harness::submission().function<decltype(one_field_aos)>("one_field_aos"); }

template <typename In, typename Function>
void expect_sums(Function* function, std::initializer_list<int> counts) {
  for (const int count : counts)
    if (const std::string words = fault<In>(function, count); !words.empty()) {
      ADD_FAILURE() << counted(count) << words;
      return;
    }
}

// Sectors of all loads of in, in bytes, for each of the 4 bytes an object that the sum needs. A hundredth more is for
// whatever a kernel keeps in memory on the way.
template <typename In, typename Function>
void expect_bytes_per_byte(Function* function, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  const int count = 1 << 16;
  harness::Activity seen;
  if (const std::string words = fault<In>(function, count, &seen); !words.empty()) {
    ADD_FAILURE() << "memory is judged when the result is right. " << counted(count) << words;
    return;
  }
  const double fetched = 32.0 * double(seen.load.sectors) / (4.0 * count);
  if (fetched < 0.999) {
    ADD_FAILURE() << counted(count) << "the kernels load only " << number(100 * fetched)
                  << "% of the field. All of it is to be read and added on the device.";
  } else if (fetched > 1.01 * budget) {
    const harness::Site* site = seen.worst(harness::Direction::load);
    ADD_FAILURE() << counted(count) << "your loads fetch " << number(fetched) << " bytes for each byte of field c, "
                  << number(budget) << " would do: "
                  << (site && site->counters.sectors > site->counters.ideal_sectors
                             ? cause(*site)
                             : "some bytes are fetched more than once, or are of other fields.");
  }
}

// Many threads add to one sum: sim sees who does so without an atomic or a barrier, also where nothing was lost.
TEST(Correctness, InOrder) {
  harness::check_order();
  expect_sums<DeviceArrays>(soa(), {2, 33, 1000});
  expect_sums<DeviceItems>(aos(), {2, 33, 1000});
}
TEST(Correctness, SoaFewObjects) { expect_sums<DeviceArrays>(soa(), few); }
TEST(Correctness, SoaOddCounts) { expect_sums<DeviceArrays>(soa(), odd); }
TEST(Correctness, SoaManyObjects) { expect_sums<DeviceArrays>(soa(), many); }
TEST(Correctness, AosFewObjects) { expect_sums<DeviceItems>(aos(), few); }
TEST(Correctness, AosOddCounts) { expect_sums<DeviceItems>(aos(), odd); }
TEST(Correctness, AosManyObjects) { expect_sums<DeviceItems>(aos(), many); }

TEST(Correctness, SoaAnyGrid) {
  expect_grid_to_follow([](int count, harness::Activity* seen) { return fault<DeviceArrays>(soa(), count, seen); });
}
TEST(Correctness, AosAnyGrid) {
  expect_grid_to_follow([](int count, harness::Activity* seen) { return fault<DeviceItems>(aos(), count, seen); });
}
TEST(Correctness, NothingIsLeftBehind) {
  expect_no_leak("one_field_soa", [] { return fault<DeviceArrays>(soa(), 1000); });
  expect_no_leak("one_field_aos", [] { return fault<DeviceItems>(aos(), 1000); });
}

TEST(Memory, Soa) { expect_bytes_per_byte<DeviceArrays>(soa(), harness::budget("bytes_per_byte_soa")); }
TEST(Memory, Aos) { expect_bytes_per_byte<DeviceItems>(aos(), harness::budget("bytes_per_byte_aos")); }

}  // namespace
}  // namespace grading
