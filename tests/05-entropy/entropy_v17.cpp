// Grades the lab entropy_v17: a whole call in bands, of which copies and kernels may overlap; what it keeps, and gives back.
// Run: grade-entropy_v17.sim --module FILE.so
//
// Nothing here is a time. What streams were given is written down with what CUDA orders of it (simt::StreamWork): the grader
// asks which copies and which of the filter's work a GPU may do at once.
#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/grading/overlap.hpp"
#include "tests/05-entropy/grading/shifted.hpp"
#include "tests/05-entropy/player/overlapped.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace filters {

const char* const function = "entropy_v17";
const bool on_device = false;

namespace {

using grading::closed;

Overlapped seen;  // of the last call

void release() { harness::ask<>("release v17", std::string("release_v17")); }

Call in_bands(const Grid& grid, int band, const Way17& way) {
  const Call call = call_on_host(
      [&](float* out, const float* in, int rows, int cols) {
        harness::ask<>("overlapped", function, out, in, rows, cols, std::int32_t(band), way);
      },
      grid, harness::Poison::first);
  seen = harness::ask<Overlapped>("overlap");
  return call;
}

std::string difference(const Grid& grid, int band, const Call& call) { return difference(grid, band, call, seen); }

std::string words_of(const Grid& grid, int band, const Way17& way, const std::string& words) {
  return grid.words() + ", bands of " + std::to_string(band) + (band == 1 ? " row, " : " rows, ") + words_of(way) +
         ": " + words;
}

void expect_right(const Grid& grid, int band, const std::vector<Way17>& tried = ways) {
  const std::size_t bands = std::size_t((grid.rows - 1) / std::min(band, grid.rows) + 1);
  for (const Way17& way : tried) {
    if (const std::string words = difference(grid, band, in_bands(grid, band, way)); !words.empty())
      FAIL() << words_of(grid, band, way, words);
    if (seen.rows.size() > bands)
      FAIL() << words_of(grid, band, way,
          "on_gpu was called " + std::to_string(seen.rows.size()) + " times, and there are " + std::to_string(bands) +
              (bands == 1 ? " band." : " bands."));
  }
}

// A call on symbols that no call before had, in each way.
std::string trial(harness::Activity* activity) {
  static std::uint32_t seed = 100;
  for (const Way17& way : {ways[0], ways[1]}) {
    const Grid grid = grids::random(75, 20, ++seed);
    const Call call = in_bands(grid, 7, way);
    if (activity) *activity = call.activity;
    if (const std::string words = difference(grid, 7, call); !words.empty()) return words_of(grid, 7, way, words);
    if (activity && !activity->fault.empty()) break;
  }
  return "";
}

TEST(Correctness, WholeBands) { expect_right(grids::random(96, 50), 8); }
TEST(Correctness, LastBandHasFewerRows) { expect_right(grids::random(101, 33), 9); }
TEST(Correctness, BandsThinnerThanTheHalo) { expect_right(grids::random(23, 40), 1); }
TEST(Correctness, MoreThanAByteCounts) {
  expect_right(grids::random(300, 3), 1, {ways[1]});
  expect_right(grids::random(601, 3), 300, {ways[1]});
}
TEST(Correctness, ManyRows) {
  const Grid grid = grids::random(200'000 + int(harness::seed() % 1000), 1);
  for (const Way17& way : {ways[0], ways[1]}) expect_right(grid, 70'000, {way});
}
TEST(Correctness, OneBand) {
  expect_right(grids::random(30, 31), 30);
  expect_right(grids::random(30, 31), 1 << 30);
  expect_right(grids::random(1, 1), 1);
}
TEST(Correctness, OneIsPageable) {
  const Grid grid = grids::random(40, 20);
  for (const Way17& way : {ways[2], ways[3]}) {
    release();
    if (const std::string words = difference(grid, 8, in_bands(grid, 8, way)); !words.empty())
      FAIL() << words_of(grid, 8, way,
          "with nothing kept from a call before, so does a call take page-locked memory where only one of the two is "
          "pageable? " +
              words);
  }
}
// What the call before has kept may be too small, and of another shape.
TEST(Correctness, ShapesInTurn) {
  std::uint32_t state = std::uint32_t(harness::seed()) * 0x9E3779B9u;
  const auto draw = [&](std::uint32_t below) { return int((state = harness::scramble(state + 1)) % below) + 1; };
  for (int i = 0; i < 6; ++i) {
    const int rows = draw(90), cols = draw(90), band = draw(12);
    expect_right(grids::random(rows, cols, state), band, {ways[std::size_t(draw(4) - 1)]});
    if (testing::Test::HasFailure()) return;
  }
}
TEST(Correctness, NothingRemembered) { grading::expect_nothing_remembered(function, trial); }

TEST(Correctness, AnotherDevice) {
  const Grid grid = grids::random(40, 20);
  const int devices = harness::set_devices(2) ? 2 : harness::devices();
  std::string words;
  int at = 0;
  for (const int device : {0, devices - 1, 0}) {
    if (!words.empty()) break;
    harness::set_current_device(at = device);
    words = difference(grid, 6, in_bands(grid, 6, ways[1]));
    if (words.empty() && harness::current_device() != device) words = "the caller's current device is another one now.";
  }
  harness::set_current_device(0);
  release();
  harness::set_devices(1);
  if (!words.empty()) FAIL() << "by device " << at << ", after a call by another: " << words;
}

constexpr int overlap_bands = 12, overlap_band = 16, overlap_cols = 40;

// Bands enough that what is on its way at once is not all of them.
void expect_overlap(const Way17& way) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what may overlap is known on sim only";
  const Grid grid = grids::random(overlap_bands * overlap_band, overlap_cols);
  for (int call = 0; call < 2; ++call) {  // the second has what the first has kept
    if (const std::string words = difference(grid, overlap_band, in_bands(grid, overlap_band, way)); !words.empty())
      FAIL() << "overlap is judged when the result is right. " << words_of(grid, overlap_band, way, words);
    const std::string where = grid.words() + ", bands of " + std::to_string(overlap_band) + " rows: ";
    if (!seen.on_device)
      FAIL() << where << "on_gpu was given memory of the host's. It reads some cells several times: copy the band.";
    const int tallest = *std::max_element(seen.rows.begin(), seen.rows.end());
    if (tallest > overlap_band + 4)
      FAIL() << where << "on_gpu was given " << tallest << " rows at once; a band and its halo are " << overlap_band + 4
             << ".";
    if (seen.rows.size() > overlap_bands)
      FAIL() << where << "on_gpu was called " << seen.rows.size() << " times, and there are " << overlap_bands
             << " bands: is it called for bands that are not there, or with the band of another call?";
    if (const std::string words = apart(seen.work, overlap_bands); !words.empty() && call == 1)
      FAIL() << words_of(way) << ", " << overlap_bands << " bands: " << words;
  }
}

TEST(Overlap, PageLockedMemory) { expect_overlap(ways[0]); }
TEST(Overlap, PageableMemory) { expect_overlap(ways[1]); }
TEST(Overlap, OneOfEach) {
  expect_overlap(ways[2]);
  if (!testing::Test::HasFailure()) expect_overlap(ways[3]);
}

std::uint64_t held_bytes() {
  std::uint64_t bytes = 0;
  for (const simt::Acquired& one : harness::acquired()) bytes += one.bytes;
  return bytes;
}
std::uint64_t page_locked_bytes() {
  std::uint64_t bytes = 0;
  for (const simt::Acquired& one : harness::acquired()) bytes += one.what == "pinned host memory" ? one.bytes : 0;
  return bytes;
}

// Who has page-locked memory of its own fills it by several threads. (Who registers the caller's has none.)
TEST(Overlap, SeveralThreadsCopy) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what a thread does is known on sim only";
  release();
  const std::uint64_t before = page_locked_bytes();
  harness::set_host_threads(3);
  const Grid grid = grids::random(120, 40);
  in_bands(grid, 20, ways[1]);
  harness::forget_host_work();
  const std::string words = difference(grid, 20, in_bands(grid, 20, ways[1]));
  const std::vector<std::uint64_t> counts = harness::host_work();
  if (!words.empty()) FAIL() << "threads are judged when the result is right. " << words_of(grid, 20, ways[1], words);
  if (page_locked_bytes() == before) return;
  // A thread of the C++ library is another one in each band, so all but the caller's count together.
  const auto others = std::accumulate(counts.begin() + 1, counts.end(), std::uint64_t(0));
  if (others < counts.front() / 4)
    FAIL() << words_of(grid, 20, ways[1],
        "with OMP_NUM_THREADS=3, no other thread of the host copies to page-locked memory and from there; one alone is "
        "slower than the bus. #pragma omp parallel for shares a band's rows out.");
}

struct FreeMemory {
  explicit FreeMemory(std::size_t bytes) { harness::leave_device_memory(bytes); }
  ~FreeMemory() { harness::leave_device_memory(0); }
  FreeMemory(const FreeMemory&) = delete;
};

TEST(Memory, GridLargerThanTheDevice) {
  release();
  constexpr int band = 8, bands = 60, cols = 64;
  const Grid grid = grids::random(band * bands, cols);
  const FreeMemory some(std::size_t(16 * (band + 4) * cols) * sizeof(float));
  if (const std::string words = difference(grid, band, in_bands(grid, band, ways[0])); !words.empty())
    FAIL() << words_of(grid, band, ways[0],
        "the device has room for sixteen bands with their halos, and a call needs no more, however many there are: " +
            words);
}

TEST(Memory, IsKept) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "that a device has no memory left is tried on sim only";
  const Grid grid = grids::random(90, 40);
  for (const Way17& way : {ways[0], ways[1]}) {
    if (const std::string words = difference(grid, 8, in_bands(grid, 8, way)); !words.empty())
      FAIL() << "memory is judged when the result is right. " << words_of(grid, 8, way, words);
    const FreeMemory none(1);
    if (const std::string words = difference(grid, 8, in_bands(grid, 8, way)); !words.empty())
      FAIL() << words_of(grid, 8, way,
          "the second call of a shape finds no free memory on the device and needs none, had the first kept its own: " +
              words);
  }
}

