// Grades the lab entropy_v14: bands on one to eight devices, bit for bit what one device gives for the whole grid.
// Run: grade-entropy_v14.sim --module FILE.so
//
// The two filters that the lab is given are the player's own. They note who called them, on which device and with what.
#include <bit>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/judge/host_buffer.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/player/mixed_precision.hpp"
#include "tests/05-entropy/player/banded.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace filters {

const char* const function = "entropy_v14";
const bool on_device = false;

namespace {

using grading::closed;

constexpr int worth_it = 163840;

std::vector<Band> gpu_calls, cpu_calls;           // of the last call
int refusing = -1;                                // on this device on_gpu fails, as a launch does
constexpr const char* refusal = "out of memory";  // CUDA's words for that

Call banded(const Grid& grid) {
  const Call call = call_on_host([&](float* out, const float* in, int rows,
                                     int cols) { harness::ask<>("banded", function, out, in, rows, cols, refusing); },
      grid, harness::Poison::first);
  std::tie(gpu_calls, cpu_calls) = harness::ask<std::vector<Band>, std::vector<Band>>("bands");
  return call;
}

// Row `row` of out is row `row + shift` of what it should be, in every wrong row; 0 if there is no such shift.
int shift_of_rows(
    const Grid& grid, const std::vector<float>& out, const std::vector<float>& expected, const std::set<int>& wrong) {
  const auto line = [&](const std::vector<float>& cells, int row) {
    return cells.begin() + std::ptrdiff_t(row) * grid.cols;
  };
  for (const int shift : {-2, 2, -1, 1}) {
    int same = 0;
    for (const int row : wrong)
      same += row + shift >= 0 && row + shift < grid.rows &&
              std::equal(line(out, row), line(out, row) + grid.cols, line(expected, row + shift));
    if (2 * same > int(wrong.size())) return shift;
  }
  return 0;
}

std::string on_devices(int devices) {
  return " on " + std::to_string(devices) + (devices == 1 ? " device: " : " devices: ");
}

std::string reason(
    const Grid& grid, const std::vector<float>& out, const std::vector<float>& expected, const std::set<int>& wrong) {
  if (const int shift = shift_of_rows(grid, out, expected, wrong); shift != 0)
    return std::string(": rows there have what the rows ") +
           (std::abs(shift) == 1 ? "next to them"
               : shift < 0       ? "two above them"
                                 : "two below them") +
           " should have, and the device's first row is the halo's, not the band's, in its in and in its out.";
  int longest = 0, run = 0, last = -2;
  for (const int row : wrong) {
    run = row == last + 1 ? run + 1 : 1;
    longest = std::max(longest, run);
    last = row;
  }
  if (longest > 4) return ".";
  return ": at the edge of a band the windows need two rows more than the band has, and at the edge of the grid there "
         "are none.";
}

// Bit for bit.
std::string difference(const Grid& grid, const Call& call) {
  if (!call.wrong.empty()) return closed(call.wrong);
  std::vector<float> expected(grid.cells.size());
  mixed_precision(expected.data(), grid.cells.data(), grid.rows, grid.cols);
  std::set<int> rows;
  std::size_t first = expected.size();
  for (std::size_t i = expected.size(); i-- > 0;)
    if (std::bit_cast<std::uint32_t>(expected[i]) != std::bit_cast<std::uint32_t>(call.out[i]))
      rows.insert(int((first = i) / std::size_t(grid.cols)));
  if (rows.empty()) return "";
  const bool unwritten = std::bit_cast<std::uint32_t>(call.out[first]) == harness::poison_word(harness::Poison::first);
  std::string list;
  int shown = 0;
  for (const int row : rows)
    if (++shown <= 6) list += (shown == 1 ? "" : ", ") + std::to_string(row);
  return cell_name(grid, first) +
         (unwritten ? " was not written"
                    : " is " + decimals(call.out[first]) + ", and on_gpu gives " + decimals(expected[first]) +
                          " for the whole grid") +
         "; wrong rows: " + list + (rows.size() > 6 ? ", … (" + std::to_string(rows.size()) + ")" : "") +
         (unwritten ? "." : reason(grid, call.out, expected, rows));
}

// The same on 1 … 8 devices; with real ones on as many as there are.
std::vector<int> counts_of_devices() {
  if (!harness::set_devices(1)) return {harness::devices()};
  return {1, 2, 3, 4, 5, 6, 7, 8};
}

void expect_same(const Grid& grid, const std::vector<int>& counts = counts_of_devices()) {
  for (const int devices : counts) {
    harness::set_devices(devices);
    if (const std::string words = difference(grid, banded(grid)); !words.empty()) {
      ADD_FAILURE() << grid.words() << on_devices(devices) << words;
      return;
    }
  }
}

// The first test: only the first call makes what a program makes but once.
TEST(Correctness, Races) {
  const Grid grid = grids::random(405, 406);
  for (const int devices : counts_of_devices()) {
    harness::set_devices(devices);
    const std::string words =
        race_in(devices % 2 ? harness::TurnOrder::forward : harness::TurnOrder::backward, [&] { return banded(grid); });
    if (!words.empty()) FAIL() << grid.words() << on_devices(devices) << words;
  }
}

TEST(Correctness, OneToEightDevices) { expect_same(grids::random(405, 406)); }
TEST(Correctness, FewRows) { expect_same(grids::random(9, 18300)); }
TEST(Correctness, BandsThinnerThanTheHalo) { expect_same(grids::random(3, 54700)); }
TEST(Correctness, ManyRows) {
  const bool some = harness::set_devices(3);
  expect_same(grids::random(200'000 + int(harness::seed() % 1000), 1), some ? std::vector{3} : counts_of_devices());
}
TEST(Correctness, OneRow) { expect_same(grids::random(1, 163841)); }
TEST(Correctness, SmallGrids) {
  for (const Grid& grid : {grids::random(1, 1), grids::random(40, 50), grids::random(404, 405)}) expect_same(grid);
}

TEST(Bands, OneThreadADevice) {
  const Grid grid = grids::random(1024, 161);
  for (const int devices : counts_of_devices()) {
    harness::set_devices(devices);
    if (const std::string words = difference(grid, banded(grid)); !words.empty())
      FAIL() << "bands are judged when the result is right. " << grid.words() << on_devices(devices) << words;
    if (!cpu_calls.empty())
      FAIL() << grid.words() << on_devices(devices)
             << "on_cpu was called, and there are devices and cells enough for on_gpu.";
    std::set<int> seen;
    std::set<int> threads;
    for (const Band& band : gpu_calls) {
      seen.insert(band.device);
      threads.insert(band.thread);
    }
    if (int(seen.size()) != devices)
      FAIL() << grid.words() << on_devices(devices) << "on_gpu was called on " << seen.size()
             << " of them, for each thread has a current device of its own, and "
             << "it is device 0 until cudaSetDevice says otherwise.";
    if (int(threads.size()) < devices)
      FAIL() << grid.words() << on_devices(devices) << threads.size() << (threads.size() == 1 ? " thread" : " threads")
             << " called on_gpu, so the devices wait for each other: give each a thread of its own.";
    const int fair = (grid.rows + devices - 1) / devices + 4;
    std::map<int, int> rows;  // of each device's bands, without their halos
    for (const Band& band : gpu_calls) rows[band.device] += band.rows - 4;
    for (const auto& [device, sum] : rows)
      if (2 * sum > 3 * fair + 32)
        FAIL() << grid.words() << on_devices(devices) << "device " << device << " was given " << sum << " of "
               << grid.rows << " rows in all its bands; a fair share is " << fair - 4 << ".";
    for (const Band& band : gpu_calls)
      if (band.rows > fair + 16)
        FAIL() << grid.words() << on_devices(devices) << "device " << band.device << " was given " << band.rows
               << " rows; a fair share with its halo is " << fair << ".";
  }
}

TEST(Bands, NoneIsEmpty) {
  const Grid grid = grids::random(3, 54700);
  if (!harness::set_devices(8)) return;
  if (const std::string words = difference(grid, banded(grid)); !words.empty())
    FAIL() << "bands are judged when the result is right. " << grid.words() << on_devices(8) << words;
  if (gpu_calls.size() > std::size_t(grid.rows))
    FAIL() << grid.words() << on_devices(8) << "on_gpu was called " << gpu_calls.size() << " times for " << grid.rows
           << " rows, so some bands are empty: where there are more devices than rows, use fewer.";
}

// The first thread of a parallel region is the one that came to it.
TEST(Bands, TheCallersDeviceStays) {
  harness::set_devices(3);
  const int before = harness::devices() - 1;
  harness::set_current_device(before);
  const Grid grid = grids::random(405, 406);
  const std::string words = difference(grid, banded(grid));
  const int after = harness::current_device();
  harness::set_current_device(0);
  if (!words.empty())
    FAIL() << "the current device is judged when the result is right. " << grid.words() << ": " << words;
  if (after != before)
    FAIL() << "before the call the current device was " << before << ", after it is " << after
           << ": OpenMP's first thread is the caller's own, so note its device before the loop and set it again after.";
}

TEST(Bands, CpuWhereTheGpuIsNotWorthIt) {
  const auto expect_cpu = [](const Grid& grid, const std::string& why) {
    if (const std::string words = difference(grid, banded(grid)); !words.empty())
      return "bands are judged when the result is right. " + grid.words() + ": " + words;
    if (!gpu_calls.empty() || cpu_calls.size() != 1)
      return grid.words() + ": " + why + ", so on_cpu is to be called, once, and on_gpu is not.";
    return std::string();
  };
  static_assert(worth_it == 404 * 405 + 220);
  for (const Grid& grid : {grids::random(404, 405), grids::random(1600, 100)})
    if (const std::string words = expect_cpu(grid, "these are fewer than 163,840 cells"); !words.empty())
      FAIL() << words;
  if (!harness::set_devices(0)) return;
  const std::string words = expect_cpu(grids::random(512, 321), "there is no device");
  harness::set_devices(1);
  if (!words.empty()) FAIL() << words;
  if (const std::string same = difference(grids::random(512, 320), banded(grids::random(512, 320))); !same.empty())
    FAIL() << same;
  if (gpu_calls.empty()) FAIL() << "512×320 are 163,840 cells, just enough for on_gpu, and on_cpu was called.";
  if (const std::string same = difference(grids::random(20, 8200), banded(grids::random(20, 8200))); !same.empty())
    FAIL() << same;
  if (gpu_calls.empty()) FAIL() << "20×8200 are 164,000 cells, enough for on_gpu, and on_cpu was called.";
}

// As late as CUDA allows.
TEST(Bands, DoneWhenItReturns) {
  harness::set_devices(3);
  const Grid grid = grids::random(512, 321);
  const Call call =
      call_on_host([&](float* out, const float* in, int rows,
                       int cols) { harness::ask<>("banded, page-locked", function, out, in, rows, cols, -1); },
          grid, harness::Poison::first);
  if (call.wrong.starts_with("the function threw")) return;  // who page-locks the caller's memory finds that it is
  if (const std::string words = difference(grid, call); !words.empty())
    FAIL()
        << grid.words() << " with out in page-locked memory, on 3 devices: when the function returned, " << words
        << " A copy between the device and such memory (cudaMemcpyAsync) is not done when its call returns: wait for "
           "its stream.";
}

TEST(Bands, NothingIsLeft) {
  harness::set_devices(3);
  const Grid grid = grids::random(512, 321);
  grading::expect_nothing_left_by(function, "", [&] {
    if (const std::string words = difference(grid, banded(grid)); !words.empty())
      ADD_FAILURE() << "memory is judged when the result is right. " << grid.words() << ": " << words;
  });
}

// The last tests, since an exception that leaves a parallel region or a thread ends the program.
TEST(Bands, ARefusalIsThrown) {
  harness::set_devices(3);
  const Grid grid = grids::random(512, 321);
  // The first band's refusal is known before the others are done.
  refusing = 0;
  const std::string first = banded(grid).wrong;
  harness::clear_error();
  harness::recover();
  refusing = harness::devices() - 1;
  const int before = std::min(1, harness::devices() - 1);
  harness::set_current_device(before);
  const std::string said = banded(grid).wrong;
  const int after = harness::current_device();
  harness::set_current_device(0);
  harness::clear_error();
  harness::recover();
  if (said.starts_with("the function threw"))
    grading::expect_nothing_left_by(function, ", where a GPU refuses,", [&] {
      banded(grid);
      harness::clear_error();
    });
  refusing = -1;
  harness::clear_error();
  harness::recover();
  if (said.starts_with("the function threw an exception") && after != before)
    FAIL() << grid.words() << " on 3 devices: where a GPU refuses, the caller's current device was " << before
           << " before the call and is " << after << " after it: set it again before the exception is thrown.";
  if (!said.starts_with("the function threw an exception") || said.find(refusal) == std::string::npos)
    FAIL() << grid.words() << " on 3 devices: on the last of them a launch in on_gpu fails (" << refusal << "), and "
           << (said.starts_with("the function threw") ? closed(said) : "the function returns as if nothing were.")
           << " cudaGetLastError() tells what a launch left; throw std::runtime_error(cudaGetErrorString(…)) when all "
              "bands are done.";
  if (!first.starts_with("the function threw an exception") || first.find(refusal) == std::string::npos)
    FAIL() << grid.words() << " on 3 devices: on the first of them a launch in on_gpu fails (" << refusal
           << "), and on the others all goes well, and "
           << (first.starts_with("the function threw") ? closed(first) : "the function returns as if nothing were.")
           << " Is the error of one band overwritten by the success of another?";
}

// Free memory is that of all devices together, and what there is for one array of a band is not enough for two. Who does
// with less is right as well. (Not by banded(), which makes the device anew after an error that nobody takes: nothing is left
// of a leak then.)
TEST(Bands, NoMemoryIsThrown) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what happens when memory is scarce is graded on sim only";
  harness::set_devices(3);
  const Grid grid = grids::random(512, 321);
  const std::size_t band = std::size_t(grid.rows / 3 + 4) * std::size_t(grid.cols) * sizeof(float);
  for (const int arrays : {0, 1}) {
    Call call;
    bool thrown = false;
    const auto scarce = [&] {
      const harness::HostBuffer<float> in(grid.cells), out(std::vector<float>(grid.cells.size(), -1));
      harness::leave_device_memory(std::size_t(arrays) * band + band / 2);
      try {
        harness::ask<>("banded", function, out.get(), in.get(), grid.rows, grid.cols, -1);
        thrown = false;
      } catch (const harness::DeviceError&) {
        throw;
      } catch (const std::exception&) {
        thrown = true;
      }
      harness::leave_device_memory(0);
      harness::clear_error();
      call.out = out.download();
    };
    scarce();
    std::tie(gpu_calls, cpu_calls) = harness::ask<std::vector<Band>, std::vector<Band>>("bands");
    if (std::any_of(gpu_calls.begin(), gpu_calls.end(), [](const Band& band) { return band.nowhere; }))
      FAIL()
          << "a band finds no device memory, and on_gpu is called for it all the same, with a null pointer: a kernel "
             "that goes there is a fault, with which the device is lost. What cudaMalloc returns says so before.";
    if (const std::string words = thrown ? "" : difference(grid, call); !words.empty())
      FAIL() << (arrays == 0 ? "there is no device memory for a band's first array"
                             : "there is device memory for one array of a band and not for two")
             << ", and the function returns as if it had them: look at what each cudaMalloc returns, and throw it. "
             << words;
    grading::expect_nothing_left_by(
        function, arrays == 0 ? " that finds no memory" : " that finds memory for one array and not for two", scarce);
    if (HasFailure()) return;
  }
}

// A grid of 2^32 bytes, and one of as many cells: as an int either is 0. There is no memory for them, so nobody comes to the cells.
TEST(Bands, MoreThanAnIntCounts) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what happens when memory is scarce is graded on sim only";
  harness::set_devices(1);
  for (const int side : {1 << 15, 1 << 16}) {
    const harness::HostBuffer<float> in(std::vector<float>(1024, 1)), out(std::vector<float>(1024, -1));
    bool thrown = false;
    harness::leave_device_memory(1 << 16);
    try {
      harness::ask<>("banded", function, out.get(), in.get(), side, side, -1);
    } catch (const harness::DeviceError&) {
      throw;
    } catch (const std::exception&) {
      thrown = true;
    }
    harness::leave_device_memory(0);
    harness::clear_error();
    std::tie(gpu_calls, cpu_calls) = harness::ask<std::vector<Band>, std::vector<Band>>("bands");
    const bool computed = std::any_of(
        gpu_calls.begin(), gpu_calls.end(), [](const Band& band) { return 1ll * band.rows * band.cols > most_cells; });
    if (thrown && !computed && cpu_calls.empty()) continue;
    FAIL() << side << "×" << side << " on 1 device, which has no memory for so many cells: "
           << (!cpu_calls.empty() ? "on_cpu was called"
                  : computed      ? "on_gpu was called"
                                  : "the function returned as if nothing were")
           << ". An int counts neither their bytes nor, at 65536×65536, the cells: a factor must be a std::size_t (or "
              "long long) before the product is made.";
  }
}

// What a launch says is not all: a kernel may go wrong when it runs. On one device, since on sim all devices are lost with one.
TEST(Bands, AFaultIsThrown) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "kernels that go wrong are tried on sim only";
  harness::set_devices(1);
  const Grid grid = grids::random(512, 321);
  const std::string said =
      call_on_host([&](float* out, const float* in, int rows,
                       int cols) { harness::ask<>("banded, page-locked", function, out, in, rows, cols, 0); },
          grid, harness::Poison::first)
          .wrong;
  harness::recover();
  if (!said.starts_with("the function threw") || said.find("illegal memory access") == std::string::npos)
    FAIL() << grid.words()
           << " on 1 device: a kernel of on_gpu's goes wrong while it runs, which the next call tells that "
           << "waits for it, and "
           << (said.starts_with("the function threw") ? closed(said) : "the function returns as if nothing were.")
           << " Look at what each copy returns, too.";
}

}  // namespace
}  // namespace filters
