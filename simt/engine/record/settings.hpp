// What a judge or the environment has set, and the counts that stand beside the record, on a page of their own (pages.hpp).
//
// Each is changed by the function that simt.hpp has for it, where its work is done. What only a judge may set asks
// is_asked_by_judge(): a library may have been given a forged object whose functions are the simulator's.
#pragma once

#include <cstdint>

#include "simt/engine/platform/pages.hpp"
#include "simt/record.hpp"
#include "simt/simt.hpp"

namespace simt {

namespace caches {
struct Gpu;
}

struct alignas(page_at_most) Settings {
  unsigned opened = 0;
  // Which blocks run (launch.cpp), and for how long (record.cpp).
  bool kernels_run = true;
  std::uint64_t last_blocks = 0;  // that run alone; 0: all do
  std::uint64_t limit_per_warp = 200'000'000;
  std::uint64_t first_tick = 0, ticks_of_a_step = 1;
  std::uint64_t trace_block = ~std::uint64_t(0);
  unsigned trace_warp = 0;

  // Whether anything of the order of streams' work is kept: for a checker, for another order, or for the record (simt.hpp); whether it
  // is known what operations touch (checkers/stream.cpp).
  bool timeline_is_kept = false, stream_races_are_checked = false, work_is_deferred = false, work_is_recorded = false;
  bool events_are_late = false;
  bool turns_go_backwards = false;  // of the host's threads
  std::uint64_t (*event_clock)() = nullptr;

  // Whether there is memory that the host and kernels reach, or was since anything was forgotten: then what host code has libraries
  // do is its work, too, of which no hook tells.
  bool library_calls_count = false;
  unsigned small_copies = 0;  // of less than a sector, since anything was forgotten
  Copied copied;

  int devices = -1;                   // fewer than 0: as many as the environment says
  int multiprocessors_of_others = 0;  // 0: as many as the current device
  bool runs_submission = false;       // SIMT_SUBMISSION was set when the library was loaded

  const caches::Gpu* gpu_of_caches = nullptr;  // null: there are none
  CacheControl cache_control = CacheControl::flush;
  std::uint64_t cache_memory = std::uint64_t(512) << 20;  // for the requests of blocks that are played at once

  bool checks_are_known = false;  // the environment has been asked
  char checks[512] = {};          // "all", or names apart by commas
};
extern Settings settings __attribute__((visibility("hidden")));
using OpenSettings = OpenPages<settings>;

}  // namespace simt
