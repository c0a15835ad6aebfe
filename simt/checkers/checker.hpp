// What a checker is: something that watches what the lanes of a launch do, and remarks on it.
//
// A checker is one file that defines its CheckerKind, and its name in the list in simt/meson.build. Each worker of a launch
// makes one Checker of every kind that is on. Where none is, the access path asks one bool.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "simt/checker_list.h"  // SIMT_CHECKERS: SIMT_CHECKER(race) …, made by simt/meson.build
#include "simt/engine/core/position.hpp"
#include "simt/record.hpp"

namespace simt {

struct AsyncCopy;
struct CopyStage;
struct Lane;
struct Worker;

// An access of a lane that is in bounds and aligned, before it is made.
struct Access {
  Lane& lane;
  std::uint64_t address;
  unsigned bytes;
  EventKind kind;  // load, store or red
  bool is_volatile;
  std::uint64_t pc;
  Space space;
  const CopyStage* copy = nullptr;  // of an asynchronous copy, which begins here

  bool reads() const { return kind != EventKind::store; }
  bool writes() const { return kind != EventKind::load; }
};

// Lanes that have waited for each other: all of the block that still run, or those of a warp in `group`.
struct Gathering {
  unsigned first_lane = 0;
  std::uint32_t group = 0;
  bool whole_block = false;
};

class Checker {
 public:
  virtual ~Checker() = default;
  virtual void block_begins() {}
  virtual void access(const Access&) {}
  virtual void meeting(const Gathering&) {}  // __syncthreads and its kin, __syncwarp
  virtual void fence(const Lane&) {}
  // A barrier object (an mbarrier) is made by a lane, at that place of the code, and this is then told of as an access; a
  // lane arrives at it; a phase of it is complete; a lane has waited for the one of that parity.
  virtual void object_begins(const Lane&, std::uint64_t, std::uint64_t) {}
  virtual void object_arrives(const Lane&, std::uint64_t) {}
  virtual void object_completes(std::uint64_t) {}
  // At that place of the code a lane has the object's phase wait for its copies, which changes what is expected; a lane's arrival
  // is counted.
  virtual void object_awaits(const Lane&, std::uint64_t, std::uint64_t) {}
  virtual void object_counts(const Lane&, std::uint64_t) {}
  virtual void passes_object(const Lane&, std::uint64_t, bool) {}
  // An asynchronous copy, whose accesses have been told of: from when it is begun until it is done anybody may meet it.
  virtual void copy_begins(const AsyncCopy&) {}
  virtual void copy_has_read(const AsyncCopy&) {}
  virtual void copy_ends(const AsyncCopy&) {}
  virtual void proxy_fence(const Lane&) {}
  virtual void object_fence(const Lane&) {}  // fence.mbarrier_init
  // The block ends, or stands still for long: what was put off is to be remarked on now.
  virtual void settle() {}

  // Blocks of a cooperative launch, and of a cluster, take turns. What is remembered of one while another has its turn:
  struct Aside {
    virtual ~Aside() = default;
  };
  virtual std::unique_ptr<Aside> put_aside() { return nullptr; }
  virtual void take_up(std::unique_ptr<Aside>) {}
  virtual void grid_meets() {}      // or clusters of it
  virtual void cluster_begins() {}  // or all of a cooperative launch
};

struct CheckerKind {
  const char* name;  // in SIMT_CHECK
  enum When { always, in_all, by_name } when;
  std::unique_ptr<Checker> (*watch)(Worker& worker) = nullptr;  // null: it does not watch kernels, or this one
  void (*program_ends)() = nullptr;                             // null: it has nothing to say then
};

#define SIMT_CHECKER(name) extern const CheckerKind name##_checker;
SIMT_CHECKERS
#undef SIMT_CHECKER

// Whether the checker is on: always, or by SIMT_CHECK or set_checks().
bool is_on(const CheckerKind& kind);
// Whether one is on that watches kernels.
bool any_watches();
std::vector<std::unique_ptr<Checker>> make_checkers(Worker& worker);
void tell_program_ends();

}  // namespace simt
