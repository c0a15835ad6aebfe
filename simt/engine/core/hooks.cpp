// What the compiler's instrumentation calls: every load, store, function entry and basic block of a program built by simtcc
// comes through here, and most of the simulator's time is spent here. The instrumentation is ThreadSanitizer's, its runtime is
// not used. Host code (no current lane) is to keep its hands off device memory.
#include <algorithm>
#include <cstring>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/core/worker.hpp"
#include "simt/engine/loops/on_their_way.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/openmp/host_access.hpp"

namespace simt {
namespace {

inline void note(Lane& lane, std::uint64_t step) {
  if (lane.next == lane.end) [[unlikely]]
    return note_in_next_record(lane, step);
  *lane.next++ = step;
}

// In a warp's order (worker.hpp) the lane stands still in front of its access until lockstep has come there with it.
inline void wait_in_order(Lane& lane) {
  if (lane.worker->in_warp_order) record_is_full(lane);
}

[[gnu::noinline]] void host_access(
    std::uint64_t address, std::size_t bytes, bool writes, bool is_volatile, std::uint64_t pc) {
  if (device_memory.contains(address) ? device_memory.host_may_touch(address, bytes) : !hidden_from_host(address)) {
    if (settings.stream_races_are_checked) check_host_order(address, bytes, writes, is_volatile, pc);
    return;
  }
  add_host_finding(explain_host_touches_device(address, bytes, writes, pc));
  device_memory.let_host_touch(address);
}

void tell(const Access& access) {
  for (const auto& checker : access.lane.worker->checkers) checker->access(access);
}

// All that may be asked of an access. `step` says what it is.
[[gnu::noinline]] void any_access(Lane& lane, std::uint64_t address, std::uint64_t step, bool is_volatile,
    const CopyStage* copy = nullptr, bool counts = true) {
  Worker& worker = *lane.worker;
  const Event event{step};
  const unsigned bytes = event.bytes();
  const auto fail = [&](Fault::Kind how) { stop_lane(lane, {how, address, bytes, event.kind(), event.pc()}); };
  Space space = Space::global;
  if (device_memory.contains(address)) {
    AddressRange& window = worker.global_window(address);
    if (!window.holds(address, bytes) && !worker.find_global(window, address, bytes)) fail(Fault::Kind::out_of_bounds);
  } else if (worker.shared.span.holds(address) &&
             (worker.shared.window(address).holds(address, bytes) ||
                 worker.shared.find(worker.shared.window(address), address, bytes))) {
    space = Space::shared;
    if (!worker.shared.window(address).holds(address, bytes)) return;  // a guard
  } else if (address - lane.stack < stack_bytes) {
    return;  // its local memory
  } else if (worker.cluster && worker.cluster->holds(address)) {
    space = Space::cluster;
    if (!worker.reach(lane, address, bytes, event.pc(), copy && copy->object)) fail(Fault::Kind::out_of_bounds);
  } else {
    bool known = false;
    space = worker.classify(address, known, bytes);
    if (!known || (space != Space::local && !worker.launch.holds_whole(address, bytes)))
      fail(Fault::Kind::out_of_bounds);
    if (space == Space::local) return;
    if (space == Space::constant) {
      if (event.kind() != EventKind::load) return void(worker.constant_bytes += bytes);
      if (settings.stream_races_are_checked && worker.launch.operation)
        note_touch(*worker.launch.operation, address, bytes, {event.pc(), TouchSite::reads});
      note(lane, Event::pack(event.pc(), EventKind::constant, bytes));
      *lane.next_address++ = address;
      return;
    }
  }
  if (address & (bytes - 1)) fail(Fault::Kind::misaligned);
  // What is there for blocks to communicate by is touched in their order, on any number of workers.
  if (space == Space::global && (is_volatile || event.kind() == EventKind::red)) worker.wait_for_turn();
  const bool writes_global = space == Space::global && event.kind() != EventKind::load;
  // A page's first write in a launch comes here, and no other allocation has a part of it.
  if (writes_global && device_memory.read_only(address)) fail(Fault::Kind::read_only);
  if (writes_global && worker.launch.undo) worker.keep_for_undo(address);
  if (is_volatile) worker.volatile_accesses.insert(event.pc());
  if (copy) worker.copy_accesses.insert(event.pc());
  const Access access{lane, address, bytes, event.kind(), is_volatile, event.pc(), space, copy};
  const bool told_later = worker.in_warp_order;
  if (worker.checks_any && !told_later) tell(access);
  if (counts) {
    note(lane, step);
    *lane.next_address++ = address | (space == Space::shared       ? shared_flag
                                         : space == Space::cluster ? cluster_flag
                                                                   : 0);
    wait_in_order(lane);
  }
  if (worker.checks_any && told_later) tell(access);
}

// The same for what happens nearly always: in memory that was used before, and only counters are wanted. No call but as the
// last thing, so that nothing has to be saved.
inline void lane_access(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, void* pc) {
  Worker& worker = *lane.worker;
  const std::uint64_t step = Event::pack(std::uint64_t(pc), kind, bytes);
  std::uint64_t flag = 0;
  bool writes_global = false;
  const AddressRange* window;
  if (worker.shared.span.holds(address)) {
    window = &worker.shared.window(address);
    flag = shared_flag;
  } else if (address - worker.device_begin < DeviceMemory::reserved_bytes) {
    window = &worker.global_window(address);
    writes_global = kind == EventKind::store;
  } else {
    if (address - lane.stack < stack_bytes) return;  // its local memory
    if (worker.closure.holds(address)) return;
    return any_access(lane, address, step, false);
  }
  if (!window->holds(address, bytes) || (address & (bytes - 1)) || worker.looks_closer || lane.next == lane.end ||
      (writes_global && !worker.copied.hold(address))) [[unlikely]]
    return any_access(lane, address, step, false);
  *lane.next++ = step;
  *lane.next_address++ = address | flag;
}

// Host code's accesses are its own business, but for those to memory that kernels may touch, too.
inline bool is_of_both(std::uint64_t address) {
  return device_memory.contains(address) || hidden_span.holds(address) || watched_span.holds(address);
}

[[gnu::noinline]] void host_access_if_device(
    std::uint64_t address, unsigned bytes, EventKind kind, bool is_volatile, void* pc) {
  if (is_of_both(address)) [[unlikely]]
    host_access(address, bytes, kind != EventKind::load, is_volatile, std::uint64_t(pc));
  if (kind != EventKind::load && is_protected(address)) [[unlikely]]
    end_at_protected_store(address, bytes, std::uint64_t(pc));
  note_host_thread_access(address, bytes, kind != EventKind::load, std::uint64_t(pc));
}

inline void access(const void* pointer, unsigned bytes, EventKind kind, void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (Lane* lane = current_lane) [[likely]]
    return lane_access(*lane, address, bytes, kind, pc);
  host_access_if_device(address, bytes, kind, false, pc);
}

void volatile_access(const void* pointer, unsigned bytes, EventKind kind, void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (Lane* lane = current_lane) return any_access(*lane, address, Event::pack(std::uint64_t(pc), kind, bytes), true);
  if (current_host_thread) give_turn_sometimes();  // a loop may wait for it to change
  host_listens();
  host_access_if_device(address, bytes, kind, true, pc);
}

// In pieces of how many bytes a kernel moves an object of a type there; 0 where the type is not known.
inline unsigned piece_of_object(Worker& worker, std::size_t bytes, std::uint64_t pc) {
  Worker::MovedObject& known = worker.moved_objects[pc / 8 % worker.moved_objects.size()];
  if (known.pc != pc || known.bytes != bytes) [[unlikely]]
    known = {pc, bytes, std::min(alignment_of_object(pc, bytes), 16u)};
  return known.piece;
}

// An aggregate that the compiler copies as a whole, or one whose alignment is less than its size: the
// device moves it in pieces that its alignment allows.
void range_access(const void* pointer, std::size_t bytes, EventKind kind, void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  unsigned piece = bytes % 4 == 0 && address % 4 == 0 ? 4 : bytes % 2 == 0 && address % 2 == 0 ? 2 : 1;
  if (Lane* lane = current_lane) {
    (kind == EventKind::store ? lane->last_write : lane->last_read) = {address, bytes};
    if (lane->worker->closure.holds(address, bytes)) return;
    if (const unsigned of_type = piece_of_object(*lane->worker, bytes, std::uint64_t(pc)); of_type)
      if (address % of_type == 0) piece = of_type;
  }
  for (std::size_t done = 0; done < bytes; done += piece)
    access(static_cast<const char*>(pointer) + done, piece, kind, static_cast<char*>(pc));
}

// g++ calls 16 bytes one access where they are aligned to 8.
void access_of_16(const void* pointer, EventKind kind, void* pc) {
  Lane* const lane = current_lane;
  if (lane && piece_of_object(*lane->worker, 16, std::uint64_t(pc)) == 8) return range_access(pointer, 16, kind, pc);
  access(pointer, 16, kind, pc);
}

}  // namespace

void check_host_access(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc) {
  if (is_of_both(address)) host_access(address, bytes, writes, false, pc);
  if (writes && (is_protected(address) || is_protected(address + bytes - 1)))
    end_at_protected_store(address, bytes, pc);
  note_host_thread_access(address, bytes, writes, pc);
}

// The threads' own checker is told by who calls this.
void check_host_atomic(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc) {
  if (is_of_both(address)) host_access(address, bytes, writes, true, pc);
  else if (settings.stream_races_are_checked) check_host_order(address, bytes, writes, true, pc);
  if (writes && is_protected(address)) end_at_protected_store(address, bytes, pc);
}

void check_and_note(
    Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc, bool is_volatile) {
  any_access(lane, reinterpret_cast<std::uint64_t>(pointer), Event::pack(pc, kind, bytes), is_volatile);
}

void note_copy(Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc,
    const CopyStage& stage, bool counts) {
  any_access(lane, reinterpret_cast<std::uint64_t>(pointer), Event::pack(pc, kind, bytes), false, &stage, counts);
}

void note_acquire(Lane& lane, std::uint64_t pc) {
  if (lane.worker->requests.recorder) note(lane, Event::pack(pc, EventKind::acquire, 0));
}

void note_request(Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc) {
  note(lane, Event::pack(pc, kind, bytes));
  *lane.next_address++ = reinterpret_cast<std::uint64_t>(pointer);
  wait_in_order(lane);
}

void note_fetch(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, bool inside, std::uint64_t pc) {
  Worker& worker = *lane.worker;
  if (worker.checks_any && inside && device_memory.contains(address))
    tell({lane, address, bytes, EventKind::load, false, pc, Space::global});
  note(lane, Event::pack(pc, kind, bytes));
  *lane.next_address++ = address;
}

}  // namespace simt

