// What launches leave behind, and the public interface to it (simt.hpp).
#include "simt/engine/record/record.hpp"

#include "simt/caches/caches.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/seal.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/simt.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>

namespace simt {
namespace {

std::mutex record_mutex;
// Never taken down: the report is written when the program ends.
auto& recorded = *new std::vector<Launch>;
auto& host_findings = *new std::vector<Finding>;
// A program may launch a million times: of the launches after these only what they found is kept, once a place.
constexpr std::size_t most_launches = 10'000;
auto& later_findings = *new std::vector<Finding>;

Op op_of(EventKind kind) {
  switch (kind) {
    case EventKind::store:
      return Op::store;
    case EventKind::red:
      return Op::red;
    default:
      return Op::load;
  }
}

// Of two findings of a kernel: the same thing at the same line, or the same two lines.
bool same_places(const Finding& a, const Finding& b) {
  const bool straight = a.where.line == b.where.line && a.other.line == b.other.line;
  const bool crossed = a.where.line == b.other.line && a.other.line == b.where.line;
  return a.kind == b.kind && a.note == b.note && a.where.file == b.where.file && (straight || crossed);
}

}  // namespace

const std::vector<Launch>& launches() {
  check_seal(Sealed::launches, recorded);
  return recorded;
}
const std::vector<Launch>& launches_as_they_are() { return recorded; }

void note_copied(std::uint64_t Copied::* where, std::uint64_t bytes) {
  if (!bytes) return;
  const std::lock_guard lock(record_mutex);
  const OpenSettings open;
  if (where == &Copied::on_both_sides) open->library_calls_count = true;
  open->copied.*where += bytes;
}
void note_small_copy(std::uint64_t bytes) {
  constexpr unsigned few = 16;
  const std::lock_guard lock(record_mutex);
  const OpenSettings open;
  if (++open->small_copies > few) open->copied.rearranged += bytes;
}
Copied copied() {
  const std::lock_guard lock(record_mutex);
  return settings.copied;
}

void forget_launches() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const std::uint64_t on_both_sides = bytes_on_both_sides();
  const std::lock_guard lock(record_mutex);
  {
    const OpenSettings open;
    open->copied = {};
    open->small_copies = 0;
    open->copied.on_both_sides = on_both_sides;
    open->library_calls_count = on_both_sides > 0;
  }
  recorded.clear();
  host_findings.clear();
  later_findings.clear();
  for (const Sealed list : {Sealed::launches, Sealed::host_findings, Sealed::later_findings}) unseal(list);
}

namespace {
std::vector<Finding> all_that_are(bool notes) {
  std::vector<Finding> all;
  const auto add = [&](const std::vector<Finding>& some) {
    std::copy_if(some.begin(), some.end(), std::back_inserter(all),
        [notes](const Finding& finding) { return finding.note == notes; });
  };
  add(host_findings);
  for (const Launch& launch : recorded) add(launch.findings);
  add(later_findings);
  return all;
}
}  // namespace

std::vector<Finding> findings_as_they_are() { return all_that_are(false); }
std::vector<Finding> findings() {
  check_seal(Sealed::launches, recorded);
  check_seal(Sealed::host_findings, host_findings);
  check_seal(Sealed::later_findings, later_findings);
  return findings_as_they_are();
}

std::vector<Finding> notes() {
  std::vector<Finding> all = all_that_are(true);
  if (settings.copied.launches_not_kept) {
    Finding more;
    more.kind = FindingKind::record;
    more.note = true;
    more.message = "of " + std::to_string(most_launches + settings.copied.launches_not_kept) + " launches the first " +
                   std::to_string(most_launches) +
                   " are in the record; the others were checked, too, but their counters are not kept";
    all.push_back(more);
  }
  return all;
}

void name_allocation(const void* device_pointer, const std::string& name) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  device_memory.set_name(device_pointer, name);
}
void set_read_only(const void* device_pointer, bool read_only) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  device_memory.set_read_only(device_pointer, read_only);
}
void set_operation_limit(std::uint64_t operations) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->limit_per_warp = operations;
}
void set_clock_origin(std::uint64_t ticks, std::uint64_t pace) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const OpenSettings open;
  open->first_tick = ticks, open->ticks_of_a_step = pace;
}
void trace_warp(std::uint64_t block, unsigned warp) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const OpenSettings open;
  open->trace_block = block, open->trace_warp = warp;
}
void trace_nothing() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->trace_block = ~std::uint64_t(0);
}

std::uint64_t operation_limit() { return settings.limit_per_warp; }
std::uint64_t clock_origin() { return settings.first_tick; }
std::uint64_t clock_pace() { return settings.ticks_of_a_step; }
void traced_warp(std::uint64_t& block, unsigned& warp) { block = settings.trace_block, warp = settings.trace_warp; }

