// Plays the requests of a launch in a GPU's order.
#include "simt/caches/player.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/include/simt/h200.h"

namespace simt::caches {
namespace {

constexpr unsigned round_of_requests = 32;  // that a multiprocessor makes before the next one goes on
constexpr std::size_t merged_slots = 1 << 16;
constexpr std::size_t sent_of_batch = 1 << 14, sent_ahead = 16;
constexpr unsigned few_lines = 4;

std::size_t slot_of(std::uint64_t line) { return line * 0x9e3779b97f4a7c15 % merged_slots; }

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

// Of the numbers below `count` in an order of that `key`, the one at a place.
std::uint64_t shuffled(std::uint64_t place, std::uint64_t count, std::uint64_t key) {
  const unsigned half = (unsigned(std::bit_width(count - 1)) + 1) / 2;
  const std::uint64_t low = (std::uint64_t(1) << half) - 1;
  do {  // each number below a power of four to another one; those that are too large go on
    for (std::uint64_t step = 0; step < 4; ++step)
      place = (place & low) << half | ((place >> half) ^ (mixed(key * 4 + step + ((place & low) << 40)) & low));
  } while (place >= count);
  return place;
}

}  // namespace

Player::Multiprocessor::Multiprocessor(const Gpu& gpu, const Residency& residency, unsigned number)
    : l1(gpu, residency.l1_bytes / line_bytes),
      queue(gpu.joined_lines),
      residents(residency.blocks),
      number(std::uint16_t(number)),
      half(gpu.l2_halves == 1 ? 0 : std::uint8_t(mixed(number) % 2)) {}

Player::Player(const Gpu& gpu, const Kernel& kernel, L2& l2, std::uint64_t blocks, unsigned threads,
    std::uint64_t dynamic_shared_bytes, std::uint64_t memory)
    : gpu_(gpu),
      kernel_(kernel),
      l2_(l2),
      blocks_(blocks),
      threads_(threads),
      dynamic_shared_bytes_(dynamic_shared_bytes),
      memory_(memory),
      merged_(merged_slots) {
  l2_.begin_launch();
}

std::uint32_t Player::site_of(std::uint64_t key) {
  const auto [found, added] = sites_.try_emplace(key, std::uint32_t(keys_.size()));
  if (added) {
    keys_.push_back(key);
    l1_found_.emplace_back();
  }
  return found->second;
}

std::unordered_map<std::uint64_t, Found> Player::found() const {
  std::unordered_map<std::uint64_t, Found> all;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    Found& found = all[keys_[i]] = l1_found_[i];
    if (i < l2_.found.size()) found += l2_.found[i];
  }
  return all;
}

// False while a block is missing.
bool Player::begin_all(const Take& take) {
  if (all_.empty()) {
    // How many blocks fit depends on what the first one shows of shared memory.
    std::unique_ptr<BlockStream> first = take(0);
    if (!first) return false;
    residency_ = caches::residency(gpu_, kernel_, threads_, dynamic_shared_bytes_ + first->shared_bytes);
    order_places();
    for (unsigned i = 0; i < gpu_.multiprocessors; ++i)
      all_.push_back(std::make_unique<Multiprocessor>(gpu_, residency_, i));
    begun_bytes_ = first->size();
    Multiprocessor& on = *all_[places_[0]];
    on.residents[0].stream = std::move(first);
    on.first_blocks.push_back(0);
    on.begun = placed_ = 1;
    begin(on, 0);
  }
  return fill_all(take);
}

Player::Stop Player::go_on(const Take& take, Batch& batch) {
  batch_ = &batch;
  if (!begin_all(take)) return Stop::block_is_missing;
  while (std::any_of(all_.begin(), all_.end(), [](const auto& one) { return !one->ended; }))
    for (; now_ < all_.size() || (now_ = 0); ++now_) {
      if (batch.count >= sent_of_batch) return Stop::batch_is_full;
      if (!run(*all_[now_], take)) return Stop::block_is_missing;
    }
  return Stop::all_played;
}

// False while a block is missing.
bool Player::run(Multiprocessor& on, const Take& take) {
  if (on.ended) return true;
  if (!on.left) on.left = round_of_requests, ++on.rounds;
  while (on.left) {
    if (!fill(on, take)) return false;
    if (on.turns.empty()) {
      send_all_waiting(on);
      on.ended = true;
      return true;
    }
    make_turn(on);
  }
  return true;
}