using simt::EventKind;

#define SIMT_HERE __builtin_return_address(0)
#define SIMT_SIZE(n)                                                                                   \
  void __tsan_volatile_read##n(void* p) { simt::volatile_access(p, n, EventKind::load, SIMT_HERE); }   \
  void __tsan_volatile_write##n(void* p) { simt::volatile_access(p, n, EventKind::store, SIMT_HERE); } \
  void __tsan_unaligned_read##n(void* p) { simt::range_access(p, n, EventKind::load, SIMT_HERE); }     \
  void __tsan_unaligned_write##n(void* p) { simt::range_access(p, n, EventKind::store, SIMT_HERE); }

extern "C" {
SIMT_SIZE(1)
SIMT_SIZE(2)
SIMT_SIZE(4)
SIMT_SIZE(8)
SIMT_SIZE(16)
#undef SIMT_SIZE
#define SIMT_SIZE(n)                                                               \
  void __tsan_read##n(void* p) { simt::access(p, n, EventKind::load, SIMT_HERE); } \
  void __tsan_write##n(void* p) { simt::access(p, n, EventKind::store, SIMT_HERE); }
SIMT_SIZE(1)
SIMT_SIZE(2)
SIMT_SIZE(4)
SIMT_SIZE(8)
#undef SIMT_SIZE
void __tsan_read16(void* p) { simt::access_of_16(p, EventKind::load, SIMT_HERE); }
void __tsan_write16(void* p) { simt::access_of_16(p, EventKind::store, SIMT_HERE); }

// Inline PTX's (include/simt/ptx.h).
unsigned __int128 simt_ptx_load(const void* from, unsigned bytes, int ordered) noexcept {
  if (ordered) simt::volatile_access(from, bytes, EventKind::load, SIMT_HERE);
  else simt::access(from, bytes, EventKind::load, SIMT_HERE);
  unsigned __int128 bits = 0;
  std::memcpy(&bits, from, std::min(bytes, unsigned(sizeof bits)));
  return bits;
}
void simt_ptx_store(void* to, unsigned __int128 bits, unsigned bytes, int ordered) noexcept {
  if (ordered) simt::volatile_access(to, bytes, EventKind::store, SIMT_HERE);
  else simt::access(to, bytes, EventKind::store, SIMT_HERE);
  std::memcpy(to, &bits, std::min(bytes, unsigned(sizeof bits)));
}

void __tsan_init() {}
void __tsan_read_range(void* p, std::size_t bytes) { simt::range_access(p, bytes, EventKind::load, SIMT_HERE); }
void __tsan_write_range(void* p, std::size_t bytes) { simt::range_access(p, bytes, EventKind::store, SIMT_HERE); }
void __tsan_vptr_read(void** p) { simt::access(p, sizeof(void*), EventKind::load, SIMT_HERE); }
void __tsan_vptr_update(void** p, void*) { simt::access(p, sizeof(void*), EventKind::store, SIMT_HERE); }

void __tsan_func_entry(void* called_from) {
  simt::Lane* lane = simt::current_lane;
  if (!lane) return;
  // What the simulator itself calls on this stack needs room as well.
  if (reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)) - lane->stack < simt::stack_reserve_bytes)
      [[unlikely]]
    simt::stop_lane(*lane, {.kind = simt::Fault::Kind::too_deep, .pc = std::uint64_t(called_from)});
  simt::note(*lane, simt::Event::pack(std::uint64_t(called_from), EventKind::enter, 0));
}
void __tsan_func_exit() {
  if (simt::Lane* lane = simt::current_lane) simt::note(*lane, simt::Event::pack(0, EventKind::leave, 0));
}
void __sanitizer_cov_trace_pc() {
  if (simt::Lane* lane = simt::current_lane)
    simt::note(*lane, simt::Event::pack(std::uint64_t(SIMT_HERE), EventKind::block, 0));
}

