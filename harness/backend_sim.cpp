// The backend that runs on any CPU: the simulator. It counts and it checks; it never tells a time.
#include <algorithm>
#include <map>

#include "harness/backend.hpp"
#include "harness/runtime.hpp"
#include "harness/timing.hpp"
#include "simt/include/simt/h200.h"
#include "simt/simt.hpp"

namespace harness {
namespace {

// The distance in bytes from a lane's address to the next active lane's that occurs most often in a request.
std::optional<std::int64_t> lane_distance(const simt::Request& request) {
  std::map<std::int64_t, int> votes;
  std::optional<std::uint64_t> previous;
  for (unsigned lane = 0; lane < simt::warp_lanes; ++lane) {
    if (!(request.active >> lane & 1)) continue;
    if (previous) ++votes[std::int64_t(request.address[lane] - *previous)];
    previous = request.address[lane];
  }
  if (votes.empty()) return std::nullopt;
  return std::max_element(votes.begin(), votes.end(), [](auto& a, auto& b) { return a.second < b.second; })->first;
}

// How many runs of bytes without a gap the active lanes of a request form together.
int pieces(const simt::Request& request) {
  std::vector<std::uint64_t> starts;
  for (unsigned lane = 0; lane < simt::warp_lanes; ++lane)
    if (request.active >> lane & 1) starts.push_back(request.address[lane]);
  std::sort(starts.begin(), starts.end());
  int count = 0;
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (i == 0 || starts[i] > starts[i - 1] + std::uint64_t(request.bytes)) ++count;
  return count;
}

// The traced warp's first request at a site; nullptr if it made none there.
const simt::Request* first_request(const simt::Launch& launch, const simt::Site& site) {
  for (const simt::Request& request : launch.requests) {
    if (request.space != site.space || request.op != site.op || request.bytes != site.bytes) continue;
    if (request.where.line == site.where.line && request.where.file == site.where.file) return &request;
  }
  return nullptr;
}

void add_sites(const simt::Launch& launch, Activity& activity) {
  for (const simt::Site& site : launch.sites) {
    if ((site.space == simt::Space::texture && site.counters.sectors == 0) || site.space >= simt::Space::cluster)
      activity.unseen += site.counters.bytes;
    if (site.space != simt::Space::global && site.space != simt::Space::shared) continue;
    const simt::Request* request = first_request(launch, site);
    auto& sites = site.space == simt::Space::global ? activity.sites : activity.shared_sites;
    sites.push_back({site, request ? lane_distance(*request) : std::nullopt, request ? pieces(*request) : 0});
  }
}

constexpr std::size_t shown_launches = 64;  // those whose sites a page shows; a message holds no million of them

// A walk of 70,000 hops has 70,000 requests; watched_requests() tells of them.
simt::Launch without_requests(const simt::Launch& launch) {
  const auto& [kernel, grid, block, cluster, dynamic_shared_bytes, sites, requests, findings, private_arrays, caches,
      copies] = launch;
  return {kernel, grid, block, cluster, dynamic_shared_bytes, sites, {}, findings, private_arrays, caches, copies};
}

void add_words(const simt::Launch& launch, std::vector<std::uint64_t>& words) {
  static std::vector<std::string> arrays{"dynamic shared memory"};  // then in the order in which they were first seen
  for (const simt::Request& request : launch.requests) {
    if (request.space != simt::Space::shared) continue;
    const auto known = std::find(arrays.begin(), arrays.end(), request.allocation);
    const std::uint64_t array = std::uint64_t(known - arrays.begin());
    if (known == arrays.end()) arrays.push_back(request.allocation);
    for (unsigned lane = 0; lane < simt::warp_lanes; ++lane)
      for (int byte = 0; (request.active >> lane & 1) && byte < request.bytes; byte += simt::word_bytes)
        words.push_back(array * words_of_an_array + (request.address[lane] + std::uint64_t(byte)) / simt::word_bytes);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

}  // namespace

// The simulator checks every access against the exact allocation, so the guards are its own.
const std::size_t guard_bytes = 0;

void name_memory(const void* memory, const std::string& name) { simt::name_allocation(memory, name); }
void set_read_only(const void* memory, bool read_only) { simt::set_read_only(memory, read_only); }

const Backend& backend() {
  static const Backend sim{"sim", true, false, ""};
  return sim;
}

Provenance provenance() {
  const std::string cpu = host_cpu();
  return {cpu.empty() ? "simulator" : "simulator on " + cpu, "none", "simt"};
}

void watch(unsigned warp, std::uint64_t block) {
  simt::forget_launches();
  simt::trace_warp(block, warp);
}

std::string checks() { return simt::checks(); }
void set_checks(const std::string& words) { simt::set_checks(words); }
void set_caches(const std::string& gpu, bool kept) {
  simt::set_caches(gpu, kept ? simt::CacheControl::none : simt::CacheControl::flush);
}

void check_order(bool races, bool unwritten) {
  simt::set_checks(std::string(races ? "race," : "") + (unwritten ? "uninitialized" : ""));
}

void limit_steps(std::uint64_t steps) { simt::set_operation_limit(steps); }

Activity activity() {
  const cudaError_t waited = cudaDeviceSynchronize();
  const cudaError_t launched = cudaGetLastError();
  simt::trace_nothing();
  Activity activity;
  const std::vector<simt::Launch>& launches = simt::launches();
  activity.launches = launches.size();
  for (const simt::Launch& launch : launches) {
    const auto threads = [](const simt::Dim& dim) { return std::uint64_t(dim.x) * dim.y * dim.z; };
    activity.threads += threads(launch.grid) * threads(launch.block);
    using simt::Op, simt::Space;
    activity.load += launch.total(Space::global, Op::load);
    activity.plain_store += launch.total(Space::global, Op::store);
    activity.shared_load += launch.total(Space::shared, Op::load);
    activity.shared_store += launch.total(Space::shared, Op::store);
    for (const Op op : {Op::red, Op::atom}) {
      activity.atomic += launch.total(Space::global, op);
      activity.shared_store += launch.total(Space::shared, op);
    }
    // Whoever uses what an atomic gives back has loaded it, and may have wanted nothing else.
    activity.load += launch.total(Space::global, Op::atom);
    activity.shared_load += launch.total(Space::shared, Op::atom);
    activity.constant += launch.total(Space::constant, Op::load);
    activity.texture += launch.total(Space::texture, Op::load);
    add_sites(launch, activity);
    activity.kernels.push_back(without_requests(launch));
    // What graders add up from launches stays, however many there are.
    if (activity.kernels.size() > shown_launches)
      std::erase_if(activity.kernels.back().sites, [](const simt::Site& site) { return site.space < Space::cluster; });
    add_words(launch, activity.shared_words);
  }
  activity.copied = simt::copied();
  activity.unseen += activity.copied.by_surfaces;
  activity.store += activity.plain_store;
  activity.store += activity.atomic;
  for (const simt::Finding& note : simt::notes())
    if (note.kind == simt::FindingKind::barrier && activity.early_end.empty()) activity.early_end = note.message;
  const std::vector<simt::Finding> findings = simt::findings();
  const cudaError_t error = launched != cudaSuccess ? launched : waited;
  for (const simt::Finding& finding : findings) {
    if (finding.kind == simt::FindingKind::race && (finding.memory == "shared" || finding.memory == "host") &&
        activity.shared_race.empty())
      activity.shared_race = finding.message;
    if (finding.kind == simt::FindingKind::uninitialized && activity.unwritten.empty())
      activity.unwritten = finding.message;
  }
  if (!findings.empty()) {
    // An index may be wrong because threads raced for it.
    const auto cause = std::find_if(findings.begin(), findings.end(),
        [](const simt::Finding& finding) { return finding.kind != simt::FindingKind::array_index; });
    const simt::Finding& first = cause != findings.end() ? *cause : findings.front();
    activity.fault = first.message;
    activity.kind = to_string(first.kind);
    activity.endless = first.kind == simt::FindingKind::timeout;
  } else if (error != cudaSuccess) {
    activity.fault = std::string("CUDA reports: ") + cudaGetErrorString(error) + ".";
  }
  return activity;
}

std::string words_of(const std::exception& error) { return simt::words_of(error); }

bool set_devices(int count) {
  simt::set_device_count(count);
  return true;
}

SmallDevice::SmallDevice(int multiprocessors, int of_others) { simt::set_multiprocessors(multiprocessors, of_others); }
SmallDevice::~SmallDevice() { simt::set_multiprocessors(simt::h200::multiprocessors); }

LaunchesOnly::LaunchesOnly() { simt::let_kernels_run(false); }
LaunchesOnly::~LaunchesOnly() { simt::let_kernels_run(true); }

LastBlocksOnly::LastBlocksOnly(std::uint64_t blocks) { simt::let_last_blocks_run(blocks); }
LastBlocksOnly::~LastBlocksOnly() { simt::let_last_blocks_run(0); }

void recover() {
  cudaDeviceReset();
  cudaGetLastError();
  simt::forget_launches();
}

std::size_t l2_bytes() { return 0; }
void flush_l2() {}

std::unique_ptr<Stopwatch> device_stopwatch(Cache) {
  if (dry_run()) return std::make_unique<CpuStopwatch>();  // measure() does not ask it
  throw DeviceError("the simulator does not know how long a GPU would take; use the cuda backend on a GPU");
}

}  // namespace harness
