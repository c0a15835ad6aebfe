// Asynchronous copies (cp.async, cp.async.bulk): begun where they are called, and done as late as the program lets them be.
//
// A copy that belongs to a commit group is done when its thread waits for that group; one that a barrier object counts, when
// somebody looks at a phase of which nothing else is missing. Only then is the source read and the destination written. So
// whoever reads too early gets what was there before, and what overwrites the source too early is what is copied.
// Source: PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "simt/engine/core/lane.hpp"

namespace simt {

struct Worker;

// Of a thread, counted from 0.
struct CommitGroups {
  std::uint64_t committed = 0, waited = 0;
};

// Where a copy is begun, and what it is waited for by.
struct CopyStage {
  CallChain place{};
  std::uint64_t pc() const { return place[0]; }
  bool bulk = false;
  std::uint64_t group = 0;   // of its thread's, in which it is or will be
  std::uint64_t object = 0;  // the barrier object that counts it, as checkers call it (Worker::shadow_address); 0: none
  std::uint64_t phase = 0;   // of the object, counted from 0
  std::uint64_t block = 0;   // whose thread began it
};

struct AsyncCopy : CopyStage {
  std::uint64_t to = 0, from = 0;  // as checkers call them
  unsigned bytes = 0, there = 0;   // from `there` on come zeros
  unsigned thread = 0;             // of the block, that began it
  bool committed = false;
  const CommitGroups* groups = nullptr;  // null: an object counts it
  std::uint64_t other_accesses = 0;      // that its thread had made when it was begun
  bool has_read = false, done = false;
  bool by_object = false;  // done because a phase of the object was looked at
  std::vector<char> held;  // what it has read and not written yet
};
using CopyPointer = std::shared_ptr<AsyncCopy>;

// What belongs to a barrier object beyond its own 8 bytes.
struct ObjectState {
  std::uint64_t phase = 0;
  std::vector<CopyPointer> counted;  // bulk copies, in the order in which they were begun
  std::vector<CopyPointer> awaited;  // copies of threads that arrive when these are done,
  unsigned arrivals = 0;             // and how many such arrivals there are
  std::vector<unsigned> passed;      // by each thread: how often it has found a phase complete
};

class AsyncCopies {
 public:
  explicit AsyncCopies(Worker& worker) : worker_(worker) {}
  AsyncCopies(const AsyncCopies&) = delete;

  // By the thread itself. `object`: the address of the one that counts a bulk copy; 0: a group does.
  void begin(Lane& lane, void* to, const void* from, unsigned bytes, unsigned there, std::uint64_t pc);
  void begin_bulk(Lane& lane, void* to, const void* from, unsigned bytes, std::uint64_t object, std::uint64_t pc);
  void commit(const Lane& lane, bool bulk);
  // All groups of the thread but the newest `keep` are done, or have at least been read.
  void wait(const Lane& lane, bool bulk, std::uint64_t keep, bool reads_only);
  // The thread's copies so far are awaited by an arrival at the object; false: there are none.
  bool await(const Lane& lane, ObjectState& state, std::uint64_t object);

  ObjectState& object(std::uint64_t address) { return objects_[address]; }
  void forget_object(std::uint64_t address) { objects_.erase(address); }
  void finish(AsyncCopy& copy, bool by_object);
  // The block that runs has ended: what its bulk copies may still do.
  void block_ends();

 private:
  using Thread = std::tuple<std::uint64_t, unsigned, bool>;  // block, thread, whether bulk
  struct OfThread {
    CommitGroups groups;
    std::vector<CopyPointer> open;
    std::uint64_t accesses = 0;  // by which its copies are counted
  };
  OfThread& of(const Lane& lane, bool bulk);
  std::uint64_t other_accesses(const Lane& lane);
  CopyPointer make(Lane& lane, const CopyStage& stage, void* to, const void* from, unsigned bytes, unsigned there);
  void count_bulk(const Lane& lane, const CopyStage& stage, const void* to, const void* from, unsigned bytes);
  char* here(std::uint64_t address) const;
  void read(AsyncCopy& copy);

  Worker& worker_;
  std::map<Thread, OfThread> threads_;
  OfThread* last_ = nullptr;  // that was asked for: mostly the next one, too
  Thread last_whose_;
  std::map<std::uint64_t, ObjectState> objects_;  // by address as checkers call it
};

// The block's; there are some from now on.
AsyncCopies& copies_of(Worker& worker);

}  // namespace simt
