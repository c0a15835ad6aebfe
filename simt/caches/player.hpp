// Plays the requests of a launch in a GPU's order: which block on which multiprocessor, and which of its warps when.
//
// The blocks that begin at once are handed out as seen on an H200: to clusters of multiprocessors in turn, one to each of the
// cluster's. If n begin at once, block b + n runs where block b did, as soon as a block there has ended: that is not seen, but
// so stencils come nearest. Which warp has its turn when, nobody knows; here it is drawn by a generator that always gives the
// same, from those that have waited longest and do not wait for their block. All multiprocessors go equally fast.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "simt/caches/aligned.hpp"
#include "simt/caches/gpu.hpp"
#include "simt/caches/l1.hpp"
#include "simt/caches/l2.hpp"
#include "simt/caches/queue.hpp"
#include "simt/caches/stream.hpp"

namespace simt::caches {

class Player {
 public:
  // Gives a block's requests, or null while they are not there yet.
  using Take = std::function<std::unique_ptr<BlockStream>(std::uint64_t block)>;

  // No more blocks begin at once than those whose requests take `memory` bytes together, and one more.
  Player(const Gpu& gpu, const Kernel& kernel, L2& l2, std::uint64_t blocks, unsigned threads,
      std::uint64_t dynamic_shared_bytes, std::uint64_t memory);

  // Goes on as far as it can; true when all blocks have been played. When it stops in between changes nothing of what comes out.
  bool play(const Take& take);

  const Residency& residency() const { return residency_; }
  // So many blocks began at once, fewer than a GPU has room for, since the requests of more take too much memory; or 0.
  std::uint64_t narrowed_to() const { return narrowed_ ? places_.size() : 0; }
  // By Event::where.
  std::unordered_map<std::uint64_t, Found> found() const;

 private:
  struct Resident {
    std::unique_ptr<BlockStream> stream;
    const Shape* shapes = nullptr;  // the stream's
    const Piece* pieces = nullptr;
    std::vector<std::uint32_t> sites;  // of all blocks, by the block's own number
    std::size_t next_segment = 0;
    unsigned playing = 0;  // warps of this phase that are not done
  };
  struct Turn {  // of a warp that may go on
    unsigned resident;
    const Request *at, *end;
  };
  struct Multiprocessor {
    Multiprocessor(const Gpu& gpu, const Residency& residency, unsigned number);
    L1 l1;
    Queue queue;
    std::vector<Resident> residents;
    std::deque<Turn> turns;  // the one that has waited longest first
    unsigned number;
    std::vector<std::uint64_t> first_blocks;  // those of it that begin at once
    std::uint64_t begun = 0;                  // of its blocks
    std::uint64_t random = 0;                 // the same on all of them: they go in step
    unsigned half;
    unsigned left = 0;  // requests until the next one goes on
    std::uint32_t rounds = 0;
    bool ended = false;
  };
  struct Merged {  // the last reads of a line that came at the same time
    std::uint64_t line = ~std::uint64_t(0);
    std::uint32_t round = 0;
    std::uint16_t multiprocessor = 0;
    std::uint8_t sectors = 0, readers = 0;
  };

  bool run(Multiprocessor& on, const Take& take);
  bool fill(Multiprocessor& on, const Take& take);
  bool fill_all(const Take& take);
  std::uint64_t next_block(const Multiprocessor& on) const;
  void order_places();
  bool begin(Multiprocessor& on, unsigned resident);
  std::size_t drawn(std::uint64_t number, std::size_t turns) const;
  void make_turn(Multiprocessor& on);
  void ask(Multiprocessor& on, const Resident& block, const Request& request);
  void go(const Multiprocessor& on, const Going& going);
  std::uint32_t site_of(std::uint64_t key);

  const Gpu& gpu_;
  const Kernel kernel_;
  L2& l2_;
  const std::uint64_t blocks_;
  const unsigned threads_;
  const std::uint64_t dynamic_shared_bytes_, memory_;
  std::uint64_t begun_bytes_ = 0;  // of the blocks that begin at once
  bool narrowed_ = false;
  Residency residency_{};
  std::vector<std::unique_ptr<Multiprocessor>> all_;
  std::vector<std::uint16_t> places_;  // the multiprocessors of the blocks that begin at once
  std::size_t placed_ = 0;             // of these
  std::size_t now_ = 0;                // whose turn it is
  std::vector<std::uint64_t> keys_;    // by site
  std::unordered_map<std::uint64_t, std::uint32_t> sites_;
  std::vector<Found> l1_found_;  // by site; L2 has its own
  AlignedVector<Merged> merged_;
};

}  // namespace simt::caches
