// Whether it matters that the lanes of a warp run one after the other.
#include "simt/engine/core/order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/engine/core/requests.hpp"

namespace simt {
namespace {

// While lanes are at different places for long, requests may be more than are worth keeping.
constexpr std::size_t most_requests = 8192;

bool writes(Event event) { return event.kind() != EventKind::load; }

// How far the addresses of two lanes that are neighbours among those that take part lie apart at least, if all climb or all
// fall; else 0.
std::uint64_t gap_between_lanes(const LaneDistances& lanes) {
  std::uint64_t up = ~std::uint64_t(0), down = up, before = 0;
  bool climbs = true, falls = true;
  for (std::uint32_t left = lanes.active; left; left &= left - 1) {
    const std::uint64_t here = lanes.distance[std::countr_zero(left)];
    if (left != lanes.active) {
      climbs &= std::int64_t(here) > std::int64_t(before);
      falls &= std::int64_t(here) < std::int64_t(before);
      up = std::min(up, here - before);
      down = std::min(down, before - here);
    }
    before = here;
  }
  return climbs ? up : falls ? down : 0;
}

}  // namespace

namespace {

// Whether two of these lanes lie at the same place. (All have the same width, and are aligned: they do or do not overlap.)
bool any_meet(const std::uint64_t* address, std::uint32_t active) {
  constexpr unsigned slots = 2 * warp_lanes;
  std::uint64_t taken = 0, held[slots];
  for (std::uint32_t left = active; left; left &= left - 1) {
    const std::uint64_t here = address[std::countr_zero(left)];
    unsigned slot = unsigned(here * 0x9e3779b97f4a7c15 >> 58);
    for (; taken >> slot & 1; slot = (slot + 1) % slots)
      if (held[slot] == here) return true;
    taken |= std::uint64_t(1) << slot;
    held[slot] = here;
  }
  return false;
}

}  // namespace

void LaneDistances::lie(const std::uint64_t* address, std::uint32_t which, std::uint64_t first, bool store) {
  meet = store && any_meet(address, which);
  active = which;
  std::int64_t lowest = 0, highest = 0;
  for (unsigned i = 0; i < warp_lanes; ++i) {
    distance[i] = address[i] - first;
    lowest = std::min(lowest, std::int64_t(distance[i]));
    highest = std::max(highest, std::int64_t(distance[i]));
  }
  below = std::uint64_t(-lowest);
  above = std::uint64_t(highest);
}

struct OrderWatch::Touch {
  const LaneDistances& lanes;
  std::uint64_t first;
  unsigned bytes;
  bool writes, commutes;

  std::uint64_t at(int lane) const { return first + lanes.distance[lane]; }
};

// Who has touched which byte: a table of words, each with who has touched its four bytes.
class OrderWatch::Bytes {
 public:
  void clear() {
    used_ = 0;
    if (++time_ < 1u << 28) return;
    std::fill(words_.begin(), words_.end(), Word{});
    time_ = 1;
  }
  // False when a lane meets another one in what it touched before.
  bool add(const Touch& touch) {
    // What lanes do to the same byte in one request is no matter of order: they all look before one is noted down.
    const bool apart = gap_between_lanes(touch.lanes) >= touch.bytes;
    if (!apart &&
        !each_word(touch, [&](Word& word, unsigned mask, std::uint8_t who) { return !meets(word, mask, who); }))
      return false;
    return each_word(touch, [&](Word& word, unsigned mask, std::uint8_t who) {
      if (word.known == 0 && mask == 15) {
        word.known = 15;
        word.who = who * every_byte;
        return true;
      }
      if (apart && meets(word, mask, who)) return false;
      note(word, mask, who);
      return true;
    });
  }

 private:
  // A lane, of whoever has touched a byte, and what it or others have done there.
  static constexpr std::uint8_t lane_bits = 31, many = 32, wrote = 64, ordered = 128;
  static constexpr std::uint32_t every_byte = 0x01010101;
  struct Word {
    std::uint64_t number = 0;
    std::uint32_t time : 28 = 0, known : 4 = 0;
    std::uint32_t who = 0;  // by byte
  };

  // `act` with each word that the touch's lanes touch, which of its bytes, and who; false as soon as it says so.
  template <typename Act>
  bool each_word(const Touch& touch, Act act) {
    const auto what = std::uint8_t((touch.writes ? wrote : 0) | (touch.commutes ? 0 : ordered));
    for (std::uint32_t left = touch.lanes.active; left; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const auto who = std::uint8_t(lane | what);
      const std::uint64_t begin = touch.at(lane);
      if (touch.bytes < 4) {  // aligned: in one word
        if (!act(find(begin / 4), ((1u << touch.bytes) - 1) << begin % 4, who)) return false;
        continue;
      }
      for (std::uint64_t word = begin / 4; word < (begin + touch.bytes) / 4; ++word)
        if (!act(find(word), 15, who)) return false;
    }
    return true;
  }
  static bool meets(const Word& word, unsigned mask, std::uint8_t who) {
    for (unsigned i = 0; i < 4; ++i) {
      if (!(word.known & mask & 1u << i)) continue;
      const auto before = std::uint8_t(word.who >> 8 * i);
      const bool others = (before & many) || (before & lane_bits) != (who & lane_bits);
      if (others && ((before | who) & wrote) && ((before | who) & ordered)) return true;
    }
    return false;
  }
  static void note(Word& word, unsigned mask, std::uint8_t who) {
    for (unsigned i = 0; i < 4; ++i) {
      if (!(mask & 1u << i)) continue;
      auto now = who;
      if (word.known & 1u << i) {
        const auto before = std::uint8_t(word.who >> 8 * i);
        now = std::uint8_t(before | (who & ~lane_bits) | ((before ^ who) & lane_bits ? many : 0));
      }
      word.known |= 1u << i;
      word.who = (word.who & ~(0xffu << 8 * i)) | std::uint32_t(now) << 8 * i;
    }
  }
  Word& find(std::uint64_t number) {
    if (used_ * 2 >= words_.size()) grow();
    for (std::size_t slot = number * 0x9e3779b97f4a7c15 >> shift_;; slot = (slot + 1) & (words_.size() - 1)) {
      Word& word = words_[slot];
      if (word.time != time_) {
        ++used_;
        word.number = number, word.time = time_, word.known = 0;
        return word;
      }
      if (word.number == number) return word;
    }
  }
  void grow() {
    std::vector<Word> old(words_.empty() ? 1024 : words_.size() * 2);
    old.swap(words_);
    shift_ = 64 - unsigned(std::countr_zero(words_.size()));
    used_ = 0;
    for (const Word& word : old)
      if (word.time == time_) find(word.number) = word;
  }

