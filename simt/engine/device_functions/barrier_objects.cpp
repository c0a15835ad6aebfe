// PTX's mbarrier objects, and 32-bit addresses of shared memory (include/simt/ptx.h).
//
// A thread that waits for a phase stands still until it is complete; if nothing else in the block can go on, it is told that it
// is not, as the hardware may tell it at any time. Arriving hands on what the thread has done and seen until then, and who has
// waited for a phase has that of all that had arrived by its end. Of copies that are counted (engine/core/copies.hpp) as many
// are done as the phase needs, when somebody looks at it and nothing else is missing.
// Source: PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/worker.hpp"

using namespace simt;

#define SIMT_CALLER std::uint64_t(__builtin_return_address(0))

namespace {

// The 8 bytes of an object. What an arrival gives back has the same form: of it only the phase counts.
struct __attribute__((may_alias)) Object {
  std::uint64_t expected : 20 = 0, pending : 20 = 0;
  std::int64_t bytes : 22 = 0;  // of copies that are still to come
  std::uint64_t is_made : 1 = 0, phase : 1 = 0;
};
static_assert(sizeof(Object) == 8);

// The object, which must lie in shared memory and have been made.
Object& object_at(Lane& lane, const void* at, std::uint64_t pc, bool made = true) {
  const auto address = reinterpret_cast<std::uint64_t>(at);
  bool known = false;
  const Space space = lane.worker->classify(address, known, sizeof(Object));
  if (!known || (space != Space::shared && space != Space::cluster))
    stop_lane(lane, {Fault::Kind::out_of_bounds, address, sizeof(Object), EventKind::red, pc});
  if (address % 8) stop_lane(lane, {Fault::Kind::misaligned, address, sizeof(Object), EventKind::red, pc});
  if (space == Space::shared && !lane.worker->shared.window(address).holds(address, 8))
    lane.worker->shared.find(lane.worker->shared.window(address), address, 8);  // the first touch clears it
  Object& object = *reinterpret_cast<Object*>(address);
  if (made && !object.is_made)
    stop_lane(lane,
        {.kind = Fault::Kind::trap, .pc = pc, .text = "an operation of an mbarrier that has not been initialised"});
  return object;
}

// Checkers see a store in the making of an object, and a load in its use: a thread must not only come behind the maker, but know
// that it does. Who waits by a token has arrived, and been seen. The end of an object is no store: libcu++ lets a pipeline's last
// thread end its objects, which it knows by a count.
void tell(Lane& lane, const void* at, EventKind kind, std::uint64_t pc) {
  const auto address = reinterpret_cast<std::uint64_t>(at);
  bool known = false;
  const Access access{
      lane, address, sizeof(Object), kind, false, pc, lane.worker->classify(address, known, sizeof(Object))};
  for (const auto& checker : lane.worker->checkers) checker->access(access);
}

void complete(Worker& worker, Object& object, std::uint64_t known_as) {
  object.pending = object.expected;
  object.phase ^= 1;
  ++copies_of(worker).object(known_as).phase;
  for (const auto& checker : worker.checkers) checker->object_completes(known_as);
}

void settle(Worker& worker, Object& object, std::uint64_t known_as) {
  ++worker.arrivals;
  if (!object.pending && !object.bytes) complete(worker, object, known_as);
}

// Somebody looks whether the phase is complete. If only copies are missing, they have now been done: of those that are counted
// by bytes as many as were announced, in the order in which they were begun.
void look(Worker& worker, Object& object, std::uint64_t known_as) {
  ObjectState& state = copies_of(worker).object(known_as);
  if (object.pending > state.arrivals) return;
  std::int64_t missing = object.bytes;
  std::size_t needed = 0;
  while (missing > 0 && needed < state.counted.size()) missing -= state.counted[needed++]->bytes;
  if (missing != 0 || (object.pending == 0 && needed == 0)) return;
  for (const CopyPointer& copy : state.awaited)
    if (copy->done)  // its thread has waited for it since
      for (const auto& checker : worker.checkers) checker->object_arrives(worker.lanes[copy->thread], known_as);
  for (const CopyPointer& copy : state.awaited)
    if (!copy->done) worker.copies->finish(*copy, true);
  for (std::size_t i = 0; i < needed; ++i) worker.copies->finish(*state.counted[i], true);
  state.counted.erase(state.counted.begin(), state.counted.begin() + std::ptrdiff_t(needed));
  state.awaited.clear();
  state.arrivals = 0;
  object.bytes = 0;
  complete(worker, object, known_as);
  ++worker.arrivals;
}

bool is_complete(const Object& object, bool phase) { return bool(object.phase) != phase; }

std::uint64_t known(const Worker& worker, const void* at) {
  return worker.shadow_address(reinterpret_cast<std::uint64_t>(at));
}

}  // namespace

