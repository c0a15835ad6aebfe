// Cooperative launches, whose blocks are all there at once, and clusters of blocks: grid.sync() and cluster.sync() let them wait
// for each other, and so does a barrier object at which another block of the cluster arrives.
//
// One worker runs these blocks, one after the other, each up to such a barrier. A block that waits there is put aside
// with everything that is its own: its threads on their stacks, its shared memory. When all have come, they go on.
#include <algorithm>
#include <cstring>
#include <utility>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/worker.hpp"

namespace simt {

// What a worker holds of the block that it runs.
struct Parked {
  std::vector<Lane> lanes;  // swapped, never copied: their stacks know where they are
  std::vector<std::uint64_t> steps;
  std::vector<std::unique_ptr<Checker::Aside>> remembered;  // by checker
  std::vector<std::vector<char>> shared;                    // by array; empty where no block had touched it by then
  uint3 block{};
  std::uint64_t block_index = 0;
  std::unique_ptr<AsyncCopies> copies;  // where there are no clusters
  enum class Turn : std::uint8_t { begins, waits, goes_on, ended } turn = Turn::begins;
  LaneState waits_at = LaneState::grid;
  std::uint64_t arrivals = 0;  // where it waits at an object: those that it knew of
};

namespace {

void exchange(Worker& worker, Parked& parked) {
  worker.lanes.swap(parked.lanes);
  worker.steps.swap(parked.steps);
  std::swap(worker.block, parked.block);
  std::swap(worker.block_index, parked.block_index);
  if (!worker.cluster) std::swap(worker.copies, parked.copies);
  worker.requests.block = worker.block_index;
}

void keep_shared(const Worker& worker, Parked& parked) {
  parked.shared.resize(worker.shared.arrays.size());
  for (std::size_t i = 0; i < worker.shared.arrays.size(); ++i) {
    const SharedArray& array = worker.shared.arrays[i];
    const char* begin = reinterpret_cast<const char*>(array.begin);
    if (array.touched) parked.shared[i].assign(begin, begin + array.bytes);
  }
}

void bring_shared(Worker& worker, const Parked& parked) {
  for (std::size_t i = 0; i < worker.shared.arrays.size(); ++i) {
    SharedArray& array = worker.shared.arrays[i];
    if (!array.touched) continue;
    if (parked.shared[i].empty()) array.clear();  // other blocks have come to it since
    else std::memcpy(reinterpret_cast<void*>(array.begin), parked.shared[i].data(), array.bytes);
  }
}

// One that waits at an object goes before those that wait for all blocks: these may yet need it.
Lane* waiting_lane(std::vector<Lane>& lanes) {
  for (Lane& lane : lanes)
    if (lane.state == LaneState::object) return &lane;
  for (Lane& lane : lanes)
    if (waits_for_blocks(lane.state)) return &lane;
  return nullptr;
}

}  // namespace

// A block's threads are over, or never go on: their stacks can be used again.
void Worker::retire(std::vector<Lane>& those) {
  for (Lane& lane : those) {
    scheduler.retire(lane);
    lockstep.retire(lane);
  }
}

bool Worker::run_grid() {
  const ClusterShape shape{launch.grid, launch.cluster};
  const std::uint64_t together = launch.cooperative ? launch.blocks : shape.blocks();
  if (launch.has_clusters()) {
    cluster = std::make_unique<ClusterMemory>(shared, together);
    slot_blocks.resize(together);
  }
  bool whole = true;
  for (std::uint64_t first = 0; whole && first < launch.blocks; first += together) {
    std::vector<Parked> blocks(together);
    for (std::uint64_t i = 0; i < together; ++i) {
      blocks[i].block_index = launch.cooperative ? i : shape.block(first / together, unsigned(i));
      blocks[i].block = block_of(launch.grid, blocks[i].block_index);
      if (cluster) slot_blocks[slot_of(blocks[i].block)] = blocks[i].block_index;
    }
    copies.reset();
    for (const auto& checker : checkers) checker->cluster_begins();
    whole = run_rounds(blocks);
    for (Parked& parked : blocks) retire(parked.lanes);
  }
  return whole;
}

// A block runs until it ends or waits for others; false when it faulted.
bool Worker::run_turn(Parked& mine) {
  const std::uint64_t number = mine.block_index;
  const bool begins = mine.turn == Parked::Turn::begins;
  if (begins) mine.lanes = make_lanes();
  exchange(*this, mine);
  if (begins) {
    begin_block(number);
    if (cluster) cluster->clear(own_slot()), cluster->take_up(own_slot(), shared);
  } else {
    if (requests.recorder) requests.recorder->begin_block(number);
    if (cluster) cluster->take_up(own_slot(), shared);
    else bring_shared(*this, mine);
    for (std::size_t k = 0; k < checkers.size(); ++k) checkers[k]->take_up(std::move(mine.remembered[k]));
    if (cluster && mine.waits_at == LaneState::cluster) ++cluster->blocks[own_slot()].meetings;
    for (Lane& lane : lanes)
      if (waits_for_blocks(lane.state) && mine.waits_at != LaneState::object) lane.state = LaneState::running;
  }
  has_turn = true;  // nobody else runs blocks of this launch
  const bool waits = run_to_stop();
  mine.turn = waits ? Parked::Turn::waits : Parked::Turn::ended;
  if (waits) {
    const Lane* first = waiting_lane(lanes);
    mine.waits_at = first->state;
    mine.arrivals = arrivals;
    for (unsigned k = 0; k < launch.threads && first->state == LaneState::grid; ++k)
      if (lanes[k].state == LaneState::finished) {
        remarks.add(first->meeting.at.pc(), [finding = explain_barrier(*first, lanes[k])] { return finding; });
        break;
      }
    put_into_words();
    mine.remembered.clear();
    for (const auto& checker : checkers) mine.remembered.push_back(checker->put_aside());
    if (cluster) cluster->put_aside(own_slot());
    else keep_shared(*this, mine);
  } else {
    if (cluster && !faulted) leave_cluster();
    end_block();
    if (faulted) return false;
  }
  exchange(*this, mine);
  if (!waits) {
    retire(mine.lanes);
    mine.lanes.clear();
  }
  return true;
}

// All blocks have ended or wait. Those whose cluster has come to its barrier, as far as it has not ended, go on; else all, if
// they wait for the whole grid. False where none can.
bool Worker::release(std::vector<Parked>& blocks) {
  const ClusterShape shape{launch.grid, launch.cluster};
  std::vector<bool> complete(blocks.size() / shape.blocks() + 1, true);
  const auto number = [&](const Parked& parked) {
    return launch.cooperative ? std::size_t(shape.number(parked.block)) : std::size_t(0);
  };
  for (const Parked& parked : blocks)
    if (parked.turn == Parked::Turn::waits && parked.waits_at != LaneState::cluster) complete[number(parked)] = false;
  bool any = false, whole_grid = true;
  for (Parked& parked : blocks) {
    if (parked.turn == Parked::Turn::waits && parked.waits_at == LaneState::object && parked.arrivals != arrivals) {
      parked.turn = Parked::Turn::goes_on;
      any = true;
    }
    whole_grid &= parked.turn == Parked::Turn::waits && parked.waits_at == LaneState::grid;
    if (parked.turn != Parked::Turn::waits || !complete[number(parked)]) continue;
    parked.turn = Parked::Turn::goes_on;
    any = true;
  }
  for (Parked& parked : blocks)
    if (whole_grid) parked.turn = Parked::Turn::goes_on;
  return any || whole_grid;
}

// A block waits at an object, and no other one has arrived there since.
bool Worker::wait_for_ever(std::vector<Parked>& blocks) {
  const auto waiting = std::find_if(blocks.begin(), blocks.end(),
      [](const Parked& parked) { return parked.turn == Parked::Turn::waits && parked.waits_at == LaneState::object; });
  exchange(*this, *waiting);
  cluster->take_up(own_slot(), shared);
  Lane* const lane = waiting_lane(lanes);
  fail(*lane, {.kind = Fault::Kind::deadlock, .pc = lane->meeting.at.pc()});
  put_into_words();
  return false;
}

bool Worker::run_rounds(std::vector<Parked>& blocks) {
  for (;;) {
    bool waits = false, ended = false;
    for (Parked& mine : blocks) {
      if (mine.turn != Parked::Turn::waits && mine.turn != Parked::Turn::ended && !run_turn(mine)) return false;
      waits |= mine.turn == Parked::Turn::waits && mine.waits_at == LaneState::grid;
      ended |= mine.turn == Parked::Turn::ended;
      if (waits && ended) break;  // those that wait, wait for ever
    }
    const bool at_object = std::any_of(blocks.begin(), blocks.end(), [](const Parked& parked) {
      return parked.turn == Parked::Turn::waits && parked.waits_at == LaneState::object;
    });
    for (const auto& checker : checkers)
      if (!at_object) checker->grid_meets();
    const auto of = [&](Parked::Turn turn) {
      return std::find_if(blocks.begin(), blocks.end(), [=](const Parked& parked) { return parked.turn == turn; });
    };
    if (of(Parked::Turn::waits) == blocks.end()) return true;
    if (!(waits && ended) && release(blocks)) continue;
    if (at_object) return wait_for_ever(blocks);
    auto missing = of(Parked::Turn::ended);
    const auto waiting = std::find_if(blocks.begin(), blocks.end(), [&](const Parked& parked) {
      return parked.turn == Parked::Turn::waits && (parked.waits_at == LaneState::grid) == waits;
    });
    if (missing == blocks.end())
      missing = std::find_if(blocks.begin(), blocks.end(), [&](const Parked& parked) {
        return parked.turn == Parked::Turn::waits && parked.waits_at != waiting->waits_at;
      });
    exchange(*this, *waiting);
    Lane* const lane = waiting_lane(lanes);
    fail(*lane, {.kind = Fault::Kind::missing_block, .address = missing->block_index, .pc = lane->meeting.at.pc()});
    put_into_words();
    return false;
  }
}

}  // namespace simt
