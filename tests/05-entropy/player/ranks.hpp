// A job of v18, as a judge asks for it: the filter that the lab is given is the player's, and notes when it was called and when
// its work was done.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/player/wire.hpp"
#include "simt/mpi.hpp"

namespace simt {

constexpr MpiEvent::Kind last_of(MpiEvent::Kind) { return MpiEvent::Kind::note; }
template <typename Archive>
void fields(Archive& archive, MpiEvent& event) {
  archive(event.kind, event.rank, event.peer, event.line, event.offset, event.bytes, event.what);
}

}  // namespace simt

namespace filters {

struct RanksAsked {
  std::int32_t ranks = 1, rows = 0, cols = 0;
  std::vector<std::int32_t> machines;
  bool cuda_aware = false;
  std::optional<std::string> in, out;  // the files' bytes; out: as it was before
  std::int32_t refused = -1;           // the rank in which the filter fails, as a launch does
  std::int32_t refused_nth = 0;        // which of its calls there
  std::int32_t failing = -1;           // the rank in which what the filter launches goes wrong later
  std::string refused_call;            // simt::MpiJob::refused
  bool refused_of_out = false;         // and of the file of the results only
  bool late = false;                   // what streams are given is done as late as CUDA allows
  std::vector<std::int32_t> present;   // simt::MpiJob::present, of a grid all of whose rows are `line`
  std::string line;
};
template <typename Archive>
void fields(Archive& archive, RanksAsked& asked) {
  archive(asked.ranks, asked.rows, asked.cols, asked.machines, asked.cuda_aware, asked.in, asked.out, asked.refused,
      asked.failing, asked.refused_call, asked.late, asked.present, asked.line, asked.refused_nth,
      asked.refused_of_out);
}

// Notes among the events, with the rows that the filter was given: "given" when it was called, "done" when its work was; "host
// memory" and "null pointer" where it was given that; and "device" with the rank's current device afterwards.
struct RanksSeen {
  std::string fault, refusal;
  std::int32_t refused = -1;
  std::vector<simt::MpiEvent> events;
  std::string out;
  std::string strange;  // a file that is there afterwards, and is none of the job's
  std::string
      pageable;  // the first call that copied between the device and memory of the host's that is not page-locked
};
template <typename Archive>
void fields(Archive& archive, RanksSeen& seen) {
  archive(seen.fault, seen.refusal, seen.refused, seen.events, seen.out, seen.strange, seen.pageable);
}

}  // namespace filters
