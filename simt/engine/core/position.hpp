// What a lane notes down while it runs, and where in the program lockstep has followed it to.
#pragma once

#include <cstdint>
#include <vector>

namespace simt {

// A step of a lane, one word: which instruction, and what kind of step. An access has its address in a row of its own.
// `returned` is a `return;` of the program's, as against a function that comes to its end. `acquire` is noted down only for the
// model of the caches: what L1 has is out of date from here on.
// Of the accesses, those after red are loads by another way: of a __constant__ variable; of a texture by whole index
// (tex1Dfetch), by coordinate (tex2D), or by coordinate where the hardware alone knows in which bytes its texels lie.
enum class EventKind : std::uint8_t {
  block,
  acquire,
  returned,
  load,
  store,
  red,
  constant,
  fetch,
  sample,
  opaque_sample,
  enter,
  leave
};
struct Event {
  std::uint64_t where = 0;  // code address (48 bits) | kind (8) | width in bytes (8)

  static constexpr std::uint64_t pack(std::uint64_t pc, EventKind kind, unsigned bytes) {
    return pc | std::uint64_t(kind) << 48 | std::uint64_t(bytes) << 56;
  }
  std::uint64_t pc() const { return where & 0xffffffffffff; }
  EventKind kind() const { return EventKind(where >> 48 & 0xff); }
  unsigned bytes() const { return unsigned(where >> 56); }
  bool is_access() const { return kind() >= EventKind::load && kind() <= EventKind::opaque_sample; }
  bool is_deed() const { return kind() >= EventKind::returned && kind() <= EventKind::opaque_sample; }
  bool is_texture() const { return kind() >= EventKind::fetch && kind() <= EventKind::opaque_sample; }
  bool is_call() const { return kind() >= EventKind::enter; }  // or a return: no step of the program's own
};

// An address as it is noted down: 48 bits, and a flag where it lies in shared memory, the block's own or another's.
constexpr std::uint64_t shared_flag = std::uint64_t(1) << 62;
constexpr std::uint64_t cluster_flag = std::uint64_t(1) << 61;  // of another block of the cluster
constexpr std::uint64_t address_bits = (std::uint64_t(1) << 48) - 1;

// A loop a lane is in, and how often it has gone round.
struct LoopMark {
  std::uint32_t depth = 0;  // of the function it is in: calls on the way there
  int loop = -1;            // in the Flow of that function
  std::uint64_t rounds = 0;
  // Of a loop that nvcc unrolls, where lanes go round it differently often: how often this one does, and has done. What its rounds
  // are counted as says then which of nvcc's loops each is in (unrolled.hpp).
  std::uint32_t all = 0, done = 0;
  bool is_constant = false;  // as FlowLoop's
};

struct Call {
  std::uint64_t from = 0;  // the code address behind it
  std::uint64_t hash = 0;  // of it and all calls around it
};

// Where a lane stands, apart from its next step: the calls it is in, and the rounds of its loops. Lanes that have come
// the same way share one.
struct Position {
  std::vector<Call> calls;                       // outermost first
  std::vector<LoopMark> loops;                   // outermost first
  std::uint64_t calls_hash = 0, loops_hash = 0;  // equal where those are
  unsigned holders = 0;

  bool same_as(const Position& other) const { return calls_hash == other.calls_hash && loops_hash == other.loops_hash; }
  // Whether the innermost of its loops is this one, of the function it is in.
  bool goes_round(int loop) const {
    return !loops.empty() && loops.back().depth == calls.size() && loops.back().loop == loop;
  }
  void assign(const Position& other) {
    calls = other.calls, loops = other.loops;
    calls_hash = other.calls_hash, loops_hash = other.loops_hash;
  }
  void clear() {
    calls.clear(), loops.clear();
    calls_hash = loops_hash = 0;
  }
  void call(std::uint64_t from) {
    calls_hash = mix(calls_hash ^ from);
    calls.push_back({from, calls_hash});
  }
  void leave() {
    if (!calls.empty()) calls.pop_back();
    calls_hash = calls.empty() ? 0 : calls.back().hash;
  }
  // The rounds of those of its loops whose length is constant: 0 in none.
  std::uint64_t constant_rounds() const {
    std::uint64_t hash = 0;
    for (const LoopMark& mark : loops)
      if (mark.is_constant) hash = mix(hash ^ std::uint64_t(mark.loop) << 40 ^ (mark.rounds + 1));
    return hash;
  }
  void rehash_loops() {
    loops_hash = 0;
    for (const LoopMark& mark : loops)
      loops_hash =
          mix(loops_hash ^ std::uint64_t(mark.depth) << 48 ^ std::uint64_t(mark.loop) << 40 ^ (mark.rounds + 1)) ^
          mark.all;
  }

 private:
  static std::uint64_t mix(std::uint64_t value) {
    value *= 0x9e3779b97f4a7c15;
    return value ^ value >> 29;
  }
};

// The code address at which a lane stands in the function `depth` calls deep, its own or a caller's.
inline std::uint64_t place_in(const Position& position, Event at, std::size_t depth) {
  return depth == position.calls.size() ? at.pc() : position.calls[depth].from;
}

}  // namespace simt
