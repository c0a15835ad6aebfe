// The memory that instrumented host code touches (host_footprint.hpp).
#include "simt/openmp/host_footprint.hpp"

#include <algorithm>
#include <unordered_map>

#include "simt/engine/memory/protected.hpp"
#include "simt/host_threads.hpp"

namespace simt {

constinit bool host_footprint_is_counted = false;

namespace {

constexpr std::uint64_t piece_bytes = 16, often = 18;

// Reads of a byte, on the average of a piece: so often is read what every turn of a loop needs, a table, or the variables that the
// function of a std::thread has a copy of on the heap. How often data are read is not asked of those.
constexpr std::uint64_t of_all_turns = 2048;

struct Piece {
  std::uint64_t bytes = 0, reads = 0;  // that are read, each time counted
};
std::unordered_map<std::uint64_t, Piece> pieces;
std::uint64_t watched_begin = 0, watched_bytes = 0, reads = 0;
std::uint64_t caller =
    0;  // a frame of the thread that began to count: others read the variables there that they were given

}  // namespace

void note_in_footprint(std::uint64_t address, std::size_t bytes, bool writes) {
  constexpr std::uint64_t deepest = 1 << 20;  // of a stack
  const auto near = [&](std::uint64_t frame) { return address - frame + deepest < 2 * deepest; };
  std::uint64_t counts = 0;
  if (!writes && address - watched_begin < watched_bytes) ++reads;
  else if (!writes && !near(reinterpret_cast<std::uint64_t>(__builtin_frame_address(0))) && !near(caller))
    ++pieces[address / piece_bytes].reads, counts = std::min<std::uint64_t>(bytes, piece_bytes);
  if (!bytes) return;
  for (std::uint64_t piece = address / piece_bytes; piece <= (address + bytes - 1) / piece_bytes; ++piece)
    pieces[piece].bytes += counts;
}

void count_host_footprint(const void* begin, std::size_t bytes) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  pieces.clear();
  watched_begin = reinterpret_cast<std::uint64_t>(begin);
  watched_bytes = bytes;
  caller = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  reads = 0;
  host_footprint_is_counted = true;
}

HostFootprint host_footprint() {
  host_footprint_is_counted = false;
  std::uint64_t other_reads = 0, read_often = 0;
  for (const auto& [place, piece] : pieces) {
    if (piece.bytes < of_all_turns * piece_bytes) other_reads += piece.reads;
    if (piece.bytes >= often * piece_bytes) ++read_often;
  }
  return {pieces.size() * piece_bytes, reads, other_reads, read_often * piece_bytes};
}

}  // namespace simt
