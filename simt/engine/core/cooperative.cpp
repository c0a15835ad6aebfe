// Cooperative launches: every block is there at once, and grid.sync() lets them wait for each other.
//
// One worker runs all blocks, one after the other, each up to the grid's barrier. A block that waits there is put aside
// with everything that is its own: its threads on their stacks, its shared memory. When all have come, they go on.
#include <cstring>
#include <utility>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/machine.hpp"

namespace simt {

// What a worker holds of the block that it runs.
struct Parked {
  std::vector<Lane> lanes;  // swapped, never copied: their stacks know where they are
  std::vector<std::uint64_t> steps;
  Shadow<std::uint64_t> written_shared;
  std::vector<std::vector<char>> shared;  // by array; empty where no block had touched it by then
  uint3 block{};
  std::uint64_t block_index = 0, block_began = 0;
  bool waits = false;
};

namespace {

void exchange(Worker& worker, Parked& parked) {
  worker.lanes.swap(parked.lanes);
  worker.steps.swap(parked.steps);
  std::swap(worker.written_shared, parked.written_shared);
  std::swap(worker.block, parked.block);
  std::swap(worker.block_index, parked.block_index);
  std::swap(worker.block_began, parked.block_began);
}

void keep_shared(const Worker& worker, Parked& parked) {
  parked.shared.resize(worker.shared.size());
  for (std::size_t i = 0; i < worker.shared.size(); ++i) {
    const SharedArray& array = worker.shared[i];
    const char* begin = reinterpret_cast<const char*>(array.begin);
    if (array.touched) parked.shared[i].assign(begin, begin + array.bytes);
  }
}

void bring_shared(Worker& worker, const Parked& parked) {
  for (std::size_t i = 0; i < worker.shared.size(); ++i) {
    SharedArray& array = worker.shared[i];
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
    if (lane.fiber) idle_fibers.push_back(std::exchange(lane.fiber, nullptr));
    let_go(std::exchange(lane.position, nullptr));
    forget_done(lane);
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
    const std::uint64_t met = time;  // what came before is seen by all
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
        resume_block();
        for (Lane& lane : lanes)
          if (lane.state == LaneState::grid) {
            lane.state = LaneState::running;
            lane.seen_all = lane.seen_block = met;
          }
      }
      has_turn = true;  // nobody else runs blocks of this launch
      mine.waits = run_to_stop();
      if (mine.waits) {
        const Lane* first = waiting_for_grid(lanes);
        for (unsigned k = 0; k < launch.threads; ++k)
          if (lanes[k].state == LaneState::finished) {
            remark(first->meeting.at.pc(), [finding = explain_barrier(*first, lanes[k])] { return finding; });
            break;
          }
        put_into_words();
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
    tick();
    if (waiting == 0) return true;
    for (std::uint64_t i = 0; i < launch.blocks && ended == launch.blocks; ++i)
      if (!blocks[i].waits) ended = i;
    if (ended == launch.blocks) continue;
    for (Parked& parked : blocks) {
      Lane* waits = parked.waits ? waiting_for_grid(parked.lanes) : nullptr;
      if (!waits) continue;
      exchange(*this, parked);
      faulted = true;
      faulty = waits;
      fault = {.kind = Fault::Kind::missing_block, .address = ended, .pc = waits->meeting.at.pc()};
      put_into_words();
      return false;
    }
  }
}

}  // namespace simt
