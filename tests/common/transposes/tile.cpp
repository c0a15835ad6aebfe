// Holds a submitted transpose to what its tile of shared memory must be, and says in words where and why it is not.
#include "tests/common/transposes/tile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "harness/judge/accused.hpp"
#include "tests/common/words.hpp"

namespace transposes {

using grading::closed, grading::number, grading::shared_traffic, grading::verb, grading::worst_shared_site;

// --- races, and cells that nobody has written --------------------------------------------------------------

namespace {

Call call_looking(const Submitted& transpose, Shape shape, bool unwritten) {
  harness::check_order(true, unwritten);
  Call seen = call(transpose, shape);
  harness::check_order(false, false);
  return seen;
}

// Whether two threads have written one cell of a tile.
bool share_a_place(const harness::Activity& seen) {
  const auto says = [&](const char* words) { return seen.fault.find(words) != std::string::npos; };
  return seen.kind == "race" && (says(" writes the shared array ") || says(" writes dynamic shared memory ")) &&
         says(" has written it");
}

std::string advice(const std::string& kind, const std::string& fault) {
  if (kind == "race" && fault.find("orders two blocks") != std::string::npos)
    return " Each element of out must belong to one block alone.";
  if (kind == "race" && fault.find(" writes out at ") != std::string::npos)
    return " Each element of out must belong to one thread alone.";
  if (kind == "race") return " All threads need __syncthreads() between.";
  if (kind == "uninitialized") return " Compare the index of the store to the tile with that of the load.";
  return "";
}

}  // namespace

void expect_clean_tile(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "races and unwritten cells are seen on sim";
  const Submitted transpose = submitted(function);
  for (const Shape shape :
      {Shape{64, 128}, Shape{128, 128}, Shape{33, 65}, Shape{70, 30}, Shape{20, 4200}, Shape{4200, 20}}) {
    Call seen = call_looking(transpose, shape, true);
    if (seen.activity.kind == "uninitialized" && shape.rows % 64 != 0) {
      const Call again = call_looking(transpose, shape, false);
      if (again.wrong.empty() && diagnosis(again.result).empty()) continue;
      if (!again.activity.kind.empty()) seen = again;
    }
    if (seen.activity.fault.empty()) continue;  // a wrong result is another test's business
    // Whoever stores whole tiles to the wrong places reads, at the edges, what nobody has written: that is not the cause.
    const Shape tiles{64, 64};
    if (seen.activity.kind == "uninitialized" && shape.rows % 64 != 0)
      if (const Call whole = call(transpose, tiles); whole.wrong.empty())
        if (const std::string cause = diagnosis(whole.result); !cause.empty()) {
          ADD_FAILURE() << tiles.words() << ": " << closed(cause);
          return;
        }
    if (share_a_place(seen.activity))
      ADD_FAILURE() << shape.words() << ": "
                    << grading::because(seen.activity.fault, "Do two elements share a place in the tile?");
    else
      ADD_FAILURE() << shape.words() << ": " << closed(seen.activity.fault)
                    << advice(seen.activity.kind, seen.activity.fault);
    return;
  }
}

// --- through the tile --------------------------------------------------------------------------------------

void expect_through_tile(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the use of shared memory is graded on sim";
  // Not only where there are whole tiles: a matrix that fits into one, or is narrower, goes through it, too.
  for (const Shape shape : {Shape{256, 512}, Shape{75, 101}, Shape{20, 150}, Shape{150, 20}, Shape{7, 5}}) {
    const auto call = right_call(function, shape);
    if (!call) return;
    for (const Direction direction : {Direction::store, Direction::load}) {
      const std::uint64_t bytes = shared_traffic(call->activity, direction).bytes,
                          whole = shape.elements() * sizeof(float);
      if (bytes >= whole) continue;
      ADD_FAILURE() << shape.words() << ": the kernel " << verb(direction) << " " << bytes << " bytes "
                    << (direction == Direction::load ? "from" : "to") << " shared memory, but the matrix has " << whole
                    << ". In this lab every element goes through a __shared__ tile.";
      return;
    }
  }
}

// --- wavefronts --------------------------------------------------------------------------------------------

namespace {

// Why the lanes of a shared request get into each other's way.
std::string bank_cause(const harness::Site& site) {
  if (site.lane_distance && *site.lane_distance % simt::word_bytes == 0 && site.bytes == int(simt::word_bytes)) {
    const std::int64_t words = std::abs(*site.lane_distance / std::int64_t(simt::word_bytes));
    const std::int64_t lanes = std::gcd(words, std::int64_t{simt::banks});
    // Lanes 0 and 1 may be as far apart, and others not.
    const double wavefronts =
        double(site.counters.wavefronts) / double(std::max<std::uint64_t>(site.counters.requests, 1));
    if (words > 1 && lanes > 1 && std::abs(wavefronts - double(lanes)) < 0.5)
      return "neighbouring lanes are " + std::to_string(words) + " floats apart, and there are " +
             std::to_string(simt::banks) + " banks, so " +
             (lanes == simt::warp_lanes ? "all " + std::to_string(lanes) + " lanes want a float of the same bank"
                                        : std::to_string(lanes) + " lanes each want a float of the same bank") +
             " (" + place(site) + ").";
  }
  return "lanes of a warp want different floats of the same bank (" + place(site) +
         "). Word w of shared memory is in bank w % 32: write down w for lanes 0 to 31.";
}

}  // namespace

void expect_wavefronts(const char* function, double budget, Sizes sizes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "wavefronts are graded on sim";
  std::vector<Shape> shapes{{512, 256}, {256, 512}, drawn_whole_shape()};
  const std::size_t whole = shapes.size();
  if (sizes == Sizes::whole_sectors)
    for (const Shape shape : cut_shapes()) shapes.push_back(shape);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape shape = shapes[i];
    const bool is_cut = i >= whole;
    const auto call = right_call(function, shape, is_cut);
    if (!call) return;
    for (const Direction direction : {Direction::store, Direction::load}) {
      const simt::Counters& seen = shared_traffic(call->activity, direction);
      const double full = double(seen.bytes) / (simt::banks * simt::word_bytes);
      // Each site is judged: accesses that need not be would make the sum look good.
      const bool each = std::all_of(
          call->activity.shared_sites.begin(), call->activity.shared_sites.end(), [&](const harness::Site& site) {
            const double ideal = is_cut ? double(site.counters.ideal_wavefronts)
                                        : double(site.counters.bytes) / (simt::banks * simt::word_bytes);
            return harness::direction_of(site.op) != direction || double(site.counters.wavefronts) <= budget * ideal;
          });
      if (each) continue;
      const harness::Site* site = worst_shared_site(call->activity, direction);
      if (site)
        harness::accuse(call->activity, *site, double(seen.wavefronts), budget * full, "wavefronts of shared memory");
      if (!site || double(seen.wavefronts) <= budget * double(seen.ideal_wavefronts)) {
        ADD_FAILURE() << shape.words() << ": your shared " << verb(direction) << " take " << seen.wavefronts
                      << " wavefronts, " << number(budget * full)
                      << " would do: no lanes meet in a bank, but many requests are made by a part of a warp only: "
                         "let all 32 lanes make each access together.";
        return;
      }
      ADD_FAILURE() << shape.words() << ": your shared " << verb(direction) << " take "
                    << number(site->counters.wavefronts_per_request()) << " wavefronts a request, "
                    << number(double(site->counters.ideal_wavefronts) / double(site->counters.requests))
                    << " would do: " << bank_cause(*site);
      return;
    }
  }
}

