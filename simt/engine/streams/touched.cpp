// Which bytes operations have touched, and which of two touches nothing orders.
#include "simt/engine/streams/touched.hpp"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/checkers/stream.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/openmp/turns.hpp"

namespace simt {

AddressRange watched_span;

namespace {

constexpr std::uint64_t bytes_a_page = TouchedBytes::page_bytes;
constexpr std::size_t most_entries = 255;

// What a stream's operations have done to a page, the last of them to each byte. Its numbers are those of its entries.
struct StreamTouch {
  struct Entry {
    OperationRef operation;
    TouchSite site;
  };
  explicit StreamTouch(unsigned stream) : stream(stream) {}
  unsigned stream;
  std::vector<Entry> entries;
  std::uint64_t looked_at = 0;  // the host's waits when entries were last held against them
  unsigned merged = 0;
  PageTouch bytes;
  const Entry& of(std::uint8_t number) const { return entries[number - 1]; }
};

// Never destroyed: kernels may still run when the program ends.
struct TouchedPages {
  std::unordered_map<std::uint64_t, std::vector<StreamTouch>> touched;
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

// Each pair of numbers that stand for the same byte, with the first such byte of a stretch.
template <typename Tell>
void meet(const TouchedBytes& mine, const TouchedBytes& other, Tell tell) {
  if (mine.none() || other.none()) return;
  mine.each([&](unsigned first, unsigned count, std::uint8_t a) {
    other.each_in(first, count, [&](unsigned at, unsigned, std::uint8_t b) { tell(at, a, b); });
  });
}

template <typename Tell>
void meet_all(const PageTouch& mine, const PageTouch& other, Tell tell) {
  meet(mine.writes, other.writes, tell);
  meet(mine.writes, other.reads, tell);
  meet(mine.reads, other.writes, tell);
}

// Forgets entries: those that the host knows to be done and, where there are too many all the same, of those of the same place
// all but the first operation's, which whatever comes after one of the others comes after as well. If that does not help
// either, all are forgotten.
void thin_out(StreamTouch& touch, bool too_many) {
  std::array<std::uint8_t, 256> numbers{};
  std::vector<StreamTouch::Entry> left;
  for (std::size_t i = 0; i < touch.entries.size(); ++i) {
    StreamTouch::Entry& entry = touch.entries[i];
    if (host_knows(*entry.operation)) continue;
    const auto same = std::find_if(left.begin(), left.end(), [&](const StreamTouch::Entry& one) {
      return too_many && one.site.pc == entry.site.pc && one.site.does == entry.site.does &&
             one.operation->what == entry.operation->what;
    });
    if (same == left.end()) left.push_back(std::move(entry)), numbers[i + 1] = std::uint8_t(left.size());
    else numbers[i + 1] = std::uint8_t(same - left.begin() + 1);
  }
  if (left.size() > most_entries / 2) left.clear(), numbers.fill(0);
  touch.entries = std::move(left);
  touch.bytes.reads.renumber(numbers);
  touch.bytes.writes.renumber(numbers);
}

// An operation's touches become its stream's.
void merge(const OperationRef& operation, const PageTouch& mine, StreamTouch& touch) {
  const auto known = [](const StreamTouch::Entry& entry) { return host_knows(*entry.operation); };
  if (std::exchange(touch.looked_at, host_waits()) != host_waits() &&
      std::any_of(touch.entries.begin(), touch.entries.end(), known))
    thin_out(touch, false);
  std::array<std::uint8_t, 256> numbers{};
  const auto number_of_entry = [&](std::uint8_t site) {
    if (numbers[site]) return numbers[site];
    touch.entries.push_back({operation, operation->sites[site - 1]});
    return numbers[site] = std::uint8_t(touch.entries.size());
  };
  std::size_t most = 0;
  mine.reads.each([&](unsigned, unsigned, std::uint8_t site) { most = std::max<std::size_t>(most, site); });
  mine.writes.each([&](unsigned, unsigned, std::uint8_t site) { most = std::max<std::size_t>(most, site); });
  if (touch.entries.size() + most > most_entries) thin_out(touch, true);
  // An atomic or staged one races less than what was there may have done, and leaves it.
  mine.writes.each([&](unsigned first, unsigned count, std::uint8_t site) {
    if (site == most_sites || touch.entries.size() >= most_entries) return;
    const TouchSite& by = operation->sites[site - 1];
    if (!by.atomic && !by.staged) touch.bytes.reads.clear(first, count);
    touch.bytes.writes.set(first, count, number_of_entry(site), by.atomic || by.staged);
  });
  mine.reads.each([&](unsigned first, unsigned count, std::uint8_t site) {
    if (site == most_sites || touch.entries.size() >= most_entries) return;
    const TouchSite& by = operation->sites[site - 1];
    touch.bytes.reads.set(first, count, number_of_entry(site), by.atomic || by.staged);
  });
  if (++touch.merged % 16) return;
  touch.bytes.reads.settle();
  touch.bytes.writes.settle();
}

// Two kernels that run at the same time may order themselves by a flag: what was in front of the one's fence comes before
// what is behind the other's look at it. As the race checker has it, this takes a flag to order more than it does.
bool is_flag(const StreamTouch::Entry& entry) {
  return entry.operation->fenced && entry.site.atomic && entry.site.does != TouchSite::reads;
}

}  // namespace

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
  std::unique_ptr<PageTouch>& touch = operation.pages[page];
  if (!touch) touch = std::make_unique<PageTouch>();
  return *touch;
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
  if (settings.stream_races_are_checked && current_operation) note_touch(*current_operation, address, bytes, site);
}

std::vector<Finding> conflicts_of(const OperationRef& operation) {
  const TimelineLock lock(timeline_mutex());
  const auto touched = std::exchange(operation->pages, {});
  std::vector<std::uint64_t> in_order;
  for (const auto& [page, mine] : touched) in_order.push_back(page);
  std::sort(in_order.begin(), in_order.end());
  struct Near {
    const PageTouch* mine;
    const StreamTouch* other;
    std::uint64_t page;
  };
  std::vector<Near> near;
  for (const std::uint64_t page : in_order) {
    PageTouch& mine = *touched.at(page);
    mine.reads.settle();
    mine.writes.settle();
    for (const StreamTouch& other : touched_pages().touched[page])
      if (other.stream != operation->stream) near.push_back({&mine, &other, page});
  }
  const auto unordered = [&](const StreamTouch::Entry& entry) {
    return !comes_after(*operation, *entry.operation) && !host_knows(*entry.operation);
  };
  // By flags, first where they are only looked at.
  for (const Near& one : near)
    meet(one.mine->reads, one.other->bytes.writes, [&](unsigned, std::uint8_t a, std::uint8_t b) {
      const StreamTouch::Entry& entry = one.other->of(b);
      if (operation->sites[a - 1].atomic && is_flag(entry)) has_seen(*operation, *entry.operation);
    });
  for (const Near& one : near)
    meet(one.mine->writes, one.other->bytes.writes, [&](unsigned, std::uint8_t a, std::uint8_t b) {
      const StreamTouch::Entry& entry = one.other->of(b);
      if (operation->sites[a - 1].atomic && operation->fenced && is_flag(entry)) has_seen(*operation, *entry.operation);
    });
  std::vector<std::pair<Finding, bool>> findings;
  std::set<std::tuple<const Operation*, std::uint8_t, std::uint64_t, int>> told;
  for (const Near& one : near)
    meet_all(*one.mine, one.other->bytes, [&](unsigned i, std::uint8_t a, std::uint8_t b) {
      const StreamTouch::Entry& entry = one.other->of(b);
      if (a == most_sites || !unordered(entry)) return;
      const TouchSite &mine = operation->sites[a - 1], &theirs = entry.site;
      if (mine.atomic && theirs.atomic) return;
      if (!told.emplace(entry.operation.get(), a, theirs.pc, int(theirs.does)).second) return;
      findings.emplace_back(
          explain_stream_race(*operation, mine, *entry.operation, theirs, one.page * bytes_a_page + i),
          theirs.does == TouchSite::allocates);
    });
  for (const std::uint64_t page : in_order) {
    auto& touches = touched_pages().touched[page];
    auto own = std::find_if(
        touches.begin(), touches.end(), [&](const StreamTouch& touch) { return touch.stream == operation->stream; });
    if (own == touches.end()) own = touches.insert(touches.end(), StreamTouch(operation->stream));
    merge(operation, *touched.at(page), *own);
    widen_watched_span(page * bytes_a_page, bytes_a_page);
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
    for (StreamTouch& touch : known->second)
      touch.bytes.reads.clear(first, count), touch.bytes.writes.clear(first, count);
    if (count == bytes_a_page) touched_pages().touched.erase(known);
  });
}