// Where the blocks that begin at once go: to the clusters in turn, one to each multiprocessor.
void Player::order_places() {
  std::vector<unsigned> first, placed(gpu_.multiprocessors);
  unsigned before = 0;
  for (const unsigned size : gpu_.clusters)
    if (size) first.push_back(before), before += size;
  const std::uint64_t most = std::min<std::uint64_t>(blocks_, std::uint64_t(gpu_.multiprocessors) * residency_.blocks);
  const std::uint64_t each = (most + gpu_.multiprocessors - 1) / gpu_.multiprocessors;
  std::size_t other = 0;
  for (unsigned turn = 0; places_.size() < most; ++turn) {
    const unsigned every = gpu_.first_cluster_every;
    const std::size_t cluster = !every                    ? turn % first.size()
                                : turn % (every + 1) == 0 ? 0
                                                          : 1 + other++ % (first.size() - 1);
    for (unsigned i = first[cluster]; i < first[cluster] + gpu_.clusters[cluster] && places_.size() < most; ++i)
      if (placed[i] < each) ++placed[i], places_.push_back(std::uint16_t(i));
  }
}

// All that begin at once.
bool Player::fill_all(const Take& take) {
  for (; placed_ < places_.size(); ++placed_) {
    if (begun_bytes_ > memory_) {
      narrowed_ = true;
      places_.resize(placed_);
      return true;
    }
    Multiprocessor& on = *all_[places_[placed_]];
    std::unique_ptr<BlockStream> stream = take(placed_);
    if (!stream) return false;
    begun_bytes_ += stream->size();
    unsigned resident = 0;
    while (on.residents[resident].stream) ++resident;
    on.residents[resident].stream = std::move(stream);
    on.first_blocks.push_back(placed_);
    ++on.begun;
    begin(on, resident);
  }
  return true;
}

// Of its own blocks; as many as there are or more: it has none left. In each later round, too, every multiprocessor gets one before
// any gets a second, but in an order that is drawn anew.
std::uint64_t Player::next_block(Multiprocessor& on) const {
  const std::uint64_t at_once = places_.size(), first = on.first_blocks.size();
  for (; first; ++on.begun) {
    const std::uint64_t round = on.begun / first, place = on.first_blocks[on.begun % first];
    if (!round) return place;
    if (round * at_once >= blocks_) break;
    const std::uint64_t sweep = place / gpu_.multiprocessors * gpu_.multiprocessors,
                        wide = std::min<std::uint64_t>(gpu_.multiprocessors, at_once - sweep);
    const std::uint64_t block = round * at_once + sweep + shuffled(place - sweep, wide, round * at_once + sweep);
    if (block < blocks_) return block;
  }
  return blocks_;
}

// Blocks take the places of those that have ended.
bool Player::fill(Multiprocessor& on, const Take& take) {
  for (std::size_t i = 0; i < on.first_blocks.size(); ++i)
    while (!on.residents[i].stream && next_block(on) < blocks_) {
      if (!(on.residents[i].stream = take(next_block(on)))) return false;
      ++on.begun;
      begin(on, unsigned(i));
    }
  return true;
}

// The block's next phase, or its end.
bool Player::begin(Multiprocessor& on, unsigned resident) {
  Resident& block = on.residents[resident];
  const std::vector<Segment>& segments = block.stream->segments;
  if (block.next_segment == 0) {
    block.sites.clear();
    for (const std::uint64_t key : block.stream->sites) block.sites.push_back(site_of(key));
    block.shapes = block.stream->shapes.data();
    block.pieces = block.stream->pieces.data();
  }
  if (block.next_segment == segments.size()) {
    block.stream.reset();
    block.next_segment = 0;
    return false;
  }
  for (const std::uint32_t phase = segments[block.next_segment].phase;
      block.next_segment < segments.size() && segments[block.next_segment].phase == phase; ++block.next_segment) {
    const Segment& segment = segments[block.next_segment];
    const Request* const first = block.stream->requests.data() + segment.begin;
    on.turns.push_back({resident, first, first + segment.count});
    ++block.playing;
  }
  return true;
}

// Whose turn of so many is the `number`th.
std::size_t Player::drawn(std::uint64_t number, std::size_t turns) const {
  const std::size_t waiting = turns > gpu_.warps_that_rest ? turns - gpu_.warps_that_rest : 1,
                    among = std::min<std::size_t>(gpu_.warps_to_choose_from, waiting);
  return mixed(number * 0x9e3779b97f4a7c15) % among;
}