// --- the tile's size ---------------------------------------------------------------------------------------

namespace {

// The words of shared memory that the first block touches on a matrix of one tile, warp by warp.
std::vector<std::uint64_t> words_of_first_block(const Submitted& transpose, Shape shape) {
  std::vector<std::uint64_t> all;
  for (unsigned warp = 0; warp < simt::h200::threads_of_block / simt::warp_lanes; ++warp) {
    const Call seen = call(transpose, shape, harness::Poison::first, 0, warp);
    all.insert(all.end(), seen.activity.shared_words.begin(), seen.activity.shared_words.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Two to four tiles of 32×32 in each direction, drawn from the run's seed.
Shape drawn_shape_of_tiles() {
  std::mt19937_64 random(harness::seed() + 2);
  const int rows = 2 + int(random() % 3);
  const int cols = 2 + int(random() % 3);
  return {32 * rows, 32 * cols};
}

void expect_tile_bytes(const char* function, double bytes, Shape shape) {
  if (testing::Test::HasFailure()) return;
  const auto call = right_call(function, shape);
  if (!call) return;
  const auto words = words_of_first_block(submitted(function), shape);
  if (!words.empty() && words.front() / harness::words_of_an_array != words.back() / harness::words_of_an_array) {
    ADD_FAILURE() << shape.words() << ": a block uses more than one shared array. The tile of 32×32 floats, "
                  << number(bytes) << " bytes, is to be all.";
    return;
  }
  const std::uint64_t from_first_to_last = words.empty() ? 0 : 4 * (words.back() - words.front() + 1);
  if (double(from_first_to_last) != bytes || 4.0 * double(words.size()) != bytes) {
    ADD_FAILURE() << shape.words() << ": from the first float that is used to the last, the tile takes up "
                  << from_first_to_last << " bytes, and " << 4 * words.size() << " of them are used. 32×32 floats are "
                  << number(bytes) << " bytes: the rows of this tile are not padded, and each of its floats is used.";
    return;
  }
  // What a launch asks for, a block of it has, used or not: the tile is that, or is not among it.
  const bool is_static = !words.empty() && words.front() / harness::words_of_an_array != harness::dynamic_array;
  for (const simt::Launch& launch : call->activity.kernels)
    if (const auto asked = launch.dynamic_shared_bytes; asked != 0 && (is_static || double(asked) != bytes)) {
      ADD_FAILURE() << shape.words() << ": the launch asks for " << asked << " bytes of dynamic shared memory"
                    << (is_static ? " besides the tile, which is an array of the kernel's own" : "")
                    << ". The tile of 32×32 floats, " << number(bytes) << " bytes, is to be all.";
      return;
    }
}

}  // namespace

void expect_tile_bytes(const char* function, double bytes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the tile's size is graded on sim";
  for (const Shape shape : {Shape{32, 32}, drawn_shape_of_tiles()}) expect_tile_bytes(function, bytes, shape);
}

}  // namespace transposes
