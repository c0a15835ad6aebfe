// Which bytes operations have touched, and which of two touches nothing orders.
#include "simt/engine/streams/touched.hpp"

#include <malloc.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/checkers/stream.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/record/record.hpp"

namespace simt {

AddressRange watched_span;

namespace {

constexpr std::uint64_t bytes_a_page = TouchedBytes::page_bytes;

// Never destroyed: kernels may still run when the program ends.
struct TouchedPages {
  std::unordered_map<std::uint64_t, std::vector<std::unique_ptr<PageTouch>>> touched;
  struct Use {
    OperationRef operation;
    std::uint64_t pc;
  };
  std::unordered_map<const void*, std::vector<Use>> uses;  // of handles
};
TouchedPages& touched_pages() {
  static auto* all = new TouchedPages;
  return *all;
}
using TimelineLock = std::lock_guard<std::recursive_mutex>;

template <typename Each>
void each_page(std::uint64_t begin, std::uint64_t bytes, Each each) {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t here = begin + done, first = here % bytes_a_page;
    const std::uint64_t count = std::min(bytes - done, bytes_a_page - first);
    each(here / bytes_a_page, unsigned(first), unsigned(count));
    done += count;
  }
}

void widen_watched_span(std::uint64_t begin, std::uint64_t bytes) {
  if (device_memory.contains(begin)) return;
  const std::uint64_t end = std::max(begin + bytes, watched_span.begin + watched_span.bytes);
  const std::uint64_t first = watched_span.bytes ? std::min(begin, watched_span.begin) : begin;
  watched_span = {first, end - first};
}

// Whether every later race with `old` is one with `now`, too.
bool covers(const TouchSite& now, const TouchSite& old) {
  return (!now.atomic || old.atomic) && !(now.staged && !old.staged);
}

// A stream's operations come one after the other: of what the later one has touched, the earlier one can be forgotten.
void cover(const Operation& now, const TouchedBytes& by, const Operation& before, TouchedBytes& old) {
  if (by.none() || old.none()) return;
  const auto covered = [&](unsigned i) {
    const std::uint8_t newer = by.at(i), older = old.at(i);
    return newer && older && covers(now.sites[newer - 1], before.sites[older - 1]);
  };
  if (by.uniform() && old.uniform()) {
    if (covered(0)) old.clear();
    return;
  }
  for (unsigned i = 0; i < bytes_a_page; ++i)
    if (covered(i)) old.clear(i);
  old.settle();
}

void cover(const PageTouch& now, PageTouch& old) {
  cover(*now.operation, now.writes, *old.operation, old.writes);
  cover(*now.operation, now.writes, *old.operation, old.reads);
  cover(*now.operation, now.reads, *old.operation, old.reads);
}

// Each pair of places that have touched the same byte, with the first such byte.
template <typename Tell>
void meet(const TouchedBytes& mine, const TouchedBytes& other, Tell tell) {
  if (mine.none() || other.none()) return;
  std::uint8_t last_mine = 0, last_other = 0;
  const unsigned end = mine.uniform() && other.uniform() ? 1 : bytes_a_page;
  for (unsigned i = 0; i < end; ++i) {
    const std::uint8_t a = mine.at(i), b = other.at(i);
    if (!a || !b || (a == last_mine && b == last_other)) continue;
    last_mine = a, last_other = b;
    tell(i, a, b);
  }
}

template <typename Tell>
void meet_all(const PageTouch& mine, const PageTouch& other, Tell tell) {
  meet(mine.writes, other.writes, tell);
  meet(mine.writes, other.reads, tell);
  meet(mine.reads, other.writes, tell);
}

void drop_known(std::vector<std::unique_ptr<PageTouch>>& touches, const Operation* but = nullptr) {
  std::erase_if(touches, [but](const auto& touch) {
    return touch->operation.get() != but &&
           (host_knows(*touch->operation) || (touch->reads.none() && touch->writes.none()));
  });
}

// Two kernels that run at the same time may order themselves by a flag: what was in front of the one's fence comes before
// what is behind the other's look at it. As the race checker has it, this takes a flag to order more than it does.
bool is_flag(const Operation& operation, std::uint8_t site) {
  return operation.fenced && operation.sites[site - 1].atomic && operation.sites[site - 1].does != TouchSite::reads;
}

}  // namespace

void TouchedBytes::spread() {
  bytes_ = std::make_unique<std::array<std::uint8_t, page_bytes>>();
  bytes_->fill(all_);
}

void TouchedBytes::settle() {
  if (!bytes_) return;
  const std::uint8_t first = bytes_->front();
  if (std::memcmp(bytes_->data(), bytes_->data() + 1, page_bytes - 1) != 0) return;
  all_ = first;
  bytes_.reset();
}

