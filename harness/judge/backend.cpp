// The backend as a judge has it: everything is asked of the player. What a judge does not ask for is not there.
#include "harness/backend.hpp"

#include <utility>

#include "harness/device_buffer.hpp"
#include "harness/judge/environment.hpp"
#include "harness/judge/player.hpp"
#include "harness/judge/rehearsal.hpp"
#include "harness/player/wire_record.hpp"
#include "harness/scripted.hpp"
#include "harness/watched.hpp"

namespace harness {
namespace {

struct About {
  Backend backend;
  bool has_guards = false;
};

const About& about() {  // asked before the submission is there
  static const About known = [] {
    auto [backend, has_guards] = ask<Backend, bool>("backend");
    backend.has_counters = backend.has_counters && counters_are_wanted();
    return About{std::move(backend), has_guards};
  }();
  return known;
}

// What graders look for by a site, its sums must account for.
void must_add_up(const Activity& seen) {
  simt::Counters load, plain_store, atomic, shared_load, shared_store;
  for (const Site& site : seen.sites) {
    if (site.op == simt::Op::load || site.op == simt::Op::atom) load += site.counters;
    if (site.op != simt::Op::load) (site.op == simt::Op::store ? plain_store : atomic) += site.counters;
  }
  for (const Site& site : seen.shared_sites) {
    if (site.op == simt::Op::load || site.op == simt::Op::atom) shared_load += site.counters;
    if (site.op != simt::Op::load) shared_store += site.counters;
  }
  simt::Counters store = plain_store;
  store += atomic;
  if (load != seen.load || plain_store != seen.plain_store || atomic != seen.atomic || store != seen.store ||
      shared_load != seen.shared_load || shared_store != seen.shared_store)
    malformed_answer();
}

}  // namespace

const Backend& backend() { return about().backend; }

void watch(unsigned warp, std::uint64_t block) {
  note_watch(warp, block);
  tell("watch", std::uint32_t(warp), block);
}
void check_order(bool races, bool unwritten) { tell("check order", races, unwritten); }
std::string checks() { return ask<std::string>("checks"); }
void set_checks(const std::string& words) { tell("set checks", words); }
void set_caches(const std::string& gpu, bool kept) { tell("set caches", gpu, kept); }
void limit_steps(std::uint64_t steps) { tell("limit steps", steps); }

Activity activity() {
  Activity seen = ask<Activity>("activity");
  must_add_up(seen);
  if (backend().has_counters) return seen;
  Activity uncounted;  // what is known of a GPU's
  uncounted.fault = seen.fault;
  return uncounted;
}

std::vector<WatchedRequest> watched_requests() { return ask<std::vector<WatchedRequest>>("watched requests"); }
void recover() { ask<>("recover"); }
int devices() { return ask<std::int32_t>("devices"); }
bool set_devices(int count) { return ask<bool>("set devices", std::int32_t(count)); }
SmallDevice::SmallDevice(int multiprocessors, int of_others) {
  tell("multiprocessors", std::int32_t(multiprocessors), std::int32_t(of_others));
}
SmallDevice::~SmallDevice() { tell("multiprocessors", std::int32_t(0), std::int32_t(0)); }

LaunchesOnly::LaunchesOnly() { tell("launches only", true); }
LaunchesOnly::~LaunchesOnly() { tell("launches only", false); }

LastBlocksOnly::LastBlocksOnly(std::uint64_t blocks) { tell("last blocks", blocks); }
LastBlocksOnly::~LastBlocksOnly() { tell("last blocks", std::uint64_t(0)); }

OtherDevice::OtherDevice() : before_(devices()) {
  set_devices(3);  // on the second one, habits.cpp has calls made whose kernels do not run
  set_current_device(devices() - 1);
  tell("exchange variables");
}
OtherDevice::~OtherDevice() {
  tell("exchange variables");
  set_current_device(0);
  set_devices(before_);
}

SameMemory::SameMemory() { tell("same memory", true, true); }
SameMemory::~SameMemory() { tell("same memory", false, false); }
void SameMemory::elsewhere() { tell("same memory", true, false); }
LateWork::LateWork() { tell("late work", true); }
LateWork::~LateWork() { tell("late work", false); }
Checking::Checking(const std::string& words) : before_(checks()) { set_checks(words); }
Checking::~Checking() { set_checks(before_); }

// --- memory ----------------------------------------------------------------------------------------------------

GuardedMemory::GuardedMemory(std::size_t bytes, std::string name, Poison poison)
    : bytes_(bytes), name_(std::move(name)) {
  const auto [number, data] = ask<std::uint64_t, std::uint64_t>(
      "device memory", std::uint64_t(bytes), name_, static_cast<std::uint8_t>(poison));
  allocation_ = reinterpret_cast<void*>(number);
  data_ = reinterpret_cast<void*>(data);
  note_poison(number, static_cast<std::uint8_t>(poison));
}
GuardedMemory::~GuardedMemory() {
  forget_contents(MemoryOf::device, std::uint64_t(allocation_));
  tell("free device memory", std::uint64_t(allocation_));
}
void GuardedMemory::poison(Poison poison) {
  note_poison(std::uint64_t(allocation_), static_cast<std::uint8_t>(poison));
  ask<>("poison", std::uint64_t(allocation_), static_cast<std::uint8_t>(poison));
}
void GuardedMemory::forbid_writes() {
  note_forbidden(std::uint64_t(allocation_));
  ask<>("forbid writes", std::uint64_t(allocation_));
}
void GuardedMemory::upload(const void* source, std::size_t bytes) {
  note_contents(MemoryOf::device, std::uint64_t(allocation_), source, bytes);
  Writer out;
  out("write device memory", std::uint64_t(allocation_));
  out.bytes.append(static_cast<const char*>(source), bytes);
  player().ask(out.bytes);
}
void GuardedMemory::download(void* target, std::size_t bytes) const {
  ask_contents(target, bytes, "read device memory", std::uint64_t(allocation_));
}
std::optional<Damage> GuardedMemory::damage() const {
  if (!about().has_guards) return std::nullopt;
  return ask<std::optional<Damage>>("damage", std::uint64_t(allocation_));
}

// --- what exists, clocks, the host's threads -------------------------------------------------------------------

std::size_t live_events() { return ask<Live>("live").events; }
std::size_t live_allocations() { return ask<Live>("live").allocations; }
std::size_t live_textures() { return ask<Live>("live").textures; }
std::size_t live_modules() { return ask<Live>("live").modules; }
std::size_t live_programs() { return ask<Live>("live").programs; }
std::size_t live_heap_bytes() { return ask<Live>("live").heap_bytes; }
std::vector<simt::Acquired> acquired() { return ask<std::vector<simt::Acquired>>("acquired"); }

void leave_device_memory(std::size_t bytes) { ask<>("device memory left", std::uint64_t(bytes)); }
void script_kernel_clock(std::uint64_t first_tick, std::uint64_t pace) { tell("kernel clock", first_tick, pace); }
LateLoad late_load() {
  const auto [load, clock] = ask<std::int32_t, std::int32_t>("late load");
  return {load, clock};
}
bool set_host_threads(int threads) { return ask<bool>("host threads", std::int32_t(threads)); }
void set_turn_order(TurnOrder order) { tell("turn order", order == TurnOrder::forward); }
std::vector<std::uint64_t> host_work() { return ask<std::vector<std::uint64_t>>("host work"); }
std::uint64_t host_span() { return ask<std::uint64_t>("host span"); }
void forget_host_work() { tell("forget host work"); }
void count_host_footprint(const void* begin, std::size_t bytes) {
  tell("count host footprint", std::uint64_t(begin), std::uint64_t(bytes));
}
HostFootprint host_footprint() {
  const auto [bytes, reads, other_reads, often_read] =
      ask<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>("host footprint");
  return {bytes, reads, other_reads, often_read};
}
std::vector<simt::PrivateArray> local_arrays_of_file(const void* function) {
  return ask<std::vector<simt::PrivateArray>>("local arrays", std::uint64_t(function));
}
void name_host_memory(const void* begin, std::size_t bytes, const std::string& name) {
  tell("name host memory", std::uint64_t(begin), std::uint64_t(bytes), name);
}
int current_device() { return ask<std::int32_t>("device"); }
void set_current_device(int device) { tell("set device", std::int32_t(device)); }
void clear_error() { tell("clear error"); }

}  // namespace harness
