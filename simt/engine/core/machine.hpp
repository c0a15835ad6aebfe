// The machine the engine's parts share: what a thread records, what a warp is, what a worker holds.
//
// A launch goes like this. Workers (host threads) take blocks in order. A worker runs the block's warps
// one after the other; each CUDA thread runs on a fiber until it ends, meets a barrier, or has filled
// its record. While it runs, the compiler's instrumentation calls hooks.cpp, which checks every access
// and notes it down together with the basic blocks the thread passes. When all 32 lanes of a warp have
// stopped, lockstep.cpp reads their 32 records side by side and advances them as a warp would move; the
// accesses that lanes make together are one request, which requests.cpp counts.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/core/position.hpp"
#include "simt/engine/memory/variables.hpp"
#include "simt/engine/memory/shadow.hpp"
#include "simt/engine/platform/stacks.hpp"
#include "simt/include/simt/launch.h"
#include "simt/include/simt/warp.h"
#include "simt/simt.hpp"

namespace simt {

constexpr unsigned warp_lanes = 32;
constexpr std::size_t dynamic_shared_most = 227 * 1024;  // of a block, on sm_90
// Of one CUDA thread: on a GPU it may have 512 KiB of local memory. The reserve is for what the simulator and the C
// library do there.
constexpr std::size_t stack_reserve_bytes = 24 * 1024;
constexpr std::size_t stack_bytes = 512 * 1024 + stack_reserve_bytes;

// A code address with what its function's flow says of it.
struct FlowPlace {
  const Flow* flow = nullptr;
  const FlowBlock* block = nullptr;
};

enum class LaneState : std::uint8_t { unstarted, running, full, warp, barrier, grid, finished };

// What a lane waits for together with others: a warp primitive, or the block's barrier.
struct Meeting {
  WarpOp op = WarpOp::sync;
  std::uint32_t mask = 0;
  std::uint64_t value = 0;  // what it brings, then what it takes away
  int parameter = 0, width = 32;
  Event at;  // where it waits
};

struct Fiber {
  boost::context::detail::fcontext_t context = nullptr;
  char* stack = nullptr;  // lowest usable address
};

struct Worker;

struct alignas(64) Lane {
  // Two rows: the steps, and the addresses of those that are accesses.
  std::uint64_t* next = nullptr;  // where the next step goes
  std::uint64_t* end = nullptr;
  std::uint64_t* next_address = nullptr;
  Worker* worker = nullptr;
  std::uint64_t stack = 0;        // lowest address of the one it runs on
  std::uint64_t* read = nullptr;  // how far lockstep has come
  std::uint64_t* read_address = nullptr;
  Position* position = nullptr;  // as far as lockstep has read
  Event done;  // its last access, warp primitive or `return;` since the last barrier, as far as lockstep
               // has read
  Position* done_at = nullptr;  // where it stood then; null: there is none
  bool excused = false;         // it has ended, and a barrier has gone on without it
  Event last;                   // the last step before it ended; none: not known
  std::uint64_t* begin = nullptr;
  std::uint64_t* begin_address = nullptr;
  Fiber* fiber = nullptr;
  uint3 thread{};
  unsigned linear = 0;  // index in the block, x fastest
  LaneState state = LaneState::unstarted;
  // Times up to which it has seen what others did (shadow.hpp).
  std::uint64_t seen_block = 0, seen_warp = 0, seen_all = 0, fenced = 0;
  std::unique_ptr<std::array<std::uint64_t, warp_lanes>> seen_lanes;  // by lane, after a __syncwarp of some lanes
  std::uint64_t recorded = 0;  // steps handed over so far, and those of others that it has waited for
  std::uint64_t clock() const { return recorded + std::uint64_t(next - begin); }  // what clock64() shows
  void rewind() {
    recorded = clock();
    next = read = begin;
    next_address = read_address = begin_address;
  }
  Meeting meeting;
};

struct AddressRange {
  std::uint64_t begin = 0, bytes = 0;
  bool holds(std::uint64_t address) const { return address - begin < bytes; }
  bool holds(std::uint64_t address, std::uint64_t count) const {
    return address - begin < bytes && count <= bytes - (address - begin);
  }
};

// A __shared__ variable of one host thread, or the block's dynamic shared memory.
struct SharedArray : AddressRange {
  std::string name;
  bool may_be_cleared = true;  // not where variables of the host may lie in it, too
  bool touched = false;        // by a block of this launch, and so to be cleared for the next one
  void clear();                // what a block finds there that has written nothing: on a GPU whatever was left
};

// One launch, while it runs.
struct LaunchState {
  std::string kernel;
  ThreadBody body = nullptr;
  const void* closure = nullptr;
  std::size_t closure_bytes = 0;
  const void* kernel_address = nullptr;  // known where the launch was by address
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  std::uint64_t blocks = 0;
  unsigned threads = 0;      // in a block
  bool cooperative = false;  // then all blocks are there at once
  std::uint64_t operation_limit = 0;
  std::uint64_t clock_origin = 0;  // what clock64() shows when a block begins
  std::uint64_t traced_block = ~std::uint64_t(0);
  unsigned traced_warp = 0;
  int device = 0;
  bool several_devices = false;                                   // then memory of another one may be out of reach
  std::shared_ptr<const Variables> variables;                     // __device__, __managed__ and __constant__ ones
  std::vector<AddressRange> registered;                           // host memory given to cudaHostRegister
  std::vector<AddressRange> constants;                            // read-only data of the program
  std::vector<AddressRange> code;                                 // of the program's, not of the libraries it uses
  bool reaches(std::uint64_t address) const;                      // live device memory, of this device or of a peer
  bool holds_whole(std::uint64_t address, unsigned bytes) const;  // not across the end of a variable
  std::atomic<std::uint64_t> faulted_block{~std::uint64_t(0)};    // the lowest so far
  std::deque<std::atomic<std::uint64_t>> running;  // by worker: the block it is at, all ones when it has ended
};

// The request of an instruction that is kept to show why it costs what it costs (Sample in simt.hpp).
struct KeptRequest {
  int rank = -1;  // what it wastes, then how many lanes it has
  unsigned warp = 0;
  std::uint32_t active = 0;
  std::uint64_t block = 0;
  std::uint64_t address[warp_lanes] = {};
};

// The last request of an instruction with what it came to. One whose lanes are as far from each other costs the same.
struct SameAgain {
  std::uint32_t active = 0;
  std::uint64_t phase = 0;                  // of the first lane's address, as far as it matters
  std::uint64_t distance[warp_lanes] = {};  // of each lane's address from the first's
  Counters counters;
};

// What happened at one instruction, summed. `key` is Event::where.
struct SiteCount {
  std::uint64_t key = 0;
  Space space = Space::global;
  Counters counters;
  KeptRequest kept;
  SameAgain last;
};

class SiteTable {
 public:
  SiteTable() : slots_(256, 0) {}
  SiteCount& at(std::uint64_t key, Space space);
  const std::vector<SiteCount>& counts() const { return counts_; }