#define SIMT_BUILTIN(name, from, otherwise) \
  unsigned name() noexcept { return simt::current_lane ? simt::current_lane->from : otherwise; }
SIMT_BUILTIN(simt_thread_x, thread.x, 0)
SIMT_BUILTIN(simt_thread_y, thread.y, 0)
SIMT_BUILTIN(simt_thread_z, thread.z, 0)
SIMT_BUILTIN(simt_block_x, worker->block.x, 0)
SIMT_BUILTIN(simt_block_y, worker->block.y, 0)
SIMT_BUILTIN(simt_block_z, worker->block.z, 0)
SIMT_BUILTIN(simt_block_dim_x, worker->launch.block.x, 1)
SIMT_BUILTIN(simt_block_dim_y, worker->launch.block.y, 1)
SIMT_BUILTIN(simt_block_dim_z, worker->launch.block.z, 1)
SIMT_BUILTIN(simt_grid_dim_x, worker->launch.grid.x, 1)
SIMT_BUILTIN(simt_grid_dim_y, worker->launch.grid.y, 1)
SIMT_BUILTIN(simt_grid_dim_z, worker->launch.grid.z, 1)
#undef SIMT_BUILTIN
void simt_returned() noexcept {
  if (simt::Lane* lane = simt::current_lane)
    simt::note(*lane, simt::Event::pack(std::uint64_t(SIMT_HERE), EventKind::returned, 0));
}
// PTX's exit.
void simt_exit() noexcept {
  simt::Lane* lane = simt::current_lane;
  if (!lane) return;
  simt::note(*lane, simt::Event::pack(std::uint64_t(SIMT_HERE), EventKind::returned, 0));
  lane->worker->scheduler.end(*lane);
}
void simt_barrier() noexcept {
  simt::Lane* lane = simt::current_lane;
  if (!lane) return;
  lane->meeting.at = {std::uint64_t(SIMT_HERE)};
  lane->meeting.value = 0;
  simt::suspend(*lane, simt::LaneState::barrier);
}
// How many of those who came to the barrier say yes, and, in the upper half, how many came.
std::uint64_t simt_barrier_votes(int predicate) noexcept {
  simt::Lane* lane = simt::current_lane;
  if (!lane) return 0;
  lane->meeting.at = {std::uint64_t(SIMT_HERE)};
  lane->meeting.value = predicate != 0;
  simt::suspend(*lane, simt::LaneState::barrier);
  return lane->meeting.value | std::uint64_t(lane->meeting.parameter) << 32;
}
void simt_grid_barrier() noexcept {
  simt::Lane* lane = simt::current_lane;
  if (!lane) return;
  if (!lane->worker->launch.cooperative)
    simt::stop_lane(
        *lane, {.kind = simt::Fault::Kind::trap,
                   .pc = std::uint64_t(SIMT_HERE),
                   .text = "grid.sync() in a launch that is not cooperative (cudaLaunchCooperativeKernel)"});
  simt::note_acquire(*lane, std::uint64_t(SIMT_HERE));
  lane->meeting.at = {std::uint64_t(SIMT_HERE)};
  simt::suspend(*lane, simt::LaneState::grid);
}
int simt_grid_is_valid() noexcept { return simt::current_lane && simt::current_lane->worker->launch.cooperative; }
long long simt_clock() noexcept {
  // Deterministic and monotonic within a thread: its steps, and while it waited those of the slowest it waited for.
  // Never a time.
  const simt::Lane* lane = simt::current_lane;
  if (!lane) return 0;
  simt::note_clock(std::uint64_t(SIMT_HERE));
  const simt::LaunchPlan& launch = lane->worker->launch;
  return (long long)(launch.clock_origin + launch.clock_pace * lane->clock());
}
bool simt_in_kernel() noexcept { return simt::current_lane != nullptr; }
unsigned simt_multiprocessors() noexcept { return unsigned(simt::simulated_device().multiProcessorCount); }
unsigned simt_multiprocessor() noexcept {
  return simt::current_lane ? unsigned(simt::current_lane->worker->block_index % simt_multiprocessors()) : 0;
}
unsigned simt_dynamic_shared_bytes() noexcept {
  return simt::current_lane ? unsigned(simt::current_lane->worker->launch.dynamic_shared_bytes) : 0;
}
void* simt_dynamic_shared_base() noexcept {
  return simt::current_lane ? reinterpret_cast<void*>(simt::current_lane->worker->shared.dynamic.begin) : nullptr;
}
}