std::uint8_t site_of(Operation& operation, const TouchSite& site) {
  for (std::size_t i = 0; i < operation.sites.size(); ++i) {
    const TouchSite& known = operation.sites[i];
    if (known.pc == site.pc && known.does == site.does && known.atomic == site.atomic && known.staged == site.staged)
      return std::uint8_t(i + 1);
  }
  if (operation.sites.size() < most_sites) operation.sites.push_back(site);
  return std::uint8_t(operation.sites.size());
}

PageTouch& touch_page(Operation& operation, std::uint64_t page) {
  const TimelineLock lock(timeline_mutex());
  auto& touches = touched_pages().touched[page];
  for (const auto& touch : touches)
    if (touch->operation.get() == &operation) return *touch;
  operation.pages.push_back(page);
  widen_watched_span(page * bytes_a_page, bytes_a_page);
  touches.push_back(std::make_unique<PageTouch>(PageTouch{operation.shared_from_this(), {}, {}}));
  return *touches.back();
}

void note_touch(Operation& operation, std::uint64_t address, std::uint64_t bytes, const TouchSite& site) {
  if (!bytes) return;
  const std::uint8_t number = site_of(operation, site);
  each_page(address, bytes, [&](std::uint64_t page, unsigned first, unsigned count) {
    PageTouch& touched = touch_page(operation, page);
    (site.does == TouchSite::reads ? touched.reads : touched.writes).set(first, count, number, site.atomic);
  });
}

void note_touch(std::uint64_t address, std::uint64_t bytes, const TouchSite& site) {
  if (stream_races_are_checked && current_operation) note_touch(*current_operation, address, bytes, site);
}

std::vector<Finding> conflicts_of(const OperationRef& operation) {
  const TimelineLock lock(timeline_mutex());
  const std::vector<std::uint64_t> touched = std::exchange(operation->pages, {});
  struct Near {
    PageTouch *mine, *other;
    std::uint64_t page;
  };
  std::vector<Near> unordered;
  for (const std::uint64_t page : touched) {
    auto& touches = touched_pages().touched[page];
    drop_known(touches, operation.get());
    const auto own = [&](const auto& touch) { return touch->operation == operation; };
    PageTouch* const mine = std::find_if(touches.begin(), touches.end(), own)->get();
    mine->reads.settle();
    mine->writes.settle();
    for (const auto& other : touches)
      if (other.get() == mine) continue;
      else if (other->operation->stream == operation->stream) cover(*mine, *other);
      else if (!comes_after(*operation, *other->operation)) unordered.push_back({mine, other.get(), page});
  }
  for (const Near& near : unordered)
    meet(near.mine->reads, near.other->writes, [&](unsigned, std::uint8_t a, std::uint8_t b) {
      if (operation->sites[a - 1].atomic && is_flag(*near.other->operation, b))
        has_seen(*operation, *near.other->operation);
    });
  for (const Near& near : unordered)
    meet(near.mine->writes, near.other->writes, [&](unsigned, std::uint8_t a, std::uint8_t b) {
      if (operation->sites[a - 1].atomic && is_flag(*near.other->operation, b) && operation->fenced)
        has_seen(*operation, *near.other->operation);
    });
  std::vector<std::pair<Finding, bool>> findings;
  std::set<std::tuple<const Operation*, std::uint8_t, std::uint8_t>> told;
  for (const Near& near : unordered) {
    const Operation& other = *near.other->operation;
    if (comes_after(*operation, other)) continue;
    meet_all(*near.mine, *near.other, [&](unsigned i, std::uint8_t a, std::uint8_t b) {
      const TouchSite &mine = operation->sites[a - 1], &theirs = other.sites[b - 1];
      if (a == most_sites || b == most_sites) return;  // which of several it was nobody knows
      if ((mine.atomic && theirs.atomic) || !told.emplace(&other, a, b).second) return;
      findings.emplace_back(explain_stream_race(*operation, mine, other, theirs, near.page * bytes_a_page + i),
          theirs.does == TouchSite::allocates);
    });
  }
  // Who uses memory says more than who has allocated it.
  std::stable_partition(findings.begin(), findings.end(), [](const auto& one) { return !one.second; });
  std::vector<Finding> said;
  for (auto& [finding, of_allocation] : findings) said.push_back(std::move(finding));
  return said;
}

void settle_touches(const OperationRef& operation) {
  for (Finding& finding : conflicts_of(operation)) add_host_finding(std::move(finding));
}

void forget_touches() {
  const TimelineLock lock(timeline_mutex());
  touched_pages().touched.clear();
  touched_pages().uses.clear();
  watched_span = {};
}

void forget_touches_of(std::uint64_t begin, std::uint64_t bytes) {
  const TimelineLock lock(timeline_mutex());
  if (touched_pages().touched.empty()) return;
  each_page(begin, bytes, [&](std::uint64_t page, unsigned first, unsigned count) {
    const auto known = touched_pages().touched.find(page);
    if (known == touched_pages().touched.end()) return;
    if (count == bytes_a_page) {
      known->second.clear();
      return;
    }
    for (const auto& touch : known->second)
      for (unsigned i = first; i < first + count; ++i) {
        if (touch->reads.at(i)) touch->reads.clear(i);
        if (touch->writes.at(i)) touch->writes.clear(i);
      }
    drop_known(known->second);
  });
}

