// What a GPU is to this project. Everything that differs between `sim` and `cuda` is behind these names;
// backend_sim.cpp and backend_cuda.cpp each implement all of them, and a program links one of the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device.hpp"
#include "simt/record.hpp"

namespace harness {

struct Backend {
  std::string name;           // "sim" or "cuda"
  bool has_counters = false;  // requests and sectors can be read after a launch
  bool has_time = false;      // a measured time means something
  std::string missing = "";   // why nothing can run here ("no CUDA-capable device is detected"), or empty
  int capability = 0;         // of the GPU: 90 is compute capability 9.0; 0 where that limits nothing
};
const Backend& backend();
// Why what needs that compute capability (90: 9.0; 0: any) cannot run there, or empty.
std::string what_is_missing(const Backend& backend, int capability = 0);

// Where a number comes from. Goes into every file of measurements, beside the compiler and its flags, which ninja knows.
struct Provenance {
  std::string machine, driver, runtime;
};
Provenance provenance();
std::string host_cpu();  // as the machine calls it; or empty

// Atomics count as stores; of those whose result is used, Activity adds up what they load, too.
enum class Direction { load, store };
inline Direction direction_of(simt::Op op) { return op == simt::Op::load ? Direction::load : Direction::store; }

// One place in the source that touches memory, and how the lanes of one warp's first request there lie, if that warp
// came by.
struct Site : simt::Site {
  std::optional<std::int64_t> lane_distance;  // bytes from one lane's address to the next lane's, most often
  int pieces = 0;                             // runs of bytes without a gap that its lanes form
};

// "transpose_naive.cu line 7"
std::string place(const simt::Site& site);

// Words of dynamic shared memory are counted from 0, those of another shared array from here, of a third from twice as far.
constexpr std::uint64_t words_of_an_array = 1 << 20, dynamic_array = 0;

// Up to the first full stop that another sentence comes behind.
std::string first_sentence(const std::string& words);

// What the device did since watch().
struct Activity {
  std::string fault;      // the first thing that went wrong, in words; or empty
  std::string kind;       // of the fault, where it is known: "race", "uninitialized", "array-index", …
  std::string early_end;  // no fault: that a thread has ended in front of a barrier, in words; or empty
  std::string shared_race,
      unwritten;  // of the faults: the first race in shared memory or of host threads, the first read of what nothing wrote
  bool endless = false;                 // the fault is a kernel that did not come to its end
  std::optional<std::size_t> launches;  // kernels started; nothing where that cannot be known
  std::uint64_t threads = 0;            // of all launches together; zero without counters, like the rest
  simt::Counters load, store;           // global memory; atomics whose result is used are both
  simt::Counters plain_store, atomic;   // what of `store` plain stores did, and atomics
  simt::Counters shared_load, shared_store;
  simt::Counters constant;  // __constant__ variables; not the kernel's parameters
  simt::Counters texture;
  simt::Copied copied;  // by copies, not by kernels
  // Bytes that kernels moved in ways of which nobody can count sectors or wavefronts: through surfaces, textures over arrays or
  // with a filter, another block's shared memory, bulk copies.
  std::uint64_t unseen = 0;
  std::vector<Site> sites, shared_sites;  // of global and of shared memory, ordered by file and line
  std::vector<simt::Launch> kernels;      // in their order; empty without counters
  std::vector<std::uint64_t>
      shared_words;  // (offset / 4) that the watched warp touched: sorted, each once; see words_of_an_array

  // What is wrong with the result, in its first sentence, and what may be the reason; that was seen, so it takes the place of
  // what the wrong places suggest.
  static std::string with_guess(const std::string& wrong, const std::string& guess) {
    constexpr std::string_view fact = " are wrong";
    std::string words = first_sentence(wrong);
    if (const std::size_t at = words.find(fact); at != std::string::npos) words.resize(at + fact.size());
    if (words.ends_with('.')) words.pop_back();
    return words + ": " + guess + ".";
  }
  // The same, where a thread has ended in front of a barrier.
  std::string with_reason(const std::string& wrong) const {
    if (wrong.empty() || early_end.empty()) return wrong;
    return with_guess(wrong, "perhaps a thread leaves too early: " + early_end.substr(0, early_end.find(": ")));
  }