 private:
  void grow();
  std::vector<std::uint32_t> slots_;  // index into counts_ plus one; 0 is empty
  std::vector<SiteCount> counts_;
};

// What a lane did that ends the launch. It is put into words later, on the scheduler's stack: reading
// debug information takes more stack than a CUDA thread has.
struct Fault {
  enum class Kind {
    out_of_bounds,
    stray,
    misaligned,
    endless,
    too_deep,
    nested_launch,
    deadlock,
    missing_block,
    assertion,
    trap,
    invalid_free,
    texture,
    surface
  } kind;
  std::uint64_t address = 0;  // of a texture or a surface: its object
  unsigned bytes = 0;
  EventKind access = EventKind::load;
  std::uint64_t pc = 0;
  const char* text = nullptr;  // what an assertion asserted, what a trap or a free was called
  int at[3] = {0, 0, 0};       // where in a surface
};

// A request as lockstep hands it on.
struct WarpAccess {
  std::uint64_t key = 0;  // Event::where of every lane in it
  std::uint32_t active = 0;
  std::uint64_t address[warp_lanes] = {};  // of lanes that take no part: the first's that does
};

struct Parked;  // cooperative.cpp: a block that waits for the grid

struct alignas(64) Worker {
  Worker(LaunchState& launch, unsigned index);
  ~Worker();
  Worker(const Worker&) = delete;

  // Runs one block to its end; false when it faulted (then `fault` says how).
  bool run_block(std::uint64_t block_number);
  // cooperative.cpp: runs all blocks of a launch whose blocks wait for each other; false when one faulted.
  bool run_grid();

  // What hooks.cpp asks at every access. Windows are what recent ones lay in: an allocation by granule, a shared array
  // by line.
  AddressRange shared_span;  // from the first to the last of the shared arrays
  std::uint64_t device_begin = 0;
  bool checks_any = false;
  AddressRange global_windows[16], shared_windows[64];
  AddressRange& global_window(std::uint64_t address) {
    return global_windows[address / DeviceMemory::granule_bytes % std::size(global_windows)];
  }
  AddressRange& shared_window(std::uint64_t address) {
    return shared_windows[address / 64 % std::size(shared_windows)];
  }

