// What is to be seen in the events of a job of v18.
#include "tests/05-entropy/grading/ranks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "harness/grader.hpp"
#include "tests/05-entropy/grading/diagnosis.hpp"
#include "tests/05-entropy/grading/shifted.hpp"
#include "tests/common/words.hpp"

namespace filters {
namespace {

using Does = simt::MpiEvent::Kind;

std::string bytes_of(const std::vector<float>& cells) {
  std::string bytes(cells.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), cells.data(), bytes.size());
  return bytes;
}

constexpr float unwritten = -77.5f;

std::string rank_words(int rank) { return "rank " + std::to_string(rank); }

}  // namespace

std::string Way18::words() const {
  return std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks") + (cuda_aware ? ", an MPI that knows CUDA" : "");
}

std::vector<Way18> ways_of(int ranks) {
  return {{ranks, false, true}, {ranks, true, true}, {ranks, false, false}, {ranks, true, false}};
}

RanksAsked asked(const grids::Grid& grid, const Way18& way) {
  RanksAsked all;
  all.ranks = way.ranks;
  all.rows = grid.rows;
  all.cols = grid.cols;
  all.machines.assign(way.machines.begin(), way.machines.end());
  all.cuda_aware = way.cuda_aware;
  all.late = way.late;
  all.in = bytes_of(grid.cells);
  all.out = bytes_of(std::vector<float>(grid.cells.size() + 5, unwritten));
  return all;
}

RanksSeen run_ranks(const RanksAsked& asked, int devices) {
  harness::set_devices(devices >= 0 ? devices : std::min<int>(asked.ranks, 16));
  auto seen = harness::ask<RanksSeen>("ranks", "entropy_v18", asked);
  harness::set_devices(1);
  return seen;
}

std::string difference(const grids::Grid& grid, const RanksSeen& seen) {
  if (!seen.fault.empty()) return seen.fault;
  const char* const kept = ", so is it kept from an earlier call, in a static variable?";
  if (!seen.strange.empty()) return seen.strange + " is written, which is no file of this call" + kept;
  if (seen.refused >= 0 && seen.refusal.find("no such file") != std::string::npos)
    return rank_words(seen.refused) + " opens a file that is not there, and no file of this call" + kept;
  for (const simt::MpiEvent& event : seen.events)
    if (event.what == "null pointer")
      return rank_words(event.rank) + " gives on_gpu a null pointer: did its band get its memory on the device?";
  for (const simt::MpiEvent& event : seen.events)
    if (event.what == "earlier filter")
      return rank_words(event.rank) + " calls an on_gpu that is not the one it was given" + kept;
  if (seen.refused >= 0) return grading::closed(rank_words(seen.refused) + " threw: " + seen.refusal);
  for (const simt::MpiEvent& event : seen.events)
    if (event.what == "host memory")
      return rank_words(event.rank) +
             " gives on_gpu memory of the host's; it reads some cells several times: copy the band.";
  const std::string expected = bytes_of(shifted(grid));
  if (seen.out.size() != expected.size())
    return "grid.out has " + std::to_string(seen.out.size()) + " bytes, and the grid " +
           std::to_string(expected.size()) +
           (seen.out.size() > expected.size() ? ": it was there before, and longer (MPI_File_set_size)." : ".");
  std::vector<float> got(grid.cells.size());
  std::memcpy(got.data(), seen.out.data(), seen.out.size());
  const std::vector<float> wanted = shifted(grid);
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(got[i]) == std::bit_cast<std::uint32_t>(wanted[i])) continue;
    const std::string cell = cell_name(grid, i);
    if (got[i] == unwritten) return cell + " was not written.";
    return cell + " is " + (got[i] == got[i] ? decimals(got[i]) : "no number, as memory that nothing was copied to,") +
           ", and on_gpu gives " + decimals(wanted[i]) +
           " for the whole grid: were all rows of its window there when on_gpu was called, had the copies to a "
           "message's buffer been waited for when it was sent, and is the window clipped only where the grid "
           "ends?";
  }
  return "";
}