void add_launch(Launch&& launch) {
  const std::lock_guard lock(record_mutex);
  if (sealed(Sealed::launches) < most_launches) {
    journal_launch(launch);
    seal(Sealed::launches, launch);
    recorded.push_back(std::move(launch));
    return;
  }
  ++OpenSettings()->copied.launches_not_kept;
  journal_end();
  for (Finding& finding : launch.findings) {
    const auto same = [&](const Finding& known) {
      return known.kernel == finding.kernel && same_places(known, finding);
    };
    if (std::any_of(later_findings.begin(), later_findings.end(), same)) continue;
    journal_finding(finding);
    seal(Sealed::later_findings, finding);
    later_findings.push_back(std::move(finding));
  }
}

// One message a place is enough: a host loop over device memory would fill the list.
void add_host_finding(Finding finding) {
  const std::lock_guard lock(record_mutex);
  for (const Finding& known : host_findings)
    if (known.where.file == finding.where.file && known.where.line == finding.where.line &&
        known.kind == finding.kind && known.note == finding.note &&
        (finding.where.line || known.message == finding.message))
      return;
  journal_finding(finding);
  seal(Sealed::host_findings, finding);
  host_findings.push_back(std::move(finding));
}

namespace {

// The shared array with the lowest address that the lanes touch; offsets are counted from its start.
const SharedArray* shared_of(const std::uint64_t* address, std::uint32_t active, const Worker& worker) {
  std::uint64_t lowest = ~std::uint64_t(0);
  for (std::uint32_t left = active; left; left &= left - 1) lowest = std::min(lowest, address[std::countr_zero(left)]);
  return worker.shared.at(lowest);
}

// What an address of the host's memory is counted from: where what holds it was registered, or else its line. The rest
// of an address differs from machine to machine.
std::uint64_t base_in_host(std::uint64_t address, const LaunchState& launch) {
  for (const AddressRange& range : launch.registered)
    if (range.holds(address)) return range.begin;
  return address / line_bytes * line_bytes;
}

Sample sample_of(const KeptRequest& kept, Space space, const Worker& worker) {
  Sample sample{.block = kept.block, .warp = kept.warp, .active = kept.active, .offset = {}, .allocation = {}};
  const auto each = [&](auto&& offset_of) {
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (kept.active >> lane & 1) sample.offset[lane] = offset_of(kept.address[lane]);
  };
  const std::uint64_t any = kept.address[std::countr_zero(kept.active)];
  // A bulk copy may go to the block's own shared memory, by its own address.
  const bool own = space == Space::bulk_cluster && !(worker.cluster && worker.cluster->holds(any));
  if (space == Space::shared || own) {
    const SharedArray* array = shared_of(kept.address, kept.active, worker);
    if (array) sample.allocation = array->name, sample.allocation_bytes = array->bytes;
    each([&](std::uint64_t address) { return array ? address - array->begin : address; });
    return sample;
  }
  if (space == Space::cluster || space == Space::bulk_cluster) {
    const ClusterMemory::Place place = worker.cluster->place(any);
    if (place.array) sample.allocation = place.array->name, sample.allocation_bytes = place.array->bytes;
    each([&](std::uint64_t address) { return worker.cluster->place(address).offset; });
    return sample;
  }
  const Allocation* allocation = device_memory.contains(any) ? device_memory.at_granule(any) : nullptr;
  if (allocation) sample.allocation = allocation->name, sample.allocation_bytes = allocation->bytes;
  std::uint64_t lowest = ~std::uint64_t(0);
  for (std::uint32_t left = kept.active; left; left &= left - 1)
    lowest = std::min(lowest, kept.address[std::countr_zero(left)]);
  const Variable* variable = allocation ? nullptr : worker.launch.variables->at(lowest);
  if (variable) sample.allocation = variable->name, sample.allocation_bytes = variable->bytes;
  const std::uint64_t base = allocation && allocation->base <= lowest ? allocation->base
                             : variable                               ? variable->begin
                                                                      : base_in_host(lowest, worker.launch);
  each([&](std::uint64_t address) { return address - base; });
  return sample;
}

// By line, then by what the accesses did. Not in the order of the instructions, nor of the columns: which argument of a call
// is the first to be evaluated hangs on the processor, and which column an operand stands in on the version of g++. So nothing
// of what a report says is left out: two that are alike in all of it may stand in either order.
bool comes_before(const Site& a, const Site& b) {
  const auto place = [](const Site& site) {
    const Counters& sum = site.counters;
    return std::tuple_cat(std::tie(site.where.file, site.where.line, site.op, site.space, site.bytes,
                              site.where.function, site.sample.offset, site.sample.allocation, site.sample.active),
        std::tie(sum.requests, sum.sectors, sum.wavefronts, sum.lanes, sum.bytes, sum.ideal_sectors, sum.passed_sectors,
            sum.tags, sum.ideal_wavefronts),
        std::tie(site.sample.allocation_bytes, site.sample.block, site.sample.warp, site.fused_bytes,
            site.fused_wavefronts, site.fused_ideal_wavefronts));
  };
  return place(a) < place(b);
}

}  // namespace