TEST(Memory, DoesNotGrowWithTheGrid) {
  for (const Way17& way : {ways[0], ways[1]}) {
    std::uint64_t kept[2] = {};
    for (const int larger : {0, 1}) {
      release();
      const std::uint64_t before = held_bytes();
      const Grid grid = grids::random(larger ? 480 : 120, 20);
      if (const std::string words = difference(grid, 6, in_bands(grid, 6, way)); !words.empty())
        FAIL() << "memory is judged when the result is right. " << words_of(grid, 6, way, words);
      kept[larger] = held_bytes() - before;
    }
    if (kept[1] > kept[0])
      FAIL() << words_of(way) << ": after a grid of 20 bands " << kept[0] << " bytes are kept, after one of 80 "
             << kept[1] << ". A few bands' memory is enough for both.";
  }
}

// What it keeps may be of the device that was the current one: that is tried by tests of its own.
TEST(Memory, NothingMoreIsLeftByEachCall) {
  grading::expect_nothing_left_by(function, "", [] {
    if (const std::string words = trial(nullptr); !words.empty()) ADD_FAILURE() << words;
  });
}

// What will not do any more is given back, and then the rest.
TEST(Memory, NothingIsLeftByLargerBands) {
  grading::expect_nothing_left_by(function, " for larger bands, and then of release_v17,", [] {
    for (const int band : {4, 20, 6, 30})
      if (const Grid grid = grids::random(70, 24); !testing::Test::HasFailure())
        if (const std::string words = difference(grid, band, in_bands(grid, band, ways[1])); !words.empty())
          ADD_FAILURE() << "memory is judged when the result is right. " << words_of(grid, band, ways[1], words);
    release();
  });
}

