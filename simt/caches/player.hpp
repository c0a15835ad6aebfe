// Plays the requests of a launch in a GPU's order: which block on which multiprocessor, and which of its warps when.
//
// The blocks that begin at once are handed out as seen on an H200: to clusters of multiprocessors in turn, one to each of the
// cluster's. Of those that come later each runs where a block has ended first, which chance decides: on an H100 they lie to each
// other as if they were drawn. Here each multiprocessor gets as many of a round of them as it had at the beginning, in an order that
// is drawn anew. Which warp has its turn when, nobody knows; here it is drawn by a generator that always gives the same, from those
// that have waited longest and do not wait for their block. All multiprocessors go equally fast.
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

  // What the multiprocessors' L1 send to L2, in the order in which it comes there.
  struct Sent {
    std::uint64_t line;
    std::uint32_t site, round;  // of its multiprocessor
    std::uint16_t multiprocessor;
    std::uint8_t half, sectors, partial;
    Ask ask;
    std::uint32_t bytes;  // of what is partial: where in Batch::bytes
  };
  struct Batch {
    std::vector<Sent> room;  // of which `count` are used
    std::size_t count = 0;
    std::vector<SectorBytes> bytes;

    void add(const Sent& one) {
      if (count == room.size()) room.resize(2 * count + 1024);
      room[count++] = one;
    }
    void clear() {
      count = 0;
      bytes.clear();
    }
  };
  enum class Stop : std::uint8_t { batch_is_full, block_is_missing, all_played };

  // The blocks are played in two steps, at which two threads may be at a time, one at each: what multiprocessors and their L1 do
  // is put behind what is in the batch, until that is full; and a batch comes to L2, each behind the one before. When it stops in
  // between, and how much is in a batch, changes nothing of what comes out.
  Stop go_on(const Take& take, Batch& batch);
  void arrive(const Batch& batch);

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
    std::uint16_t number;
    std::vector<std::uint64_t> first_blocks;  // those of it that begin at once
    std::uint64_t begun = 0;                  // of its blocks
    std::uint64_t random = 0;                 // the same on all of them: they go in step
    std::uint8_t half;
    unsigned left = 0;  // requests until the next one goes on
    std::uint32_t rounds = 0;
    bool ended = false;
  };
  struct Merged {  // the last reads of a line that came at the same time
    std::uint64_t line : 48 = no_line, sectors : 8 = 0, readers : 8 = 0;
    std::uint32_t round = 0;
    std::uint16_t multiprocessor = 0;
    static constexpr std::uint64_t no_line = (std::uint64_t(1) << 48) - 1;
  };

  bool run(Multiprocessor& on, const Take& take);
  bool begin_all(const Take& take);
  bool fill(Multiprocessor& on, const Take& take);
  bool fill_all(const Take& take);
  std::uint64_t next_block(Multiprocessor& on) const;
  void order_places();
  bool begin(Multiprocessor& on, unsigned resident);
  std::size_t drawn(std::uint64_t number, std::size_t turns) const;
  void make_turn(Multiprocessor& on);
  void ask(Multiprocessor& on, const Resident& block, const Request& request);
  void send(const Multiprocessor& on, const Going& going);
  void send_all_waiting(Multiprocessor& on);
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
  Batch* batch_ = nullptr;       // that is being filled
  AlignedVector<Merged> merged_;
};

}  // namespace simt::caches
