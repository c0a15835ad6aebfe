// What a block asks of memory, in a form that can wait: the engine runs blocks in its order, and the model of the caches plays
// them in a GPU's.
//
// Requests whose lanes lie to each other alike have one shape, so most of them take eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "simt/caches/sectors.hpp"
#include "simt/engine/core/position.hpp"

namespace simt {

struct LaunchState;

namespace caches {

enum class Ask : std::uint8_t {
  load,
  passing_load,  // that L1 does not answer: __ldcg, __ldcv, volatile, and their like in PTX
  store,
  atomic,
  acquire  // nothing: what was loaded before is not to be found in L1 any more
};

// Of a request: the part that lies in one line. `line` counts from the request's first line.
struct Piece {
  std::int32_t line;
  std::uint32_t sectors : 4;  // a bit each
  std::uint32_t partial : 4;  // those of them of which not all bytes are stored
  std::uint32_t bytes : 24;   // which bytes: where in BlockStream::bytes
};

struct Shape {
  std::uint32_t site;  // in BlockStream::sites
  std::uint32_t first_piece;
  std::uint16_t pieces;
  Ask ask;
};

struct Request {
  std::uint64_t shape : 23;
  std::uint64_t line : 41;
};

// What a warp asked for from one barrier of its block to the next.
struct Segment {
  std::uint32_t phase, count;
  std::uint64_t begin;
};

struct BlockStream {
  std::uint64_t block = 0;
  std::uint64_t shared_bytes = 0;    // of the __shared__ arrays that it has touched
  std::vector<std::uint64_t> sites;  // Event::where
  std::vector<Request> requests;
  std::vector<Shape> shapes;
  std::vector<Piece> pieces;
  std::vector<SectorBytes> bytes;
  std::vector<Segment> segments;  // by phase

  std::size_t size() const;
};

// Notes down, on one worker, what blocks ask for.
class Recorder {
 public:
  // `volatile_accesses`: the code addresses of those that there have been so far.
  Recorder(const LaunchState& launch, const std::unordered_set<std::uint64_t>& volatile_accesses)
      : launch_(launch), volatile_accesses_(volatile_accesses) {}

  void begin_block(std::uint64_t block);  // or goes on with it, where blocks take turns
  std::unique_ptr<BlockStream> end_block();
  void next_phase();  // all of the block's warps have come to where they wait for each other
  void begin_warp() { in_segment_ = false; }
  void acquire(Event event);
  // A request of the `site`-th instruction of the worker's table. `again`: its lanes lie to each other as in its last one, in
  // this block or another. Gives what it touches, where that had to be looked for.
  struct Touched {
    unsigned lines, sectors;
  };
  std::optional<Touched> request(
      std::uint32_t site, Event event, const std::uint64_t* address, std::uint32_t active, bool again);

 private:
  struct KnownShape {
    std::uint64_t serial = 0;  // of the block it was made for
    std::uint32_t shape = 0;
    Ask ask = Ask::load;
    bool has_ask = false;
    std::uint64_t block_serial_of_site = 0;
    std::uint32_t site = 0;
  };
  struct Open {
    std::unique_ptr<BlockStream> stream;
    std::uint64_t serial = 0;
    std::uint32_t phase = 0;
    std::int64_t acquire = -1;  // the shape of that; they are all alike
  };
  void add(std::uint32_t shape, std::uint64_t line);
  Touched make_shape(KnownShape& known, Event event, const std::uint64_t* address, std::uint32_t active);
  std::uint32_t bytes_at(const SectorBytes& bytes);
  // As if all memory began at the same address on every run.
  std::uint64_t steady(std::uint64_t address) const;

  const LaunchState& launch_;
  const std::unordered_set<std::uint64_t>& volatile_accesses_;
  std::vector<Open> open_;
  Open* now_ = nullptr;
  bool in_segment_ = false;
  std::uint64_t serials_ = 0;
  std::size_t requests_before_ = 0, shapes_before_ = 0, pieces_before_ = 0;  // of the block that ended last
  std::vector<KnownShape> known_;                                            // by site
};

}  // namespace caches
}  // namespace simt
