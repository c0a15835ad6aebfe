// Holds a submitted transpose to its memory budgets, and says in words where and why it misses one.
#include "tests/common/transposes/budgets.hpp"

#include <bit>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "harness/scripted.hpp"
#include "harness/tagged.hpp"
#include "tests/common/speed.hpp"
#include "tests/common/words.hpp"

namespace transposes {
namespace {

using grading::many;
using grading::number;

// Two known ones and one that nobody knows before: multiples of every tile's sides.
std::vector<Shape> whole_shapes() { return {{512, 256}, {256, 512}, drawn_whole_shape()}; }
// Of more than a million elements: a function may take another way for large ones.
constexpr Shape large{1088, 1024};
constexpr Direction both[] = {Direction::load, Direction::store};

// How far apart neighbouring lanes are at a site, in the student's own variables where they fit.
std::string lane_distance(const harness::Site& site, Shape shape) {
  if (!site.lane_distance) return "";
  const std::int64_t floats = *site.lane_distance / std::int64_t(sizeof(float));
  const auto apart = [&](const std::string& what) { return "neighbouring lanes are " + what + " floats apart"; };
  if (*site.lane_distance % std::int64_t(sizeof(float)) != 0) return "";
  if (floats == 0) return "neighbouring lanes use the same element";
  if (floats * std::int64_t(sizeof(float)) == site.bytes) return "";
  for (const int factor : {1, 2, 4, 8, 16})
    for (const auto& [name, value] : {std::pair{"rows", shape.rows}, std::pair{"cols", shape.cols}})
      if (floats == std::int64_t(factor) * value)
        return apart((factor == 1 ? "" : std::to_string(factor) + " * ") + ("`" + std::string(name) + "`"));
  return apart(std::to_string(floats));
}

// What a request looks like at a site that moves too many sectors.
std::string reason(const harness::Site& site, Shape shape) {
  // Where an edge cuts blocks, some lanes rest in every kernel.
  const bool is_cut = shape.rows % 64 != 0 || shape.cols % 64 != 0;
  if (const std::string few = grading::resting_lanes(site); !few.empty() && !is_cut)
    return few + " in a request (" + place(site) +
           "); are the blocks a whole number of warps, and do all lanes have work?";
  const std::string distance = lane_distance(site, shape);
  if (!distance.empty()) return distance + " (" + place(site) + ").";
  if (site.pieces > 1)
    return "the lanes of a warp fall into " + std::to_string(site.pieces) + " separate pieces, each of " +
           number(site.counters.lanes_per_request() * site.bytes / site.pieces) + " bytes, and a sector has " +
           std::to_string(simt::sector_bytes) + " (" + place(site) + ").";
  return "see " + place(site) + ".";
}

}  // namespace

std::optional<grading::RightCall> right_call(const char* function, Shape shape, bool is_cut) {
  // Several tests judge the same call: it is made once.
  static std::map<std::pair<int, int>, grading::RightCall> right;
  if (const auto found = right.find({shape.rows, shape.cols}); found != right.end()) return found->second;
  harness::forget_host_work();
  const Call seen = call(submitted(function), shape);
  std::string wrong = seen.wrong.empty() ? diagnosis(seen.result) : seen.wrong;
  // A kernel that moves what the host has turned round touches as few sectors as one can.
  if (wrong.empty()) wrong = grading::not_by_kernels(seen.activity, shape.bytes());
  if (wrong.empty() && !seen.no_kernel())
    return right[{shape.rows, shape.cols}] = grading::RightCall{seen.activity, shape.words() + ": ", "float",
               "elements", "the matrix", [shape](const harness::Site& site) { return reason(site, shape); }};
  if (is_cut) return std::nullopt;
  ADD_FAILURE() << "requests and sectors are judged when the result is right. " << shape.words() << ": "
                << (wrong.empty() ? "no kernel was launched." : grading::closed(wrong));
  return std::nullopt;
}

std::vector<Shape> cut_shapes() { return {{200, 264}, {24, 1032}}; }

void expect_sectors(const char* function, Direction direction, double budget, Sizes sizes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests and sectors are graded on sim";
  std::vector<Shape> shapes = whole_shapes();
  shapes.push_back(large);
  const std::size_t whole = shapes.size();
  if (sizes == Sizes::whole_sectors)
    for (const Shape shape : cut_shapes()) shapes.push_back(shape);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape shape = shapes[i];
    const auto call = right_call(function, shape, i >= whole);
    if (!call) return;
    const std::string words = grading::over_sectors(*call, direction, budget, shape.bytes());
    if (!words.empty()) FAIL() << words;
  }
}

void expect_request_share(const char* function, double share) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are graded on sim";
  for (const Shape shape : whole_shapes()) {
    const auto call = right_call(function, shape);
    if (!call) return;
    const double budget = share * double(shape.elements()) / simt::warp_lanes;
    for (const Direction direction : both) {
      const std::string words =
          grading::over_requests(*call, direction, budget, "a quarter of what one float a lane takes");
      if (!words.empty()) FAIL() << words;
    }
  }
}

void expect_whole_sectors(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  std::vector<Shape> shapes = whole_shapes();
  shapes.insert(shapes.end(), {{48, 80}, {16, 16}, {16, 112}, {208, 16}});
  for (const Shape shape : shapes) {
    const auto call = right_call(function, shape);
    if (!call) return;
    for (const Direction direction : both)
      if (const std::string words = grading::unused_bytes(*call, direction, shape.bytes()); !words.empty())
        FAIL() << words << " A sector has " << simt::sector_bytes << " bytes, " << simt::sector_bytes / 16
               << " float4 side by side: give them to as many lanes of one warp.";
  }
}

void expect_elements_per_thread(const char* function, double budget) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "threads are counted on sim";
  const Shape shape{512, 512};
  const auto call = right_call(function, shape);
  if (!call) return;
  const double elements = double(shape.elements()) / double(call->activity.threads);
  if (elements >= budget) return;
  ADD_FAILURE() << shape.words() << ": " << call->activity.threads << " threads were started, so each moves "
                << many(elements, "element")
                << " on average. Let each move several: then it has several loads under way at once.";
}

void expect_copy_share(const char* function, double budget) {
  constexpr int side = 8192;
  constexpr std::size_t count = std::size_t(side) * side;
  const Submitted transpose = submitted(function);
  std::vector<float> input(count);
  for (std::size_t i = 0; i < count; ++i) input[i] = std::bit_cast<float>(harness::scramble(std::uint32_t(i)));
  harness::DeviceBuffer<float> in(input, "in"), out(count, "out");
  const double share = grading::share_of_a_copys_speed(
      out.get(), in.get(), count * sizeof(float), transpose.bind(out.get(), in.get(), side, side));
  const std::vector<float> result = out.download();
  std::size_t wrong = 0;
  Place first;
  for (int row = 0; row < side; ++row)
    for (int col = 0; col < side; ++col)
      if (std::bit_cast<std::uint32_t>(result[std::size_t(col) * side + row]) !=
              std::bit_cast<std::uint32_t>(input[std::size_t(row) * side + col]) &&
          wrong++ == 0)
        first = {row, col};
  if (wrong > 0)
    FAIL() << "rows = cols = 8192: speed is judged when the result is right. " << name("out", {first.col, first.row})
           << " should hold " << name("in", first) << " and does not; " << wrong << " of " << count
           << " elements are wrong.";
  if (share < budget)
    ADD_FAILURE() << "rows = cols = 8192: the transpose reaches " << number(100 * share) << " % of a copy's speed, and "
                  << number(100 * budget) << " % are asked for.";
}

}  // namespace transposes