std::string left_by_release(const std::vector<simt::Acquired>& before) {
  release();
  release();  // when there is nothing left
  for (const simt::Acquired& one : harness::acquired())
    if (std::none_of(before.begin(), before.end(),
            [&](const simt::Acquired& old) { return old.address == one.address && old.what == one.what; }))
      return "after release_v17 there is still " +
             (one.bytes ? std::to_string(one.bytes) + " bytes of " + one.what : one.what) + ", which " +
             one.given_back_by + " gives back.";
  return "";
}

TEST(Memory, IsReleased) {
  release();
  const std::vector<simt::Acquired> before = harness::acquired();
  for (int time = 0; time < 2; ++time) {
    if (const std::string words = trial(nullptr); !words.empty()) FAIL() << words;
    if (const std::string words = left_by_release(before); !words.empty()) FAIL() << words;
  }
}

// A call that fails leaves nothing under way, and the next one is right.
TEST(Memory, ARefusalIsThrown) {
  release();
  const std::vector<simt::Acquired> before = harness::acquired();
  const Grid grid = grids::random(80, 24);
  for (Way17 way : {ways[0], ways[1]})
    for (const int nth : {0, 5}) {
      way.refused = nth;
      const Call call = in_bands(grid, 8, way);
      harness::clear_error();
      if (!call.wrong.starts_with("the function threw an exception") ||
          call.wrong.find("out of memory") == std::string::npos)
        FAIL() << words_of(grid, 8, way, "a launch in on_gpu fails (out of memory), and ")
               << (call.wrong.starts_with("the function threw") ? closed(call.wrong)
                                                                : "the function returns as if nothing were.")
               << " cudaGetLastError() tells what a launch left; throw std::runtime_error(cudaGetErrorString(…)).";
      if (const std::string words = difference(grid, 8, in_bands(grid, 8, ways[1])); !words.empty())
        FAIL() << "after a call in which a GPU refused: " << words_of(grid, 8, ways[1], words);
    }
  if (const std::string words = left_by_release(before); !words.empty()) FAIL() << "where a GPU has refused, " << words;
}

