// Grades the lab entropy_v18: bands on the ranks of a job of MPI, their halos, their pieces of two files, and how a job ends.
// Run: grade-entropy_v18.sim --module FILE.so
//
// Nothing here is a time. The job's ranks are threads that take turns, and its MPI is as unkind as the standard allows
// (simt/mpi.hpp); what every rank did, and when its GPU had work, is written down.
#include <algorithm>
#include <cctype>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/grading/ranks.hpp"
#include "tests/common/habits.hpp"

namespace filters {

const char* const function = "entropy_v18";
const bool on_device = false;

namespace {

using Kind = simt::MpiEvent::Kind;
using grids::Grid;

std::string words_of(const Grid& grid, const Way18& way, const std::string& words) {
  return grid.words() + ", " + way.words() + ": " + words;
}

// Fails the current test, and gives nothing, where the job does not give what it should.
bool expect_right(const Grid& grid, const Way18& way, RanksSeen* seen = nullptr, const char* what = "") {
  const RanksSeen found = run_ranks(asked(grid, way));
  if (seen) *seen = found;
  const std::string words = difference(grid, found);
  if (!words.empty()) ADD_FAILURE() << what << words_of(grid, way, words);
  return words.empty();
}

bool expect_right_in_all_ways(const Grid& grid, int ranks, const char* what = "") {
  const std::vector<Way18> ways = ways_of(ranks);
  return std::all_of(
      ways.begin(), ways.end(), [&](const Way18& way) { return expect_right(grid, way, nullptr, what); });
}

TEST(Correctness, FourRanks) { expect_right_in_all_ways(grids::random(43, 20), 4); }
TEST(Correctness, OneRank) { expect_right_in_all_ways(grids::random(30, 21), 1); }
TEST(Correctness, TwoToEightRanks) {
  for (int ranks = 2; ranks <= 8; ++ranks)
    if (!expect_right_in_all_ways(grids::random(70 + ranks, 9), ranks)) return;
}
TEST(Correctness, BackwardOrder) {
  harness::set_turn_order(harness::TurnOrder::backward);
  expect_right_in_all_ways(grids::random(43, 20), 4);
  harness::set_turn_order(harness::TurnOrder::forward);
}
// Bands that would be thinner than what their neighbours need of them, or empty.
TEST(Correctness, MoreRanksThanRows) {
  for (const auto& [rows, ranks] : {std::pair{1, 3}, {2, 2}, {3, 4}, {5, 4}, {7, 4}, {9, 4}, {9, 8}, {11, 5}})
    if (!expect_right_in_all_ways(grids::random(rows, 12), ranks,
            "with fewer than four rows for each rank, who has all the rows that a neighbour needs? "))
      return;
}
// out need not be there before.
TEST(Correctness, NoResultYet) {
  const Grid grid = grids::random(43, 20);
  RanksAsked job = asked(grid, ways_of(3)[0]);
  job.out.reset();
  if (const std::string words = difference(grid, run_ranks(job)); !words.empty())
    FAIL() << words_of(grid, ways_of(3)[0], "there is no grid.out before the call: " + words);
}
TEST(Correctness, ManyRows) {
  const Grid grid = grids::random(140'000 + int(harness::seed() % 1000), 1);
  expect_right(grid, ways_of(2)[0], nullptr, "rows kept in 16 bits? ");
}
// On the same memory of the process, and with whatever shape a job before had.
TEST(Correctness, ShapesInTurn) {
  std::uint32_t state = std::uint32_t(harness::seed()) * 0x9E3779B9u;
  const auto draw = [&](std::uint32_t below) { return int((state = harness::scramble(state + 1)) % below) + 1; };
  for (int i = 0; i < 6; ++i) {
    const int rows = draw(90), cols = draw(40), ranks = draw(6);
    if (!expect_right(grids::random(rows, cols, state), ways_of(ranks)[std::size_t(draw(4) - 1)])) return;
  }
}

// --- overlap --------------------------------------------------------------------------------------------------

// Ranks whose GPUs have work while the halo is on its way.
TEST(Overlap, InsideWhileMessagesTravel) {
  const Grid grid = grids::random(64, 20);
  for (const Way18& way : {ways_of(4)[0], ways_of(4)[1]}) {
    RanksSeen seen;
    if (!expect_right(grid, way, &seen, "overlap is judged when the result is right. ")) return;
    if (const std::string words = overlap_fault(grid, seen, way.ranks); !words.empty())
      FAIL() << words_of(grid, way, words);
  }
}

TEST(Overlap, PageLockedMemory) {
  const Grid grid = grids::random(64, 20);
  for (const Way18& way : {ways_of(4)[0], ways_of(4)[1]}) {
    RanksSeen seen;
    if (!expect_right(grid, way, &seen, "overlap is judged when the result is right. ")) return;
    if (!seen.pageable.empty())
      FAIL() << words_of(grid, way,
          seen.pageable +
              " copies between the device and pageable memory, which goes through the driver's own buffer: "
              "cudaMallocHost.");
  }
}

// --- pieces ---------------------------------------------------------------------------------------------------

void expect_pieces(Kind kind) {
  for (const int ranks : {4, 7}) {
    const Grid grid = grids::random(67, 20);
    RanksSeen seen;
    const Way18 way = ways_of(ranks)[0];
    if (!expect_right(grid, way, &seen, "pieces are judged when the result is right. ")) return;
    if (const std::string words = pieces_fault(grid, seen, ranks, kind); !words.empty())
      FAIL() << words_of(grid, way, words);
    for (int rank = 0; rank < ranks; ++rank) {
      std::int64_t bytes = 0;
      for (const simt::MpiEvent& event : events_of(seen, rank, kind)) bytes += event.bytes;
      const int rows = int(bytes / (std::int64_t(sizeof(float)) * grid.cols)), most = grid.rows / ranks + 1;
      if (rows > most)
        FAIL() << words_of(grid, way,
            "rank " + std::to_string(rank) + (kind == Kind::read ? " reads " : " writes ") + std::to_string(rows) +
                " rows; a fair share is at most " + std::to_string(most) + ".");
    }
  }
}
TEST(Pieces, EachRowIsReadByOneRank) { expect_pieces(Kind::read); }
TEST(Pieces, EachRowIsWrittenByOneRank) { expect_pieces(Kind::write); }

TEST(Pieces, HalosAreMessages) {
  const Grid grid = grids::random(67, 20);
  const Way18 way = ways_of(5)[0];
  RanksSeen seen;
  if (!expect_right(grid, way, &seen, "messages are judged when the result is right. ")) return;
  if (const std::string words = messages_fault(grid, seen, way.ranks); !words.empty())
    FAIL() << words_of(grid, way, words);
}

// All GPUs' memory together holds four grids; a rank that had room for all rows would need two of them.
TEST(Pieces, NoRankHoldsTheGrid) {
  // Bands of 100 rows: halos, strips and pieces of a few rows each are little beside them.
  const Grid grid = grids::random(800, 24);
  const Way18 way = ways_of(8)[0];
  harness::leave_device_memory(4 * grid.cells.size() * sizeof(float));
  RanksSeen seen;
  const bool right = expect_right(grid, way, &seen,
      "the memory of eight GPUs is enough for four grids in all, so none has room for a grid of its own. ");
  harness::leave_device_memory(0);
  if (!right) return;
  for (int rank = 0; rank < way.ranks; ++rank)
    for (const simt::MpiEvent& event : events_of(seen, rank, Kind::note))
      if (event.what == "given" && event.offset > rows_read(seen, rank, grid.cols) + 4)
        FAIL() << words_of(grid, way,
            "rank " + std::to_string(rank) + " gives on_gpu " + std::to_string(event.offset) +
                " rows; its band and a halo are " + std::to_string(rows_read(seen, rank, grid.cols) + 4) + ".");
}

// Some of so many ranks that the grid has more cells than an int counts.
constexpr int many_ranks = 12'000, rows_of_each = 34;  // rows times ranks is more than an int holds, too
RanksAsked some_of_many(std::vector<std::int32_t> present, int cols) {
  RanksAsked job;
  job.ranks = many_ranks;
  job.rows = rows_of_each * many_ranks;
  job.cols = cols;
  job.present = std::move(present);
  job.in = job.out = "";
  for (int col = 0; col < cols; ++col) {
    const float symbol = float(col % 16);
    job.line.append(reinterpret_cast<const char*>(&symbol), sizeof symbol);
  }
  return job;
}
std::string words_of(const RanksAsked& job, const RanksSeen& seen) {
  return !seen.fault.empty() ? seen.fault : seen.refused >= 0 ? "it threw: " + seen.refusal : "";
}
std::string place_of(const RanksAsked& job) {
  return std::to_string(job.rows) + "×" + std::to_string(job.cols) + " (" +
         std::to_string(std::int64_t(job.rows) * job.cols) + " cells), " + std::to_string(job.ranks) +
         " ranks, of which " + (job.present.size() == 1 ? "one is" : "two are") + " tried: ";
}

// What of its file the rank reads or writes, in the file's order.
std::vector<simt::MpiEvent> in_order(const RanksSeen& seen, int rank, Kind kind) {
  std::vector<simt::MpiEvent> pieces = events_of(seen, rank, kind);
  std::stable_sort(pieces.begin(), pieces.end(),
      [](const simt::MpiEvent& a, const simt::MpiEvent& b) { return a.offset < b.offset; });
  return pieces;
}

// Where the pieces begin.
TEST(Pieces, MoreCellsThanAnIntCounts) {
  for (const int rank : {many_ranks / 2, many_ranks - 1}) {
    const RanksAsked job = some_of_many({0, rank}, 6'000);
    const RanksSeen seen = run_ranks(job, 1);
    if (const std::string words = words_of(job, seen); !words.empty()) FAIL() << place_of(job) << words;
    const std::int64_t begin = std::int64_t(rows_of_each) * rank * std::int64_t(job.line.size());
    for (const Kind kind : {Kind::read, Kind::write}) {
      const std::vector<simt::MpiEvent> pieces = in_order(seen, rank, kind);
      const std::string what = kind == Kind::read ? "reads" : "writes";
      if (pieces.empty()) FAIL() << place_of(job) << "rank " << rank << " " << what << " nothing.";
      if (pieces.front().offset != begin)
        FAIL() << place_of(job) << "rank " << rank << " " << what << " from byte " << pieces.front().offset
               << " on (line " << pieces.front().line << "), and its rows begin at byte " << begin
               << ": offsets need 64 bits before anything is multiplied.";
    }
  }
}

// A band of more than 64 MiB goes through a buffer that has fewer rows, so there is a second time.
TEST(Pieces, SomeRowsAtATime) {
  constexpr int rank = 0;  // others may ask it for what it has found
  const RanksAsked job = some_of_many({rank}, 495'000);
  const RanksSeen seen = run_ranks(job, 1);
  if (const std::string words = words_of(job, seen); !words.empty()) FAIL() << place_of(job) << words;
  const std::int64_t bytes = rows_of_each * std::int64_t(job.line.size());
  for (const Kind kind : {Kind::read, Kind::write}) {
    std::int64_t next = bytes * rank;
    for (const simt::MpiEvent& piece : in_order(seen, rank, kind)) {
      if (piece.offset != next)
        FAIL() << place_of(job) << "rank " << rank << (kind == Kind::read ? " reads" : " writes")
               << " its rows some at a time, and " << (piece.offset < next ? "one of them again" : "some not at all")
               << ": its pieces go on at byte " << piece.offset << " (line " << piece.line
               << "), and the one before ends at byte " << next << ".";
      if (piece.bytes > std::int64_t(64) << 20)
        FAIL() << place_of(job) << "rank " << rank << (kind == Kind::read ? " reads " : " writes ") << piece.bytes
               << " bytes at once (line " << piece.line
               << "): of page-locked memory others have as much less. Move some rows at a time, 64 MiB at the most.";
      next = piece.offset + piece.bytes;
    }
    if (next != bytes * (rank + 1))
      FAIL() << place_of(job) << "of its rows, rank " << rank << (kind == Kind::read ? " reads " : " writes ")
             << next - bytes * rank << " bytes, and they have " << bytes << ".";
  }
}

// --- job ------------------------------------------------------------------------------------------------------

TEST(Job, EachRankHasItsGpu) {
  const Grid grid = grids::random(64, 20);
  struct Placed {
    const char* words;
    std::vector<int> machines, devices;
    int of_each;
  };
  for (const Placed& placed : {Placed{"one machine with four GPUs", {0, 0, 0, 0}, {0, 1, 2, 3}, 4},
           Placed{"two machines with two GPUs each, ranks 0 and 1 on the first", {0, 0, 1, 1}, {0, 1, 0, 1}, 2},
           Placed{"two machines with two GPUs each, ranks 0 and 2 on the first", {0, 1, 0, 1}, {0, 0, 1, 1}, 2},
           Placed{"one machine with one GPU", {0, 0, 0, 0}, {0, 0, 0, 0}, 1}}) {
    Way18 way = ways_of(4)[2];
    way.machines = placed.machines;
    const RanksSeen seen = run_ranks(asked(grid, way), placed.of_each);
    if (const std::string words = difference(grid, seen); !words.empty())
      FAIL() << placed.words << ": " << words_of(grid, way, words);
    for (const simt::MpiEvent& event : seen.events)
      if (event.what == "device" && event.offset != placed.devices[std::size_t(event.rank)])
        FAIL() << placed.words << ": rank " << event.rank << " computes on device " << event.offset
               << ", and its own is " << placed.devices[std::size_t(event.rank)]
               << ": its place among the ranks on its machine (MPI_Comm_split_type) chooses it.";
  }
}

bool has_note(const RanksSeen& seen, const std::string& words) {
  return std::any_of(seen.events.begin(), seen.events.end(),
      [&](const simt::MpiEvent& event) { return event.kind == Kind::note && event.what == words; });
}

std::string in_small_letters(std::string words) {
  for (char& c : words) c = char(std::tolower(static_cast<unsigned char>(c)));
  return words;
}

void expect_refused(
    const RanksAsked& job, const std::string& what, const std::vector<std::string>& words, int devices = -1) {
  const RanksSeen seen = run_ranks(job, devices);
  if (!seen.fault.empty()) FAIL() << what << ": " << seen.fault;
  if (seen.refused < 0) FAIL() << what << ", and no rank throws: the job ends as if nothing were.";
  const std::string refusal = in_small_letters(seen.refusal);
  if (std::none_of(words.begin(), words.end(),
          [&](const std::string& word) { return refusal.find(in_small_letters(word)) != std::string::npos; }))
    FAIL() << what << ", and what rank " << seen.refused << " throws does not say so: \"" << seen.refusal
           << "\". A std::runtime_error with CUDA's or MPI's words (MPI_Error_string) does.";
}

TEST(Job, NoFile) {
  RanksAsked job = asked(grids::random(40, 20), ways_of(4)[0]);
  job.in.reset();
  expect_refused(job, "there is no grid.in", {"no such file"});
}
TEST(Job, FileOfAnotherSize) {
  const Grid grid = grids::random(40, 20);
  for (const int bytes : {-4, -8 * 20, 4, 40 * 20 * 4}) {
    RanksAsked job = asked(grid, ways_of(4)[0]);
    job.in->resize(job.in->size() + std::size_t(bytes), '\0');
    const std::string has = std::to_string(job.in->size());
    expect_refused(job, "grid.in has " + has + " bytes, and 40×20 floats are 3200",
        {has, "size", "bytes", "short", "small", "long", "large", "big", "length", "rows", "cols", "floats", "cells"});
    if (testing::Test::HasFailure()) return;
  }
}
// On a machine whose files end early, or whose GPU has no memory left: a rank that throws leaves no message on its way.
TEST(Job, ARefusalIsThrown) {
  for (const bool aware : {false, true})
    for (const int rank : {0, 2})
      for (const int nth : {0, 1, 2}) {
        RanksAsked job = asked(grids::random(64, 20), ways_of(4)[aware]);
        job.refused = rank;
        job.refused_nth = nth;
        if (nth > 0 && !has_note(run_ranks(job), "refused")) break;
        harness::clear_error();
        expect_refused(job,
            "in rank " + std::to_string(rank) + " a launch in on_gpu's " +
                (nth == 0      ? "first"
                    : nth == 1 ? "second"
                               : "third") +
                " call fails (out of memory)",
            {"out of memory"});
        harness::clear_error();
        if (testing::Test::HasFailure()) return;
      }
}
// Whatever a rank takes first or last, its GPU may have none left of it. Who does with less is right as well.
TEST(Job, NoMemoryIsThrown) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what happens when memory is scarce is graded on sim only";
  const Grid grid = grids::random(64, 20);
  const Way18 way = ways_of(2)[0];
  for (std::size_t lines = 1; lines < 4 * std::size_t(grid.rows); lines += 9) {
    const std::size_t bytes = lines * std::size_t(grid.cols) * sizeof(float);
    harness::leave_device_memory(bytes);
    const RanksSeen seen = run_ranks(asked(grid, way));
    harness::leave_device_memory(0);
    harness::clear_error();
    if (seen.refused >= 0 && seen.fault.empty()) continue;
    if (const std::string words = difference(grid, seen); !words.empty())
      FAIL() << words_of(grid, way,
          "the GPUs have " + std::to_string(bytes) +
              " bytes free, so cudaMalloc or cudaMallocHost fails. Look at what each returns, and throw it. " + words);
  }
}
void expect_told(const std::string& call, const std::string& what, bool of_out = false) {
  RanksAsked job = asked(grids::random(40, 20), ways_of(4)[0]);
  job.refused_call = call;
  job.refused_of_out = of_out;
  const RanksSeen seen = run_ranks(job);
  if (std::none_of(seen.events.begin(), seen.events.end(),
          [&](const simt::MpiEvent& event) { return event.kind == Kind::note && event.what.starts_with(call); }))
    return;  // who does without the call need not look at it
  expect_refused(job, what, {"input/output"});
}
TEST(Job, ADiskThatIsFull) { expect_told("MPI_File_write", "the disk is full when results are written"); }
// Of the two files only that of the results may still be written when it is closed.
TEST(Job, AFileThatDoesNotClose) {
  expect_told("MPI_File_close", "MPI_File_close of the results' file fails, as on a disk that fills", true);
}
TEST(Job, AFileThatDoesNotOpen) { expect_told("MPI_File_open", "MPI_File_open of the results' file fails", true); }
TEST(Job, AFileThatCannotBeRead) { expect_told("MPI_File_read", "MPI_File_read… fails when rows are read"); }
TEST(Job, AFileWithoutASize) {
  expect_told("MPI_File_get_size", "MPI_File_get_size fails");
  if (!testing::Test::HasFailure())
    expect_told("MPI_File_set_size", "MPI_File_set_size fails, as on a disk that is full");
}
TEST(Job, AGpuThatIsFull) {
  harness::leave_device_memory(1000);
  expect_refused(asked(grids::random(64, 20), ways_of(4)[0]), "cudaMalloc fails (out of memory)", {"out of memory"});
  harness::leave_device_memory(0);
  harness::clear_error();
}
// How many devices there are is a question that may fail.
TEST(Job, NoGpu) {
  if (!harness::set_devices(0)) GTEST_SKIP() << "that there is no GPU is tried on sim only";
  expect_refused(asked(grids::random(64, 20), ways_of(4)[0]), "there is no GPU", {"no CUDA-capable device"}, 0);
  harness::clear_error();
}
TEST(Job, NothingIsLeft) {
  harness::set_devices(4);
  grading::expect_nothing_left_by(function, "", [] { expect_right(grids::random(64, 20), ways_of(4)[2]); });
}

// What a launch says is not all: a kernel may go wrong when it runs.
TEST(Job, AFaultIsThrown) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "kernels that go wrong are tried on sim only";
  for (const Way18& way : {ways_of(4)[0], ways_of(4)[1]}) {
    RanksAsked job = asked(grids::random(64, 20), way);
    job.failing = 2;
    expect_refused(job, "in rank 2 a kernel of on_gpu's goes wrong while it runs", {"illegal memory access"});
    harness::recover();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace filters
