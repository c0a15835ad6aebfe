// The caches of a launch: which GPU's, what is in L2 when it begins, and whose turn it is to play.
#include "simt/caches/caches.hpp"

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "simt/engine/core/launch_state.hpp"
#include "simt/include/simt/h200.h"
#include "simt/simt.hpp"

namespace simt {
namespace caches {
namespace {

struct Settings {
  const Gpu* gpu = nullptr;  // null: off
  CacheControl control = CacheControl::flush;
  std::uint64_t memory = std::uint64_t(512) << 20;  // for the requests of blocks that are played at once
  std::unique_ptr<L2> l2;                           // as the last launch has left it
  bool used = false;                                // a launch has left something there
};

Settings& settings() {
  static auto* const all = [] {
    auto* const from_environment = new Settings;
    const char *name = std::getenv("SIMT_CACHES"), *control = std::getenv("SIMT_CACHE_CONTROL");
    if (name && *name && !(from_environment->gpu = find_gpu(name))) {
      std::fprintf(stderr, "simt: SIMT_CACHES names no GPU that is known: %s\n", name);
      std::_Exit(2);
    }
    if (control && std::string(control) == "none") from_environment->control = CacheControl::none;
    if (const char* mib = std::getenv("SIMT_CACHE_MEMORY"))
      from_environment->memory = std::strtoull(mib, nullptr, 10) << 20;
    return from_environment;
  }();
  return *all;
}

}  // namespace

std::shared_ptr<LaunchCaches> LaunchCaches::of(const LaunchState& launch) {
  return settings().gpu ? std::make_shared<LaunchCaches>(launch) : nullptr;
}

LaunchCaches::LaunchCaches(const LaunchState& launch) : gpu_(*settings().gpu) {
  Settings& all = settings();
  if (!all.l2) all.l2 = std::make_unique<L2>(gpu_);
  // A launch may have to be run again: what it leaves counts when it stands.
  if (all.control == CacheControl::none) l2_ = std::make_unique<L2>(*all.l2);
  else all.l2->forget();
  player_ = std::make_unique<Player>(gpu_, kernel_of(launch), l2_ ? *l2_ : *all.l2, launch.blocks, launch.threads,
      launch.dynamic_shared_bytes, all.memory);
}

void LaunchCaches::deliver(std::unique_ptr<BlockStream> stream) {
  bool many = false;
  {
    const std::lock_guard lock(waiting_mutex_);
    const std::uint64_t block = stream->block;
    waiting_bytes_ += stream->size();
    many = waiting_bytes_ > settings().memory;
    waiting_[block] = std::move(stream);
  }
  std::unique_lock playing(playing_, std::defer_lock);
  if (many) playing.lock();  // and do not run ahead of whoever plays
  if (many || playing.try_lock()) play();
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

bool LaunchCaches::play() {
  return player_->play([this](std::uint64_t block) { return take(block); });
}

void LaunchCaches::finish(Launch& record) {
  play();
  found_ = player_->found();
  std::uint64_t filled = l2_ && settings().used ? 0 : gpu_.sectors_of_launch;
  for (const auto& [key, found] : found_) filled += found.filled;
  const L2& l2 = l2_ ? *l2_ : *settings().l2;
  record.caches = {gpu_.name, gpu_.measured, player_->residency().blocks, player_->residency().l1_bytes,
      filled * sector_bytes, l2.dram_written_sectors * sector_bytes};
  if (const std::uint64_t blocks = player_->narrowed_to())
    std::fprintf(stderr,
        "simt: in the caches only %llu of the blocks were played at a time: the requests of more take over %llu MiB "
        "(SIMT_CACHE_MEMORY)\n",
        static_cast<unsigned long long>(blocks), static_cast<unsigned long long>(settings().memory >> 20));
  if (l2_) settings().l2 = std::move(l2_), settings().used = true;
}

Found LaunchCaches::found(std::uint64_t key) const {
  const auto found = found_.find(key);
  return found == found_.end() ? Found{} : found->second;
}

}  // namespace caches

void set_caches(const std::string& gpu, CacheControl control) {
  caches::Settings& all = caches::settings();
  const caches::Gpu* const found = caches::find_gpu(gpu);
  if (!found && !gpu.empty()) throw std::invalid_argument("there are no parameters of a GPU " + gpu);
  all.l2.reset();
  all.used = false;
  all.gpu = found;
  all.control = control;
}

}  // namespace simt
