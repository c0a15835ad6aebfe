// Jobs of v18 as its grader starts them, and what is to be seen in their events.
#pragma once

#include <string>
#include <vector>

#include "tests/05-entropy/grids.hpp"
#include "tests/05-entropy/player/ranks.hpp"

namespace filters {

// How a job is started: on which machines its ranks are (all on one where that is empty), and with which MPI.
struct Way18 {
  int ranks = 4;
  bool cuda_aware = false, late = true;
  std::vector<int> machines = {};
  std::string words() const;
};
// Both kinds of MPI, and both ends of what CUDA's order of streams allows.
std::vector<Way18> ways_of(int ranks);

// A job on that grid; every rank has a GPU of its own, unless `devices` says how many a machine has.
RanksAsked asked(const grids::Grid& grid, const Way18& way);
RanksSeen run_ranks(const RanksAsked& asked, int devices = -1);

// What is wrong with the result of a job that should have come to its end, in words; or empty. Bit for bit.
std::string difference(const grids::Grid& grid, const RanksSeen& seen);

// What a rank has done of that kind, in order.
std::vector<simt::MpiEvent> events_of(const RanksSeen& seen, int rank, simt::MpiEvent::Kind kind);
// How many rows the rank reads of a grid so many columns wide.
int rows_read(const RanksSeen& seen, int rank, int cols);
std::string line_words(const simt::MpiEvent& event);  // "MPI_Waitall, line 70"

// Which rows ranks read, or write, more than once or not at all; or empty.
std::string pieces_fault(const grids::Grid& grid, const RanksSeen& seen, int ranks, simt::MpiEvent::Kind kind);
// Whether each rank's GPU has the inside to compute, and has not done so, when the rank begins to wait for its halo.
std::string overlap_fault(const grids::Grid& grid, const RanksSeen& seen, int ranks);
// Whether messages go to neighbours, and bring no more than the halo.
std::string messages_fault(const grids::Grid& grid, const RanksSeen& seen, int ranks);

}  // namespace filters
