// Advances the lanes of a warp side by side, as a warp would move, through what each has noted down.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/core/lane.hpp"
#include "simt/engine/core/requests.hpp"

namespace simt {

// A code address with what its function's flow says of it.
struct FlowPlace {
  const Flow* flow = nullptr;
  const FlowBlock* block = nullptr;
};

class Lockstep {
 public:
  using FlowOf = std::function<const Flow&(std::uint64_t address)>;
  explicit Lockstep(RequestCounter& requests, FlowOf flow_of = &simt::flow_of)
      : requests_(requests), flow_of_(std::move(flow_of)) {}

  // A warp's lanes begin: all at the same place, with nothing done.
  void begin(Lane* warp);
  // Its lanes go no further.
  void retire(Lane& lane);
  // Advances the warp's lanes for as long as one can move that is earlier in the program than `meeting`, the lane that
  // stands for a group that can go on from where it waits; null: no group can.
  struct Advanced {
    std::uint32_t empty = 0;  // lanes whose record must be refilled first
    bool met = false;         // a lane has come to where it waits for others of its warp
    bool in_step = false;     // no lane has done anything that is not read
  };
  Advanced advance(Lane* warp, const Lane* meeting = nullptr);

  // Negative when lane `a`, whose next step is `at_a`, is earlier in the program than `b`, 0 when they are at the same point.
  int order(const Lane& a, Event at_a, const Lane& b, Event at_b) {
    return compare(*a.position, at_a, *b.position, at_b);
  }
  void forget_left_loops(Lane& lane, Event at);
  void keep_done(Lane& lane, Event event);  // it stands at its position
  void forget_done(Lane& lane);
  // In a warp's order a lane stands still in front of each access, and what is not done yet is not known. Then the rounds of a loop
  // that nvcc unrolls are put aside, and counted when it is known how many there were.
  bool holds_loops = false;
  void count_held();
  // Whether what the lane did last comes later in the program than the barrier at which the other one waits.
  bool has_gone_round(const Lane& lane, const Lane& waiting);

 private:
  // Where a lane stands: what it does next, in the position it has come to.
  struct Stand {
    const Position* position = nullptr;
    Event at;
    explicit operator bool() const { return position; }
  };
  // What is put aside of a loop: what its lanes did there, as records of their own.
  struct HeldLoop {
    struct Row {
      const Lane* lane = nullptr;  // whose it is; null: it takes no part
      std::uint64_t record = 0;    // of its records, in which it came to the loop
      std::vector<std::uint64_t> steps, addresses;
    };
    FlowPlace head;
    Position* at = nullptr;  // where they came from; null: nothing is held
    Row rows[warp_lanes];
    Lane lanes[warp_lanes];
  };
  // Some lanes of a warp, which stand at the same place: `step` steps behind what is read.
  struct Group {
    Lane* const* lanes;
    unsigned count;
    std::size_t step;
  };
  bool hold(const Group& group, const FlowPlace& head, const Position& position);
  bool keep(const Group& group, Event event, const WarpAccess* access = nullptr);
  void count_held(const Group& next);
  void come_to(const Group& group, Event event, const FlowPlace& place);
  void count(const Group& group, WarpAccess& access);
  bool run_together(Lane** group, unsigned count, Stand rival);
  bool run_apart(Lane** taking, unsigned count, Stand meeting);
  void hoist(Lane& lane);
  void forget_left_loops(Lane** taking, unsigned count);
  const FlowPlace& place_of(std::uint64_t address) {
    const auto* const recent = recent_places_[recent_index(address)];
    return recent && recent->first == address ? recent->second : find_place(address);
  }
  const FlowPlace& find_place(std::uint64_t address);
  static std::size_t recent_index(std::uint64_t address) { return address * 0x9e3779b97f4a7c15 >> 56; }
  void enter_loop(Position& position, Event at, const FlowPlace& place, std::uint32_t all = 0);
  std::size_t loops_still_in(const Position& position, Event at);
  int compare(const Position& a, Event at_a, const Position& b, Event at_b);
  Position& new_position();
  void let_go(Position* position);
  Position& own_position(Lane& lane);
  Position& common_position(Lane** group, unsigned count);

  RequestCounter& requests_;
  FlowOf flow_of_;
  std::unordered_map<std::uint64_t, FlowPlace> places_;
  const std::pair<const std::uint64_t, FlowPlace>* recent_places_[256] = {};
  std::vector<std::unique_ptr<Position>> positions_;
  std::vector<Position*> spare_positions_;
  std::unique_ptr<HeldLoop> held_;
  bool counts_held_ = false;
};

}  // namespace simt
