// Cooperative launches: every block is there at once, and grid.sync() lets them wait for each other.
//
// One worker runs all blocks, one after the other, each up to the grid's barrier. A block that waits there is put aside
// with everything that is its own: its threads on their stacks, its shared memory. When all have come, they go on.
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
  bool waits = false;
};

namespace {

void exchange(Worker& worker, Parked& parked) {
  worker.lanes.swap(parked.lanes);
  worker.steps.swap(parked.steps);
  std::swap(worker.block, parked.block);
  std::swap(worker.block_index, parked.block_index);
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

Lane* waiting_for_grid(std::vector<Lane>& lanes) {
  for (Lane& lane : lanes)
    if (lane.state == LaneState::grid) return &lane;
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
  std::vector<Parked> blocks(launch.blocks);
  const bool whole = run_rounds(blocks);
  for (Parked& parked : blocks) retire(parked.lanes);
  return whole;
}

bool Worker::run_rounds(std::vector<Parked>& blocks) {
  for (std::uint64_t started = 0, round = 0;; ++round) {
    std::uint64_t waiting = 0, ended = launch.blocks;
    for (std::uint64_t i = 0; i < launch.blocks; ++i) {
      Parked& mine = blocks[i];
      if (round && !mine.waits) continue;
      if (started <= i) {
        mine.lanes = make_lanes();
        exchange(*this, mine);
        begin_block(i);
        ++started;
      } else {
        exchange(*this, mine);
        bring_shared(*this, mine);
        for (std::size_t k = 0; k < checkers.size(); ++k) checkers[k]->take_up(std::move(mine.remembered[k]));
        for (Lane& lane : lanes)
          if (lane.state == LaneState::grid) lane.state = LaneState::running;
      }
      has_turn = true;  // nobody else runs blocks of this launch
      mine.waits = run_to_stop();
      if (mine.waits) {
        const Lane* first = waiting_for_grid(lanes);
        for (unsigned k = 0; k < launch.threads; ++k)
          if (lanes[k].state == LaneState::finished) {
            remarks.add(first->meeting.at.pc(), [finding = explain_barrier(*first, lanes[k])] { return finding; });
            break;
          }
        put_into_words();
        mine.remembered.clear();
        for (const auto& checker : checkers) mine.remembered.push_back(checker->put_aside());
        keep_shared(*this, mine);
        ++waiting;
      } else {
        end_block();
        if (faulted) return false;
      }
      exchange(*this, mine);
      if (!mine.waits) {
        retire(mine.lanes);
        mine.lanes.clear();
        ended = std::min(ended, i);
        if (waiting) break;  // those that wait, wait for ever
      }
    }
    for (const auto& checker : checkers) checker->grid_meets();
    if (waiting == 0) return true;
    for (std::uint64_t i = 0; i < launch.blocks && ended == launch.blocks; ++i)
      if (!blocks[i].waits) ended = i;
    if (ended == launch.blocks) continue;
    for (Parked& parked : blocks) {
      Lane* waits = parked.waits ? waiting_for_grid(parked.lanes) : nullptr;
      if (!waits) continue;
      exchange(*this, parked);
      fail(*waits, {.kind = Fault::Kind::missing_block, .address = ended, .pc = waits->meeting.at.pc()});
      put_into_words();
      return false;
    }
  }
}

}  // namespace simt