  LaunchState& launch;
  const unsigned index;  // in launch.running
  uint3 block{};
  std::uint64_t block_index = 0;
  std::vector<Lane> lanes;
  bool find_global(AddressRange& window, std::uint64_t address, unsigned bytes) const;
  bool find_shared(AddressRange& window, std::uint64_t address, unsigned bytes);
  std::unordered_map<std::uint64_t, FlowPlace> places;
  const std::pair<const std::uint64_t, FlowPlace>* recent_places[256] = {};
  std::vector<SharedArray> shared;  // by address; dynamic shared memory among them
  AddressRange dynamic_shared;
  // The array that all of these bytes lie in, or null.
  const SharedArray* shared_at(std::uint64_t address, unsigned bytes = 1) const;
  // checkers/race.cpp and checkers/uninitialized.cpp
  bool checks_race = false, checks_uninitialized = false;
  std::uint64_t time = 1, block_began = 1, block_resumed = 1;
  bool in_this_block(Touch touch) const;
  bool same_warp(Touch a, Touch b) const;
  bool ordered(const Lane& lane, Touch earlier) const;
  void resume_block();  // time begins to be this block's
  Shadow<Cell> shadow;
  BlockTimes block_times;
  std::vector<std::uint64_t> touch_sites;  // code addresses, by Touch::site
  std::unordered_map<std::uint64_t, unsigned> touch_site_ids;
  struct RecentSite {
    std::uint64_t pc = 0;
    unsigned site = 0;
  } recent_sites[64];
  RecentSite& recent_site(std::uint64_t pc) { return recent_sites[pc * 0x9e3779b97f4a7c15 >> 58]; }
  unsigned touch_site(std::uint64_t pc);
  void tick();                                                // time goes on
  std::unordered_map<std::uint64_t, std::uint64_t> released;  // by address of an atomic or flag: seen up to
  Shadow<std::uint64_t> written_shared;  // (block + 1) << 4 | bytes of the word that it has written
  struct SameValueQuestion {
    Lane* lane = nullptr;  // null: nothing to ask
    std::uint64_t address = 0, value = 0, pc = 0;
    unsigned bytes = 0;
    Touch other;
  } question;
  struct EarlyRead {
    Lane* lane = nullptr;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    std::uint64_t pc = 0;
  };
  std::vector<EarlyRead> too_early;  // reads of shared memory that nothing had written yet, since the last barrier
  std::set<std::pair<std::uint64_t, std::uint64_t>> too_early_at;  // their addresses and places: one each is enough
  void report_early_reads();
  void check_race(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, bool is_volatile, std::uint64_t pc,
      Space space);
  void check_initialized(
      Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, std::uint64_t pc, Space space);
  void answer_question();
  // Lanes that waited for each other go on at the same time: that of the last to come.
  void align_clocks(std::uint32_t first_lane, std::uint32_t group, bool whole_block);
  void meet(std::uint32_t first_lane, std::uint32_t group, bool whole_block);
  SiteTable sites;
  std::unordered_set<std::uint64_t> used_results;  // atomics (code addresses) whose result is used
  bool has_turn = false;                           // all blocks below this one have ended
  std::vector<WarpAccess> trace;
  bool faulted = false;
  Fault fault{};
  Lane* faulty = nullptr;
  std::vector<std::pair<std::uint64_t, Finding>> findings;  // that did not stop the launch, with their block
  std::vector<std::function<Finding()>> remarks;            // of this block, still to be put into words
  std::unordered_set<std::uint64_t> found_at;               // code addresses that have one: one each is enough
  AddressRange last_read, last_write;                       // what the compiler copied as a whole (libc.cpp)
  std::vector<std::uint64_t> steps;                         // events of each warp of the block, for the limit
  boost::context::detail::fcontext_t scheduler = nullptr;
  StackBounds scheduler_stack;
  unsigned first_lane = 0;   // of the warp that runs
  std::uint32_t to_run = 0;  // its lanes that are still to run before the scheduler does

  // Which memory the running lane's access goes to; `known` is false where it has no business.
  Space classify(std::uint64_t address, bool& known, unsigned bytes = 1) const;