  std::vector<Word> words_;
  std::size_t used_ = 0;
  unsigned shift_ = 64;
  std::uint32_t time_ = 0;
};

OrderWatch::OrderWatch() = default;
OrderWatch::~OrderWatch() = default;

void OrderWatch::request(
    std::uint32_t site, std::uint64_t first, unsigned bytes, const LaneDistances& lanes, bool anew) {
  met_ |= lanes.meet;
  if (site >= reach_.size()) reach_.resize(site + 1);
  Reach& reach = reach_[site];
  const std::uint64_t low = first - lanes.below, high = first + lanes.above + bytes;
  if (reach.since != time_) {
    reach = {time_, low, high, patterns_used_++, false, false};
    touched_.push_back(site);
  } else {
    if (anew) reach.pattern = patterns_used_++;
    reach.into_itself |= low < reach.high && reach.low < high;
    reach.low = std::min(reach.low, low);
    reach.high = std::max(reach.high, high);
  }
  if (requests_.size() < most_requests) requests_.push_back({site, reach.pattern, first});
  else too_many_ = true;
}

void OrderWatch::keep(std::uint32_t site, const LaneDistances& lanes) {
  if (site >= reach_.size() || reach_[site].since != time_ || too_many_) return;
  if (patterns_.size() < patterns_used_) patterns_.resize(patterns_used_);
  patterns_[reach_[site].pattern] = lanes;
}

bool OrderWatch::are_contested(const SiteTable& sites, const Commutes& commutes) {
  bool any = false;
  for (const std::uint32_t a : touched_) {
    const std::uint64_t key_a = sites.counts()[a].key;
    if (!writes(Event{key_a})) continue;
    Reach& here = reach_[a];
    if (here.into_itself && !commutes(key_a)) here.contested = any = true;
    for (const std::uint32_t b : touched_) {
      Reach& there = reach_[b];
      if (a == b || here.low >= there.high || there.low >= here.high) continue;
      if (commutes(key_a) && commutes(sites.counts()[b].key)) continue;
      here.contested = there.contested = any = true;
    }
  }
  return any;
}

// Where all lie to each other in the same way: whether any two of the requests are the same again, or so close that each lane
// stays where no other one comes, or so far away that they do not reach each other.
bool OrderWatch::stay_apart(const std::vector<Touch>& touches) {
  const Touch& model = touches.front();
  const std::uint64_t gap = gap_between_lanes(model.lanes), reach = model.lanes.below + model.lanes.above;
  unsigned bytes = 0;
  firsts_.clear();
  for (const Touch& touch : touches) {
    if (&touch.lanes != &model.lanes &&
        (touch.lanes.active != model.lanes.active ||
            std::memcmp(touch.lanes.distance, model.lanes.distance, sizeof model.lanes.distance) != 0))
      return false;
    bytes = std::max(bytes, touch.bytes);
    if (firsts_.empty() || firsts_.back() != touch.first) firsts_.push_back(touch.first);
  }
  if (gap < bytes) return false;
  const auto [lowest, highest] = std::minmax_element(firsts_.begin(), firsts_.end());
  if (*highest - *lowest + bytes <= gap) return true;
  bool apart = true;
  for (std::size_t i = 0; i < firsts_.size() && apart; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const std::uint64_t distance = firsts_[i] > firsts_[k] ? firsts_[i] - firsts_[k] : firsts_[k] - firsts_[i];
      apart &= distance == 0 || distance + bytes <= gap || distance >= reach + bytes;
    }
  return apart;
}

bool OrderWatch::do_meet(const SiteTable& sites, const Commutes& commutes) {
  patterns_.resize(std::max<std::size_t>(patterns_.size(), patterns_used_));
  for (const std::uint32_t site : touched_) patterns_[reach_[site].pattern] = sites.counts()[site].last.lanes;
  std::vector<Touch> touches;
  touches.reserve(requests_.size());
  for (const Request& request : requests_) {
    if (!reach_[request.site].contested) continue;
    const std::uint64_t key = sites.counts()[request.site].key;
    const Event event{key};
    touches.push_back({patterns_[request.pattern], request.first, event.bytes(), writes(event), commutes(key)});
  }
  if (stay_apart(touches)) return false;
  if (!bytes_) bytes_ = std::make_unique<Bytes>();
  bytes_->clear();
  return !std::all_of(touches.begin(), touches.end(), [&](const Touch& touch) { return bytes_->add(touch); });
}

bool OrderWatch::mattered(const SiteTable& sites, const Commutes& commutes) {
  const bool so = met_ || (are_contested(sites, commutes) && (too_many_ || do_meet(sites, commutes)));
  met_ = false;
  ++time_;
  touched_.clear();
  requests_.clear();
  patterns_used_ = 0;
  too_many_ = false;
  return so;
}

}  // namespace simt