  // The same, where this is what with_order_checked() gave. A race is one whatever the result; what was never written may
  // have been thrown away.
  std::string with_disorder(const std::string& wrong) const {
    if (wrong.empty()) return wrong;
    if (!shared_race.empty()) return shared_race + ".";
    return unwritten.empty() ? wrong : with_guess(wrong, "perhaps because " + unwritten);
  }

  // What of `load` and `shared_load` atomics gave back, of `of` (`sites` or `shared_sites`) and where it is no more than a twentieth
  // of so many bytes: who shares out work by tickets, or finds out who is last, loads nothing of the data.
  simt::Counters tickets(const std::vector<Site>& of, std::uint64_t bytes) const {
    simt::Counters sum;
    for (const Site& site : of)
      if (site.op == simt::Op::atom) sum += site.counters;
    return 20 * sum.bytes <= bytes ? sum : simt::Counters{};
  }

  // The site that moves the most sectors beyond the ideal in one direction; nullptr if there is none.
  const Site* worst(Direction direction) const;
};

// Forgets what happened so far and begins to watch: every launch, and one warp closely, where the launch has such a block.
void watch(unsigned warp = 0, std::uint64_t block = 0);

// From here on races, and reads of memory that nobody has written, are faults, where they can be seen. To be called
// before the memory is allocated that is to be checked; shared memory is at any time.
void check_order(bool races = true, bool unwritten = true);

// What is checked now, in words for set_checks() alone.
std::string checks();
void set_checks(const std::string& words);
// Whether what requests find in a GPU's caches is modelled in later launches, and whose ("h200"; "": it is not); each finds L2 as
// the one before has left it where `kept` is true. Nothing on a GPU.
void set_caches(const std::string& gpu, bool kept = false);

// What the device did in `call`, which makes one that gave a wrong result again, under check_order; nothing where neither
// can be seen. What a program reads too early is the same every time on sim, so the result alone does not tell.
inline Activity with_order_checked(const std::function<Activity()>& call) {
  if (!backend().has_counters) return {};
  struct Restored {
    const std::string before = checks();
    ~Restored() { set_checks(before); }
  } restored;
  check_order();
  return call();
}

// What an exception says that a submission has let out; nothing where asking it would call what is no function of its.
std::string words_of(const std::exception& error);

// How many steps of a thread count as endless, where steps can be counted.
void limit_steps(std::uint64_t steps);

// Waits for the device, then tells what happened since watch().
Activity activity();

// After a fault: makes the device usable again, if it can be. Every buffer that still exists is lost. Where it
// cannot (a GPU after a bad access), everything that needs the device throws DeviceError from here on.
void recover();

// While it lives, a device on sim says that it has so few multiprocessors, whatever it has otherwise; a real one has what it
// has. A kernel that fills its device, however small the grid, then runs fewer blocks. `of_others`: what devices that are not
// current say; 0: the same.
class SmallDevice {
 public:
  explicit SmallDevice(int multiprocessors, int of_others = 0);
  ~SmallDevice();
  SmallDevice(const SmallDevice&) = delete;
  SmallDevice& operator=(const SmallDevice&) = delete;
};

// While it lives, a launch on sim is looked at as ever, and its kernel does not run: whether a device takes it, at a size whose
// work would take minutes. Results are not there, so what is wrong with the activity is all that can be judged. On a real
// device kernels run.
class LaunchesOnly {
 public:
  LaunchesOnly();
  ~LaunchesOnly();
  LaunchesOnly(const LaunchesOnly&) = delete;
  LaunchesOnly& operator=(const LaunchesOnly&) = delete;
};

// While it lives, of a launch on sim the last so many blocks run alone: whether a result is right to its end, at a size whose work
// would take seconds. On a real device all run.
class LastBlocksOnly {
 public:
  explicit LastBlocksOnly(std::uint64_t blocks);
  ~LastBlocksOnly();
  LastBlocksOnly(const LastBlocksOnly&) = delete;
  LastBlocksOnly& operator=(const LastBlocksOnly&) = delete;
};

}  // namespace harness