namespace {

// Who has touched these bytes, that the host does not know to be done, and that it must not meet.
template <typename Tell>
void each_unknown(std::uint64_t begin, std::uint64_t bytes, bool writes, Tell tell) {
  each_page(begin, bytes, [&](std::uint64_t page, unsigned first, unsigned count) {
    const auto known = touched_pages().touched.find(page);
    if (known == touched_pages().touched.end()) return;
    for (const StreamTouch& touch : known->second) {
      const auto each = [&](unsigned at, unsigned, std::uint8_t number) {
        if (!host_knows(*touch.of(number).operation)) tell(touch.of(number), page * bytes_a_page + at);
      };
      touch.bytes.writes.each_in(first, count, each);
      if (writes) touch.bytes.reads.each_in(first, count, each);
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
  // A thread that g++'s code has begun: nobody knows who has, and a callback may have.
  if (host_function_has_told && !current_host_thread && ::gettid() != ::getpid()) host_listens();
  const TimelineLock lock(timeline_mutex());
  if (touched_pages().touched.empty()) return;
  std::vector<Finding> findings;
  each_unknown(address, bytes, writes, [&](const StreamTouch::Entry& entry, std::uint64_t at) {
    if (is_atomic && is_flag(entry)) return host_has_seen(*entry.operation);
    if (is_atomic && entry.site.atomic) return;
    if (findings.empty()) findings.push_back(explain_host_race(*entry.operation, entry.site, at, bytes, writes, pc));
  });
  for (Finding& finding : findings) add_host_finding(std::move(finding));
}

namespace {
// Of several that use it one is told, and rather not the one that has allocated it.
void check_given_back(std::uint64_t begin, std::uint64_t bytes, const std::string& how, std::uint64_t pc) {
  const TimelineLock lock(timeline_mutex());
  if (touched_pages().touched.empty()) return;
  const StreamTouch::Entry* user = nullptr;
  std::uint64_t where = 0;
  each_unknown(begin, bytes, true, [&](const StreamTouch::Entry& entry, std::uint64_t at) {
    if (user && (user->site.does != TouchSite::allocates || entry.site.does == TouchSite::allocates)) return;
    user = &entry, where = at;
  });
  if (user) add_host_finding(explain_early_free(*user->operation, user->site, where, how, pc));
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