void Player::make_turn(Multiprocessor& on) {
  std::swap(on.turns.front(), on.turns[drawn(++on.random, on.turns.size())]);
  Turn turn = on.turns.front();
  on.turns.pop_front();
  // The one behind it, if nothing comes between. What the machine that this runs on needs for that one, it fetches meanwhile, a
  // step at a time: what each step fetches says where the next one's lies.
  const std::size_t behind = on.turns.empty() ? 0 : drawn(on.random + 1, on.turns.size() + 1);
  const Turn* const next = behind < on.turns.size() ? &on.turns[behind] : nullptr;
  if (next) __builtin_prefetch(next->at);
  const unsigned resident = turn.resident;
  Resident& block = on.residents[resident];
  const Ask kind = block.shapes[turn.at->shape].ask;
  const unsigned most = kind == Ask::store ? gpu_.stores_in_turn : gpu_.loads_in_turn;
  for (unsigned made = 0; made < most && turn.at < turn.end; ++made, ++turn.at) {
    if (block.shapes[turn.at->shape].ask != kind) break;
    ask(on, block, *turn.at);
    on.left -= on.left > 0;
    if (next && made == 0) __builtin_prefetch(&on.residents[next->resident].shapes[next->at->shape]);
  }
  if (next) {
    const Resident& its = on.residents[next->resident];
    const Shape& shape = its.shapes[next->at->shape];
    for (unsigned i = 0; i < shape.pieces; i += 8) __builtin_prefetch(&its.pieces[shape.first_piece + i]);
  }
  if (turn.at < turn.end) return on.turns.push_back(turn);
  if (--block.playing == 0) begin(on, resident);
}

void Player::ask(Multiprocessor& on, const Resident& block, const Request& request) {
  const Shape& shape = block.shapes[request.shape];
  if (shape.ask == Ask::acquire) return on.l1.forget();
  const Piece* const pieces = block.pieces + shape.first_piece;
  Found& found = l1_found_[block.sites[shape.site]];
  Going going{.site = block.sites[shape.site], .stores = shape.ask == Ask::store};
  const auto leave = [&](const Going& leaving) { send(on, leaving); };
  const auto line_of = [&](const Piece& piece) { return request.line + std::uint64_t(std::int64_t(piece.line)); };
  // What the machine that this runs on must fetch, it fetches all at once.
  for (unsigned i = 0; shape.pieces > few_lines && i < shape.pieces; ++i) on.l1.prefetch(line_of(pieces[i]));
  for (unsigned i = 0; i < shape.pieces; ++i) {
    const Piece& piece = pieces[i];
    going.line = line_of(piece);
    going.sectors = piece.sectors;
    if (shape.ask == Ask::load) {
      const unsigned there = on.l1.load(going.line, piece.sectors);
      found.l1_hits += count(there);
      if (!(going.sectors = std::uint8_t(piece.sectors & ~there))) continue;
    } else if (shape.ask == Ask::store) {
      found.l1_hits += count(on.l1.store(going.line, piece.sectors, piece.partial));
      going.partial = piece.partial;
      if (piece.partial) going.bytes = block.stream->bytes[piece.bytes];
    } else if (shape.ask == Ask::atomic) {
      on.l1.drop(going.line, piece.sectors);
      batch_->add({going.line, going.site, on.rounds, on.number, on.half, going.sectors, 0, Ask::atomic, 0});
      continue;
    }
    on.queue.add(going, leave);
  }
}

void Player::send(const Multiprocessor& on, const Going& going) {
  const auto bytes = std::uint32_t(batch_->bytes.size());
  if (going.partial) batch_->bytes.push_back(going.bytes);
  batch_->add({going.line, going.site, on.rounds, on.number, on.half, going.sectors, going.partial,
      going.stores ? Ask::store : Ask::load, bytes});
}

void Player::send_all_waiting(Multiprocessor& on) {
  on.queue.empty([&](const Going& going) { send(on, going); });
}

void Player::arrive(const Batch& batch) {
  for (std::size_t i = 0; i < batch.count; ++i) {
    // What the machine that this runs on will need, it fetches meanwhile.
    if (i + sent_ahead < batch.count) {
      const Sent& later = batch.room[i + sent_ahead];
      __builtin_prefetch(&merged_[slot_of(later.line)], 1);
      l2_.prefetch(later.half, later.line);
    }
    const Sent& here = batch.room[i];
    if (here.ask == Ask::store) {
      l2_.write(here.half, here.line, here.sectors, here.partial,
          here.partial ? batch.bytes[here.bytes] : SectorBytes{}, here.site);
    } else if (here.ask == Ask::atomic) {
      l2_.update(here.line, here.sectors, here.site);
    } else {
      Merged& merged = merged_[slot_of(here.line)];
      if (merged.line == here.line && merged.sectors == here.sectors &&
          here.round - merged.round <= gpu_.merged_rounds && merged.multiprocessor != here.multiprocessor &&
          merged.readers < gpu_.merged_readers) {
        merged.multiprocessor = here.multiprocessor;
        ++merged.readers;
        continue;
      }
      merged.line = here.line, merged.sectors = here.sectors, merged.readers = 1;
      merged.round = here.round, merged.multiprocessor = here.multiprocessor;
      l2_.read(here.half, here.line, here.sectors, here.site);
    }
  }
}

}  // namespace simt::caches