void collect_sites(const std::vector<std::unique_ptr<Worker>>& workers, Launch& launch) {
  std::map<std::pair<Space, std::uint64_t>, Site> merged;  // of every instruction
  std::unordered_set<std::uint64_t> used_results;
  for (const auto& worker : workers) used_results.insert(worker->used_results.begin(), worker->used_results.end());
  std::vector<const FusionWatch*> watches;
  std::unordered_set<std::uint64_t> stay;  // as they are
  for (const auto& worker : workers) {
    watches.push_back(&worker->requests.fusion);
    for (const auto* each : {&worker->volatile_accesses, &worker->copy_accesses})
      stay.insert(each->begin(), each->end());
  }
  const auto fused = fused_accesses(watches, stay);
  struct Best {
    const KeptRequest* kept;
    const Worker* worker;
  };
  std::map<std::pair<Space, std::uint64_t>, Best> best;
  AtomicUses atomics;
  std::map<std::pair<Space, std::uint64_t>, AtomicCosts> atomic_costs;
  for (const auto& worker : workers)
    for (const auto& [pc, use] : worker->atomics) atomics.try_emplace(pc, use).first->second.add(use);
  for (const auto& worker : workers)
    for (const SiteCount& count : worker->requests.sites().counts()) {
      const Event event{count.key};
      Site site;
      site.where = locate(event.pc());
      site.space = count.space;
      site.op = op_of(event.kind());
      if (const auto use = atomics.find(event.pc()); site.op == Op::red && use != atomics.end())
        if (used_results.contains(event.pc()) || !use->second.has_reduction()) site.op = Op::atom;
      site.bytes = int(event.bytes());
      const std::pair key(count.space, count.key);
      merged.try_emplace(key, site).first->second.counters += count.counters;
      const auto number = std::uint32_t(&count - worker->requests.sites().counts().data());
      if (const AtomicCosts* costs = worker->requests.atomic_costs(number)) {
        const auto [known, is_first] = atomic_costs.try_emplace(key, *costs);
        if (!is_first) known->second.add(*costs);
      }
      Best& so_far = best.try_emplace(key, Best{&count.kept, worker.get()}).first->second;
      const KeptRequest& kept = *so_far.kept;
      if (count.kept.rank > kept.rank || (count.kept.rank == kept.rank && count.kept.block < kept.block))
        so_far = {&count.kept, worker.get()};
    }
  for (const auto& worker : workers) launch.copies += worker->copy_counts;
  const caches::LaunchCaches* const caches = workers.front()->launch.caches.get();
  for (auto& [key, site] : merged) {
    const Best& found = best.at(key);
    site.sample = sample_of(*found.kept, site.space, *found.worker);
    if (caches && site.space == Space::global) site.found = caches->found(key.second);
    if (const auto costs = atomic_costs.find(key); costs != atomic_costs.end()) {
      const std::uint64_t pc = Event{key.second}.pc();
      costs->second.settle(site.counters, site.space, atomics.at(pc), used_results.contains(pc));
    }
    site.fused_wavefronts = site.counters.wavefronts, site.fused_ideal_wavefronts = site.counters.ideal_wavefronts;
    if (const auto change = fused.find(key.second); site.space == Space::shared && change != fused.end()) {
      site.fused_bytes = change->second.bytes;
      site.fused_wavefronts += std::uint64_t(change->second.wavefronts);
      site.fused_ideal_wavefronts += std::uint64_t(change->second.ideal_wavefronts);
    }
    launch.sites.push_back(std::move(site));
  }
  std::stable_sort(launch.sites.begin(), launch.sites.end(), comes_before);
}

// The lowest block's finding at each place, in the order of the blocks.
void collect_findings(const std::vector<std::unique_ptr<Worker>>& workers, std::uint64_t last, Launch& launch) {
  std::vector<std::pair<std::uint64_t, Finding>> all;
  for (const auto& worker : workers) {
    const auto& findings = worker->remarks.findings();
    all.insert(all.end(), findings.begin(), findings.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& one : all) {
    if (one.first > last) break;
    const Finding& finding = one.second;
    const auto same = [&](const Finding& known) { return same_places(known, finding); };
    if (std::none_of(launch.findings.begin(), launch.findings.end(), same)) launch.findings.push_back(finding);
  }
}

void collect_trace(const Worker& worker, Launch& launch) {
  for (const WarpAccess& access : worker.requests.trace()) {
    const Event event{access.key};
    Request request;
    request.where = locate(event.pc());
    request.op = op_of(event.kind());
    request.bytes = int(event.bytes());
    if (event.kind() == EventKind::constant) request.space = Space::constant;
    else if (event.is_texture()) request.space = Space::texture;
    request.active = access.active;
    const SharedArray* array = shared_of(access.address, access.active, worker);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (!(access.active >> lane & 1)) continue;
      request.address[lane] = access.address[lane];
      if (device_memory.contains(access.address[lane])) {
        if (const Allocation* allocation = device_memory.at_granule(access.address[lane])) {
          request.allocation = allocation->name;
          request.allocation_base = allocation->base;
        }
        continue;
      }
      if (array) {
        request.space = Space::shared;
        request.allocation = array->name;
        request.address[lane] -= array->begin;
      }
    }
    launch.requests.push_back(std::move(request));
  }
}

}  // namespace simt
