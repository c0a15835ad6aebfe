// The caches of a launch, as the engine sees them: it gives each block's requests, from any of its workers and in any order,
// and gets what they found. Off unless asked for (set_caches in simt.hpp).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "simt/caches/player.hpp"
#include "simt/record.hpp"

namespace simt {

struct LaunchState;

namespace caches {

class LaunchCaches {
 public:
  // Null where the caches are off.
  static std::shared_ptr<LaunchCaches> of(const LaunchState& launch);
  explicit LaunchCaches(const LaunchState& launch);

  // A block's requests, when it has ended.
  void deliver(std::unique_ptr<BlockStream> stream);
  // All have been delivered, and the launch stands. So many workers there were: as many threads may help.
  void finish(Launch& record, std::size_t workers);
  // Of an instruction (Event::where).
  Found found(std::uint64_t key) const;

 private:
  bool play(bool waits);
  bool advance();
  bool arrive();
  void play_to_end(std::size_t threads);
  std::unique_ptr<BlockStream> take(std::uint64_t block);
  bool too_many_wait();
  bool full();

  const Gpu& gpu_;
  std::unique_ptr<L2> l2_;  // of its own, where it begins with what the launch before has left
  std::unique_ptr<Player> player_;
  // Who holds the first plays what L1 does, who holds the second what L2 does; between them there are batches on their way.
  std::mutex advancing_, arriving_;
  std::mutex batches_mutex_;
  std::condition_variable batch_is_there_;
  std::deque<Player::Batch> batches_;
  std::vector<Player::Batch> spare_batches_;
  bool all_sent_ = false;
  std::atomic<std::uint64_t> missing_;  // blocks that have not been delivered
  std::mutex waiting_mutex_;
  std::map<std::uint64_t, std::unique_ptr<BlockStream>> waiting_;
  std::uint64_t waiting_bytes_ = 0;
  std::unordered_map<std::uint64_t, Found> found_;
};

}  // namespace caches
}  // namespace simt