namespace {

// The first touch of these bytes that the host does not know to be done, and that is no friend of what it does.
template <typename Tell>
void each_unknown(std::uint64_t begin, std::uint64_t bytes, bool writes, Tell tell) {
  each_page(begin, bytes, [&](std::uint64_t page, unsigned first, unsigned count) {
    const auto known = touched_pages().touched.find(page);
    if (known == touched_pages().touched.end()) return;
    for (const auto& touch : known->second) {
      if (host_knows(*touch->operation)) continue;
      std::uint8_t last = 0;
      for (unsigned i = first; i < first + count; ++i) {
        const std::uint8_t site = touch->writes.at(i) ? touch->writes.at(i) : writes ? touch->reads.at(i) : 0;
        if (!site || site == last || site == most_sites) continue;
        last = site;
        tell(*touch->operation, site, page * bytes_a_page + i);
      }
    }
  });
}

}  // namespace

void check_host_order(std::uint64_t address, std::size_t bytes, bool writes, bool is_atomic, std::uint64_t pc) {
  if (current_operation) {  // a host function, in a stream's order; its own stack and the like are nobody else's
    if (device_memory.contains(address) || watched_span.holds(address))
      note_touch(*current_operation, address, bytes, {pc, writes ? TouchSite::writes : TouchSite::reads, is_atomic});
    return;
  }
  const TimelineLock lock(timeline_mutex());
  if (touched_pages().touched.empty()) return;
  std::vector<Finding> findings;
  each_unknown(address, bytes, writes, [&](const Operation& operation, std::uint8_t site, std::uint64_t at) {
    if (is_atomic && is_flag(operation, site)) return host_has_seen(operation);
    if (is_atomic && operation.sites[site - 1].atomic) return;
    if (findings.empty())
      findings.push_back(explain_host_race(operation, operation.sites[site - 1], at, bytes, writes, pc));
  });
  for (Finding& finding : findings) add_host_finding(std::move(finding));
}

namespace {
// Of several that use it one is told, and rather not the one that has allocated it.
void check_given_back(std::uint64_t begin, std::uint64_t bytes, const std::string& how, std::uint64_t pc) {
  const TimelineLock lock(timeline_mutex());
  if (touched_pages().touched.empty()) return;
  const Operation* user = nullptr;
  TouchSite site;
  std::uint64_t where = 0;
  each_unknown(begin, bytes, true, [&](const Operation& operation, std::uint8_t number, std::uint64_t at) {
    const TouchSite& found = operation.sites[number - 1];
    if (user && (site.does != TouchSite::allocates || found.does == TouchSite::allocates)) return;
    user = &operation, site = found, where = at;
  });
  if (user) add_host_finding(explain_early_free(*user, site, where, how, pc));
  forget_touches_of(begin, bytes);
}
}  // namespace

void check_freed(std::uint64_t begin, std::uint64_t bytes, const std::string& how) {
  check_given_back(begin, bytes, how, 0);
}

void check_host_free(const void* pointer, const char* call, std::uint64_t pc) {
  const auto begin = reinterpret_cast<std::uint64_t>(pointer);
  if (!watched_span.holds(begin)) return;
  check_given_back(begin, malloc_usable_size(const_cast<void*>(pointer)), std::string(call) + " frees", pc);
}

void use_handle(Operation& operation, const void* handle, std::uint64_t pc) {
  // A kernel fetches a million times from the same few.
  struct Known {
    const void* handle = nullptr;
    std::uint64_t operation = 0;
  };
  thread_local std::array<Known, 16> known;
  const std::uint64_t now = std::uint64_t(operation.stream) << 32 | operation.nth;
  Known& last = known[reinterpret_cast<std::uint64_t>(handle) / 16 % known.size()];
  if (last.handle == handle && last.operation == now) return;
  last = {handle, now};
  const TimelineLock lock(timeline_mutex());
  auto& uses = touched_pages().uses[handle];
  std::erase_if(uses, [](const auto& use) { return host_knows(*use.operation); });
  const auto same = [&](const auto& use) { return use.operation.get() == &operation; };
  if (std::none_of(uses.begin(), uses.end(), same)) uses.push_back({operation.shared_from_this(), pc});
}

void check_destroyed(const void* handle, const std::string& how) {
  const TimelineLock lock(timeline_mutex());
  const auto known = touched_pages().uses.find(handle);
  if (known == touched_pages().uses.end()) return;
  for (const auto& use : known->second)
    if (!host_knows(*use.operation)) {
      add_host_finding(explain_early_destruction(*use.operation, use.pc, how));
      break;
    }
  touched_pages().uses.erase(known);
}

}  // namespace simt
