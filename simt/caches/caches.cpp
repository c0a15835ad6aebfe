// The caches of a launch: which GPU's, what is in L2 when it begins, and whose turn it is to play.
#include "simt/caches/caches.hpp"

#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "simt/engine/core/launch_state.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/include/simt/h200.h"
#include "simt/simt.hpp"

namespace simt {
namespace caches {
namespace {

constexpr std::size_t most_batches = 8;  // on their way from L1 to L2

struct Left {
  std::unique_ptr<L2> l2;  // as the last launch has left it
  bool used = false;       // a launch has left something there
};
Left& left() {
  static auto* const all = new Left;
  return *all;
}

// The environment is asked first, by whoever asks first.
const Settings& as_set() {
  [[maybe_unused]] static const bool is_asked = [] {
    const OpenSettings open;
    const char *name = std::getenv("SIMT_CACHES"), *control = std::getenv("SIMT_CACHE_CONTROL");
    if (name && *name && !(open->gpu_of_caches = find_gpu(name))) {
      std::fprintf(stderr, "simt: SIMT_CACHES names no GPU that is known: %s\n", name);
      std::_Exit(2);
    }
    if (control && std::string(control) == "none") open->cache_control = CacheControl::none;
    if (const char* mib = std::getenv("SIMT_CACHE_MEMORY")) open->cache_memory = std::strtoull(mib, nullptr, 10) << 20;
    return true;
  }();
  return settings;
}

}  // namespace

std::shared_ptr<LaunchCaches> LaunchCaches::of(const LaunchState& launch) {
  return as_set().gpu_of_caches ? std::make_shared<LaunchCaches>(launch) : nullptr;
}

LaunchCaches::LaunchCaches(const LaunchState& launch) : gpu_(*as_set().gpu_of_caches), missing_(launch.blocks) {
  Left& all = left();
  if (!all.l2) all.l2 = std::make_unique<L2>(gpu_);
  // A launch may have to be run again: what it leaves counts when it stands.
  if (as_set().cache_control == CacheControl::none) l2_ = std::make_unique<L2>(*all.l2);
  else all.l2->forget();
  player_ = std::make_unique<Player>(gpu_, kernel_of(launch), l2_ ? *l2_ : *all.l2, launch.blocks, launch.threads,
      launch.dynamic_shared_bytes, as_set().cache_memory);
}

void LaunchCaches::deliver(std::unique_ptr<BlockStream> stream) {
  {
    const std::lock_guard lock(waiting_mutex_);
    const std::uint64_t block = stream->block;
    waiting_bytes_ += stream->size();
    waiting_[block] = std::move(stream);
  }
  --missing_;
  while (play(too_many_wait()) && too_many_wait()) {
  }
}

// Then nobody runs ahead of whoever plays.
bool LaunchCaches::too_many_wait() {
  const std::lock_guard lock(waiting_mutex_);
  return waiting_bytes_ > as_set().cache_memory;
}

std::unique_ptr<BlockStream> LaunchCaches::take(std::uint64_t block) {
  const std::lock_guard lock(waiting_mutex_);
  const auto found = waiting_.find(block);
  if (found == waiting_.end()) return nullptr;
  std::unique_ptr<BlockStream> stream = std::move(found->second);
  waiting_bytes_ -= stream->size();
  waiting_.erase(found);
  return stream;
}

// What of both steps can be played and is not being played by others; false: nothing. `waits`: first for these. When all blocks
// are there it is left to finish(), where two threads share it.
bool LaunchCaches::play(bool waits) {
  bool played = false;
  for (bool went_on = true; went_on && missing_; played |= went_on) {
    const bool first = waits && !played;
    went_on = false;
    {
      std::unique_lock mine(arriving_, std::defer_lock);
      if (first && full()) mine.lock();
      if (mine || mine.try_lock()) went_on = arrive();
    }
    std::unique_lock mine(advancing_, std::defer_lock);
    if (first) mine.lock();
    if (mine || mine.try_lock()) went_on |= advance();
  }
  return played;
}

bool LaunchCaches::full() {
  const std::lock_guard lock(batches_mutex_);
  return batches_.size() >= most_batches;
}

// A batch more; false: a block is missing, all have been played, or too many batches are on their way.
bool LaunchCaches::advance() {
  Player::Batch batch;
  {
    const std::lock_guard lock(batches_mutex_);
    if (batches_.size() >= most_batches || all_sent_) return false;
    if (!spare_batches_.empty()) batch = std::move(spare_batches_.back()), spare_batches_.pop_back();
  }
  batch.clear();
  const Player::Stop stop = player_->go_on([this](std::uint64_t block) { return take(block); }, batch);
  const std::lock_guard lock(batches_mutex_);
  all_sent_ = stop == Player::Stop::all_played;
  if (batch.count) batches_.push_back(std::move(batch));
  batch_is_there_.notify_all();
  return stop == Player::Stop::batch_is_full;
}

// All batches that there are; false: there was none.
bool LaunchCaches::arrive() {
  bool any = false;
  for (std::unique_lock lock(batches_mutex_); !batches_.empty(); any = true) {
    Player::Batch batch = std::move(batches_.front());
    batches_.pop_front();
    lock.unlock();
    player_->arrive(batch);
    lock.lock();
    spare_batches_.push_back(std::move(batch));
    batch_is_there_.notify_all();
  }
  return any;
}

// All blocks are there. By two threads, where there may be two.
void LaunchCaches::play_to_end(std::size_t threads) {
  const auto other_step = [this] {
    for (;;) {
      std::unique_lock lock(batches_mutex_);
      batch_is_there_.wait(lock, [this] { return all_sent_ || !batches_.empty(); });
      if (batches_.empty()) return;
      lock.unlock();
      arrive();
    }
  };
  std::thread other;
  try {
    if (threads > 1) other = std::thread(other_step);
  } catch (const std::system_error&) {  // there are no more threads to be had
  }
  if (other.joinable()) {
    while (!all_sent_) {
      advance();
      std::unique_lock lock(batches_mutex_);
      batch_is_there_.wait(lock, [this] { return all_sent_ || batches_.size() < most_batches; });
    }
    other.join();
  }
  while (advance() || arrive()) {
  }
}

void LaunchCaches::finish(Launch& record, std::size_t workers) {
  play_to_end(workers);
  found_ = player_->found();
  std::uint64_t filled = l2_ && left().used ? 0 : gpu_.sectors_of_launch;
  for (const auto& [key, found] : found_) filled += found.filled;
  const L2& l2 = l2_ ? *l2_ : *left().l2;
  record.caches = {gpu_.name, gpu_.measured, player_->residency().blocks, player_->residency().l1_bytes,
      filled * sector_bytes, l2.dram_written_sectors * sector_bytes};
  if (const std::uint64_t blocks = player_->narrowed_to())
    std::fprintf(stderr,
        "simt: in the caches only %llu of the blocks were played at a time: the requests of more take over %llu MiB "
        "(SIMT_CACHE_MEMORY)\n",
        static_cast<unsigned long long>(blocks), static_cast<unsigned long long>(as_set().cache_memory >> 20));
  if (l2_) left().l2 = std::move(l2_), left().used = true;
}

Found LaunchCaches::found(std::uint64_t key) const {
  const auto found = found_.find(key);
  return found == found_.end() ? Found{} : found->second;
}

}  // namespace caches

void set_caches(const std::string& gpu, CacheControl control) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  caches::as_set();
  const caches::Gpu* const found = caches::find_gpu(gpu);
  if (!found && !gpu.empty()) throw std::invalid_argument("there are no parameters of a GPU " + gpu);
  caches::left() = {};
  const OpenSettings open;
  open->gpu_of_caches = found;
  open->cache_control = control;
}

}  // namespace simt