// Whatever a call takes first or last, there may be none left of it. Who does with less is right as well.
TEST(Memory, NoMemoryIsThrown) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what happens when memory is scarce is graded on sim only";
  const Grid grid = grids::random(90, 40);
  for (const Way17& way : {ways[0], ways[1]}) {
    release();
    const std::uint64_t before = held_bytes();
    const std::string words = difference(grid, 8, in_bands(grid, 8, way));
    if (!words.empty()) FAIL() << "memory is judged when the result is right. " << words_of(grid, 8, way, words);
    const std::uint64_t needed = held_bytes() - before;
    for (const std::uint64_t left : {needed / 20, needed / 2, needed * 19 / 20}) {
      release();
      Call call;
      {
        const FreeMemory scarce(left + 1);
        call = in_bands(grid, 8, way);
      }
      const std::string scarcely = std::to_string(left) + " bytes of memory are free, and a call has taken " +
                                   std::to_string(needed) + " before";
      if (!call.wrong.starts_with("the function threw an exception"))
        if (const std::string wrong = difference(grid, 8, call); !wrong.empty())
          FAIL() << words_of(grid, 8, way,
              scarcely + ", so cudaMalloc or cudaMallocHost fails. Look at what it returns, and throw it. " + wrong);
      if (const std::string wrong = difference(grid, 8, in_bands(grid, 8, way)); !wrong.empty())
        FAIL() << words_of(grid, 8, way,
            scarcely + ", and the next call finds enough, so is something taken for kept that was never got? " + wrong);
    }
  }
}

TEST(Memory, BytesPastAnInt) {
  expect_room_for_bytes_past_an_int(function);
  const std::string words = HasFailure() || IsSkipped() ? "" : trial(nullptr);
  release();
  if (!words.empty()) FAIL() << "a call before wanted too much: is its size kept? " << words;
}

// Whoever throws while copies are on their way gives the caller memory back that is still written to.
TEST(Order, NothingIsUnderWayAfterARefusal) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "other orders of streams are tried on sim only";
  const Grid grid = grids::random(80, 24);
  Way17 way = ways[0];
  way.refused = 3;
  {
    const harness::LateWork late;
    in_bands(grid, 8, way);
  }
  harness::clear_error();
  if (seen.written_later)
    FAIL() << words_of(grid, 8, way,
        "a launch in on_gpu fails, the function throws, and copies to the caller's memory are still under way: wait "
        "for them (cudaDeviceSynchronize) before you throw.");
}

// The last tests, since a device with a fault is reset, and all that is kept is gone.
TEST(Order, Races) {
  for (const int threads : {3, 8}) {
    harness::set_host_threads(threads);
    for (const Way17& way : {ways[0], ways[1]}) {
      const Grid grid = grids::random(61, 30);
      const std::string words = race_in(threads == 3 ? harness::TurnOrder::forward : harness::TurnOrder::backward,
          [&] { return in_bands(grid, 6, way); });
      if (words.empty()) continue;
      harness::set_host_threads(3);
      FAIL() << words_of(grid, 6, way, words);
    }
  }
  harness::set_host_threads(3);
}

TEST(Order, AnyOrderOfStreams) { grading::expect_any_order_of_streams(function, trial, grading::ResultIs::on_host); }

// What a launch says is not all: a kernel may go wrong when it runs, in the last band, too.
TEST(Order, AFaultIsThrown) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "kernels that go wrong are tried on sim only";
  const Grid grid = grids::random(80, 24);
  Way17 way = ways[harness::seed() % 2];
  way.failing = 9;
  std::string said;
  {
    const harness::LateWork late;
    said = in_bands(grid, 8, way).wrong;
  }
  harness::recover();
  if (!said.starts_with("the function threw an exception") || said.find("illegal memory access") == std::string::npos)
    FAIL() << words_of(grid, 8, way, "a kernel of on_gpu's goes wrong while it runs, in the last band, and ")
           << (said.starts_with("the function threw") ? closed(said) : "the function returns as if nothing were.")
           << " What waits for a band (cudaEventSynchronize, cudaStreamSynchronize, …) returns it.";
}

}  // namespace
}  // namespace filters
