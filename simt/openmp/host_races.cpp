// The race checker of the host's threads (host_races.hpp). Only one thread at a time is in here (turns.hpp).
#include "simt/openmp/host_races.hpp"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/host_threads.hpp"

namespace simt {
namespace {

// Of one actor, on some of the eight bytes of a cell.
struct HostTouch {
  std::uint64_t pc;
  std::uint32_t time;
  std::uint16_t actor;
  std::uint8_t bytes;  // bit i: byte i
  bool writes : 1, atomic : 1;

  bool covers(const HostTouch& other) const {  // who races with `other` races with this one, too
    return actor == other.actor && !(other.bytes & ~bytes) && (writes || !other.writes) && (!atomic || other.atomic);
  }
};

constexpr std::size_t cell_bytes = 8, cells_a_page = 512;
using Cell = std::vector<HostTouch>;
using Page = std::array<Cell, cells_a_page>;

std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages;
std::unordered_map<const volatile void*, Clock> synchronizing;
std::set<std::pair<std::uint64_t, std::uint64_t>> told;  // pairs of places, since there was one thread

// By number. Those of tasks are used again, and go on counting where they were.
std::deque<std::string> names;
std::vector<std::uint32_t> last_times;
std::vector<unsigned> unused;

struct NamedMemory {
  std::uint64_t begin, bytes;
  std::string name;
};
std::vector<NamedMemory> named_memory;

Cell& cell_at(std::uint64_t address) {
  static std::uint64_t last_number = ~std::uint64_t(0);
  static Page* last = nullptr;
  const std::uint64_t number = address / (cell_bytes * cells_a_page);
  if (pages.empty()) last_number = ~std::uint64_t(0);
  if (number != last_number) {
    std::unique_ptr<Page>& page = pages[number];
    if (!page) page = std::make_unique<Page>();
    last = page.get(), last_number = number;
  }
  return (*last)[address / cell_bytes % cells_a_page];
}

// A global or static variable's own name: "count" of entropy_of(…)::count.
std::string variable_name(std::uint64_t address) {
  std::string symbol = symbol_at(address);
  if (symbol.starts_with("simt.")) symbol.erase(0, 5);  // watched code's (compiler/host_threads.hpp)
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  if (status == 0) symbol = readable.get();
  const std::size_t scope = symbol.rfind("::");
  return scope == std::string::npos ? symbol : symbol.substr(scope + 2);
}

std::string memory_name(std::uint64_t address) {
  for (const NamedMemory& memory : named_memory)
    if (address - memory.begin < memory.bytes)
      return memory.name + " at byte " + std::to_string(address - memory.begin);
  return variable_name(address);
}

void tell(const HostTouch& mine, const HostTouch& other, std::uint64_t address, std::size_t bytes) {
  const auto places = std::minmax(mine.pc, other.pc);
  if (!told.insert(places).second) return;
  Finding finding;
  finding.kind = FindingKind::race;
  finding.memory = "host";
  finding.where = locate(mine.pc);
  finding.other = locate(other.pc);
  const std::string memory = memory_name(address);
  finding.message = names[mine.actor] + (mine.writes ? " writes " : " reads ") +
                    (memory.empty() ? std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") : memory) +
                    name_place(finding.where) + ", and " + names[other.actor] +
                    (other.writes ? " has written " : " has read ") + (!memory.empty() || bytes == 1 ? "it" : "them") +
                    name_place(finding.other) + ", with nothing that orders the two in between";
  add_host_finding(finding);
}

void note_in_cell(Actor& actor, const HostTouch& mine, std::uint64_t address, std::size_t bytes) {
  Cell& cell = cell_at(address);
  // Loops come back to what they have just touched.
  for (const HostTouch& known : cell)
    if (known.time == mine.time && known.pc == mine.pc && known.covers(mine)) return;
  for (const HostTouch& other : cell)
    if (other.actor != mine.actor && other.bytes & mine.bytes && (other.writes || mine.writes) &&
        !(other.atomic && mine.atomic) && actor.clock.at(other.actor) < other.time)
      tell(mine, other, address, bytes);
  std::erase_if(cell, [&](const HostTouch& known) { return mine.covers(known); });
  cell.push_back(mine);
}

}  // namespace

Actor* begin_actor(Actor* parent, const std::string& name) {
  auto* const actor = new Actor;
  if (unused.empty()) {
    actor->number = unsigned(last_times.size());
    last_times.push_back(0);
    names.push_back(name);
  } else {
    actor->number = unused.back();
    unused.pop_back();
    names[actor->number] = name;
  }
  if (parent) {
    actor->clock = parent->clock;
    parent->tick();
  }
  actor->clock.set(actor->number, last_times[actor->number] + 1);
  return actor;
}

void end_actor(Actor* actor) {
  last_times[actor->number] = actor->time();
  unused.push_back(actor->number);
  delete actor;
}

void forget_host_accesses() {
  pages.clear();
  synchronizing.clear();
  told.clear();
}

void forget_host_memory(std::uint64_t begin, std::size_t bytes) {
  if (pages.empty()) return;
  for (std::uint64_t at = begin; at < begin + bytes; at += cell_bytes)
    if (pages.contains(at / (cell_bytes * cells_a_page))) cell_at(at).clear();
}

void forget_rest_of_stack() {
  constexpr std::size_t page_bytes = cell_bytes * cells_a_page, deepest = 256 << 10;
  if (pages.empty()) return;
  // Where the frame of who called ends; on ARM this function's own frame address is at the far end of its frame.
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa());
  const std::uint64_t page = here / page_bytes;
  forget_host_memory(page * page_bytes, here - page * page_bytes);
  for (std::uint64_t below = page - deepest / page_bytes; below < page; ++below)
    if (const auto known = pages.find(below); known != pages.end()) known->second->fill({});
}

void note_host_access(
    Actor& actor, std::uint64_t address, std::size_t bytes, bool writes, bool atomic, std::uint64_t pc) {
  for (std::size_t done = 0; done < bytes;) {
    const std::uint64_t here = address + done, first = here % cell_bytes;
    const std::uint64_t inside = std::min<std::uint64_t>(bytes - done, cell_bytes - first);
    const auto mask = std::uint8_t(((1u << inside) - 1) << first);
    note_in_cell(actor, {pc, actor.time(), std::uint16_t(actor.number), mask, writes, atomic}, here, bytes);
    done += inside;
  }
}

void acquire_from(Actor& actor, const volatile void* object) {
  if (const auto known = synchronizing.find(object); known != synchronizing.end()) actor.clock.join(known->second);
}

void release_to(Actor& actor, const volatile void* object) {
  synchronizing[object].join(actor.clock);
  actor.tick();
}

void synchronize(Actor& actor, const volatile void* object, AtomicStep step, int order) {
  const bool acquires =
      order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  const bool releases = order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  if (step != AtomicStep::store)
    if (const auto known = synchronizing.find(object); known != synchronizing.end())
      (acquires ? actor.clock : actor.heard).join(known->second);
  if (step == AtomicStep::load) return;
  if (releases) release_to(actor, object);
  else if (!actor.fenced.empty()) synchronizing[object].join(actor.fenced);
}

void fence(Actor& actor) {
  actor.clock.join(actor.heard);
  actor.fenced = actor.clock;
  actor.tick();
}

void name_host_memory(const void* begin, std::size_t bytes, const std::string& name) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  std::erase_if(named_memory, [&](const NamedMemory& known) { return known.name == name; });
  named_memory.push_back({reinterpret_cast<std::uint64_t>(begin), bytes, name});
}

}  // namespace simt