  // worker.cpp
  std::vector<Lane> make_lanes();
  void begin_block(std::uint64_t block_number);
  bool run_to_stop();  // until no lane can go on: true when some wait for the grid
  void count_votes();
  void put_into_words();
  bool run_rounds(std::vector<Parked>& blocks);
  void retire(std::vector<Lane>& lanes);
  void end_block();
  void run_warp_segment(unsigned warp);
  void run_lanes(unsigned warp, std::uint32_t which);
  // To the next lane that is to run, or to the scheduler; who leaves is kept in `*leaving`, or comes to its end.
  void switch_on(boost::context::detail::fcontext_t* leaving);
  [[noreturn]] void lane_main();
  Fiber* take_fiber();
  bool rewind(Lane& lane);  // its record is read; false when its warp has made too many steps
  // meetings.cpp
  bool hold_meeting(unsigned warp);
  // A finding that does not end the launch, once a place. It is put into words when the block has ended, on the
  // scheduler's stack; `explain` may use the lane and the block until then.
  template <typename Explain>
  void remark(std::uint64_t pc, Explain&& explain) {
    if (found_at.contains(pc)) return;
    found_at.insert(pc);
    remarks.emplace_back(std::forward<Explain>(explain));
  }
  void check_barrier();
  // Whether a lane that has ended did so by a `return;`, and not by coming to its kernel's end round a barrier.
  static bool has_returned(const Lane& lane) { return lane.done_at && lane.done.kind() == EventKind::returned; }
  // Whether what the lane did last comes later in the program than the barrier at which the other one waits.
  bool has_gone_round(const Lane& lane, const Lane& waiting);
  // lockstep.cpp: advances the warp's lanes; those whose record must be refilled first, or 0 when done.
  std::uint32_t advance(unsigned warp);
  bool run_together(Lane** group, unsigned count, const Lane* rival);
  void run_apart(Lane** taking, unsigned count);
  const FlowPlace& place_of(std::uint64_t address);
  void enter_loop(Position& position, Event at, const FlowPlace& place);
  std::size_t loops_still_in(const Position& position, Event at);
  void forget_left_loops(Lane& lane, Event at);
  int compare(const Position& a, Event at_a, const Position& b, Event at_b);
  Position& new_position();
  void let_go(Position* position);
  void keep_done(Lane& lane, Event event);  // it stands at its position
  void forget_done(Lane& lane);
  Position& own_position(Lane& lane);
  Position& common_position(Lane** group, unsigned count);
  std::vector<std::unique_ptr<Position>> positions;
  std::vector<Position*> spare_positions;
  // atomics.cpp
  void wait_for_turn();
  // requests.cpp
  void count_request(WarpAccess& access, unsigned warp);
  void count_in(Space space, const WarpAccess& access, std::uint32_t active, unsigned warp);

  std::vector<Fiber*> idle_fibers;
  std::unique_ptr<std::uint64_t[]> records;
};

// The lane that runs on this host thread, or null in host code.
extern __thread Lane* current_lane __attribute__((tls_model("initial-exec")));

// overflow.cpp: from now on, a lane of this host thread that runs into the page below its stack is stopped.
void watch_stacks();
void watch_divisions();  // division.cpp: from now on, a lane that divides by zero is noted and goes on
constexpr std::size_t stack_guard = 64 * 1024;  // below every stack; nothing is mapped there

// hooks.cpp: one access of a lane is checked, and recorded if it counts.
void check_and_note(
    Lane& lane, const void* pointer, unsigned bytes, EventKind kind, std::uint64_t pc, bool is_volatile = false);
// A texture's element is read: `address` of the one nearest to the place asked for, which may not be `inside`.
void note_fetch(Lane& lane, std::uint64_t address, unsigned bytes, EventKind kind, bool inside, std::uint64_t pc);
// The same for host code, which must keep its hands off device memory.
void check_host_access(std::uint64_t address, std::size_t bytes, bool writes, std::uint64_t pc);
// Back to the scheduler, with the lane in `state`.
void suspend(Lane& lane, LaneState state);
// Ends the launch: the calling lane never goes on.
[[noreturn]] void stop_lane(Lane& lane, const Fault& fault);

// symbols.cpp: whether a source file is a header of the simulator or of the system; source place of a code address (a return address); the function that an address lies in.
bool is_library_file(const std::string& file);
Location locate(std::uint64_t return_address);
AddressRange function_range(std::uint64_t address);
std::vector<PrivateArray> private_arrays(
    std::uint64_t code);  // private_arrays.cpp: of the function that begins there and of what it calls
std::string symbol_at(std::uint64_t address);  // mangled; empty if there is none

// platform/loaded_images.cpp: where this host thread keeps the images' __shared__ variables; an address in each image that simtcc
// built; what no program may write.
std::vector<SharedArray> shared_arrays(const Variables& variables);
std::vector<std::uint64_t> image_anchors();
// An address in the image's code. (Its anchor may lie in a .bss larger than the file, where libdw knows of no image.)
std::uint64_t image_code(std::uint64_t anchor);
std::vector<AddressRange> kernel_code_ranges();  // code that simtcc made
std::uint64_t image_changes();                   // how many images had been loaded and unloaded by now
extern AddressRange hidden_span;                 // from the first to the last variable that host code must not touch
bool hidden_from_host(std::uint64_t address);
std::vector<AddressRange> constant_ranges();
AddressRange dynamic_shared_range(std::size_t bytes);

// runtime_api/memory.cpp
std::vector<AddressRange> registered_host_ranges();

// launch.cpp
void add_host_finding(Finding finding);

}  // namespace simt