namespace simt {

bool Worker::may_pass(const Lane& lane) {
  Object& object = *reinterpret_cast<Object*>(lane.meeting.value);
  if (!is_complete(object, bool(lane.meeting.parameter))) look(*this, object, shadow_address(lane.meeting.value));
  return objects_let_go || is_complete(object, bool(lane.meeting.parameter));
}

// Of those that have stopped some wait at objects. If none can go on, all are told so once; if that helps none, they wait for
// another block of the cluster, or for ever.
bool Worker::wait_at_objects() {
  Lane* waiting = nullptr;
  bool any_polls = false;
  objects_let_go = false;
  for (Lane& lane : lanes) {
    if (lane.state != LaneState::object) continue;
    if (may_pass(lane)) {
      vain_rounds = 0;
      return true;
    }
    if (!waiting) waiting = &lane;
    any_polls |= lane.meeting.width != 0;
  }
  vain_rounds = std::exchange(arrivals_before, arrivals) == arrivals ? vain_rounds + 1 : 0;
  const bool by_cluster = cluster && cluster->blocks.size() > 1;
  if (vain_rounds > (any_polls && !by_cluster ? 10'000u : 2u)) {
    vain_rounds = 0;
    if (by_cluster) return false;
    fail(*waiting, {.kind = Fault::Kind::deadlock, .pc = waiting->meeting.at.pc()});
  }
  objects_let_go = true;
  return true;
}

// What keeps the lane waiting at an object.
std::string Worker::what_is_missing(const Lane& lane) {
  const Object& object = *reinterpret_cast<const Object*>(lane.meeting.value);
  const std::uint64_t known_as = shadow_address(lane.meeting.value);
  const ObjectState& state = copies_of(*this).object(known_as);
  const std::string phase = "phase " + std::to_string(state.phase);
  const auto arrivals = std::to_string(object.expected);
  // A parity tells a phase from the next and the one before, and from no other.
  const std::uint64_t passed = lane.linear < state.passed.size() ? state.passed[lane.linear] : 0;
  const std::string missed = passed + 2 > state.phase
                                 ? ""
                                 : ", and this thread has seen " + std::to_string(passed) + " of those " +
                                       std::to_string(state.phase) + ": do others arrive again too early?";
  if (object.pending > state.arrivals)
    return phase + " lacks " + std::to_string(object.pending - state.arrivals) + " of its " + arrivals + " arrivals" +
           (state.phase ? "; phase " + std::to_string(state.phase - 1) + " is complete" + missed : "");
  std::uint64_t begun = 0;
  for (const CopyPointer& copy : state.counted) begun += copy->bytes;
  return phase + " has all its arrivals, but " + std::to_string(object.bytes) +
         " bytes were announced for it, and bulk copies of " + std::to_string(begun) + " bytes have begun";
}

}  // namespace simt

extern "C" {

void simt_mbarrier_init(void* at, unsigned count) noexcept {
  Lane* lane = current_lane;
  if (!lane) return;
  Object& object = object_at(*lane, at, SIMT_CALLER, false);
  object = {};
  object.expected = object.pending = count;
  object.is_made = 1;
  Worker& worker = *lane->worker;
  ++worker.arrivals;
  copies_of(worker).forget_object(known(worker, at));
  for (const auto& checker : worker.checkers) checker->object_begins(*lane, known(worker, at), SIMT_CALLER);
  tell(*lane, at, EventKind::store, SIMT_CALLER);
}
void simt_mbarrier_end(void* at) noexcept {
  if (Lane* lane = current_lane) object_at(*lane, at, SIMT_CALLER) = {};
}
// `count` arrivals, of `bytes` more to come; `leaves`: from the next phase on as many fewer are expected.
std::uint64_t simt_mbarrier_arrive(void* at, unsigned count, int bytes, int leaves) noexcept {
  Lane* lane = current_lane;
  if (!lane) return 0;
  Object& object = object_at(*lane, at, SIMT_CALLER);
  tell(*lane, at, EventKind::load, SIMT_CALLER);
  Worker& worker = *lane->worker;
  const std::uint64_t known_as = known(worker, at);
  const ObjectState& state = copies_of(worker).object(known_as);
  if (count > object.pending - state.arrivals) look(worker, object, known_as);
  if (count > object.pending - state.arrivals)
    stop_lane(*lane,
        {.kind = Fault::Kind::trap, .pc = SIMT_CALLER, .text = "an arrival at an mbarrier that expects no more"});
  for (const auto& checker : worker.checkers) {
    checker->object_arrives(*lane, known_as);
    checker->object_counts(*lane, known_as);
  }
  const auto before = std::bit_cast<std::uint64_t>(object);
  object.bytes += bytes;
  object.pending -= count;
  if (leaves) object.expected -= count;
  settle(worker, object, known_as);
  return before;
}
// An arrival when all copies that the thread has begun are done; `counts`: it is one of those that are expected.
void simt_copy_arrive(void* at, int counts) noexcept {
  Lane* lane = current_lane;
  if (!lane) return;
  Object& object = object_at(*lane, at, SIMT_CALLER);
  tell(*lane, at, EventKind::load, SIMT_CALLER);
  Worker& worker = *lane->worker;
  const std::uint64_t known_as = known(worker, at);
  ObjectState& state = copies_of(worker).object(known_as);
  for (const auto& checker : worker.checkers) checker->object_arrives(*lane, known_as);
  if (counts && object.pending == state.arrivals)
    stop_lane(*lane,
        {.kind = Fault::Kind::trap, .pc = SIMT_CALLER, .text = "an arrival at an mbarrier that expects no more"});
  if (worker.copies->await(*lane, state, known_as)) {
    ++state.arrivals;
    if (!counts) {
      ++object.pending;
      for (const auto& checker : worker.checkers) checker->object_awaits(*lane, known_as, SIMT_CALLER);
    }
    ++worker.arrivals;
  } else if (counts) {
    --object.pending;
    settle(worker, object, known_as);
  }
}
void simt_mbarrier_bytes(void* at, int bytes) noexcept {
  Lane* lane = current_lane;
  if (!lane) return;
  Object& object = object_at(*lane, at, SIMT_CALLER);
  tell(*lane, at, EventKind::load, SIMT_CALLER);
  object.bytes += bytes;
  if (bytes < 0) settle(*lane->worker, object, known(*lane->worker, at));
}
// Whether the phase of the token is complete; of this parity. `polls`: does not wait on the hardware.
int simt_mbarrier_wait(void* at, std::uint64_t token, int by_parity, int polls) noexcept {
  Lane* lane = current_lane;
  if (!lane) return 1;
  const std::uint64_t pc = SIMT_CALLER;
  Object& object = object_at(*lane, at, pc);
  if (by_parity) tell(*lane, at, EventKind::load, pc);
  Worker& worker = *lane->worker;
  const bool phase = by_parity ? token & 1 : std::bit_cast<Object>(token).phase;
  if (!is_complete(object, phase)) look(worker, object, known(worker, at));
  if (!is_complete(object, phase)) {
    lane->meeting = {.value = reinterpret_cast<std::uint64_t>(at), .parameter = phase, .width = polls, .at = {pc}};
    suspend(*lane, LaneState::object);
  }
  if (!is_complete(object, phase)) return 0;
  for (const auto& checker : worker.checkers) checker->passes_object(*lane, known(worker, at), phase);
  std::vector<unsigned>& passed = copies_of(worker).object(known(worker, at)).passed;
  if (passed.size() <= lane->linear) passed.resize(lane->linear + 1);
  ++passed[lane->linear];
  return 1;
}
unsigned simt_mbarrier_pending(std::uint64_t token) noexcept { return std::bit_cast<Object>(token).pending; }

// Tiles of more than a warp, each with an object of its own that the program does not see.
void simt_tile_barrier(unsigned size) noexcept {
  Lane* lane = current_lane;
  if (!lane) return;
  Worker& worker = *lane->worker;
  Tile& tile = worker.tiles[{size, lane->linear / size}];
  Object& object = *reinterpret_cast<Object*>(&tile.object);
  if (!object.is_made) {
    object.expected = object.pending = std::min(size, worker.launch.threads - lane->linear / size * size);
    object.is_made = 1;
    for (const auto& checker : worker.checkers)
      checker->object_begins(*lane, reinterpret_cast<std::uint64_t>(&tile.object), SIMT_CALLER);
  }
  const bool phase = object.phase;
  const auto known_as = reinterpret_cast<std::uint64_t>(&tile.object);
  for (const auto& checker : worker.checkers) checker->object_arrives(*lane, known_as);
  --object.pending;
  settle(worker, object, known_as);
  while (!is_complete(object, phase)) {
    lane->meeting = {
        .value = reinterpret_cast<std::uint64_t>(&tile.object), .parameter = phase, .width = 0, .at = {SIMT_CALLER}};
    suspend(*lane, LaneState::object);
  }
  for (const auto& checker : worker.checkers) checker->passes_object(*lane, known_as, phase);
}
void simt_tile_put(unsigned size, unsigned slot, const void* value, unsigned bytes) noexcept {
  if (!current_lane) return;
  std::vector<char>& values = current_lane->worker->tiles[{size, current_lane->linear / size}].values;
  values.resize(std::max<std::size_t>(values.size(), (slot + 1) * std::size_t(bytes)));
  std::memcpy(values.data() + slot * std::size_t(bytes), value, bytes);
}
void simt_tile_get(unsigned size, unsigned slot, void* value, unsigned bytes) noexcept {
  if (!current_lane) return;
  const std::vector<char>& values = current_lane->worker->tiles[{size, current_lane->linear / size}].values;
  if ((slot + 1) * std::size_t(bytes) <= values.size())
    std::memcpy(value, values.data() + slot * std::size_t(bytes), bytes);
}

// A number of PTX's in the window of shared memory is the low half of the address.
void* simt_shared_pointer(std::uint64_t number) noexcept {
  Lane* lane = current_lane;
  if (!lane || number >> 32) return reinterpret_cast<void*>(number);
  const Worker& worker = *lane->worker;
  std::uint64_t best = number, least = ~std::uint64_t(0);
  const auto try_from = [&](std::uint64_t begin, std::uint64_t bytes) {
    const std::uint32_t offset = std::uint32_t(number) - std::uint32_t(begin);
    const std::uint64_t distance =
        offset < bytes ? 0 : std::min<std::uint64_t>(offset - bytes + 1, std::uint32_t(-offset));
    if (distance >= least) return;
    least = distance;
    best = begin + std::uint64_t(std::int64_t(std::int32_t(offset)));
  };
  for (const SharedArray& array : worker.shared.arrays) try_from(array.begin, array.bytes);
  if (worker.cluster) try_from(worker.cluster->begin(), worker.cluster->bytes());
  return reinterpret_cast<void*>(best);
}
}
#undef SIMT_CALLER