std::vector<simt::MpiEvent> events_of(const RanksSeen& seen, int rank, Does kind) {
  std::vector<simt::MpiEvent> all;
  for (const simt::MpiEvent& event : seen.events)
    if (event.rank == rank && event.kind == kind) all.push_back(event);
  return all;
}

int rows_read(const RanksSeen& seen, int rank, int cols) {
  std::int64_t bytes = 0;
  for (const simt::MpiEvent& event : events_of(seen, rank, Does::read)) bytes += event.bytes;
  return int(bytes / (std::int64_t(sizeof(float)) * cols));
}

std::string line_words(const simt::MpiEvent& event) { return event.what + ", line " + std::to_string(event.line); }

std::string pieces_fault(const grids::Grid& grid, const RanksSeen& seen, int ranks, Does kind) {
  const bool reads = kind == Does::read;
  const std::int64_t line = std::int64_t(sizeof(float)) * grid.cols;
  std::map<int, simt::MpiEvent> of_row;
  for (int rank = 0; rank < ranks; ++rank)
    for (const simt::MpiEvent& event : events_of(seen, rank, kind))
      for (std::int64_t row = event.offset / line; row * line < event.offset + event.bytes; ++row) {
        const auto [known, fresh] = of_row.try_emplace(int(row), event);
        if (!fresh && (known->second.rank != rank || event.offset % line == 0))
          return "row " + std::to_string(row) + " is " + (reads ? "read" : "written") + " by " +
                 rank_words(known->second.rank) + " (line " + std::to_string(known->second.line) + ") and again by " +
                 rank_words(rank) + " (line " + std::to_string(event.line) + "): " +
                 (reads ? "each row is read by one rank, and goes to its neighbour by a message."
                        : "each row is one rank's.");
      }
  return "";
}

std::string overlap_fault(const grids::Grid& grid, const RanksSeen& seen, int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    const int inside = rows_read(seen, rank, grid.cols) - 4;
    if (events_of(seen, rank, Does::receive).empty() || inside < 1) continue;
    bool given = false, done = false;
    for (const simt::MpiEvent& event : seen.events) {
      if (event.rank != rank) continue;
      given |= event.what == "given" && event.offset >= inside;
      done |= event.what == "done" && event.offset >= inside;
      if (event.kind != Does::wait) continue;
      if (!given)
        return rank_words(rank) + " waits for a message (" + line_words(event) +
               ") before on_gpu has been given the inside of its band, which "
               "needs no halo: its GPU idles as long as messages travel.";
      if (done)
        return rank_words(rank) + " waits for a message (" + line_words(event) +
               ") when the inside of its band is computed already: the host has "
               "waited for the GPU before, so nothing overlaps.";
      break;
    }
  }
  return "";
}

std::string messages_fault(const grids::Grid& grid, const RanksSeen& seen, int ranks) {
  const std::int64_t halo = 2 * std::int64_t(sizeof(float)) * grid.cols;
  for (int rank = 0; rank < ranks; ++rank) {
    std::map<int, std::int64_t> bytes;
    for (const simt::MpiEvent& event : events_of(seen, rank, Does::send)) {
      bytes[event.peer] += event.bytes;
      if (std::abs(event.peer - rank) != 1)
        return rank_words(rank) + " sends " + std::to_string(event.bytes) + " bytes to rank " +
               std::to_string(event.peer) + " (" + line_words(event) + "), which is no neighbour of its band.";
      if (bytes[event.peer] > halo + 64)
        return rank_words(rank) + " sends " + std::to_string(bytes[event.peer]) + " bytes to rank " +
               std::to_string(event.peer) + " (" + line_words(event) + "); a halo is two rows, " +
               std::to_string(halo) + " bytes.";
    }
  }
  return "";
}

}  // namespace filters
